"""Drawing of 続・連合将棋: boards of rengo.2, wedges, stones, discs."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from kifu.core.game.drawing import Form, Ground, Token
from kifu.core.outcome import Side
from kifu.games.rengo.boards_and_unit_movements import BOARDS, FRESH, KINDS, NAMES, PAWN, SIDE, STONES, RengoBoard
from kifu.games.rengo.geometry import geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.position import Position

ROUND = STONES | {KINDS["平"], KINDS["冠"]}
"""The kinds that are drawn as discs: stones, and men of draughts."""


def unit_tokens(position: Position) -> Iterator[Token]:
    """Yield one token for each unit on the board."""
    for square, unit in enumerate(position.board):
        if unit:
            kind = unit % SIDE
            name = NAMES[PAWN if kind == FRESH else kind]
            yield Token(square, Side(unit // SIDE), name, token_outline(kind))


def token_outline(kind: int) -> Form:
    """Return the outline of a kind of unit."""
    return Form.DISC if kind in ROUND else Form.WEDGE


@cache
def ground_of_board(board_name: str) -> Ground:
    """Return the ground of the board `board_name`: the board without units."""
    board = BOARDS[board_name]
    if board.ground == "points":
        return Ground((*_board_lines(board), *_palace_diagonals(board_name)), tuple(_star_squares(board)))
    if board.ground == "chequered":
        places = product(range(board.rows), range(board.columns))
        dark = (row * board.columns + column for row, column in places if (board.rows - 1 - row + column) % 2 == 0)
        return Ground(dark=frozenset(dark))
    return Ground()


def _board_lines(board: RengoBoard) -> Iterator[tuple[int, ...]]:
    """Yield the rows and the columns.

    A river divides all columns except the outermost (rengo.4).
    """
    columns, rows = board.columns, board.rows
    for row in range(rows):
        yield tuple(range(row * columns, (row + 1) * columns))
    for column in range(columns):
        squares = tuple(range(column, rows * columns, columns))
        if board.river and 0 < column < columns - 1:
            yield squares[: rows // 2]
            yield squares[rows // 2 :]
        else:
            yield squares


def _palace_diagonals(board_name: str) -> Iterator[tuple[int, ...]]:
    """Yield the diagonals of the palaces (rengo.4)."""
    for centre, corners in geometry(board_name).palace_lines.items():
        if len(corners) > 1:
            yield from ((corner, centre, 2 * centre - corner) for corner in corners if corner < centre)


def _star_squares(board: RengoBoard) -> Iterator[int]:
    """Yield the squares of the stars of rengo.2.

    Only a large board has stars in the middle of its sides.
    """
    if not board.stars:
        return
    first, middle = board.stars - 1, board.columns // 2
    lines = (first, middle, board.columns - 1 - first)
    for row, column in product(lines, lines):
        if board.columns >= NINE_STARS or (row == middle) == (column == middle):
            yield row * board.columns + column


NINE_STARS = 19
"""The number of columns from which a board has nine stars; smaller boards have five."""
