"""The compulsion to leap and to take the most (rengo.42)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.action import Deed, settle
from kifu.games.rengo.consequences import objection
from kifu.games.rengo.data import MAN, SIDE
from kifu.games.rengo.leaps import State, hops, leapers, lifted
from kifu.games.rengo.position import NO_SUFFIX, PROMOTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.geometry import Geometry
    from kifu.games.rengo.position import Position

Level = dict[State, list[State]]
"""States with the same number taken, each with those one leap before it."""


class Duty(NamedTuple):
    """What must be played: the greatest number that can be taken legally, and where such sequences end."""

    most: int
    ways: tuple[tuple[int, tuple[Level, ...], tuple[State, ...]], ...]
    """Origin, its levels, and the legal states that reach `most`."""


NONE = Duty(0, ())


def duty(position: Position) -> Duty:
    """Return what rengo.42 compels the side to move to; most 0 if nothing."""
    origins = leapers(position.board, position.turn)
    geometry = position.laws.geometry
    if not any(can_hop(geometry, position.board, origin) for origin in origins):
        return NONE
    return _duty(position)


def can_hop(geometry: Geometry, board: bytes, origin: int) -> bool:
    """Tell whether the piece on `origin` has any leap at all."""
    return bool(hops(geometry, board, board[origin], State(origin, 0)))


@lru_cache(maxsize=1 << 10)
def _duty(position: Position) -> Duty:
    most = 1
    ways: list[tuple[int, tuple[Level, ...], tuple[State, ...]]] = []
    for origin in leapers(position.board, position.turn):
        levels = levels_of(position.laws.geometry, position.board, origin)
        for count in range(len(levels), most - 1, -1):
            good = tuple(state for state in levels[count - 1] if permitted(position, origin, state))
            if good:
                if count > most:
                    most, ways = count, []
                ways.append((origin, levels, good))
                break
    return Duty(most, tuple(ways)) if ways else NONE


def levels_of(geometry: Geometry, board: bytes, origin: int) -> tuple[Level, ...]:
    """Return the states that sequences from `origin` pass, by how many they have taken, from one on."""
    unit = board[origin]
    empty = lifted(board, origin)
    levels: list[Level] = []
    level: Level = {State(origin, 0): []}
    while True:
        after: Level = {}
        for state in level:
            for victim, to in hops(geometry, empty, unit, state):
                after.setdefault(State(to, state.taken | 1 << victim), []).append(state)
        if not after:
            return tuple(levels)
        levels.append(after)
        level = after


def permitted(position: Position, origin: int, state: State) -> bool:
    """Tell whether a sequence may end in `state`, compulsion apart (rengo.34, 35, 45)."""
    return state.square != position.ko and not objection(position, ended_in(position, origin, state))


def ended_in(position: Position, origin: int, state: State) -> Deed:
    """Return what a sequence that ends in `state` has done."""
    taken = tuple(square for square in range(position.laws.geometry.size) if state.taken >> square & 1)
    return settle(position, origin, state.square, taken, suffix_of(position, origin, state.square))


def suffix_of(position: Position, origin: int, to: int) -> int:
    """Return 成 for a 平 that ends on the last row (rengo.43)."""
    crowned = position.board[origin] % SIDE == MAN and position.laws.geometry.depth[position.turn][to] == 1
    return PROMOTED if crowned else NO_SUFFIX


def longest(found: Duty) -> Iterator[tuple[int, ...]]:
    """Yield each sequence that must be played as its squares, in a pinned order, each text once."""
    for origin, levels, good in found.ways:
        seen = set()
        useful = [set(good)]
        for level in reversed(levels[: found.most]):
            useful.append({before for state in useful[-1] for before in level[state]})
        useful.reverse()
        steps: list[dict[State, list[State]]] = []
        for number, level in enumerate(levels[: found.most]):
            after: dict[State, list[State]] = {}
            for state, befores in level.items():
                if state in useful[number + 1]:
                    for before in befores:
                        if before in useful[number]:
                            after.setdefault(before, []).append(state)
            steps.append(after)
        for squares in _paths(steps, State(origin, 0), (origin,)):
            if squares not in seen:
                seen.add(squares)
                yield squares


def _paths(steps: list[dict[State, list[State]]], state: State, way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(way) > len(steps):
        yield way
        return
    for after in steps[len(way) - 1][state]:
        yield from _paths(steps, after, (*way, after.square))
