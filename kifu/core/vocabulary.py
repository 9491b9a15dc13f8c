"""Words of a game's moves besides its notation; each has a note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Rewriting = tuple[str, str]
"""A regular expression, and what stands in place of its matches (see re.sub)."""


class Vocabulary(NamedTuple):
    """What a reader of free text needs to know of a game.

    A rewriting has to keep the meaning, whatever stands round it.
    """

    units: Mapping[str, str]
    """The units as they may stand in a move; the notation's own word for each spelling."""
    suffixes: Mapping[str, str] = {}
    """The words that may stand behind a unit; the notation's own word for each."""
    rewritings: tuple[Rewriting, ...] = ()
    """What people write in moves, put into the words of the notation; one after the other."""
    keys: Mapping[str, str] = {}
    """The keys of head lines and diagrams that people write for the game's own."""
    cells: tuple[Rewriting, ...] = ()
    """What people write in a row of a diagram within a frame, put into cells of the notation; one after the other."""
    values: Mapping[str, tuple[Rewriting, ...]] = {}
    """What a sentence says in place of a required line of the head: for each key expressions, each with the value that it names."""


_KATAKANA = {code: chr(code + 0x60) for code in range(0x3041, 0x3097)}
_LARGE = str.maketrans("ャュョッ", "ヤユヨツ")


def in_kana(words: Mapping[str, str]) -> dict[str, str]:
    """Words with their katakana spellings, small signs also large.

    Old printers write large signs for small ones.
    """
    katakana = {word.translate(_KATAKANA): meant for word, meant in words.items() if re.fullmatch("[ぁ-んー]+", word)}
    return {**words, **katakana, **{word.translate(_LARGE): meant for word, meant in katakana.items()}}


HANDS_IN_OTHER_WORDS = ("持駒", "持ち駒", "もち駒", "手駒", "手持ち", "持物", "持ち物", "残り駒", "残駒")
"""The words that people write for what a side has not placed yet."""


def hands_keys(own: str) -> dict[str, str]:
    """Return the keys that people write for `先手の{own}` and `後手の{own}`."""
    words = [word for word in HANDS_IN_OTHER_WORDS if word != own]
    return {f"{side}{of}{word}": f"{side}の{own}" for side in ("先手", "後手") for of in ("の", "") for word in words}
