"""Effects of stones: enclosure (rengo.32-34), flanking (37-38), five (39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.boards_and_units import DISC, GO, KINGS, PEARL, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.games.rengo.geometry import Geometry

FIVE_IN_A_ROW = 5
PEARLS = tuple(bytes(int(unit == PEARL + SIDE * side) for unit in range(256)) for side in (0, 1))
"""For each side the table that turns a board into one byte a square: 1 for its 珠, else 0."""


def enclosed_chain(geometry: Geometry, board: bytes | bytearray, square: int) -> list[int]:
    """Chain of the unit on `square` if enclosed (rengo.32), else nothing."""
    neighbours = geometry.neighbours
    for to in neighbours[square]:
        if not board[to]:
            return []
    side = board[square] // SIDE
    fence = GO + SIDE * (1 - side)
    chain = [square]
    seen = {square}
    fenced = False
    for at in chain:
        for to in neighbours[at]:
            there = board[to]
            if there == fence:
                fenced = True
            elif not there or there // SIDE != side:
                return []
            elif to not in seen:
                seen.add(to)
                chain.append(to)
    return chain if fenced else []


def has_room(geometry: Geometry, board: bytes | bytearray, square: int) -> bool:
    """Tell whether a square has a liberty: an empty neighbour."""
    for at in geometry.neighbours[square]:  # noqa: SIM110 - a call of `any` would take longer than the loop
        if not board[at]:
            return True
    return False


def any_enclosed(geometry: Geometry, board: bytes | bytearray, squares: Iterable[int], side: int) -> bool:
    """Tell whether a chain of `side` on `squares` is enclosed (rengo.34)."""
    if GO + SIDE * (1 - side) not in board:
        return False
    for square in squares:
        unit = board[square]
        if unit and unit // SIDE == side and enclosed_chain(geometry, board, square):
            return True
    return False


def captured_by_stones(geometry: Geometry, board: bytes | bytearray, stones: Iterable[int], side: int) -> list[int]:
    """Squares of enemy chains that new `stones` of `side` enclose."""
    victims: list[int] = []
    for stone in stones:
        for to in geometry.neighbours[stone]:
            unit = board[to]
            if unit and unit // SIDE != side and to not in victims:
                victims += enclosed_chain(geometry, board, to)
    return victims


def flanked_units(geometry: Geometry, board: bytes | bytearray, square: int, side: int, *, immune: bool) -> list[int]:
    """Squares that a 翻 dropped on `square` flanks, in all directions (rengo.37).

    If `immune`, a direction that holds a king is not flanked (``hasami=immune``).
    """
    own = DISC + SIDE * side
    turned: list[int] = []
    if own not in board:
        return turned
    for rays in geometry.rays:
        line: list[int] = []
        for to in rays[square]:
            unit = board[to]
            if not unit:
                break
            if unit // SIDE == side:
                if unit == own and not (immune and any(board[at] % SIDE in KINGS for at in line)):
                    turned += line
                break
            line.append(to)
    return turned


def flanking_points(geometry: Geometry, board: bytes, side: int) -> list[int]:
    """Empty squares where a 翻 of `side` flanks a unit, once each."""
    own = DISC + SIDE * side
    points: dict[int, None] = {}
    disc = board.find(own)
    while disc >= 0:
        for rays in geometry.rays:
            length = 0
            for to in rays[disc]:
                there = board[to]
                if there and there // SIDE != side:
                    length += 1
                    continue
                if not there and length:
                    points[to] = None
                break
        disc = board.find(own, disc + 1)
    return list(points)


def has_five(geometry: Geometry, board: bytes | bytearray, side: int) -> bool:
    """Tell whether `side` has five or more 珠 in line (rengo.39)."""
    if board.count(PEARL + SIDE * side) < FIVE_IN_A_ROW:
        return False
    pearls = int.from_bytes(board.translate(PEARLS[side]), "little")
    for distance, begins in geometry.fives:
        shift = 8 * distance
        pairs = pearls & pearls >> shift
        if pairs and pairs & pairs >> 2 * shift & pearls >> 4 * shift & begins:
            return True
    return False


def longest_row(geometry: Geometry, board: bytes, side: int) -> int:
    """Return the length of the longest unbroken line of 珠 of `side`."""
    pearl = PEARL + SIDE * side
    squares = [square for square, unit in enumerate(board) if unit == pearl]
    longest = min(1, len(squares))
    for square in squares:
        for number in range(4):
            length = 1
            for to in geometry.rays[number][square]:
                if board[to] != pearl:
                    break
                length += 1
            longest = max(longest, length)
    return longest
