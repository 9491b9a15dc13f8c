"""Points of both sides whose words stand before both of them, or in Latin letters: White-Black: 56-110, 黒対白 37対46."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

_SIDE = r"(?i:white|black|first|second|sente|gote)(?![A-Za-z])|[WB](?![A-Za-z])|先手?|後手?|[白黒]"
LABELLED_POINTS = re.compile(
    rf"\(?(?P<one>{_SIDE})番?\s?[-:/・対]\s?(?P<two>{_SIDE})番?\)?\s?[:=は]?\s?(?P<n>\d{{1,3}})点?\s?[-:/・対,、]\s?(?P<m>\d{{1,3}})点?"
)
"""Two points behind the words for their sides, in the same order."""
_IN_LATIN = re.compile(
    r"(?P<one>[A-Za-z]{1,6})\s?:?\s?(?P<n>\d{1,3})[\s,/-]{1,3}(?P<two>[A-Za-z]{1,6})\s?:?\s?(?P<m>\d{1,3})"
)
"""Two points, each behind the word for its side: White 46, Black 37."""
_WORDS = {"W": "white", "B": "black", "先": PLAYERS[0], "後": PLAYERS[1]}


def word_for_side(word: str) -> str:
    """Return a word for a side in the way in which heads know it."""
    return _WORDS.get(word, word.lower())


def points_behind_their_sides(text: str, player_of_word: Callable[[str], str]) -> str:
    """Return two points in the notation, each behind its side: 先手56 後手110; any other text as it stands."""
    bare = text.strip(" .。")
    found = LABELLED_POINTS.fullmatch(bare) or _IN_LATIN.fullmatch(bare)
    keys = [] if found is None else [player_of_word(word_for_side(found[group])) for group in ("one", "two")]
    return text if found is None or sorted(keys) != sorted(PLAYERS) else f"{keys[0]}{found['n']} {keys[1]}{found['m']}"
