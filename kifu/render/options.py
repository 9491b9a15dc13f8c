"""The look of a drawn board: the options of its drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import Side

if TYPE_CHECKING:
    from kifu.model.message import Language
    from kifu.model.outcome import Ending

CELL = 48.0


class Look(NamedTuple):
    """How a board is drawn. Its texts may come from a file. The drawing makes their control characters visible."""

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
