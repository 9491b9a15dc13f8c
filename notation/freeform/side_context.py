"""Sides by mark, word or colour, and what tells whose they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SIDE_MARKS, Side
from notation.freeform.heads import COLOURS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game
    from kifu.core.outcome import SpecialMeaning

SIDE_WORDS = {
    **dict.fromkeys(("先手", "先", "せんて", "センテ", r"[せセ](?=\s*\d)"), Side.FIRST),
    **dict.fromkeys(("後手", "後", "ごて", "ゴテ", r"[ごゴ](?=\s*\d)"), Side.SECOND),
    **SIDE_MARKS,
}
"""The words for a side, as patterns, and its marks."""
DISCS = {"●": "黒", "⚫": "黒", "○": "白", "⚪": "白", "◯": "白", "黒": "黒", "白": "白"}
_LATIN = {"sente": Side.FIRST, "first": Side.FIRST, "gote": Side.SECOND, "second": Side.SECOND}


MAX_COLOUR_SIGNS = 3
"""The most characters of a word for a colour that is no name: 白番, but White may be one."""


class SideContext(NamedTuple):
    """Side context: what the side of a turn is read with."""

    game: Game
    words: Mapping[str, SpecialMeaning]
    players: Mapping[str, Side]
    """The side of each player's name."""
    first: str = ""
    """The colour of 先手 as the record uses it, 黒 or 白; empty where it is not known."""
    order: str = ""
    """Which axis stands first in squares of two figures, as the head says; empty where it does not, and among the moves."""

    def side_meant_by(self, word: str) -> Side | None:
        """Return the side that a mark, a word or a colour means, None if it means none."""
        colour = side_or_colour(word)
        if not isinstance(colour, str):
            return colour
        labels = [side.label.ja for side in self.game.sides]
        first = labels[0] if colour in labels else self.first
        side = Side(first != colour) if first else None
        return None if side is not None and self.is_name_of(word, side.other) else side

    def is_name_of(self, word: str, side: Side) -> bool:
        """Return whether a word for a colour is a name of a player of a side: Tom White, who has black."""
        return len(word) > MAX_COLOUR_SIGNS and any(
            own is side and name.casefold().endswith(word.casefold()) for name, own in self.players.items()
        )


def side_or_colour(word: str) -> Side | str | None:
    """Return the side or the colour that a word names."""
    bare = word.removesuffix("番") or word
    low = bare.lower()
    return DISCS.get(bare) or COLOURS.get(low) or SIDE_WORDS.get(bare, _LATIN.get(low))
