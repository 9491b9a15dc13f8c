"""Points of both sides: their words before both of them, in Latin letters, or alone on a line: White-Black: 56-110, 森 72 岡 65."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS
from notation.lazy_pattern import lazy_pattern

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
_AT_THE_END = r"\W*(?:(?:終了|終局|投了)時|最終|合計|総計|計)?[\s:、(]{0,3}"
"""What may stand before the points below the end."""
_TWO_NUMBERS_ALONE = lazy_pattern(
    rf"{_AT_THE_END}(?P<one>\d{{1,3}})点?\s?(?:対|[-−–と・/、]|\s)\s?(?P<two>\d{{1,3}})点?\W*"
)
"""Two numbers and nothing else below the end: what a club that counts points writes last."""
_SIDES_AND_NUMBERS_ALONE = lazy_pattern(
    rf"{_AT_THE_END}(?P<one>[^\W\d]{{1,12}}?)\s?[=:]?\s?(?P<n>\d{{1,3}})点?[\s、,・/]{{1,3}}(?P<two>[^\W\d]{{1,12}}?)\s?[=:]?\s?(?P<m>\d{{1,3}})点?\W*"
)
"""Two numbers, each behind a word, and nothing else: 森 72 岡 65, 終了時　白＝72　黒＝65."""
_POINTS_OF_ONE = lazy_pattern(
    r"(?P<side>[^\W\d]{1,12}?)(?:さん|君|くん|ちゃん)?[のはが]\s?(?P<n>\d{1,3})点(?:だった|でした|です|を?取(?:った|りました)|で終(?:わった|わりました|了))?[。\s]*"
)
"""The points of one side as a sentence of its own: 白は72点だった."""
MONTHS, DAYS = 12, 31
"""The most of two numbers that may be a month and a day."""
MIN_BARE_POINTS = 20
"""The fewest points in all that two numbers without a word may be: fewer are a score of games, or a date."""
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


def points_in_latin(text: str) -> tuple[tuple[str, int], tuple[str, int]] | None:
    """Return two points in a text, each behind a word in Latin letters: White 46, Black 37; None if it has none."""
    found = _IN_LATIN.search(text)
    return None if found is None else ((found["one"], int(found["n"])), (found["two"], int(found["m"])))


def points_alone(text: str) -> tuple[tuple[str, int], ...]:
    """Return the one or two points of a text of nothing else, each with the word for its side, if it has one; else nothing."""
    if (bare := _TWO_NUMBERS_ALONE.fullmatch(text)) is not None:
        one, two = int(bare["one"]), int(bare["two"])
        is_date = one <= MONTHS and two <= DAYS
        return (("", one), ("", two)) if one + two >= MIN_BARE_POINTS and not is_date else ()
    if (both := _SIDES_AND_NUMBERS_ALONE.fullmatch(text)) is not None:
        return (both["one"], int(both["n"])), (both["two"], int(both["m"]))
    alone = _POINTS_OF_ONE.fullmatch(text)
    return () if alone is None else ((alone["side"], int(alone["n"])),)
