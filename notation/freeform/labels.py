"""Reads what people write round a move: its number, the side or the player, the time."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SIDE_MARKS, Side
from kifu.core.squares import BLANKS
from notation.freeform.moves import Situation
from notation.numerals import KANJI, number
from notation.scanner import Clock, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.game.game import Game
    from kifu.core.special_words import Meaning

MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
"""The name of a month in English."""
HONORIFICS = r"(?:さん|君|くん|氏|様|さま|先生|ちゃん|選手|(?:[初二三四五六七八九]|\d{1,2})[段級](?!目))?"
AN = rf"\d{{1,4}}|[{KANJI}十百]{{1,5}}"
_NUMBERS = tuple(
    map(
        re.compile,
        (
            r"[(\[【〔<]?\s*(?:(?:第|[Nn][oO][.:]?|№|#)\s*)?(\d{1,4})(?!\d|:\d)\s*(?:手目?|te(?:me)?(?![a-z])|通目|信目?|便目?|番目?|ばんめ?)?\s*[.]?[)\]】〕>]?\s*(?:->|→|(?:[.,:、。]|-(?=\s*\S))(?!\d\d\b))?\s*",
            rf"[(\[【]?\s*第?([{KANJI}十百]{{1,5}})\s*手目?\s*[)\]】]?\s*[.,:、]?\s*",
            rf"第?([{KANJI}十百]{{1,5}})(?:\s+|[、.:]\s*)",
            r"(初)手(?:目|は|[:、])?\s*",
        ),
    )
)
_SIDES = {
    **dict.fromkeys(("先手", "先", "せんて", "センテ", r"[せセ](?=\s*\d)"), Side.FIRST),
    **dict.fromkeys(("後手", "後", "ごて", "ゴテ", r"[ごゴ](?=\s*\d)"), Side.SECOND),
    **SIDE_MARKS,
}
DISCS = {"●": "黒", "⚫": "黒", "○": "白", "⚪": "白", "◯": "白", "黒": "黒", "白": "白"}
_COLOURS = {
    **DISCS,
    "しろ": "白",
    "くろ": "黒",
    "シロ": "白",
    "クロ": "黒",
    "shiro": "白",
    "kuro": "黒",
    "Shiro": "白",
    "Kuro": "黒",
}
_ENGLISH = {"B": "黒", "W": "白", "Black": "黒", "White": "白"}
_SIDE_END = r"(?:さん|くん|ちゃん)?\s*[\])】]?\s*(?:番|側)?\s*(?:は|が|の手は|[:、.])?\s*"
_NAME_END = r"\s*[\])】]?\s*(?:番|側)?\s*(?:(?:wa|ga|no)(?=\s)|は|が|の手は|の(?=[\s\d(一二三四五六七八九])|[:、.])?\s*"
_PART = re.compile(rf"({AN})(時間|分|秒|[’'′]|[”\"″])")
_UNITS = {"時間": 3600, "分": 60, "秒": 1, "’": 60, "'": 60, "′": 60, "”": 1, '"': 1, "″": 1}


class Around(NamedTuple):
    """What a turn is read with."""

    game: Game
    words: Mapping[str, Meaning]
    players: Mapping[str, Side]
    """The side of each player's name."""
    situation: Situation = Situation()
    expected: int = 1
    """The ply number that comes next."""
    first: str = ""
    """The colour of 先手 as the record uses it, 黒 or 白; empty where it is not known."""
    order: str = ""
    """Which axis stands first in squares of two figures, as the head says; empty where it does not, and among the moves."""

    def side(self, word: str) -> Side | None:
        """Return the side that a mark, a word or a colour means, None if it means none."""
        colour = _COLOURS.get(word)
        if colour is None:
            return _SIDES.get(word)
        labels = [side.label.ja for side in self.game.sides]
        first = labels[0] if colour in labels else self.first
        return Side(first != colour) if first else None


def numbers_before(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ply numbers that a text may begin with, and where each ends."""
    for pattern in _NUMBERS:
        if match := pattern.match(text):
            yield (1 if match[1] == "初" else number(match[1])), match.end()
    if (value := enclosed_number(text[:1])) is not None:
        yield value, len(text) - len(text[1:].lstrip(BLANKS))


def enclosed_number(sign: str) -> int | None:
    """Return the number of a sign like ①, ⑴, ⒈ or ㊿; None for any other."""
    if not sign or unicodedata.category(sign) != "No":
        return None
    value = unicodedata.numeric(sign)
    return int(value) if value.is_integer() and value > 0 else None


def sides_before(around: Around, text: str) -> Iterator[tuple[Side, int]]:
    """Yield the sides that a text may begin with, by mark, colour or player, and where each ends."""
    sign = text.lstrip("[(【" + BLANKS)[:1]
    for word in (*_SIDES, *_COLOURS):
        side = _SIDES.get(word, around.side(word)) if sign in word[:3] else None
        if side is not None and (match := re.match(rf"[\[(【]?\s*{word}{_SIDE_END}", text)):
            yield side, match.end()
    for word, colour in _ENGLISH.items():
        side = around.side(colour) if word[0] == sign else None
        if side is not None and (match := re.match(rf"{word}(?:\s*[:.]\s*|\s+)", text)):
            yield side, match.end()
    for name, side in around.players.items():
        if name[0] == sign and (match := re.match(rf"[\[(【]?\s*{re.escape(name)}{HONORIFICS}{_NAME_END}", text)):
            yield side, match.end()


def clock_of(text: str) -> Clock | None:
    """Return the time that a text says: 0:05, 0:05/0:00:05, 5秒, 1分30秒, 1'30"; None for anything else."""
    text = text.strip("()[] ")
    if ":" in text:
        return read_clock(f"({text})")
    parts = _PART.findall(text)
    if not parts or "".join(value + unit for value, unit in parts) != text.replace("''", '"'):
        return None
    return Clock(sum(number(value) * _UNITS[unit] for value, unit in parts), None, branches=False)
