"""Game tasks of a study, their settings, and the journal of played games.

Each task is reproducible in any process and order; the journal is CSV, and an interrupted run continues.
"""

from __future__ import annotations

import csv
import io
import random
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from analysis.tournaments.square_sets_up_to_symmetry import opening_points
from kifu.core import games
from kifu.core.outcome import Side
from kifu.engine.opening_match_and_adjudication import (
    NODES,
    AdjudicationSettings,
    MatchScore,
    MatchSettings,
    OpeningSet,
    ProofCounts,
    placement_moves,
    play_match_game,
)
from kifu.engine.play_engine_games import NOISE, STALE

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from analysis.tournaments.square_sets_up_to_symmetry import Squares

FREE = "free"


class GameTask(NamedTuple):
    """One game: number `number` of the duel that :class:`kifu.engine.opening_match_and_adjudication.MatchSettings` describes."""

    a: OpeningSet
    b: OpeningSet
    nodes: int
    seed: int
    number: int
    exchange: bool = True
    """Whether A is 後手 in the games of odd number; else A is always 先手."""

    @property
    def exchanged(self) -> bool:
        """True if A plays 後手."""
        return self.exchange and self.number % 2 == 1


class GameResult(NamedTuple):
    """The result of a game."""

    winner: str | None
    """``a``, ``b``, ``draw``, or None for a game broken off."""
    plies: int
    placed: tuple[int, int]
    """How many units of their opening sets A and B placed; a free side chose this number itself."""
    decided: bool = False
    """Whether a proof decided the game."""
    neither: bool = False
    """Whether it was broken off, and it is proven that neither side could force a win in its last position."""
    played_winner: str | None = None
    """The winner as the engine played the game to its end; it tells nothing unless a proof decided the game."""


class TaskBatch(NamedTuple):
    """Named batch of games, playable in any order."""

    name: str
    tasks: tuple[GameTask, ...]


if TYPE_CHECKING:
    from typing import TypeVar

    Outcome = TypeVar("Outcome")
    Plan = Generator[TaskBatch, Sequence[GameResult], Outcome]
    """A generator that yields batches of games, is sent their results in the order of the tasks, and returns an outcome."""


def play_task(settings: Settings, task: GameTask) -> GameResult:
    """Play one game; the same settings and task give the same result."""
    contest = MatchSettings(
        settings.game,
        (task.a, task.b),
        (task.nodes, task.nodes),
        task.seed,
        task.exchange,
        settings.noise,
        settings.plies,
        settings.stale,
        settings.adjudication,
        proofs=False,
    )
    game = play_match_game(contest, task.number)
    first, second = (len(set(placed_squares(settings.game, game.played.moves, side))) for side in Side)
    placed = (second, first) if game.exchanged else (first, second)
    played_winner = game.played_winner if game.decided else None
    return GameResult(game.winner, game.plies, placed, game.decided is not None, game.neither, played_winner)


def placed_squares(game_id: str, moves: Iterable[int], side: Side) -> Squares:
    """Return the squares of a side's placements, in order."""
    placing = _square_of_each_placement_move(game_id, side)
    return tuple(placing[move] for move in moves if move in placing)


@cache
def _square_of_each_placement_move(game_id: str, side: Side) -> dict[int, int]:
    """Return the square of each placement move of a side."""
    game = games.load(game_id)
    points = opening_points(game)
    return dict(zip(placement_moves(game, points, side), points, strict=True))


def run_plan(plan: Plan[Outcome], play_batch: Callable[[TaskBatch], Sequence[GameResult]]) -> Outcome:
    """Play a plan's games batch by batch; return its outcome."""
    try:
        batch = next(plan)
        while True:
            batch = plan.send(play_batch(batch))
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def seeded_random(settings: AnySettings, *words: object) -> random.Random:
    """Return a random source seeded by the study and `words`."""
    return random.Random("/".join(map(str, (settings.seed, *words))))  # noqa: S311 - a reproducible study, no secret


def duel_seed(settings: AnySettings, *words: object) -> int:
    """Return a duel's seed, from the study's seed and `words`."""
    return seeded_random(settings, "seed", *words).getrandbits(31)


