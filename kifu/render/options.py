"""Options and colours of a drawn board.

A drawing has its own paper, so it can be read on a light page and on a dark page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side

if TYPE_CHECKING:
    from kifu.core.message import Language
    from kifu.core.outcome import Ending

CELL = 48.0


class Look(NamedTuple):
    """Options of a drawing; its texts may come from files.

    The drawing makes their control characters visible.
    """

    cell: float = CELL
    """The width of a square, in pixels."""
    seen_from: Side = Side.FIRST
    """The side that sits at the lower edge."""
    labels: bool = True
    """Whether columns and rows are named at the edges."""
    language: Language = "ja"
    caption: str = ""
    """The text at the top, such as the last move; empty: no caption."""
    names: tuple[str, str] = ("", "")
    """The names of the players, 先手 first; empty: no name."""
    ended: Ending | None = None
    """How the game ended with this position by what its record says, such as 投了; the rules' own ends are seen anyway."""


PAPER, INK, FAINT = "#fbfaf6", "#1d1d1d", "#5a5347"
BOARD, DARK_SQUARE, LINES = "#f1dfb8", "#d9bd86", "#6f5c3a"
DARK, LIGHT, EDGE = "#262626", "#ffffff", "#1d1d1d"
"""The bodies of dark and of light tokens, and the outline of both."""
LAST, LAST_EDGE = "#ffcf3f", "#b03a00"
"""The fill and the edge of the square that the last move ended on."""
FAULT = "#c8102e"
"""The frame of the squares of a move at fault. Moving pictures have none, so it is no part of ALL."""

ALL = tuple(sorted({PAPER, INK, FAINT, BOARD, DARK_SQUARE, LINES, DARK, LIGHT, EDGE, LAST, LAST_EDGE}))
"""All colours of a drawing, without those that smooth its edges, for image formats that hold few colours."""
