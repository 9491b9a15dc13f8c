"""Leaps of 平 and 冠 (rengo.41): which there are, and which squares a written path takes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from kifu.games.rengo.data import CROWN, MAN, SIDE
from kifu.games.rengo.moves import DIAGONAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.geometry import Geometry


VICTIM_SHIFT = 9
STATES = 50_000
SQUARE = (1 << VICTIM_SHIFT) - 1
"""Above the bits of a square, one bit for each unit that can be taken."""


Hops = tuple[tuple[int, int], ...]
"""Leaps from one square, each (bit of the victim, landing)."""


class Ways:
    """The leaps there are from each square for one piece, once it has been lifted off the board; found when asked for."""

    def __init__(self, geometry: Geometry, board: bytes, unit: int) -> None:
        self._geometry, self._board, self._unit = geometry, board, unit
        self._known: dict[int, Hops] = {}
        self._alike: dict[Hops, list[int]] = {}
        self._merged: dict[int, Hops] = {}

    def of(self, square: int) -> Hops:
        """Return each leap from a square as (bit of the victim, landing)."""
        found = self._known.get(square)
        if found is None:
            hop = crown_hops if self._unit % SIDE == CROWN else man_hops
            found = self._known[square] = tuple(
                (1 << victim + VICTIM_SHIFT, to)
                for victim, to in hop(self._geometry, self._board, self._unit // SIDE, square)
            )
            self._alike.setdefault(found, []).append(square)
        return found

    def alike(self, square: int) -> list[int]:
        """Return the squares met so far with the same leaps on as `square`, which is one of them.

        All of them can be landed on by the same leap: having come there, one could leap back, were the unit not taken.
        """
        return self._alike[self.of(square)]

    def merged(self, square: int) -> Hops:
        """Return the leaps from a square as :meth:`of` does, of landings that are alike only the first."""
        found = self._merged.get(square)
        if found is None:
            hops = ((victim, self.alike(to)[0]) for victim, to in self.of(square))
            found = self._merged[square] = tuple(dict.fromkeys(hops))
        return found


def man_hops(geometry: Geometry, board: bytes, side: int, square: int) -> list[tuple[int, int]]:
    """Return each leap of a 平 from a square as (victim, landing)."""
    found = []
    for number in DIAGONAL:
        victim = geometry.ahead[number][square]
        if victim >= 0 and board[victim] and board[victim] // SIDE != side:
            to = geometry.ahead[number][victim]
            if to >= 0 and not board[to]:
                found.append((victim, to))
    return found


def crown_hops(geometry: Geometry, board: bytes, side: int, square: int) -> list[tuple[int, int]]:
    """Return each leap of a 冠 from a square as (victim, landing)."""
    found = []
    for number in DIAGONAL:
        victim = -1
        for to in geometry.rays[number][square]:
            there = board[to]
            if not there:
                if victim >= 0:
                    found.append((victim, to))
            elif victim >= 0 or there // SIDE == side:
                break
            else:
                victim = to
    return found


def ways_on(geometry: Geometry, board: bytes, origin: int) -> Ways:
    """Return the leaps of the 平 or 冠 on `origin`."""
    return Ways(geometry, lifted(board, origin), board[origin])


def lifted(board: bytes, square: int) -> bytes:
    """Return the board without the unit on `square`."""
    return board[:square] + b"\0" + board[square + 1 :]


def leapers(board: bytes, side: int) -> list[int]:
    """Return the squares of the 平 and 冠 of `side`, from the top left on."""
    found = []
    for unit in (MAN + SIDE * side, CROWN + SIDE * side):
        square = board.find(unit)
        while square >= 0:
            found.append(square)
            square = board.find(unit, square + 1)
    return sorted(found)


def can_leap(geometry: Geometry, board: bytes, origin: int) -> bool:
    """Tell whether the 平 or 冠 on `origin` has a leap at all."""
    unit = board[origin]
    return bool((crown_hops if unit % SIDE == CROWN else man_hops)(geometry, board, unit // SIDE, origin))


def path(geometry: Geometry, board: bytes, squares: tuple[int, ...]) -> bool:
    """Tell whether the 平 or 冠 on the first square may leap along the others, compulsion apart."""
    ways = ways_on(geometry, board, squares[0])
    taken = 0
    for start, end in pairwise(squares):
        victim = next((victim for victim, to in ways.of(start) if to == end), 0)
        if not victim or taken & victim:
            return False
        taken |= victim
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


def reaching(geometry: Geometry, board: bytes, origin: int, king: int) -> Iterator[int]:
    """Yield the states of sequences from `origin` in which `king` has been taken; the shortest may come twice.

    It goes no further than STATES states, as many as any position that was ever played has not.
    """
    ways = ways_on(geometry, board, origin)
    wanted = 1 << king + VICTIM_SHIFT
    if not within_reach(ways, origin) & wanted:
        return
    yield from _shortest(ways, origin, wanted)
    seen = {origin}
    pending = [origin]
    while pending and len(seen) < STATES:
        state = pending.pop()
        square = state & SQUARE
        for victim, to in ways.of(square):
            after = (state ^ square) | victim | to
            if not state & victim and after not in seen:
                seen.add(after)
                pending.append(after)
                if after & wanted:
                    yield after


def _shortest(ways: Ways, origin: int, wanted: int) -> Iterator[int]:
    """Yield states of short sequences that take `wanted`, as a rule at once: each square is gone on from only once."""
    seen = {origin}
    pending = [origin]
    for state in pending:
        square = state & SQUARE
        for victim, to in ways.of(square):
            if not state & victim:
                after = (state ^ square) | victim | to
                if victim == wanted:
                    yield after
                elif to not in seen:
                    seen.add(to)
                    pending.append(after)


def within_reach(ways: Ways, state: int) -> int:
    """Return the bits of the units that could still be leapt on the way from `state`, if each could be again and again."""
    return web_around(ways, state)[1]


def web_around(ways: Ways, state: int) -> tuple[list[int], int]:
    """Return the squares, of those alike the first, and the bits of the units that a way from `state` could meet."""
    start = state & SQUARE
    seen = {start}
    squares = [start]
    found = 0
    for square in squares:
        for victim, to in ways.merged(square):
            if not state & victim:
                found |= victim
                if to not in seen:
                    seen.add(to)
                    squares.append(to)
    return squares, found
