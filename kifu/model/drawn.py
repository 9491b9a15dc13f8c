"""What a drawing of a board is made of: the ground, and the tokens that stand on it. How they look is no game's affair."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.model.outcome import Side

DARK_MARKS = "▲●"
"""Marks of sides that are dark themselves."""


class Form(StrEnum):
    """The outline of a token."""

    DIE = "die"
    WEDGE = "wedge"
    """A shogi piece: its point shows where its side plays to."""
    DISC = "disc"
    RING = "ring"
    """A disc with a hole. A CORE fits into it."""
    CORE = "core"


class Token(NamedTuple):
    """A unit on the board, or a half of two units that stand on one square."""

    square: int
    side: Side
    text: str
    """Its glyph, with a mark such as ' behind it where it is turned over."""
    form: Form = Form.DISC


class Ground(NamedTuple):
    """A board without units.

    Without lines it is a board of squares, and units stand in them. With lines they stand where lines meet.
    """

    lines: tuple[tuple[int, ...], ...] = ()
    """Each as its squares in order."""
    dots: tuple[int, ...] = ()
    """Points that bear a dot: the stars of a go board, each point of a graph."""
    dark: frozenset[int] = frozenset()
    """The dark squares of a chequered board."""
    room: float = 1.0
    """How much wider than usual a square is drawn, for the sake of what stands in it."""
