"""Jumps of 平 and 冠 (rengo.41), and written jump sequences."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kifu.games.rengo.boards_and_unit_movements import CROWN, DIAGONAL, MAN, SIDE, UNITS_OF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.geometry import Geometry


MEN_OF = tuple(bytes(int(unit == MAN + SIDE * side) for unit in range(256)) for side in (0, 1))
"""For each side the table that turns a board into one byte a square: 1 for its 平, else 0."""
EMPTY = bytes(int(unit == 0) for unit in range(256))
"""The table that turns a board into one byte a square: 1 if it is empty, else 0."""
VICTIM_SHIFT = 9
STATES = 50_000
SQUARE = (1 << VICTIM_SHIFT) - 1
"""The mask of the square in a state. Above it a state has one bit for each unit that can be taken."""


JumpState = int
"""Where a piece stands in a sequence, and the units that it has taken: see SQUARE."""
VictimAndLanding = tuple[int, int]
"""The squares of a leap: of the unit that it takes, and where it ends."""
Hops = tuple[tuple[int, int], ...]
"""The leaps from one square, each as (bit of the victim, landing)."""


class LeapWays:
    """The leaps of one piece from every square.

    The piece itself is off the board; leaps are computed at first use.
    """

    def __init__(self, geometry: Geometry, board: bytes, unit: int) -> None:
        self._geometry, self._board, self._unit = geometry, board, unit
        self._known: dict[int, Hops] = {}
        self._alike: dict[Hops, list[int]] = {}
        self._merged: dict[int, Hops] = {}
        self._others: dict[int, int] = {}

    def leaps_from(self, square: int) -> Hops:
        """Return each leap from a square as (bit of the victim, landing)."""
        hops = self._known.get(square)
        if hops is None:
            hop = crown_leaps_from if self._unit % SIDE == CROWN else man_leaps_from
            hops = self._known[square] = tuple(
                (1 << victim + VICTIM_SHIFT, to)
                for victim, to in hop(self._geometry, self._board, self._unit // SIDE, square)
            )
            self._alike.setdefault(hops, []).append(square)
        return hops

    def takes_another_unit(self, square: int, victim: int) -> bool:
        """Tell whether a leap from a square takes another unit than `victim`."""
        only = self._others.get(square)
        if only is None:
            victims = {taken for taken, _ in self.leaps_from(square)}
            only = self._others[square] = -1 if len(victims) > 1 else sum(victims)
        return only not in {0, victim}

    def squares_with_same_leaps(self, square: int) -> list[int]:
        """Squares met so far with the same leaps as `square`.

        The same leap can land on all of them: each has the leap back over the same unit, as if the unit were not taken.
        """
        return self._alike[self.leaps_from(square)]

    def merged_leaps_from(self, square: int) -> Hops:
        """Return the leaps from a square like :meth:`leaps_from`.

        Landings with the same leaps are replaced by the first of them.
        """
        merged = self._merged.get(square)
        if merged is None:
            hops = ((victim, self.squares_with_same_leaps(to)[0]) for victim, to in self.leaps_from(square))
            merged = self._merged[square] = tuple(dict.fromkeys(hops))
        return merged


def man_leaps_from(geometry: Geometry, board: bytes, side: int, square: int) -> list[VictimAndLanding]:
    """Return each leap of a 平 from a square as (victim, landing)."""
    return [
        (victim, to)
        for victim, to in geometry.leaps[square]
        if not board[to] and board[victim] and board[victim] // SIDE != side
    ]


def crown_leaps_from(geometry: Geometry, board: bytes, side: int, square: int) -> list[VictimAndLanding]:
    """Return each leap of a 冠 from a square as (victim, landing)."""
    hops = []
    for number in DIAGONAL:
        victim = -1
        for to in geometry.rays[number][square]:
            unit = board[to]
            if not unit:
                if victim >= 0:
                    hops.append((victim, to))
            elif victim >= 0 or unit // SIDE == side:
                break
            else:
                victim = to
    return hops


def leaps_of_piece(geometry: Geometry, board: bytes, origin: int) -> LeapWays:
    """Return the leaps of the 平 or 冠 on `origin`."""
    return LeapWays(geometry, board_without_unit(board, origin), board[origin])


def board_without_unit(board: bytes, square: int) -> bytes:
    """Return the board without the unit on `square`."""
    return board[:square] + b"\0" + board[square + 1 :]


def squares_captured_by_state(state: JumpState) -> tuple[int, ...]:
    """Squares of the units that a state has taken, rising."""
    left = state >> VICTIM_SHIFT
    squares = []
    while left:
        lowest = left & -left
        squares.append(lowest.bit_length() - 1)
        left ^= lowest
    return tuple(squares)


def leaping_pieces(board: bytes, side: int) -> list[int]:
    """Squares of the 平 and 冠 of `side`, rising."""
    squares = []
    for unit in (MAN + SIDE * side, CROWN + SIDE * side):
        square = board.find(unit)
        while square >= 0:
            squares.append(square)
            square = board.find(unit, square + 1)
    return sorted(squares)


@lru_cache(maxsize=1 << 6)
def has_leap(geometry: Geometry, board: bytes, side: int) -> bool:
    """Tell whether a 平 or 冠 of `side` has a leap."""
    if MAN + SIDE * side in board and _has_any_man_leap(geometry, board, side):
        return True
    crown = board.find(CROWN + SIDE * side)
    while crown >= 0:
        if crown_leaps_from(geometry, board, side, crown):
            return True
        crown = board.find(CROWN + SIDE * side, crown + 1)
    return False


def _has_any_man_leap(geometry: Geometry, board: bytes, side: int) -> bool:
    """Tell whether a 平 of `side` has a leap.

    Boards are integers with one byte a square, so that all 平 are seen at once.
    """
    men = int.from_bytes(board.translate(MEN_OF[side]), "little")
    enemies = int.from_bytes(board.translate(UNITS_OF[1 - side]), "little") & geometry.inner
    far, near = 8 * geometry.columns + 8, 8 * geometry.columns - 8
    if not enemies & (men << far | men >> far | men << near | men >> near):
        return False
    empty = int.from_bytes(board.translate(EMPTY), "little")
    return bool(
        enemies
        & (
            (men << far & empty >> far)
            | (men >> far & empty << far)
            | (men << near & empty >> near)
            | (men >> near & empty << near)
        )
    )


def can_leap(geometry: Geometry, board: bytes, origin: int) -> bool:
    """Tell whether the 平 or 冠 on `origin` has a leap."""
    unit = board[origin]
    return bool((crown_leaps_from if unit % SIDE == CROWN else man_leaps_from)(geometry, board, unit // SIDE, origin))


def is_leap_path(geometry: Geometry, board: bytes, squares: tuple[int, ...]) -> bool:
    """Tell whether `squares` are a possible path of leaps.

    The 平 or 冠 stands on the first; the duty to take is not judged.
    """
    ways = leaps_of_piece(geometry, board, squares[0])
    taken = 0
    for start, end in pairwise(squares):
        victim = next((victim for victim, to in ways.leaps_from(start) if to == end), 0)
        if not victim or taken & victim:
            return False
        taken |= victim
    return True


def may_leap_over_king(geometry: Geometry, board: bytes, king: int, side: int) -> bool:
    """Quick necessary test for a leap over `king`, mostly false."""
    man, crown = MAN + SIDE * side, CROWN + SIDE * side
    if man not in board and crown not in board:
        return False
    room = (0, man, crown)
    for one, other in geometry.across[king]:  # noqa: SIM110 - a call of `any` would take longer than the loop
        if board[one] in room and board[other] in room:
            return True
    return False


def king_taking_states(geometry: Geometry, board: bytes, origin: int, king: int) -> Iterator[int]:
    """Yield the states of sequences from `origin` that have taken `king`.

    The shortest may come twice. The search stops at STATES states, which is far more than a played game reaches.
    """
    if not does_parity_allow_taking(geometry, board[origin] % SIDE, origin, king):
        return
    ways = leaps_of_piece(geometry, board, origin)
    wanted = 1 << king + VICTIM_SHIFT
    if not can_pass_over(ways, origin, wanted):
        return
    yield from _short_sequences(ways, origin, wanted)
    seen = {origin}
    pending = [origin]
    while pending and len(seen) < STATES:
        state = pending.pop()
        square = state & SQUARE
        for victim, to in ways.leaps_from(square):
            after = (state ^ square) | victim | to
            if not state & victim and after not in seen:
                seen.add(after)
                pending.append(after)
                if after & wanted:
                    yield after


def does_parity_allow_taking(geometry: Geometry, kind: int, origin: int, king: int) -> bool:
    """Parity test: whether leaps from `origin` ever reach beside `king`.

    It holds wherever the other units stand. A 冠 stays on squares of one colour, and a leap over a unit passes that
    unit's own square. A 平 moves two rows and two columns by each leap, and leaps over a unit on the next row and
    column.
    """
    rows = geometry.row_of[origin] - geometry.row_of[king]
    columns = geometry.column_of[origin] - geometry.column_of[king]
    return (rows + columns) % 2 == 0 if kind == CROWN else rows % 2 == columns % 2 == 1


def can_pass_over(leap_ways: LeapWays, origin: int, unit: int) -> bool:
    """Reachability test: whether leaps from `origin` could pass over `unit`.

    Each unit counts as one that could be leapt any number of times.
    """
    seen = {origin}
    pending = [origin]
    for square in pending:
        for victim, to in leap_ways.leaps_from(square):
            if victim == unit:
                return True
            if to not in seen:
                seen.add(to)
                pending.append(to)
    return False


def _short_sequences(leap_ways: LeapWays, origin: int, unit: int) -> Iterator[int]:
    """Yield states of short sequences that take `unit`.

    It leaves each square only once, so it is quick.
    """
    seen = {origin}
    pending = [origin]
    for state in pending:
        square = state & SQUARE
        for victim, to in leap_ways.leaps_from(square):
            if not state & victim:
                after = (state ^ square) | victim | to
                if victim == unit:
                    yield after
                elif to not in seen:
                    seen.add(to)
                    pending.append(after)


def units_leaps_may_take(leap_ways: LeapWays, state: JumpState) -> int:
    """Units that leaps from `state` could pass over, as bits.

    Each counts as one that could be leapt any number of times.
    """
    return squares_and_units_in_reach(leap_ways, state)[1]


def squares_and_units_in_reach(leap_ways: LeapWays, state: JumpState) -> tuple[list[int], int]:
    """Squares and units within reach of leaps from `state`.

    The units are bits. The first of the squares with the same leaps represents all of them.
    """
    start = state & SQUARE
    seen = {start}
    squares = [start]
    victims = 0
    for square in squares:
        for victim, to in leap_ways.merged_leaps_from(square):
            if not state & victim:
                victims |= victim
                if to not in seen:
                    seen.add(to)
                    squares.append(to)
    return squares, victims