def count_results(
    tasks: Iterable[GameTask], results: Iterable[GameResult], *, exchanged: bool | None = None
) -> MatchScore:
    """Count results of all games, or by A's seat (`exchanged`)."""
    tally = MatchScore()
    for task, result in zip(tasks, results, strict=True):
        if exchanged is None or task.exchanged is exchanged:
            tally = tally.with_result(result.winner)
    return tally


def count_proofs(results: Iterable[GameResult]) -> ProofCounts:
    """Count how often proofs decided games."""
    count = ProofCounts()
    for each in results:
        count = count.with_game(each.winner, each.played_winner, decided=each.decided, neither=each.neither)
    return count


def opening_set_text(settings: AnySettings, squares: OpeningSet) -> str:
    """Return a set as text: squares, a forced number, or ``free``."""
    board = games.load(settings.game).board
    if isinstance(squares, int):
        return str(squares)
    return FREE if squares is None else " ".join(map(board.spell, squares))


class AnySettings(Protocol):
    """Common settings of every study, as named tuples."""

    @property
    def game(self) -> str:
        """Id of a game with opening sets."""

    @property
    def seed(self) -> int:
        """The seed that everything drawn depends on."""

    @property
    def _field_defaults(self) -> dict[str, Any]: ...

    def _asdict(self) -> dict[str, Any]: ...


class Settings(NamedTuple):
    """All that determines a study: equal settings give equal results."""

    game: str
    """Id of a game with opening sets."""
    sizes: tuple[int, ...] = (7, 8)
    """The sizes of the sets that are searched. Answers are sought to the strongest set of the first size."""
    grid: tuple[int, ...] = (7, 8)
    """The sizes of random sets that play each other."""
    nodes: int = 200
    """The positions that a side may look at for a move."""
    others: tuple[int, ...] = (600, 2000)
    """Other numbers of nodes with which the main results are played again, to see whether they depend on it."""
    seed: int = 1
    noise: int = NOISE
    stale: int = STALE
    """The cost of coming back to a position, in units of evaluation."""
    plies: int = 150
    """A game is broken off after this number of plies."""
    cell_games: int = 1200
    """Games between random sets for each pair among `sizes`; the same number is played with both sides free."""
    grid_games: int = 128
    """Games between random sets for each other pair of `grid`."""
    pool: int = 96
    """The number of sets that a search starts from."""
    games: int = 8
    """Games of each set in the first round; each later round has twice as many."""
    finalists: int = 6
    """A search ends when no more than this number of sets are left."""
    phases: int = 2
    """The number of searches one after the other; all but the first start from finalists and their neighbours."""
    shown: int = 3
    """The number of finalists, and of answers, of each size that are confirmed."""
    confirm_games: int = 400
    """Fresh games of each confirmation."""
    other_games: int = 256
    """Fresh games of each confirmation and cell with each of the `others`."""
    start: tuple[int, ...] = ()
    """The set that a chain of replies starts from (:mod:`analysis.tournaments.strongest_sets_and_replies`); empty: there is no chain."""
    rounds: int = 0
    """The replies of the chain, at most."""
    adjudicate: int | None = None
    """The ply from which on the solver is asked, as in :class:`kifu.engine.opening_match_and_adjudication.AdjudicationSettings`; None: it is not asked."""
    proof_nodes: int = NODES
    """The positions that the solver searches for each position."""

    @property
    def adjudication(self) -> AdjudicationSettings | None:
        """Solver's adjudication of games; None: not asked."""
        return None if self.adjudicate is None else AdjudicationSettings(self.adjudicate, self.proof_nodes)

    def with_scaled_games(self, factor: float) -> Settings:
        """Return the study with `factor` times the games, even, two or more."""
        names = ("cell_games", "grid_games", "games", "confirm_games", "other_games")
        return self._replace(**{name: max(2, 2 * round(getattr(self, name) * factor / 2)) for name in names})


