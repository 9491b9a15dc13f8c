"""Contests of opening policies: fixed, random, engine-chosen, free.

Each side has a control: random sets of its size, in the same seat, against the same rival, with the same seeds.
"""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.significance import BESIDE, comparison_rows, points_with_draws, wilson_intervals
from analysis.tournaments.game_tasks_and_journal import (
    COLUMNS,
    UNFINISHED,
    WINNERS,
    GamesJournal,
    GameTask,
    TaskBatch,
    duel_seed,
    journal_rows,
    opening_set_text,
    placed_squares,
    seeded_random,
    task_cells,
)
from analysis.tournaments.game_tasks_and_journal import GIVEN as TASK
from analysis.tournaments.share_rows import SEATS
from analysis.tournaments.square_sets_up_to_symmetry import opening_points, random_set, touching_pairs, untaken_points
from kifu.core import games
from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.core.outcome import Side
from kifu.engine.opening_match_and_adjudication import (
    MatchScore,
    MatchSettings,
    parse_squares_or_count,
    play_match_game,
)
from kifu.engine.play_engine_games import NOISE, STALE

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Collection, Iterator, Sequence

    from analysis.tournaments.square_sets_up_to_symmetry import Squares
    from kifu.core.game.game import Game
    from kifu.engine.opening_match_and_adjudication import OpeningSet

FREE, SEEING, GIVEN = "free", "seeing", "given"
RANDOM, APART, TOUCHING = "random", "apart", "touching"
DRAWN = (RANDOM, APART, TOUCHING)
MIN_TOUCHING_PAIRS = 5
"""A set with this number of touching pairs, or more, is drawn as `touching`."""
DRAWS = 3_000
"""How often a set is drawn at most until it is apart, or touching."""


class Entrant(NamedTuple):
    """One side of a contest."""

    word: str
    """How it is named: ``free``, a number, ``random:7``, ``apart:7``, ``touching:7``, or squares."""
    how: str
    size: int = 0
    """The size of its set; 0 if it is free."""
    squares: Squares = ()
    """Its set, if it is given."""

    @property
    def file_stem(self) -> str:
        """A short name for files."""
        return f"set{self.size}" if self.how == GIVEN else self.word.replace(":", "")

    @property
    def control(self) -> str:
        """Control's word: random sets of its size; empty without control."""
        return "" if self.how in {FREE, RANDOM} else f"{RANDOM}:{self.size}"


def parse_entrant(game: Game, text: str) -> Entrant:
    """Parse the word of a side. Raises InvalidMove."""
    text = text.strip()
    if text == FREE:
        return Entrant(text, FREE)
    how, colon, number = text.partition(":")
    known = colon and how in DRAWN
    squares = parse_squares_or_count(game, number if known else text)
    if known and isinstance(squares, int):
        return Entrant(f"{how}:{squares}", how, squares)
    if known or not squares:
        raise InvalidMove("no-such-side", _unknown_entrant_message(text))
    if isinstance(squares, int):
        return Entrant(str(squares), SEEING, squares)
    return Entrant(",".join(map(game.board.spell, sorted(squares))), GIVEN, len(squares), tuple(sorted(squares)))


def _unknown_entrant_message(word: str) -> Message:
    return Message(
        f"「{quoted(word)}」は側の名ではありません。7、free、random:7、apart:7、touching:7 か、四04,三03 のように書いてください",
        f"'{quoted(word)}' names no side; write 7, free, random:7, apart:7, touching:7, or squares such as 四04,三03",
    )


def choose_opening_squares(
    game: Game, side: Entrant, taken: Collection[int], random_source: random.Random
) -> OpeningSet:
    """Return a side's squares, none of them `taken`. Raises InvalidMove.

    It is raised if no set could be drawn.
    """
    if side.how == FREE:
        return None
    if side.how == SEEING:
        return side.size
    if side.how == GIVEN:
        return side.squares
    points = untaken_points(opening_points(game), taken)
    for _ in range(DRAWS if side.size <= len(points) else 0):
        squares = random_set(random_source, points, side.size)
        pairs = touching_pairs(squares, game.board.columns)
        if side.how == RANDOM or (pairs == 0 if side.how == APART else pairs >= MIN_TOUCHING_PAIRS):
            return squares
    raise InvalidMove(
        "no-set-drawn",
        Message(
            f"「{side.word}」に合う組が見つかりません", f"no set was found for '{side.word}' beside the other side's"
        ),
    )


MAX_GAME_PLIES = 300
CONTEST_COLUMNS = (*COLUMNS[:TASK], "winner", "plies", "a_placed", "b_placed")
"""The task, then what came of the game: the squares that each side placed, in their order."""


