"""Symmetries of a game, and equality of positions and games."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kifu.core.game.identity import P
from kifu.core.game.options import Options
from kifu.core.game.text import Text
from kifu.core.symmetry import Symmetry, identity

if TYPE_CHECKING:
    from collections.abc import Iterable


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
