"""Leaps of 平 and 冠 (rengo.41): which there are, and which squares a written path takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.data import CROWN, MAN, SIDE
from kifu.games.rengo.moves import DIAGONAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.geometry import Geometry

DRAUGHTS = frozenset({MAN, CROWN})


class State(NamedTuple):
    """Where a leaping piece is and what it has taken so far (one bit a square): nothing else matters for going on."""

    square: int
    taken: int


def hops(geometry: Geometry, board: bytes | bytearray, unit: int, state: State) -> list[tuple[int, int]]:
    """Return each next leap as (victim, landing). The leaping piece has been lifted off `board`."""
    side = unit // SIDE
    square, taken = state
    found = []
    if unit % SIDE == MAN:
        for number in DIAGONAL:
            victim = geometry.ahead[number][square]
            if victim >= 0 and board[victim] and board[victim] // SIDE != side and not taken >> victim & 1:
                to = geometry.ahead[number][victim]
                if to >= 0 and not board[to]:
                    found.append((victim, to))
        return found
    for number in DIAGONAL:
        victim = -1
        for to in geometry.rays[number][square]:
            there = board[to]
            if not there:
                if victim >= 0:
                    found.append((victim, to))
            elif victim >= 0 or there // SIDE == side or taken >> to & 1:
                break
            else:
                victim = to
    return found


def lifted(board: bytes, square: int) -> bytes:
    """Return the board without the unit on `square`."""
    return board[:square] + b"\0" + board[square + 1 :]


def leapers(board: bytes, side: int) -> list[int]:
    """Return the squares of the 平 and 冠 of `side`, from the top left on."""
    man, crown = MAN + SIDE * side, CROWN + SIDE * side
    if man not in board and crown not in board:
        return []
    return [square for square, unit in enumerate(board) if unit in {man, crown}]


def path(geometry: Geometry, board: bytes, squares: tuple[int, ...]) -> bool:
    """Tell whether the 平 or 冠 on the first square may leap along the others, compulsion apart."""
    origin = squares[0]
    unit = board[origin]
    empty = lifted(board, origin)
    state = State(origin, 0)
    for to in squares[1:]:
        victim = next((victim for victim, landing in hops(geometry, empty, unit, state) if landing == to), -1)
        if victim < 0:
            return False
        state = State(to, state.taken | 1 << victim)
    return True


def may_take(geometry: Geometry, board: bytes, king: int, side: int) -> bool:
    """Tell whether the lines round `king` leave room for a leap over it: the quick test that mostly says no."""
    man, crown = MAN + SIDE * side, CROWN + SIDE * side
    if man not in board and crown not in board:
        return False
    for number in DIAGONAL:
        beyond, before = geometry.ahead[number][king], geometry.ahead[number ^ 4][king]
        if beyond >= 0 and before >= 0 and board[beyond] in {0, man, crown} and board[before] in {0, man, crown}:
            return True
    return False


def reaching(geometry: Geometry, board: bytes, origin: int, king: int) -> Iterator[tuple[int, ...]]:
    """Yield paths from `origin` that take `king`, one for each state in which it has been taken."""
    unit = board[origin]
    empty = lifted(board, origin)
    start = State(origin, 0)
    seen = {start}
    pending: list[tuple[State, tuple[int, ...]]] = [(start, (origin,))]
    while pending:
        state, way = pending.pop()
        for victim, to in hops(geometry, empty, unit, state):
            after = State(to, state.taken | 1 << victim)
            if after not in seen:
                seen.add(after)
                pending.append((after, (*way, to)))
                if after.taken >> king & 1:
                    yield (*way, to)
