"""Symmetries of a board: the square to which each square is moved."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kifu.core.message import Message


class Symmetry(NamedTuple):
    """A turn of the board that keeps the game.

    Symmetry number 0 of each game is the identity.
    """

    name: Message
    squares: tuple[int, ...]
    """The new square of each square of the board (row × columns + column); -1 for a square that is no point."""
    exchanges: bool = False
    """Whether 先手 and 後手 exchange their units and the turn too. Then the winner changes as well."""


class BoardTurn(NamedTuple):
    """Turn of a board: eight of a square, four of another rectangle."""

    name: Message
    place: Callable[[int, int, int, int], tuple[int, int]]
    """(row, column, last row, last column) -> (row, column)."""


TURNS = (
    BoardTurn(Message("そのまま", "as it is"), lambda row, column, _bottom, _right: (row, column)),
    BoardTurn(Message("左右", "left and right"), lambda row, column, _bottom, right: (row, right - column)),
    BoardTurn(Message("上下", "top and bottom"), lambda row, column, bottom, _right: (bottom - row, column)),
    BoardTurn(Message("180度", "half a turn"), lambda row, column, bottom, right: (bottom - row, right - column)),
    BoardTurn(Message("対角線", "main diagonal"), lambda row, column, _bottom, _right: (column, row)),
    BoardTurn(Message("右90度", "a quarter to the right"), lambda row, column, _bottom, right: (column, right - row)),
    BoardTurn(Message("左90度", "a quarter to the left"), lambda row, column, bottom, _right: (bottom - column, row)),
    BoardTurn(Message("逆対角線", "other diagonal"), lambda row, column, bottom, right: (bottom - column, right - row)),
)
"""The last four need a square."""
UPRIGHT = 4
"""The number of turns at the beginning of TURNS that map rows to rows."""


def identity(squares: int) -> Symmetry:
    """Return the symmetry that changes nothing, for a board with `squares` squares."""
    return Symmetry(TURNS[0].name, tuple(range(squares)))


def turns(columns: int, rows: int) -> Iterator[Symmetry]:
    """Symmetries of a rectangle: eight if square, else four; identity first."""
    for turn in TURNS if columns == rows else TURNS[:UPRIGHT]:
        places = (turn.place(*divmod(square, columns), rows - 1, columns - 1) for square in range(columns * rows))
        yield Symmetry(turn.name, tuple(row * columns + column for row, column in places))
