"""Characters that people confuse, and the width of a text in columns.

A full-width character takes two.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


GROUPS = (
    "士土工上",
    "武式",
    "占古点卜",
    "領頷頒須頭",
    "騎奇",
    "馬鳥烏",
    "弓弔",
    "矢失天夫",
    "巫丕巠",
    "女安",
    "怨恕怒恩",
    "霊靈雲雷需",
    "丸九",
    "八入人ハ8８",
    "三ミ彡3３",
    "四西4４",
    "五吾5５",
    "六大穴6６",
    "十+＋X×",
    "内円肉",
    "外夕列",
    "玉王主",
    "歩步走",
    "と卜ト",
    "卒卆",
    "楚礎",
    "漢漠",
    "士仕",
    "飛乕",
    "象像",
    "車軍東",
    "馬傌",
    "碁基",
    "珠殊",
    "翻翔",
    "冠寇",
    "平乎",
    "貝見目",
    "炮砲包",
)
"""Each character may stand for any other of its group."""


def confusable_spellings(text: str, known_spellings: Iterable[str]) -> tuple[str, ...]:
    """Known spellings that `text` begins with, but for one confusable character.

    Those that explain most of the text come first.
    """
    found = []
    for spelling in dict.fromkeys(known_spellings):
        if len(spelling) <= len(text):
            differing = [pair for pair in zip(text, spelling, strict=False) if pair[0] != pair[1]]
            if len(differing) == 1 and any(differing[0][0] in group and differing[0][1] in group for group in GROUPS):
                found.append(spelling)
    return tuple(sorted(found, key=len, reverse=True))


_TWO = frozenset({"W", "F"})
_NARROW = frozenset({"Na", "N", "H"})
_NO_ROOM = frozenset({"Mn", "Me"})


def terminal_columns(text: str) -> int:
    """Width in a terminal, ambiguous characters like ▲ one column."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(character) in _NO_ROOM
        else 2
        if unicodedata.east_asian_width(character) in _TWO
        else 1
        for character in text
    )


def japanese_columns(text: str) -> int:
    """Width in a Japanese font, ambiguous characters like ▲ two columns."""
    return sum(1 if unicodedata.east_asian_width(character) in _NARROW else 2 for character in text)


def cut_to_width(text: str, width: int) -> str:
    """Return `text`, cut to at most `width` columns of a Japanese font.

    A cut text ends in ….
    """
    if japanese_columns(text) <= width:
        return text
    room = width - japanese_columns("…")
    kept = []
    for character in text:
        room -= japanese_columns(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept) + "…"
