"""What tells the three Union games apart, apart from their data: a value for each, in its own folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.model.message import Message


class Family(NamedTuple):
    """One game of the family."""

    id: str
    name: Message
    package: str
    """Import name of its folder."""
    kinds: str
    """The seven kinds in order, as they are written: 丸三四五六八十 or ABCDEFG."""
    ascii_kinds: str
    """The same in the ASCII dialect."""
    same_faces: bool
    """Both faces of a piece show the same kind (Ace); else two different ones."""
    turns_back: bool
    """A piece may be turned over either way; else only from 普通 to 昇格 (union.8)."""
    unites_any: bool
    """A piece also unites with the other side's (Master, union.6)."""
    places: bool
    """The pieces are placed first (master.1, master.2)."""
    target_counts_pairs: bool
    """The target is a number of pairs, not of points (master.4)."""
    end_article: str
    """The article by which a side at the target ends the game."""
    match_article: str | None = None
    """The article by which two games make a match, None where there is none."""
    figures: bool = False
    """Pairs are told apart by the figures shown (king.1), not by how many pieces are 昇格."""
