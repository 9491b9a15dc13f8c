"""Breadth-first walk of all jump sequences of one piece.

Landings with the same leaps count as one state: the landing of a 冠 matters only for its next leaps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.games.rengo.jumps.moves import SQUARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.games.rengo.jumps.moves import LeapWays

STATES = 25_000
"""The limit of states that are walked for all pieces together."""

Level = set[int]
"""States with the same number of taken units; the first of the squares with the same leaps represents all of them."""


@lru_cache(maxsize=4)
def levels_of(ways: LeapWays, origin: int, states: int = STATES) -> tuple[Level, ...] | None:
    """Breadth-first levels of jump states from `origin`, by captures.

    The first level has one capture. Return None if there are more than `states` states.
    """
    levels: list[Level] = []
    total = 0
    level = {origin}
    merged = ways.merged_hops
    while True:
        further: Level = set()
        add = further.add
        for state in level:
            square = state & SQUARE
            for victim, to in merged(square):
                if not state & victim:
                    add((state ^ square) | victim | to)
            if len(further) + total > states:
                return None
        if not further:
            return tuple(levels)
        total += len(further)
        levels.append(further)
        level = further


def after(ways: LeapWays, state: int) -> list[int]:
    """Return the states that one more leap leads to."""
    square = state & SQUARE
    return [(state ^ square) | victim | to for victim, to in ways.merged_hops(square) if not state & victim]


def spread(ways: LeapWays, level: Iterable[int]) -> Iterator[int]:
    """Yield each state of a level with every landing that it represents."""
    for state in level:
        square = state & SQUARE
        for to in ways.alike(square):
            yield (state ^ square) | to


def paths(ways: LeapWays, levels: Sequence[Level], origin: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Last state and squares of sequences through all levels, in order."""
    useful = [levels[-1]]
    for level in reversed(levels[:-1]):
        useful.append({state for state in level if any(later in useful[-1] for later in after(ways, state))})
    useful.reverse()
    yield from _paths(ways, useful, origin, (origin,))


def _paths(
    ways: LeapWays, levels: Sequence[Level], state: int, way: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    if len(way) > len(levels):
        yield state, way
        return
    square = state & SQUARE
    for victim, to in ways.of(square):
        stem = (state ^ square) | victim
        if not state & victim and stem | ways.alike(to)[0] in levels[len(way) - 1]:
            yield from _paths(ways, levels, stem | to, (*way, to))
