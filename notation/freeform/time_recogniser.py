"""Times of moves and clocks, and the points in their place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.spans_and_context import LineContext, Span
from notation.line_kinds import KANJI, MoveClock, parse_numeral, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator

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
CLOCKS = re.compile(
    rf"[(]?(?:残り?(?:時間)?|消費(?:時間)?|考慮(?:時間)?|使用(?:時間)?)\s*[:は]?\s*(?:[^\s\d:/()、,]{{0,8}}\s*(?:{_CLOCK_TEXT}|(?=[\d一二三四五六七八九十]){_IN_WORDS})\s*[/、,]?\s*){{1,2}}[)。]?"
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
