"""Game tasks of a study, each reproducible in any process and order."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.square_sets import points_of
from kifu import games
from kifu.engine.duel import Contest, DuelTally, OpeningSet, ProofCounts, bout, placements
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from analysis.tournaments.square_sets import Squares
    from analysis.tournaments.study_settings import AnySettings, Settings

FREE = "free"


class Task(NamedTuple):
    """One game: number `number` of the duel that :class:`kifu.engine.duel.Contest` describes."""

    a: OpeningSet
    b: OpeningSet
    nodes: int
    seed: int
    number: int
    exchange: bool = True
    """Whether A is 後手 in the games of odd number; else A is always 先手."""

    @property
    def exchanged(self) -> bool:
        """Whether A is 後手."""
        return self.exchange and self.number % 2 == 1


class Result(NamedTuple):
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
    """Games that may be played in any order, and a name for them."""

    name: str
    tasks: tuple[Task, ...]


if TYPE_CHECKING:
    from typing import TypeVar

    Outcome = TypeVar("Outcome")
    Plan = Generator[TaskBatch, Sequence[Result], Outcome]
    """A generator that yields batches of games, is sent their results in the order of the tasks, and returns an outcome."""


def play_task(settings: Settings, task: Task) -> Result:
    """Play one game; the same settings and task give the same result."""
    contest = Contest(
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
    game = bout(contest, task.number)
    first, second = (len(set(placed_squares(settings.game, game.played.moves, side))) for side in Side)
    placed = (second, first) if game.exchanged else (first, second)
    played_winner = game.played_winner if game.decided else None
    return Result(game.winner, game.plies, placed, game.decided is not None, game.neither, played_winner)


def placed_squares(game_id: str, moves: Iterable[int], side: Side) -> Squares:
    """Return the squares where a side placed units of its opening set, in that order."""
    placing = _placed_squares(game_id, side)
    return tuple(placing[move] for move in moves if move in placing)


@cache
def _placed_squares(game_id: str, side: Side) -> dict[int, int]:
    """Return the square of each move by which a side places a unit of its opening set."""
    game = games.load(game_id)
    points = points_of(game)
    return dict(zip(placements(game, points, side), points, strict=True))


def run(plan: Plan[Outcome], play: Callable[[TaskBatch], Sequence[Result]]) -> Outcome:
    """Play the games of a plan, batch by batch, and return the plan's outcome."""
    try:
        batch = next(plan)
        while True:
            batch = plan.send(play(batch))
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def seeded_random(settings: AnySettings, *words: object) -> random.Random:
    """Return a source of random numbers that depends only on the study's seed and on `words`."""
    return random.Random("/".join(map(str, (settings.seed, *words))))  # noqa: S311 - a reproducible study, no secret


def seed_of(settings: AnySettings, *words: object) -> int:
    """Return the seed of a duel of the study; it depends only on the study's seed and on `words`."""
    return seeded_random(settings, "seed", *words).getrandbits(31)


def count_results(tasks: Iterable[Task], results: Iterable[Result], *, exchanged: bool | None = None) -> DuelTally:
    """Count the results of games: of all, or only of those in which A was 後手 (`exchanged`) or was not."""
    tally = DuelTally()
    for task, result in zip(tasks, results, strict=True):
        if exchanged is None or task.exchanged is exchanged:
            tally = tally.plus(result.winner)
    return tally


def count_proofs(results: Iterable[Result]) -> ProofCounts:
    """Count how often proofs decided games."""
    count = ProofCounts()
    for each in results:
        count = count.plus(each.winner, each.played_winner, decided=each.decided, neither=each.neither)
    return count


def set_text(settings: AnySettings, squares: OpeningSet) -> str:
    """Return a set as text: the names of its squares, a number that a side must place, or ``free``."""
    board = games.load(settings.game).board
    if isinstance(squares, int):
        return str(squares)
    return FREE if squares is None else " ".join(map(board.spell, squares))
