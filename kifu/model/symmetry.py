"""Symmetries of a board: which square comes to lie where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Symmetry(NamedTuple):
    """One way to turn a game into itself; number 0 of a game is always the one that changes nothing."""

    name: Message
    squares: tuple[int, ...]
    """Where each square of the board (row × columns + column) comes to lie; -1 for a square that is no point."""
    exchanges: bool = False
    """Whether 先手 and 後手 trade their dice and the turn too: then who won changes as well."""


class Turn(NamedTuple):
    """One of the eight ways to turn a square, or of the four to turn another rectangle."""

    name: Message
    place: Callable[[int, int, int, int], tuple[int, int]]
    """(row, column, last row, last column) -> (row, column)."""


TURNS = (
    Turn(Message("そのまま", "as it is"), lambda row, column, _bottom, _right: (row, column)),
    Turn(Message("左右", "left and right"), lambda row, column, _bottom, right: (row, right - column)),
    Turn(Message("上下", "top and bottom"), lambda row, column, bottom, _right: (bottom - row, column)),
    Turn(Message("180度", "half a turn"), lambda row, column, bottom, right: (bottom - row, right - column)),
    Turn(Message("対角線", "main diagonal"), lambda row, column, _bottom, _right: (column, row)),
    Turn(Message("右90度", "a quarter to the right"), lambda row, column, _bottom, right: (column, right - row)),
    Turn(Message("左90度", "a quarter to the left"), lambda row, column, bottom, _right: (bottom - column, row)),
    Turn(Message("逆対角線", "other diagonal"), lambda row, column, bottom, right: (bottom - column, right - row)),
)
"""The last four need a square."""
UPRIGHT = 4
"""So many turns keep rows rows."""


def identity(squares: int) -> Symmetry:
    """Return the symmetry that changes nothing, of a board of so many squares."""
    return Symmetry(TURNS[0].name, tuple(range(squares)))


def turns(columns: int, rows: int) -> Iterator[Symmetry]:
    """Yield the ways to turn a rectangle of squares: eight if it is a square, else four; the first changes nothing."""
    for turn in TURNS if columns == rows else TURNS[:UPRIGHT]:
        places = (turn.place(*divmod(square, columns), rows - 1, columns - 1) for square in range(columns * rows))
        yield Symmetry(turn.name, tuple(row * columns + column for row, column in places))
