"""The symmetries of 続・連合将棋: left and right, on every board.

All rows of rengo.2 and rengo.3 run across the board, the palaces of rengo.4 stand in its middle columns, and every unit
goes to the left as it goes to the right (rengo.16 to rengo.22); drops, enclosure, flanking and five look at columns and
lines only (rengo.28 to rengo.39). Up and down differ in all of these. The sides are never exchanged: 後手's king rules
repetition and standstill (rengo.50, 51), and the count gives 後手 its komi (rengo.55).
"""

from __future__ import annotations

from kifu.games.rengo.position import SQUARE_BITS, SQUARES_FROM, Position, laws

COLUMN_BITS = 5
_SQUARE, _COLUMN = (1 << SQUARE_BITS) - 1, (1 << COLUMN_BITS) - 1


def image(position: Position) -> Position:
    """Return the position with left and right exchanged."""
    chosen = position.laws
    columns, size = chosen.geometry.columns, chosen.geometry.size
    board = position.board
    dead = frozenset(_turned(square, columns) for square in chosen.dead)
    return position._replace(
        laws=laws(chosen.board, chosen.options, dead, chosen.sets),
        board=b"".join(board[row : row + columns][::-1] for row in range(0, size, columns)),
        en_passant=_turned(position.en_passant, columns),
        ko=_turned(position.ko, columns),
        kings=(_turned(position.kings[0], columns), _turned(position.kings[1], columns)),
    )


def image_of_move(move: int, columns: int) -> int:
    """Return the move with left and right exchanged, on a board of so many columns."""
    packed, turned, shift = move >> SQUARES_FROM, 0, SQUARES_FROM
    while packed:
        place = packed & _SQUARE
        turned |= (place & ~_COLUMN | columns - 1 - (place & _COLUMN)) << shift
        packed >>= SQUARE_BITS
        shift += SQUARE_BITS
    return turned | move & (1 << SQUARES_FROM) - 1


def _turned(square: int, columns: int) -> int:
    """Return where a square comes to lie; -1, which is none, stays."""
    return square if square < 0 else square + columns - 1 - 2 * (square % columns)
