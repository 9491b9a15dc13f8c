"""Search of jump sequences with too many states to walk."""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.jumps import bfs
from kifu.games.rengo.jumps.moves import SQUARE, within_reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.jumps.legality import EndTest
    from kifu.games.rengo.jumps.moves import LeapWays

RUNS, WIDTH = 4, 600
"""The number of searches for all pieces together, and the number of states of a level that each search keeps."""


class Best(NamedTuple):
    """The longest sequence of a search.

    `sure` tells whether it is proven that none is longer.
    """

    most: int
    sure: bool
    squares: tuple[int, ...] = ()


def max_taken(ways: LeapWays, origin: int) -> int:
    """Upper bound of the captures of a sequence from `origin`.

    A unit beyond which no leap leads on can only be the last one taken, so all such units count as one.
    """
    through, within = 0, 0
    seen = {origin}
    pending = [origin]
    for square in pending:
        for victim, to in ways.of(square):
            within |= victim
            if ways.another(to, victim) and (square == origin or ways.another(square, victim)):
                through |= victim
            if to not in seen:
                seen.add(to)
                pending.append(to)
    return through.bit_count() + (within != through)


def best(ways: LeapWays, origin: int, least: int, runs: int, permit: EndTest) -> Best:
    """Return the longest legal sequence from `origin` that a search can find.

    Its count is 0 if none exceeds `least`. Each of the `runs` walks the levels of states and keeps WIDTH states of each
    level, drawn by lot. Keeping the states that look best at first is no better.
    """
    most = max_taken(ways, origin)
    longest = Best(0, sure=False)
    for run in range(runs):
        levels = _beam_levels(ways, origin, run, permit.must_capture)
        for count in range(len(levels), max(least, longest.most), -1):
            state = next(
                (
                    candidate
                    for candidate in bfs.spread(ways, levels[count - 1])
                    if permit.is_exhausted or permit(candidate)
                ),
                0,
            )
            if permit.is_exhausted:
                return longest
            if state:
                last = state & ~SQUARE | ways.alike(state & SQUARE)[0]
                ends = bfs.paths(ways, (*levels[: count - 1], {last}), origin)
                squares = next(squares for end, squares in ends if permit(end))
                longest = Best(count, count == most, squares)
                break
        if longest.sure:
            break
    return longest


def _beam_levels(ways: LeapWays, origin: int, run: int, wanted: int) -> list[bfs.Level]:
    """Beam search: levels of at most WIDTH states from `origin`.

    States that have taken more of the units `wanted` stay first; the lot decides between equal ones.
    """

    def lot(state: int) -> tuple[int, int]:
        return -(state & wanted).bit_count(), (state + run) * 2654435761 % 1000003

    levels: list[bfs.Level] = []
    level = {origin}
    while level := {after for state in level for after in bfs.after(ways, state)}:
        if len(level) > WIDTH:
            level = set(nsmallest(WIDTH, level, key=lot))
        levels.append(level)
    return levels


def orders(ways: LeapWays, origin: int, state: int) -> Iterator[tuple[int, ...]]:
    """Sequences from `origin` that capture exactly the units of `state`.

    They end on the square of `state`. In a web of squares (:mod:`.webs`) no step leads to a dead end: the units left
    stay connected, so a way through them exists.
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


def paths(ways: LeapWays, origin: int, target: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Sequences of `target` captures: last state and squares, in fixed order."""
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