COLUMNS = ("a", "b", "nodes", "seed", "game", "a_first", "winner", "plies", "a_placed", "b_placed")
"""The columns of a game as a row of text: the task first, then the result."""
PROOF = ("proof", "played_winner")
"""The further columns of a study in which the solver decides games."""
DECIDED, NEITHER, NOTHING = "decided", "neither", ""
"""The values of the column ``proof``."""
GIVEN = COLUMNS.index("winner")
"""How many columns hold the task."""
UNFINISHED = "unfinished"
WINNERS = frozenset({"a", "b", "draw", UNFINISHED})


class GamesJournal(NamedTuple):
    """Functions to play, write and read a study's games."""

    play: Callable[[Any, GameTask], Any]
    """Settings and task -> result."""
    columns: Callable[[Any], tuple[str, ...]]
    row: Callable[[Any, GameTask, Any], tuple[str, ...]]
    """Settings, task and result -> the game as text, by the columns."""
    read: Callable[[Any, TaskBatch, str], list[Any]]
    """Settings, batch and lines -> the results of its first games. Raises ValueError for other lines."""


def parse_results_of_batch(settings: Settings, batch: TaskBatch, text: str) -> list[GameResult]:
    """Return the results of a batch's first games from lines.

    The head is one of them.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    return [parse_result(row) for row in journal_rows(settings, batch, text, game_columns(settings))]


def journal_rows(settings: AnySettings, batch: TaskBatch, text: str, columns: tuple[str, ...]) -> list[list[str]]:
    """Return lines of a batch's first games as rows, without head.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    rows = list(csv.reader(io.StringIO(text)))
    if not rows:
        return []
    head, *rows = rows
    expected = [task_cells(settings, task) for task in batch.tasks[: len(rows)]]
    if tuple(head) != columns or expected != [tuple(row[:GIVEN]) for row in rows]:
        raise ValueError(batch.name)
    return rows


def game_columns(settings: Settings) -> tuple[str, ...]:
    """Return the columns of the games of a study."""
    return COLUMNS if settings.adjudicate is None else COLUMNS + PROOF


def csv_line(cells: Sequence[str]) -> str:
    """Return a row, or the head :func:`game_columns`, as a line of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def game_cells(settings: Settings, task: GameTask, result: GameResult) -> tuple[str, ...]:
    """Return a game as text, by :func:`game_columns`."""
    ended = (result.winner or UNFINISHED, result.plies, *result.placed)
    row = (*task_cells(settings, task), *map(str, ended))
    if settings.adjudicate is None:
        return row
    proof = DECIDED if result.decided else NEITHER if result.neither else NOTHING
    return (*row, proof, (result.played_winner or UNFINISHED) if result.decided else NOTHING)


def task_cells(settings: AnySettings, task: GameTask) -> tuple[str, ...]:
    """Return a task as text: the first :data:`GIVEN` of :data:`COLUMNS`."""
    sets = (opening_set_text(settings, task.a), opening_set_text(settings, task.b))
    return (*sets, str(task.nodes), str(task.seed), str(task.number), str(int(not task.exchanged)))


def parse_result(row: Sequence[str]) -> GameResult:
    """Parse the result of a game. Raises ValueError."""
    if len(row) not in {len(COLUMNS), len(COLUMNS + PROOF)}:
        raise ValueError(row)
    winner, plies, a_placed, b_placed, proof, played = (*row[GIVEN:], NOTHING, NOTHING)[: len(COLUMNS + PROOF) - GIVEN]
    if winner not in WINNERS or proof not in {DECIDED, NEITHER, NOTHING}:
        raise ValueError(row)
    if (played in WINNERS) is not (proof == DECIDED):
        raise ValueError(row)
    placed = (int(a_placed), int(b_placed))
    return GameResult(
        _winner_of_cell(winner), int(plies), placed, proof == DECIDED, proof == NEITHER, _winner_of_cell(played)
    )


def _winner_of_cell(text: str) -> str | None:
    return None if text in {UNFINISHED, NOTHING} else text


STUDY = GamesJournal(play_task, game_columns, game_cells, parse_results_of_batch)
"""The journal of matches and searches. Results are of the type :class:`analysis.tournaments.game_tasks_and_journal.GameResult`."""
