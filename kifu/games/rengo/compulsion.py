"""The compulsion to leap and to take the most (rengo.42).

A sequence is judged by its state alone: where the piece is and which units it has taken. Leapt units stay until the end,
so the ways on from a square never change; only which units are left to take does. States are packed into one integer,
the square in the low bits and one bit for each unit above, and walked level by level.

The longest trail through many units is a hard problem, so the walk is exact up to STATES states; past that each level
keeps the NARROW states with the most ways on. What is then known is that so many can be taken, perhaps not that no more
can: an action that takes fewer is refused, none that takes as many or more is.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.action import Deed, settle
from kifu.games.rengo.consequences import objection
from kifu.games.rengo.data import MAN, SIDE
from kifu.games.rengo.leaps import SQUARE, VICTIM_SHIFT, Ways, leapers, ways_on
from kifu.games.rengo.position import NO_SUFFIX, PROMOTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.position import Position

STATES = 120_000
"""States that are walked exactly, all pieces together."""
NARROW = 1500
TRIED = 5000
"""States of a level of which one at least should be legal; a level where so many are not is passed over."""

Level = set[int]
"""States with the same number taken."""


class Duty(NamedTuple):
    """What must be played: the greatest number that can be taken legally, and the states that sequences pass."""

    most: int
    origins: tuple[tuple[int, Ways, tuple[Level, ...]], ...]


NONE = Duty(0, ())


def duty(position: Position) -> Duty:
    """Return what rengo.42 compels the side to move to; most 0 if nothing."""
    geometry, board = position.laws.geometry, position.board
    if not any(ways_on(geometry, board, origin).of(origin) for origin in leapers(board, position.turn)):
        return NONE
    return _duty(position)


@lru_cache(maxsize=1 << 3)
def _duty(position: Position) -> Duty:
    most = 1
    origins: list[tuple[int, Ways, tuple[Level, ...]]] = []
    pieces = leapers(position.board, position.turn)
    for origin in pieces:
        ways = ways_on(position.laws.geometry, position.board, origin)
        levels = levels_of(ways, origin, STATES // len(pieces))
        for count in range(len(levels), most - 1, -1):
            if any(permitted(position, origin, state) for state in islice(levels[count - 1], TRIED)):
                if count > most:
                    most, origins = count, []
                origins.append((origin, ways, levels[:count]))
                break
    return Duty(most, tuple(origins)) if origins else NONE


def levels_of(ways: Ways, origin: int, states: int = STATES) -> tuple[Level, ...]:
    """Return the states that sequences from `origin` pass, by how many they have taken, from one on.

    Once there are more than so many `states`, the levels are narrowed.
    """
    levels: list[Level] = []
    total = 0
    level = {origin}
    of = ways.of
    while True:
        after: Level = set()
        add = after.add
        for state in level:
            square = state & SQUARE
            for victim, to in of(square):
                if not state & victim:
                    add((state ^ square) | victim | to)
        if not after:
            return tuple(levels)
        total += len(after)
        if total > states and len(after) > NARROW:
            after = narrowed(ways, after)
        levels.append(after)
        level = after


def narrowed(ways: Ways, level: Level) -> Level:
    """Return states of a level from which the most leaps go on, as far as a first look finds them."""

    def exits(state: int) -> tuple[int, int]:
        return -sum(1 for victim, _ in ways.of(state & SQUARE) if not state & victim), state * 2654435761 % 1000003

    return set(nsmallest(NARROW, islice(level, 10 * NARROW), key=exits))


def permitted(position: Position, origin: int, state: int) -> bool:
    """Tell whether a sequence may end in `state`, compulsion apart (rengo.34, 35, 45)."""
    return state & SQUARE != position.ko and not objection(position, ended_in(position, origin, state))


def ended_in(position: Position, origin: int, state: int) -> Deed:
    """Return what a sequence that ends in `state` has done."""
    to, taken = state & SQUARE, state >> VICTIM_SHIFT
    victims = tuple(square for square in range(position.laws.geometry.size) if taken >> square & 1)
    return settle(position, origin, to, victims, suffix_of(position, origin, to))


def suffix_of(position: Position, origin: int, to: int) -> int:
    """Return 成 for a 平 that ends on the last row (rengo.43)."""
    crowned = position.board[origin] % SIDE == MAN and position.laws.geometry.depth[position.turn][to] == 1
    return PROMOTED if crowned else NO_SUFFIX


def longest(position: Position, found: Duty) -> Iterator[tuple[int, ...]]:
    """Yield each sequence that must be played as its squares, in a pinned order, each text once."""
    for origin, ways, levels in found.origins:
        legal: dict[int, bool] = {}
        useful = [levels[-1]]
        for level in reversed(levels[:-1]):
            useful.append({state for state in level if any(after in useful[-1] for after in _after(ways, state))})
        useful.reverse()
        for state, squares in _paths(ways, useful, origin, (origin,)):
            if state not in legal:
                legal[state] = permitted(position, origin, state)
            if legal[state]:
                yield squares


def _after(ways: Ways, state: int) -> list[int]:
    square = state & SQUARE
    return [(state ^ square) | victim | to for victim, to in ways.of(square) if not state & victim]


def _paths(ways: Ways, levels: list[Level], state: int, way: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    if len(way) > len(levels):
        yield state, way
        return
    for after in _after(ways, state):
        if after in levels[len(way) - 1]:
            yield from _paths(ways, levels, after, (*way, after & SQUARE))
