"""Matches between random sets of two sizes.

Their results tell the worth of sizes and of squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.game_tasks import Result, Task, TaskBatch, count_results, seed_of, seeded_random
from analysis.tournaments.square_sets import points_of, random_set, without
from kifu import games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.tournaments.game_tasks import Plan, Settings
    from kifu.engine.opening_match import MatchScore

Sizes = tuple[int, int] | None
"""The sizes of 先手's set and of 後手's; None: both sides are free to place as they like."""


class SizeCell(NamedTuple):
    """The games of one pair of sizes; A is always 先手."""

    sizes: Sizes
    nodes: int
    seed: int
    tasks: tuple[Task, ...]
    results: tuple[Result, ...]

    @property
    def tally(self) -> MatchScore:
        """The results of the games, counted."""
        return count_results(self.tasks, self.results)


def cells(settings: Settings, nodes: int) -> Plan[tuple[SizeCell, ...]]:
    """Play every pair of sizes with random sets, and free games.

    With other `nodes` than the study's own, only the pairs among its `sizes` are played, with fewer games.
    """
    done = []
    for sizes in pairs_of(settings, nodes):
        tasks = cell_tasks(settings, sizes, nodes)
        results = yield TaskBatch(f"cells-{name_of(sizes)}-nodes{nodes}", tasks)
        done.append(SizeCell(sizes, nodes, tasks[0].seed, tasks, tuple(results)))
    return tuple(done)


def pairs_of(settings: Settings, nodes: int) -> Iterator[Sizes]:
    """Yield the pairs of sizes at `nodes`; None (free) is last."""
    sizes = settings.sizes
    if nodes == settings.nodes:
        sizes = tuple(sorted({*settings.sizes, *settings.grid}))
    yield from ((first, second) for first in sizes for second in sizes)
    yield None


def cell_tasks(settings: Settings, sizes: Sizes, nodes: int) -> tuple[Task, ...]:
    """Return a size pair's games, with disjoint sets drawn uniformly."""
    words = ("cells", name_of(sizes), nodes)
    if nodes != settings.nodes:
        games_wanted = settings.other_games
    elif sizes is None or set(sizes) <= set(settings.sizes):
        games_wanted = settings.cell_games
    else:
        games_wanted = settings.grid_games
    points = points_of(games.load(settings.game))
    draw, seed = seeded_random(settings, *words), seed_of(settings, *words)
    tasks = []
    for number in range(games_wanted):
        first = second = None
        if sizes is not None:
            first = random_set(draw, points, sizes[0])
            second = random_set(draw, without(points, first), sizes[1])
        tasks.append(Task(first, second, nodes, seed, number, exchange=False))
    return tuple(tasks)


def name_of(sizes: Sizes) -> str:
    """Return a short name: 7v8, or free."""
    return "free" if sizes is None else f"{sizes[0]}v{sizes[1]}"
