"""Ply numbers, before a move and behind it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from kifu.core.squares import BLANKS
from notation.freeform.spans_and_context import Span
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERS = tuple(
    map(
        re.compile,
        (
            r"[(\[【〔<]?\s*(?:(?:第|[Nn][oO][.:]?|№|#|[Pp]ly|[Mm]ove|手|その|n\s?=|(?<!・)・(?=\d))\s*)?(\d{1,4})(?!\d|:\d|手\s?\d{1,3}\s?[分秒])\s*(?:手目?|てめ|te(?:me)?(?![a-z])|着(?:目|手)?|通目|信目?|便目?|番目?|ばんめ?|回目)?\s*(?:に[^\s\d、。]{1,6}[たる]の[はが]|の(?:一手|手)は|として|(?<=[手目])[はで][、,]?)?[.]?[)\]】〕>]?\s*(?:->|→|(?:[.・…‥]{2,3}|…)(?=\s?[^\s.・…‥])|・(?=[^\W\d_])|(?:[.,:、。]|-(?=\s*\S))(?!\d\d\b))?\s*",
            rf"[(\[【]?\s*第?([{KANJI}十百]{{1,5}})\s*(?:手目?|着目?)\s*[)\]】]?\s*[.,:、]?\s*",
            rf"[(\[【〔]\s*第?([{KANJI}十百]{{1,5}})\s*[)\]】〕]\s*",
            rf"第?([{KANJI}十百]{{1,5}})(?:\s+|[、.:]\s*)",
            r"(初)手(?:目|は|[:、])?\s*",
        ),
    )
)
MAX_PLIES_OF_A_LINE = 20
"""The most plies of a line that begins with the numbers of its first and last: 8-14."""
SEVERAL_PLIES = re.compile(
    r"(?:[(\[【〔〈《<第]\s?(\d{1,3})(?:手目?)?\s?[-~〜～]\s?第?(\d{1,3})?\s?(?:手目?)?\s?[)\]】〕〉》>][.:]?|第?(\d{1,3})(?:手目?)?\s?[-~〜～]\s?第?(\d{1,3})(?:手目?)?(?:\s?[.:)|]|(?=\s))"
    r"|第?(\d{1,3})(?:手目?)?[~〜～](?!\s?\d)[:)]?|(\d{1,3})\s?[~〜～]\s?(\d{1,3})(?=\s+\d\d))\s*(?=[^\d\s]|\d\D|\d\d-)"
    r"|[(](\d{1,3})[)][~〜～-][(](\d{1,3})[)]\s*$|([1-9]\d{0,2})(?:手目?)?\s?[~〜～-]\s?(\d{1,3})(?:手目?)?\s?:?\s*$"
)
"""The numbers of the first and last ply of a line, or of those below it, or of the first: 8-14, 〔6~10〕, 11~, (1)~(10)."""
_BEFORE_THE_SECOND = re.compile(r"(\d{1,3})(?=(?:\.{3}|…{1,2})\s)")
"""The number of a round before the move of 後手: 2..."""
_WITH_A_PRIME = re.compile(r"(\d{1,3})['’′](?=\s)\s*")
_PAIR = re.compile(r"(\d{1,4})\s*[-~・,]\s*(\d{1,4})[.:)]?\s+")
_OF_ALL = re.compile(r"[(\[]?(\d{1,3})\s*/\s*\d{1,3}[)\]]?[.:)]?\s+")
_WHITE_ON_BLACK = re.compile(r"[❶-❿⓫-⓴]")
_BEHIND = re.compile(r"\s*(?:\((\d{1,4})(?:手目?|\s*/\s*\d{1,3})?\)|第?(\d{1,4})手目|#(\d{1,4})(?!\d))")
_SQUARE_BEHIND = re.compile(r"\([1-9][1-9]\)")


def numbers_before(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ply numbers that a text may begin with, and where each ends."""
    for pattern in _NUMBERS:
        if match := pattern.match(text):
            yield (1 if match[1] == "初" else parse_numeral(match[1])), match.end()
    if (value := enclosed_number(text[:1])) is not None:
        yield value, len(text) - len(text[1:].lstrip(BLANKS))


def enclosed_number(sign: str) -> int | None:
    """Return the number of a sign like ①, ⑴, ⒈ or ㊿; None for any other."""
    if not sign or unicodedata.category(sign) != "No":
        return None
    value = unicodedata.numeric(sign)
    return int(value) if value.is_integer() and value > 0 else None


def number_spans(text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield the ply numbers that may stand at a place."""
    part = text[at : at + 24]
    if kind_before not in {"num", "word"} and not (at and text[at - 1].isdigit()):
        seen = set()
        for value, end in numbers_before(part):
            if (value, end) in seen or (part[:end].strip().isdecimal() and end < len(part) and part[end] in "'’′\"″"):
                continue
            seen.add((value, end))
            signed = not part[:end].strip().isalnum() or "手" in part[:end]
            kanji = not any(sign.isdecimal() for sign in part[:end])
            close = 0.5 * (
                kind_before == "move" and text[at - 1] not in BLANKS and _SQUARE_BEHIND.match(part) is not None
            )  # 同飛(82) left 82
            yield Span("num", at, at + end, value, close + 0.12 if signed else 0.6 if kanji else 0.3)
        for pattern, cost in ((_BEFORE_THE_SECOND, 0.1), (_WITH_A_PRIME, 0.4)):
            if found := pattern.match(part):
                yield Span("num", at, at + found.end(), int(found[1]), cost)
        pair = _PAIR.match(part)
        if pair and int(pair[2]) == int(pair[1]) + 1:
            yield Span("num", at, at + pair.end(), int(pair[1]), 0.2)
        yield from _spans_of_several(text, at, part)
        if of_all := _OF_ALL.match(part):
            yield Span("num", at, at + of_all.end(), int(of_all[1]), 0.2)
        if tens := _WHITE_ON_BLACK.match(part):
            yield Span("num", at, at + 1, ord(tens[0]) - (0x2775 if tens[0] <= "❿" else 0x24E0), 0.12)
    if kind_before in {"move", "time", "side-behind"} and (behind := _BEHIND.match(part)):
        yield Span("num-behind", at, at + behind.end(), int(next(filter(None, behind.groups()))), 0.37)


def _spans_of_several(text: str, at: int, part: str) -> Iterator[Span]:
    """Yield the numbers of several plies at the beginning of a line."""
    several = None if text[:at].strip() else SEVERAL_PLIES.match(part)
    ends = [int(one) for one in several.groups() if one] if several else []
    if several and (len(ends) == 1 or 0 < ends[1] - ends[0] < MAX_PLIES_OF_A_LINE):
        yield Span("num", at, at + several.end(), ends[0], 0.2)