class ContestSettings(NamedTuple):
    """All that determines a study of contests: equal settings give equal games."""

    game: str
    """Id of a game with opening sets."""
    sides: tuple[str, ...]
    """The words of the sides (:func:`analysis.tournaments.opening_policy_contests.parse_entrant`)."""
    rivals: tuple[str, ...]
    """The words of what each of them plays; empty: each two of the sides play each other."""
    paired: bool
    """Whether each side plays only the rival of its own place in the list."""
    nodes: tuple[int, ...]
    """The contests are played with each of these numbers of nodes."""
    games: int
    """The games of each contest."""
    controls: bool = True
    """Whether the control of each side plays the same rivals."""
    seed: int = 1
    plies: int = MAX_GAME_PLIES
    noise: int = NOISE
    stale: int = STALE


class ContestGame(NamedTuple):
    """One game of a contest."""

    winner: str | None
    """``a``, ``b``, ``draw``, or None for a game broken off."""
    plies: int
    a_placed: Squares
    """The squares where A placed units of its set, in that order."""
    b_placed: Squares


class PlayedContest(NamedTuple):
    """Games of a side (A) against a rival (B) at fixed nodes.

    A is 後手 in every second game.
    """

    side: Entrant
    rival: Entrant
    nodes: int
    tasks: tuple[GameTask, ...]
    results: tuple[ContestGame, ...] = ()

    def games(self, *, exchanged: bool | None = None) -> Iterator[ContestGame]:
        """Yield all games, or those with A `exchanged` (後手) or not."""
        for task, result in zip(self.tasks, self.results, strict=True):
            if exchanged is None or task.exchanged is exchanged:
                yield result

    def tally(self, *, exchanged: bool | None = None) -> MatchScore:
        """Return the results, counted, of the same games."""
        count = MatchScore()
        for result in self.games(exchanged=exchanged):
            count = count.with_result(result.winner)
        return count


def plan_contests(settings: ContestSettings) -> Iterator[PlayedContest]:
    """Yield the planned contests. Raises InvalidMove.

    It is raised for a word that names no side, and if no set can be drawn.
    """
    game = games.load(settings.game)
    sides, rivals = ([parse_entrant(game, word) for word in words] for words in (settings.sides, settings.rivals))
    if settings.paired:
        pairs = list(zip(sides, rivals, strict=True))
    else:
        pairs = [(side, rival) for rival in rivals for side in sides] or list(combinations(sides, 2))
    if settings.controls:
        controls = [(parse_entrant(game, side.control), rival) for side, rival in pairs if side.control]
        pairs = list(dict.fromkeys((*pairs, *controls)))
    for nodes in settings.nodes:
        for side, rival in pairs:
            seed = duel_seed(settings, "contest", rival.word, nodes)
            sets = (_draw_opening_sets(settings, side, rival, nodes, place) for place in range(settings.games))
            tasks = (GameTask(a, b, nodes, seed, place) for place, (a, b) in enumerate(sets))
            yield PlayedContest(side, rival, nodes, tuple(tasks))


def _draw_opening_sets(
    settings: ContestSettings, side: Entrant, rival: Entrant, nodes: int, game_number: int
) -> tuple[OpeningSet, OpeningSet]:
    """Return the sets of a game: given squares, then the rival's draw.

    So each side meets the same set, if it fits.
    """
    game = games.load(settings.game)
    if shared := set(side.squares) & set(rival.squares):
        names = " ".join(map(game.board.spell, sorted(shared)))
        raise InvalidMove("shared-squares", Message(f"両方の組に {names} があります", f"both sets have {names}"))
    b = choose_opening_squares(
        game, rival, side.squares, seeded_random(settings, "rival", rival.word, nodes, game_number)
    )
    taken = b if isinstance(b, tuple) else ()
    return choose_opening_squares(
        game, side, taken, seeded_random(settings, "side", side.word, rival.word, nodes, game_number)
    ), b


def play_contests(
    settings: ContestSettings, play: Callable[[TaskBatch], Sequence[ContestGame]]
) -> tuple[PlayedContest, ...]:
    """Play all contests, batch by batch."""
    done: list[PlayedContest] = []
    for contest in plan_contests(settings):
        name = f"{len(done) + 1:03}-{contest.side.file_stem}-v-{contest.rival.file_stem}-nodes{contest.nodes}"
        done.append(contest._replace(results=tuple(play(TaskBatch(name, contest.tasks)))))
    return tuple(done)


def play_contest(settings: ContestSettings, task: GameTask) -> ContestGame:
    """Play one game; the same settings and task give the same game."""
    contest = MatchSettings(
        settings.game,
        (task.a, task.b),
        (task.nodes, task.nodes),
        task.seed,
        noise=settings.noise,
        plies=settings.plies,
        stale=settings.stale,
        proofs=False,
    )
    game = play_match_game(contest, task.number)
    first, second = (placed_squares(settings.game, game.played.moves, side) for side in Side)
    a, b = (second, first) if game.exchanged else (first, second)
    return ContestGame(game.winner, game.plies, a, b)


def contest_cells(settings: ContestSettings, task: GameTask, game: ContestGame) -> tuple[str, ...]:
    """Return a game as text, by :data:`CONTEST_COLUMNS`."""
    sets = (opening_set_text(settings, placed) for placed in (game.a_placed, game.b_placed))
    return (*task_cells(settings, task), game.winner or UNFINISHED, str(game.plies), *sets)


