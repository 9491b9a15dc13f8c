"""Ends that may be of either side: forms with nothing crossed out, 先手・後手の勝ち, 勝者：先手／後手."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from kifu.core.outcome import Side
from notation.freeform.heads import HONORIFICS

if TYPE_CHECKING:
    from notation.freeform.side_context import SideContext
    from notation.freeform.spans_and_context import LineContext

_SIDES = {
    Side.FIRST: ("先手", "先番", "先攻", "せんて", "センテ", "sente", "first", "▲", "☗", "先"),
    Side.SECOND: ("後手", "後番", "後攻", "ごて", "ゴテ", "gote", "second", *"△▽☖", "後"),
}
_COLOURS = {"黒": ("黒", "くろ", "クロ", "kuro", "black"), "白": ("白", "しろ", "シロ", "shiro", "white")}
_OR = r"(?:か|の|または|又は|もしくは|あるいは|or|and|及び|および|と|や|も|vs|対|,(?!,)|[・/、|;&+→(-]|\s){1,6}"
"""What parts two sides that an end may be of."""
_OF_BOTH = (
    "(?:(?<![優決])勝(?!者)|敗(?!者)|負|詰|かち|まけ|カチ|マケ|win|won|los[et]|投了|resign|反則|時間|切れ負|不戦)"
)
_ENDS_OF_BOTH = re.compile(rf"{_OF_BOTH}|勝者|敗者", re.IGNORECASE)
"""Words of an end: each that may be of either side has one."""


def may_be_of_either_side(context: LineContext, text: str, at: int, end: int) -> bool:
    """Return whether a part of a text belongs to an end that may be of either side: 先手・|後手の勝ち|, |勝者：先手|／後手."""
    either = end_of_either_side(context.around, text) if context.of_results else None
    return either is not None and at < either.end() and either.start() < end


def end_of_either_side(side_context: SideContext, text: str) -> re.Match[str] | None:
    """Return the end that may be of either side in a text, if it has words for both of them."""
    return _find_either_side(text, tuple(side_context.players.items()), side_context.side_meant_by("黒"))


@lru_cache(maxsize=1024)
def _find_either_side(text: str, players: tuple[tuple[str, Side], ...], black: Side | None) -> re.Match[str] | None:
    """Return the first match of words for an end of both players, or of both colours, in a text."""
    if _ENDS_OF_BOTH.search(text) is None:
        return None
    low = text.lower()
    named = (
        words
        for words in _words_of_both(players, black)
        if all(any(word.lower() in low for word in of_one) for of_one in words)
    )
    return next(filter(None, (_either_side_pattern(words).search(text) for words in named)), None)


@lru_cache(maxsize=64)
def _words_of_both(
    players: tuple[tuple[str, Side], ...], black: Side | None
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the words for each side; and those for each colour, where it is not known whose it is."""
    colours = dict.fromkeys(Side, ()) if black is None else {black: _COLOURS["黒"], black.other: _COLOURS["白"]}
    first, second = (
        (
            *sorted((name for name, side in players if side is key), key=len, reverse=True),
            *_SIDES[key],
            *colours[key],
        )
        for key in Side
    )
    return ((first, second), *((_COLOURS["黒"], _COLOURS["白"]) for _ in range(black is None)))


@lru_cache(maxsize=64)
def _either_side_pattern(words: tuple[tuple[str, ...], tuple[str, ...]]) -> re.Pattern[str]:
    """Return the pattern of an end that may be of either side: 先手か後手の勝ち, 山田・鈴木の勝ち, 勝者：先手／後手."""
    pairs = []
    for both in permutations(words):
        first, second = (rf"(?:{'|'.join(map(re.escape, one))}){HONORIFICS}[番側方]?" for one in both)
        each = [rf"(?:{word}\s{{0,2}}[(:=]?\s{{0,2}}){{1,2}}\)?" for word in (first, second)]
        pairs.append(rf"{first}{second}|{each[0]}{_OR}{each[1]}")
    return re.compile(
        rf"(?P<before>(?:{_OF_BOTH}[ちけ]?|勝者|敗者)[\sはが:=(「\[]{{0,3}})?(?:{'|'.join(pairs)})[)\]」]?\s?"
        rf"(?(before)[。.!]?$|[のがはも]?\s?{_OF_BOTH})",
        re.IGNORECASE,
    )
