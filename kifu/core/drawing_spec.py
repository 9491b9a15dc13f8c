"""Parts of a drawn board: the ground, and the tokens on it.

A game names them; :mod:`kifu.render` draws them.
"""

from enum import StrEnum
from typing import NamedTuple

from kifu.core.outcome import Side

DARK_MARKS = "▲●"
"""The marks of sides whose tokens are dark."""


class Form(StrEnum):
    """The outline of a token."""

    DIE = "die"
    WEDGE = "wedge"
    """A shogi piece. It points towards the opponent."""
    DISC = "disc"
    RING = "ring"
    """A disc with a hole. A CORE fits into it."""
    CORE = "core"


class Token(NamedTuple):
    """Unit on the board, or one of two on a square."""

    square: int
    side: Side
    text: str
    """The glyph. A unit that is turned over has a mark such as ' behind it."""
    form: Form = Form.DISC


class Placed(NamedTuple):
    """Unit beside the board, as it will stand on it.

    What a move writes behind its square says which.
    """

    side: Side
    text: str
    form: Form = Form.DISC


class Ground(NamedTuple):
    """A board without units.

    Without lines the board has squares, and units stand in the squares. With lines the units stand where lines meet.
    """

    lines: tuple[tuple[int, ...], ...] = ()
    """Each line as its squares in order."""
    dots: tuple[int, ...] = ()
    """The points with a dot: the stars of a go board, each point of a graph."""
    dark: frozenset[int] = frozenset()
    """The dark squares of a chequered board."""
    room: float = 1.0
    """The width of a square in units of the usual width. A wider square has room for larger tokens."""
