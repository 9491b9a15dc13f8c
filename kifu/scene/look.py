"""How a board is to be looked at: what the one who draws may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import Side

if TYPE_CHECKING:
    from kifu.model.message import Language

CELL = 48.0


class Look(NamedTuple):
    """How a board is drawn. Text in it may come from a file: it is made fit to be shown where it is drawn."""

    cell: float = CELL
    """The width of a square, in pixels."""
    seen_from: Side = Side.FIRST
    """The side that sits at the lower edge."""
    labels: bool = True
    """Whether columns and rows are named at the edges."""
    language: Language = "ja"
    caption: str = ""
    """What stands above all, such as the last move; nothing where it is empty."""
    names: tuple[str, str] = ("", "")
    """Who plays 先手 and 後手; empty where nobody is named."""
