"""Long sequences of leaps of one piece where there are too many states to walk them all."""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo import walks
from kifu.games.rengo.leaps import SQUARE, within_reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.leaps import Ways
    from kifu.games.rengo.permits import Permit

RUNS, WIDTH = 4, 600
"""How often a piece is searched, all pieces together, and how many states of a level each search keeps."""


class Best(NamedTuple):
    """The longest sequence found, and whether it is proven that there is none longer."""

    most: int
    sure: bool
    squares: tuple[int, ...] = ()


def bound(ways: Ways, origin: int) -> int:
    """Return a number that no sequence from `origin` exceeds: of the units that lead nowhere only one is taken, as the last."""
    through, within = 0, 0
    seen = {origin}
    pending = [origin]
    for square in pending:
        here = ways.of(square)
        for victim, to in here:
            within |= victim
            if (square == origin or _another(here, victim)) and _another(ways.of(to), victim):
                through |= victim
            if to not in seen:
                seen.add(to)
                pending.append(to)
    return through.bit_count() + (within != through)


def _another(hops: tuple[tuple[int, int], ...], victim: int) -> bool:
    return any(other != victim for other, _ in hops)


def best(ways: Ways, origin: int, least: int, runs: int, permit: Permit) -> Best:
    """Return the longest sequence from `origin` found that takes more than `least` and ends as it may; else a count of 0.

    Each of so many `runs` walks the levels of states and keeps WIDTH of each, drawn by lot: what looks best at first is no
    better a guide.
    """
    most = bound(ways, origin)
    found = Best(0, sure=False)
    for run in range(runs):
        levels = _narrowed(ways, origin, run, permit.wanted)
        for count in range(len(levels), max(least, found.most), -1):
            state = next((one for one in walks.spread(ways, levels[count - 1]) if permit.tired or permit(one)), 0)
            if permit.tired:
                return found
            if state:
                last = state & ~SQUARE | ways.alike(state & SQUARE)[0]
                ends = walks.paths(ways, (*levels[: count - 1], {last}), origin)
                squares = next(squares for end, squares in ends if permit(end))
                found = Best(count, count == most, squares)
                break
        if found.sure:
            break
    return found


def _narrowed(ways: Ways, origin: int, run: int, wanted: int) -> list[walks.Level]:
    """Return the levels of states from `origin`, of each at most WIDTH: those that have taken what is `wanted`, by lot."""

    def lot(state: int) -> tuple[int, int]:
        return -(state & wanted).bit_count(), (state + run) * 2654435761 % 1000003

    levels: list[walks.Level] = []
    level = {origin}
    while level := {after for state in level for after in walks.after(ways, state)}:
        if len(level) > WIDTH:
            level = set(nsmallest(WIDTH, level, key=lot))
        levels.append(level)
    return levels


def orders(ways: Ways, origin: int, state: int) -> Iterator[tuple[int, ...]]:
    """Yield the squares of each sequence from `origin` over exactly the units taken in `state`, ending where it ends.

    In a web of squares (:mod:`.webs`) no step is in vain: what is left hangs together, so there is a way through it.
    """
    end = state & SQUARE
    pending: list[tuple[int, tuple[int, ...]]] = [(state ^ end, (origin,))]
    while pending:
        left, way = pending.pop()
        if not left:
            if way[-1] == end:
                yield way
            continue
        for victim, to in reversed(ways.of(way[-1])):
            rest = left & ~victim
            if left & victim and within_reach(ways, ~rest & ~SQUARE | to) & rest == rest:
                pending.append((rest, (*way, to)))


def paths(ways: Ways, origin: int, target: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each sequence from `origin` that takes `target` units as its last state and its squares, in a pinned order."""
    pending: list[tuple[int, tuple[int, ...]]] = [(origin, (origin,))]
    while pending:
        state, way = pending.pop()
        if len(way) > target:
            yield state, way
        elif len(way) - 1 + within_reach(ways, state).bit_count() >= target:
            square = state & SQUARE
            pending += [
                ((state ^ square) | victim | to, (*way, to))
                for victim, to in reversed(ways.of(square))
                if not state & victim
            ]
