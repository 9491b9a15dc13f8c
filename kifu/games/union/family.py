"""List how the three Union games differ besides their data.

Each game's folder has its value of Family.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.core.message import Message


class Family(NamedTuple):
    """The properties of one game of the family."""

    id: str
    name: Message
    package: str
    """Import name of its folder."""
    kinds: str
    """The seven kinds in order, as they are written: 丸三四五六八十 or ABCDEFG."""
    ascii_kinds: str
    """The seven kinds in the ASCII dialect."""
    same_faces: bool
    """True if both faces of a piece show the same kind (Ace), False if they show two kinds."""
    turns_back: bool
    """True if a piece may by default be turned over both ways, False if only from 普通 to 昇格 (union.8)."""
    unites_any: bool
    """True if a piece also unites with pieces of the other side (Master, union.6)."""
    places: bool
    """True if the players place the pieces first (master.1, master.2)."""
    target_counts_pairs: bool
    """True if the target is a number of pairs, False if it is a number of points (master.4)."""
    end_article: str
    """The article by which a side at the target ends the game."""
    match_article: str | None = None
    """The article by which two games make a match, None for a game without matches."""
    figures: bool = False
    """True if the figures that a pair shows decide its points (king.1), False if the number of 昇格 pieces does."""
