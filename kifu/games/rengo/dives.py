"""Long sequences of leaps of one piece where there are too many states to walk them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.leaps import SQUARE, within_reach

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.games.rengo.leaps import Ways

STEPS = 2500
"""States that the dives of all pieces together may visit."""


class Dive(NamedTuple):
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


def deepest(ways: Ways, origin: int, least: int, steps: int, permitted: Callable[[int], bool]) -> Dive:
    """Return the longest sequence from `origin` found that takes more than `least` and ends as it may; else a count of 0.

    It gives up after `steps` states.
    """
    sure = True
    few = steps // 20
    for target in range(bound(ways, origin), least, -1):
        allowed = max(steps // 2, few)
        for state, squares in _dive(ways, origin, target, allowed):
            if state < 0:
                sure = False
            elif permitted(state):
                return Dive(target, sure, squares)
        steps = max(0, steps - allowed)
    return Dive(0, sure)


def _dive(ways: Ways, origin: int, target: int, steps: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield sequences that take `target` units as last state and squares; a state of -1 where it gives up."""
    seen = {origin}
    pending: list[tuple[int, tuple[int, ...]]] = [(origin, (origin,))]
    while pending:
        state, way = pending.pop()
        if len(way) > target:
            yield state, way
            continue
        if steps <= 0:
            yield -1, way
            return
        steps -= 1
        if len(way) - 1 + within_reach(ways, state).bit_count() < target:
            continue
        square = state & SQUARE
        found = []
        for victim, to in ways.of(square) if len(way) == target else ways.merged(square):
            if not state & victim:
                after = (state ^ square) | victim | to
                if after not in seen:
                    seen.add(after)
                    found.append((sum(1 for other, _ in ways.of(to) if not after & other), after, to))
        found.sort(reverse=True)
        pending += [(after, (*way, to)) for _, after, to in found]


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
