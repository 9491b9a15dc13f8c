"""Spans of ply numbers, and of times of moves and clocks, or the points in their place."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from kifu.core.squares import BLANKS
from notation.freeform.spans_line_context_and_sides import LineContext, Span
from notation.line_kinds import KANJI, MoveClock, parse_numeral, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator


_NUMBERS = tuple(
    map(
        re.compile,
        (
            r"[(\[【〔<]?\s*(?:(?:第|[Nn][oO][.:]?|№|#|[Pp]ly|[Mm]ove|手|その|n\s?=|(?<!・)・(?=\d))\s*)?(\d{1,4})(?!\d|:\d|手\s?\d{1,3}\s?[分秒])\s*(?:手目?|てめ|te(?:me)?(?![a-z])|着(?:目|手)?|通目|信目?|便目?|番目?|ばんめ?|回目|かいめ)?\s*(?:に[^\s\d、。]{1,6}[たる]の[はが]|の(?:一手|手)は|として|(?<=[手目])[はで][、,]?)?[.]?[)\]】〕>]?\s*(?:->|→|(?:[.・…‥]{2,3}|…)(?=\s?[^\s.・…‥])|・(?=[^\W\d_])|(?:[.,:、。]|-(?=\s*\S))(?!\d\d\b))?\s*",
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


def leading_ply_numbers_and_ends(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ply numbers that a text may begin with, and where each ends."""
    for pattern in _NUMBERS:
        if match := pattern.match(text):
            yield (1 if match[1] == "初" else parse_numeral(match[1])), match.end()
    if (value := enclosed_number(text[:1])) is not None:
        yield value, len(text) - len(text[1:].lstrip(BLANKS))


_COUNT_WORD = re.compile(r"(?i)(?<![a-z])(?:after|in|at)\s?$")
"""The word before a number that counts plies or rounds, and numbers none: resigned after 9. 0-1."""


def enclosed_number(sign: str) -> int | None:
    """Return the number of a sign like ①, ⑴, ⒈ or ㊿; None for any other."""
    if not sign or unicodedata.category(sign) != "No":
        return None
    value = unicodedata.numeric(sign)
    return int(value) if value.is_integer() and value > 0 else None


def number_spans(text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield the ply numbers that may stand at a place."""
    part = text[at : at + 24]
    counted = at > 0 and (text[at - 1].isdigit() or _COUNT_WORD.search(text[max(at - 7, 0) : at]) is not None)
    if kind_before not in {"num", "word"} and not counted:
        seen = set()
        for value, end in leading_ply_numbers_and_ends(part):
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


AN = rf"\d{{1,4}}|[{KANJI}十百]{{1,5}}"
_PART = re.compile(rf"({AN})(時間|分|秒|[’'′]|[”\"″])")
_UNITS = {"時間": 3600, "分": 60, "秒": 1, "’": 60, "'": 60, "′": 60, "”": 1, '"': 1, "″": 1}
_CLOCK_TEXT = r"(?:\d{1,4}:)?\d{1,4}:\d{2}(?:\s*/\s*(?:\d{1,4}:\d{1,2}:\d{2})?)?"
_IN_WORDS = rf"(?:(?:{AN})時間)?(?:(?:{AN})分)?(?:(?:{AN})秒)?"
_PRIMES = r"(?:\d{1,3}[’'′])?\d{1,2}(?:[”\"″]|'')"
_TIME = re.compile(rf"([(\[]\s*)?({_CLOCK_TEXT}|{_PRIMES}|{_IN_WORDS})(\s*(?:\+\s*)?[)\]]\s*\+?)?")
SCORE_BEHIND = re.compile(
    r"(?<=[\s(\[])[(\[]?(?:計|得点|点数?|累計)? ?(?:白 ?)?(?!1 ?- ?0(?![0-9])|0 ?- ?1(?![0-9]))(\d{1,3})(?: ?(?:[-/:~]|対|点? ?黒) ?|(?<=\s\s\d)\s{2,8}|(?<=\s\s\d\d)\s{1,8}|(?<=\s\s\d\d\d)\s{1,8})(\d{1,3})点?[)\]]?(?=$|\s\s|\s*←)"
)
"""The points of both sides behind a move."""
_ODD_TIME = re.compile(r"[(\[]\s*[\d:/'.\s]{3,30}\s*[)\]]")
_BLANK_TIME = re.compile(r"[(\[][\s:/-]*[)\]]")
_SAID_TIME = re.compile(
    rf"\{{?\[%(?:clk|emt|eval|csl|cal)[^\]{{}}]{{0,60}}\]\}}?|(?:残り?|残時間|長考|考慮|使用|消費|ここまで|経過)\s*[:は]?\s*(?:{_CLOCK_TEXT}|(?=\d|[一二三四五六七八九十]){_IN_WORDS})"
    rf"|[▲△☗☖]\s*{_CLOCK_TEXT}(?:\s*[▲△☗☖]\s*{_CLOCK_TEXT})?"
)
_HOURS = re.compile(r"\d{1,2}:\d{2}\s?[~〜～-]\s?(?:\d{1,2}:\d{2}(?!\d)|(?=\s|$))|[~〜～]\s?\d{1,2}:\d{2}(?!\d)")
"""When a game began, or ended: 10:32〜; 10:32〜10:51."""
CLOCKS = re.compile(
    rf"[(【\[]?(?:残り?(?:時間)?|消費(?:時間)?|考慮(?:時間)?|使用(?:時間)?)\s*[:は]?\s*(?:[^\s\d:/()、,]{{0,8}}\s*(?:{_CLOCK_TEXT}|(?=[\d一二三四五六七八九十]){_IN_WORDS})\s*[/、,]?\s*){{1,2}}[)】\]。]?"
)
"""What is left to the players, or what they have used, as a line of its own."""


def time_of_text(text: str) -> MoveClock | None:
    """Return the time that a text says: 0:05, 0:05/0:00:05, 5秒, 1分30秒, 1'30"; None for anything else."""
    text = text.strip("()[] ")
    if ":" in text:
        return read_clock(f"({text})")
    parts = _PART.findall(text)
    if not parts or "".join(value + unit for value, unit in parts) != text.replace("''", '"'):
        return None
    return MoveClock(sum(parse_numeral(value) * _UNITS[unit] for value, unit in parts), None, branches=False)


def time_spans(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield the times that may begin at a place, and points."""
    if context.scored and kind_before == "move" and (score := SCORE_BEHIND.match(text, at)):
        yield Span("remark", at, score.end(), score[0], 0.05)
        return
    if blank := _BLANK_TIME.match(text, at):
        yield Span("furniture", at, blank.end(), cost=0.05)
    if kind_before in {"", "prose", "name", "sep"} and (hours := _HOURS.match(text, at)):
        yield Span("remark", at, hours.end(), hours[0], 0.3)
    said = _SAID_TIME.match(text, at)
    if said is not None and kind_before not in {"", "num"}:
        yield Span("remark", at, said.end(), said[0], 0.1)
    time = _TIME.match(text, at)
    if time is not None and time[2] and not (at and text[at - 1].isdigit()):
        bracketed = bool(time[1]) and bool(time[3])
        whole = (bracketed or not (time[1] or time[3])) and not text[time.end() : time.end() + 1].isdigit()
        if whole and (clock := time_of_text(time[2])) is not None:
            yield Span("time", at, time.end(), clock, 0.05 if bracketed else 0.3)
    if (odd := _ODD_TIME.match(text, at)) is not None and ":" in odd[0]:
        yield Span("time", at, odd.end(), odd[0], 0.6)
