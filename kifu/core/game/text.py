"""Notation of a game: board, moves and diagrams."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple

from kifu.core.game.identity import Identity, P

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.diagram import DiagramText
    from kifu.core.message import Message
    from kifu.core.movetext import Written
    from kifu.core.outcome import Side
    from kifu.core.squares import Squares


class Reading(NamedTuple):
    """A move as read from its text alone, without a position."""

    side: Side | None
    """The side that the move is marked with."""
    written: Written
    move: int | None = None
    """The move, if its text determines it in every position; else None."""


class Text(Identity, Generic[P]):
    """Read and spells moves and diagrams."""

    board: Squares
    diagram_keys: frozenset[str]
    """Keys of the lines that belong to a diagram, such as 手番."""
    diagram_marks: frozenset[str] = frozenset()
    """The characters of a diagram that mark an empty square. They are read as empty, and a note counts them."""

    passes: bool = True
    """Whether the rules know パス. It can be written in every game."""

    @abstractmethod
    def read(self, text: str) -> Reading:
        """Read a written move without a position. Raises InvalidMove."""

    @abstractmethod
    def resolve(self, position: P, reading: Reading) -> int:
        """Return the move that a reading means in `position`, legal or not.

        Raises InvalidMove if a reading without a `move` leaves it open there, as 巫女→右上 does if two dice can go that way.
        """

    @abstractmethod
    def spell(self, move: int) -> str:
        """Return the canonical text of a move, without side mark."""

    @abstractmethod
    def move_space(self, position: P) -> Iterator[int]:
        """Moves that can be written in the position's game, legal or not."""

    @abstractmethod
    def read_diagram(self, diagram: DiagramText, base: P | None = None) -> P:
        """Read a diagram.

        What it leaves out is taken from `base`, or has the game's default. Raises InvalidSetup.
        """

    @abstractmethod
    def spell_diagram(self, position: P) -> str:
        """Return the canonical diagram, each line ended by LF."""

    @abstractmethod
    def cell(self, position: P, square: int) -> str:
        """Return what stands on a square, in full-width characters.

        An empty square is ・ or ○.
        """

    @abstractmethod
    def differences(self, position: P, other: P) -> tuple[Message, ...]:
        """Return how `other`, which a diagram shows, differs from the replayed `position`.

        Empty if they agree.
        """
