"""Holdout matches: fresh games, the only ones whose shares are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.game_tasks import Result, Task, TaskBatch, count_results, seed_of, seeded_random
from analysis.tournaments.square_sets import points_of, random_set, without
from kifu import games

if TYPE_CHECKING:
    from analysis.tournaments.game_tasks import Plan, Settings
    from analysis.tournaments.square_sets import Squares
    from kifu.engine.opening_match import MatchScore

CONTROL = "control"
"""The kind of the control of a match."""


class Match(NamedTuple):
    """Games of set A against set B or random sets.

    A is 後手 in every second game.

    In the control of a match, random sets of its size play in the place of A, a new one in every game.
    """

    kind: str
    """The purpose: ``target``, ``answer``, ``strength``, ``reply`` or ``control``."""
    a: Squares
    rank: int
    """The rank among the finalists, from 1, of the set that the match is about: A in ``strength``, else B."""
    b: Squares | None
    """None: a random set of `size`, a new one for every two games."""
    size: int
    """The size of B."""
    nodes: int
    seed: int
    tasks: tuple[Task, ...]
    results: tuple[Result, ...] = ()

    @property
    def name(self) -> str:
        """The name of the batch of its games."""
        rival = "random" if self.b is None else f"rank{self.rank}"
        return f"confirm-{self.kind}-{len(self.a)}-rank{self.rank}-v-{self.size}-{rival}-nodes{self.nodes}"

    def tally(self, *, exchanged: bool | None = None) -> MatchScore:
        """Return the tally of all games, or by A's seat (`exchanged`)."""
        return count_results(self.tasks, self.results, exchanged=exchanged)


def match(  # noqa: PLR0913 - a match depends on all of them
    settings: Settings, kind: str, a: Squares, b: Squares | int, rank: int, *, nodes: int, wanted: int
) -> Match:
    """Return a planned match of `wanted` games against `b`.

    `b` is a set, or the size of random sets.

    Its seed depends on the study's seed, the kind, rank, sizes and nodes. No search has used this seed.
    """
    size = b if isinstance(b, int) else len(b)
    words = ("confirm", kind, len(a), rank, size, nodes)
    seed = seed_of(settings, *words)
    if not isinstance(b, int):
        tasks = tuple(Task(a, b, nodes, seed, number) for number in range(wanted))
        return Match(kind, a, rank, b, size, nodes, seed, tasks)
    draw = seeded_random(settings, *words, "opponents")
    free = without(points_of(games.load(settings.game)), a)
    others = [random_set(draw, free, size) for _ in range(0, wanted, 2)]
    tasks = tuple(Task(a, others[number // 2], nodes, seed, number) for number in range(wanted))
    return Match(kind, a, rank, None, size, nodes, seed, tasks)


def control_of(settings: Settings, planned: Match) -> Match:
    """Return the planned control of a match: random sets for A."""
    draw = seeded_random(settings, CONTROL, planned.name)
    free = without(points_of(games.load(settings.game)), planned.b or ())
    tasks = tuple(task._replace(a=random_set(draw, free, len(planned.a))) for task in planned.tasks)
    return planned._replace(kind=CONTROL, tasks=tasks, results=())


def play_match(planned: Match) -> Plan[Match]:
    """Play a match; return it with its results."""
    results = yield TaskBatch(planned.name, planned.tasks)
    return planned._replace(results=tuple(results))
