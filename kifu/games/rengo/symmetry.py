"""Symmetry of 続・連合将棋: left and right exchanged.

All rows of rengo.2 and rengo.3 run across the board, the palaces of rengo.4 stand in its middle columns, and every unit
moves to the left as it moves to the right (rengo.16 to rengo.22). Drops, enclosure, flanking and five depend only on
columns and lines (rengo.28 to rengo.39). Up and down differ in all these articles. No symmetry exchanges the sides: the
king of 後手 decides repetition and standstill (rengo.50, 51), and only 後手 gets komi in the count (rengo.55).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kifu.core.game.symmetries import Symmetries, board_turns
from kifu.games.rengo.position import SQUARE_BITS, SQUARES_FROM, Position, rule_context

if TYPE_CHECKING:
    from kifu.core.game.symmetries import Symmetry

COLUMN_BITS = 5
_SQUARE, _COLUMN = (1 << SQUARE_BITS) - 1, (1 << COLUMN_BITS) - 1


def image(position: Position) -> Position:
    """Return the position with left and right exchanged."""
    chosen = position.context
    columns, size = chosen.geometry.columns, chosen.geometry.size
    board = position.board
    dead = frozenset(_image_of_square(square, columns) for square in chosen.dead)
    return position._replace(
        context=rule_context(chosen.board, chosen.options, dead, chosen.sets),
        board=b"".join(board[row : row + columns][::-1] for row in range(0, size, columns)),
        en_passant=_image_of_square(position.en_passant, columns),
        ko=_image_of_square(position.ko, columns),
        kings=(_image_of_square(position.kings[0], columns), _image_of_square(position.kings[1], columns)),
    )


def image_of_move(move: int, columns: int) -> int:
    """Mirror image of a move on a board of `columns` columns."""
    packed, turned, shift = move >> SQUARES_FROM, 0, SQUARES_FROM
    while packed:
        place = packed & _SQUARE
        turned |= (place & ~_COLUMN | columns - 1 - (place & _COLUMN)) << shift
        packed >>= SQUARE_BITS
        shift += SQUARE_BITS
    return turned | move & (1 << SQUARES_FROM) - 1


def _image_of_square(square: int, columns: int) -> int:
    """Return the image of a square; -1, which means no square, stays."""
    return square if square < 0 else square + columns - 1 - 2 * (square % columns)


class Mirrored(Symmetries[Position]):
    """The symmetries of the game, and equality."""

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity, and the exchange of left and right."""
        return tuple(board_turns(self.board.columns, self.board.rows))[:2]

    def image(self, position: Position, number: int) -> Position:
        """Position for `number` 0, its left-right mirror image for 1."""
        return image(position) if number else position

    def image_of_move(self, move: int, number: int) -> int:
        """Move for `number` 0, its left-right mirror image for 1."""
        return image_of_move(move, self.board.columns) if number else move

    def position_words(self, position: Position) -> tuple[int, ...]:
        """Return the integers that decide whether two positions are equal (rengo.51)."""
        return tuple(position.words())
