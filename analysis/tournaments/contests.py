"""Contests between opening policies: fixed, random, engine-chosen, free.

Each side has a control: random sets of its size, in the same seat, against the same rival, with the same seeds.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.entrants import Entrant, entrant, opening_squares
from analysis.tournaments.game_tasks import Task, TaskBatch, placed_squares, seed_of, seeded_random, set_text
from analysis.tournaments.games_journal import COLUMNS, UNFINISHED, WINNERS, GamesJournal, given_row, rows_of
from analysis.tournaments.games_journal import GIVEN as TASK
from kifu import games
from kifu.core.errors import InvalidMove
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.engine.opening_match import MatchScore, MatchSettings, play_match_game
from kifu.engine.selfplay import NOISE, STALE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from analysis.tournaments.square_sets import Squares
    from kifu.engine.opening_match import OpeningSet

MAX_GAME_PLIES = 300
CONTEST_COLUMNS = (*COLUMNS[:TASK], "winner", "plies", "a_placed", "b_placed")
"""The task, then what came of the game: the squares that each side placed, in their order."""


class ContestSettings(NamedTuple):
    """All that determines a study of contests: equal settings give equal games."""

    game: str
    """Id of a game with opening sets."""
    sides: tuple[str, ...]
    """The words of the sides (:func:`analysis.tournaments.entrants.entrant`)."""
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
    tasks: tuple[Task, ...]
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
            count = count.plus(result.winner)
        return count


def plan_contests(settings: ContestSettings) -> Iterator[PlayedContest]:
    """Yield the planned contests. Raises InvalidMove.

    It is raised for a word that names no side, and if no set can be drawn.
    """
    game = games.load(settings.game)
    sides, rivals = ([entrant(game, word) for word in words] for words in (settings.sides, settings.rivals))
    if settings.paired:
        pairs = list(zip(sides, rivals, strict=True))
    else:
        pairs = [(side, rival) for rival in rivals for side in sides] or list(combinations(sides, 2))
    if settings.controls:
        controls = [(entrant(game, side.control), rival) for side, rival in pairs if side.control]
        pairs = list(dict.fromkeys((*pairs, *controls)))
    for nodes in settings.nodes:
        for side, rival in pairs:
            seed = seed_of(settings, "contest", rival.word, nodes)
            sets = (_sets(settings, side, rival, nodes, place) for place in range(settings.games))
            tasks = (Task(a, b, nodes, seed, place) for place, (a, b) in enumerate(sets))
            yield PlayedContest(side, rival, nodes, tuple(tasks))


def _sets(
    settings: ContestSettings, side: Entrant, rival: Entrant, nodes: int, number: int
) -> tuple[OpeningSet, OpeningSet]:
    """Return the sets of a game: given squares, then the rival's draw.

    So each side meets the same set, if it fits.
    """
    game = games.load(settings.game)
    if shared := set(side.squares) & set(rival.squares):
        names = " ".join(map(game.board.spell, sorted(shared)))
        raise InvalidMove("shared-squares", Message(f"両方の組に {names} があります", f"both sets have {names}"))
    b = opening_squares(game, rival, side.squares, seeded_random(settings, "rival", rival.word, nodes, number))
    taken = b if isinstance(b, tuple) else ()
    return opening_squares(game, side, taken, seeded_random(settings, "side", side.word, rival.word, nodes, number)), b


def contests(
    settings: ContestSettings, play: Callable[[TaskBatch], Sequence[ContestGame]]
) -> tuple[PlayedContest, ...]:
    """Play all contests, batch by batch."""
    done: list[PlayedContest] = []
    for contest in plan_contests(settings):
        name = f"{len(done) + 1:03}-{contest.side.title}-v-{contest.rival.title}-nodes{contest.nodes}"
        done.append(contest._replace(results=tuple(play(TaskBatch(name, contest.tasks)))))
    return tuple(done)


def play_contest(settings: ContestSettings, task: Task) -> ContestGame:
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


def as_contest_row(settings: ContestSettings, task: Task, game: ContestGame) -> tuple[str, ...]:
    """Return a game as text, by :data:`CONTEST_COLUMNS`."""
    sets = (set_text(settings, placed) for placed in (game.a_placed, game.b_placed))
    return (*given_row(settings, task), game.winner or UNFINISHED, str(game.plies), *sets)


def read_contest(settings: ContestSettings, batch: TaskBatch, text: str) -> list[ContestGame]:
    """Return the first games of a batch from their lines, head included.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    game = games.load(settings.game)
    played = []
    for row in rows_of(settings, batch, text, CONTEST_COLUMNS):
        winner, plies, *sets = row[TASK:]
        if winner not in WINNERS or len(sets) != len(CONTEST_COLUMNS) - TASK - 2:
            raise ValueError(row)
        a, b = (tuple(game.board.parse(word) or 0 for word in placed.split()) for placed in sets)
        played.append(ContestGame(None if winner == UNFINISHED else winner, int(plies), a, b))
    return played


CONTESTS = GamesJournal(play_contest, lambda _: CONTEST_COLUMNS, as_contest_row, read_contest)
"""The journal of contests. Results are of the type :class:`ContestGame`."""
