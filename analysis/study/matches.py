"""Matches of fresh games: the only ones whose shares are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.study.sets import points_of, random_set, without
from analysis.study.tasks import Batch, Result, Task, counted, drawn, seed_of
from kifu import games

if TYPE_CHECKING:
    from analysis.study.sets import Squares
    from analysis.study.settings import Settings
    from analysis.study.tasks import Plan
    from kifu.engine.duel import Tally


class Match(NamedTuple):
    """The games of one set, A, against another or against random ones; A is 後手 in every second of them."""

    kind: str
    """What it is to tell: ``target``, ``answer``, ``strength``."""
    a: Squares
    rank: int
    """Of the set that is looked at (A in ``strength``, B in the others) among the finalists, from 1."""
    b: Squares | None
    """None: a set of `size` drawn anew for every two games."""
    size: int
    """Of B."""
    nodes: int
    seed: int
    tasks: tuple[Task, ...]
    results: tuple[Result, ...] = ()

    @property
    def name(self) -> str:
        """Name of its games."""
        what = "random" if self.b is None else f"rank{self.rank}"
        return f"confirm-{self.kind}-{len(self.a)}-rank{self.rank}-v-{self.size}-{what}-nodes{self.nodes}"

    def tally(self, *, exchanged: bool | None = None) -> Tally:
        """Return how the games ended, all or those in which A was 後手 (`exchanged`) or was not."""
        return counted(self.tasks, self.results, exchanged=exchanged)


def match(  # noqa: PLR0913 - what a match is a function of
    settings: Settings, kind: str, a: Squares, b: Squares | int, rank: int, *, nodes: int, wanted: int
) -> Match:
    """Return a match still to be played: against a set, or (b is a number) against random sets of that size.

    Its seed depends on the study's, the kind, the ranks and sizes and the nodes: no search has played by it.
    """
    size = b if isinstance(b, int) else len(b)
    words = ("confirm", kind, len(a), rank, size, nodes)
    seed = seed_of(settings, *words)
    if not isinstance(b, int):
        tasks = tuple(Task(a, b, nodes, seed, number) for number in range(wanted))
        return Match(kind, a, rank, b, size, nodes, seed, tasks)
    draw = drawn(settings, *words, "opponents")
    free = without(points_of(games.load(settings.game)), a)
    others = [random_set(draw, free, size) for _ in range(0, wanted, 2)]
    tasks = tuple(Task(a, others[number // 2], nodes, seed, number) for number in range(wanted))
    return Match(kind, a, rank, None, size, nodes, seed, tasks)


def played(one: Match) -> Plan[Match]:
    """Play a match."""
    results = yield Batch(one.name, one.tasks)
    return one._replace(results=tuple(results))