def parse_contest_games(settings: ContestSettings, batch: TaskBatch, text: str) -> list[ContestGame]:
    """Return the first games of a batch from their lines, head included.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    game = games.load(settings.game)
    played = []
    for row in journal_rows(settings, batch, text, CONTEST_COLUMNS):
        winner, plies, *sets = row[TASK:]
        if winner not in WINNERS or len(sets) != len(CONTEST_COLUMNS) - TASK - 2:
            raise ValueError(row)
        a, b = (tuple(game.board.parse(word) or 0 for word in placed.split()) for placed in sets)
        played.append(ContestGame(None if winner == UNFINISHED else winner, int(plies), a, b))
    return played


CONTESTS = GamesJournal(play_contest, lambda _: CONTEST_COLUMNS, contest_cells, parse_contest_games)
"""The journal of contests. Results are of the type :class:`ContestGame`."""

SHARE_COLUMNS = (
    "nodes", "side", "rival", "seat", "games", "a_won", "b_won", "drawn", "unfinished", "share", "low", "high", "half",
    "half_low", "half_high", "placed", "rival_placed", "touching", "rival_touching", "plies", "seed",
)  # fmt: skip
CONTROLS = ("nodes", "side", "rival", "control", *BESIDE)
GAMES = ("nodes", "side", "rival", "game", "winner", "plies", "placed", "rival_placed", "touching", "rival_touching")


def share_rows(settings: ContestSettings, contests: Sequence[PlayedContest]) -> Iterator[dict[str, object]]:
    """Yield the share of each side, by seat, as rows of :data:`SHARE_COLUMNS`.

    ``share`` is of the games that ended, ``half`` counts a game broken off as half a point; Wilson's intervals, 95 %.
    ``placed`` and ``touching`` are the means of the units placed and of the pairs of their squares that touch.
    """
    for contest in contests:
        for seat, exchanged in SEATS.items():
            tally, seen = contest.tally(exchanged=exchanged), list(contest.games(exchanged=exchanged))
            counts = [_set_sizes_and_touching_pairs(settings, game) for game in seen]
            means = (f"{fmean(column):.2f}" for column in zip(*counts, strict=True)) if counts else ("",) * len(COUNTS)
            yield {
                **_nodes_and_entrants_columns(contest),
                "seat": seat,
                "games": len(seen),
                "a_won": tally.a,
                "b_won": tally.b,
                "drawn": tally.draw,
                "unfinished": tally.unfinished,
                **_share_and_interval_columns("share", "low", "high", points_with_draws(tally), tally.finished),
                **_share_and_interval_columns(
                    "half", "half_low", "half_high", points_with_draws(tally, unfinished_as_half=True), sum(tally)
                ),
                **dict(zip(COUNTS, means, strict=True)),
                "plies": f"{fmean(game.plies for game in seen):.1f}" if seen else "",
                "seed": contest.tasks[0].seed,
            }


def control_rows(contests: Sequence[PlayedContest]) -> Iterator[dict[str, object]]:
    """Yield each side beside its control, as rows of :data:`CONTROLS`.

    The control played the same rival with the same nodes.
    """
    tallies = {(contest.side.word, contest.rival.word, contest.nodes): contest.tally() for contest in contests}
    compared = []
    for contest in contests:
        control = tallies.get((contest.side.control, contest.rival.word, contest.nodes))
        if control is not None:
            compared.append(
                ({**_nodes_and_entrants_columns(contest), "control": contest.side.control}, contest.tally(), control)
            )
    yield from comparison_rows(compared)


def game_rows(settings: ContestSettings, contests: Sequence[PlayedContest]) -> Iterator[dict[str, object]]:
    """Yield every game as rows of :data:`GAMES`.

    The side is 先手 in the games of even number. Its sets follow from the seed.
    """
    for contest in contests:
        for number, game in enumerate(contest.results):
            counts = dict(zip(COUNTS, _set_sizes_and_touching_pairs(settings, game), strict=True))
            yield {
                **_nodes_and_entrants_columns(contest),
                "game": number,
                "winner": game.winner or "",
                "plies": game.plies,
                **counts,
            }


COUNTS = ("placed", "rival_placed", "touching", "rival_touching")


def _set_sizes_and_touching_pairs(settings: ContestSettings, game: ContestGame) -> tuple[int, ...]:
    columns = games.load(settings.game).board.columns
    sets = (set(game.a_placed), set(game.b_placed))
    return (*map(len, sets), *(touching_pairs(squares, columns) for squares in sets))


def _nodes_and_entrants_columns(contest: PlayedContest) -> dict[str, object]:
    return {"nodes": contest.nodes, "side": contest.side.word, "rival": contest.rival.word}


def _share_and_interval_columns(share: str, low: str, high: str, won: float, games: int) -> dict[str, object]:
    ends = wilson_intervals(won, games)
    return {share: f"{won / games:.4f}" if games else "", low: f"{float(ends[0]):.4f}", high: f"{float(ends[1]):.4f}"}
