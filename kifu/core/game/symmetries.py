"""Symmetries of a board and of a game, and equality of positions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.options import Options
from kifu.core.game.rules import P
from kifu.core.game.text import Text
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


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


def board_turns(columns: int, rows: int) -> Iterator[Symmetry]:
    """Symmetries of a rectangle: eight if square, else four; identity first."""
    for turn in TURNS if columns == rows else TURNS[:UPRIGHT]:
        places = (turn.place(*divmod(square, columns), rows - 1, columns - 1) for square in range(columns * rows))
        yield Symmetry(turn.name, tuple(row * columns + column for row, column in places))


class Symmetries(Text[P], Options):
    """The symmetries of a game, and equality."""

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the game; the first is the identity.

        A symmetry maps a position, its legal moves, the positions after them, its score and its outcome to those of the
        image. If it exchanges the sides, it exchanges the scores and the winner too.
        """
        return (identity(self.board.columns * self.board.rows),)

    def image(self, position: P, symmetry: int) -> P:
        """Image of a position under a numbered symmetry; 0 is the identity."""
        return position

    def image_of_move(self, move: int, symmetry: int) -> int:
        """Image of a move's squares under a symmetry, by its number."""
        return move

    def position_words(self, position: P) -> Iterable[int]:
        """Integers of a position, equal exactly for equal positions.

        The default is for a position that is itself a tuple of integers.
        """
        return position  # type: ignore[return-value]  # a tuple of integers

    def likeness(self) -> object:
        """Hashable key, equal for games with like moves and points.

        By default it is the board, with the value of each option in a game that has options.
        """
        return (self.board, tuple(sorted(self.chosen.items()))) if self.chosen else self.board
