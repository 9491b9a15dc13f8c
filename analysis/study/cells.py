"""Random sets of one size against random sets of another: what the number alone is worth, and each square."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.study.sets import points_of, random_set, without
from analysis.study.tasks import Batch, Result, Task, counted, drawn, seed_of
from kifu import games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.study.settings import Settings
    from analysis.study.tasks import Plan
    from kifu.engine.duel import Tally

Sizes = tuple[int, int] | None
"""Of 先手's set and of 後手's; None: both are free."""


class Cell(NamedTuple):
    """The games of one pair of sizes; A is always 先手."""

    sizes: Sizes
    nodes: int
    seed: int
    tasks: tuple[Task, ...]
    results: tuple[Result, ...]

    @property
    def tally(self) -> Tally:
        """How they ended."""
        return counted(self.tasks, self.results)


def cells(settings: Settings, nodes: int) -> Plan[tuple[Cell, ...]]:
    """Play every pair of sizes, 先手's and 後手's, each game with two sets drawn anew; and games with both sides free.

    With other nodes than the study's own only the pairs among its `sizes` are played, and fewer games.
    """
    found = []
    for sizes in pairs_of(settings, nodes):
        tasks = cell_tasks(settings, sizes, nodes)
        results = yield Batch(f"cells-{name_of(sizes)}-nodes{nodes}", tasks)
        found.append(Cell(sizes, nodes, tasks[0].seed, tasks, tuple(results)))
    return tuple(found)


def pairs_of(settings: Settings, nodes: int) -> Iterator[Sizes]:
    """Yield what is played with so many nodes, in order."""
    wanted = settings.sizes
    if nodes == settings.nodes:
        wanted = tuple(sorted({*settings.sizes, *settings.grid}))
    yield from ((first, second) for first in wanted for second in wanted)
    yield None


def cell_tasks(settings: Settings, sizes: Sizes, nodes: int) -> tuple[Task, ...]:
    """Return the games of a pair of sizes: each pair of sets is drawn uniformly among those without a common square."""
    words = ("cells", name_of(sizes), nodes)
    if nodes != settings.nodes:
        games_wanted = settings.other_games
    elif sizes is None or set(sizes) <= set(settings.sizes):
        games_wanted = settings.cell_games
    else:
        games_wanted = settings.grid_games
    points = points_of(games.load(settings.game))
    draw, seed = drawn(settings, *words), seed_of(settings, *words)
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
