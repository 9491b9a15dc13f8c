"""Parsers of written dates and points: 令和8年11月3日, 先手105 後手98.

A date is known as far as it is written: a year, a month of a year, or a day. What is written as 00 or ?? is not known, and no
part of a date is guessed: a text without a year, such as 11/3, tells no date. Of a stretch of days the first counts, and of
a time with its zone the day as it is written.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SIDE_NAMES, Side

if TYPE_CHECKING:
    from collections.abc import Mapping


class WrittenDate(NamedTuple):
    """A date as far as it is known."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def whole(self) -> dt.date | None:
        """The date; None unless its day is known."""
        return None if self.month is None or self.day is None else dt.date(self.year, self.month, self.day)

    def __str__(self) -> str:
        """Return the date in ISO 8601, as far as it is known.

        Dates stand in their order if these texts are sorted.
        """
        parts = (part for part in self if part is not None)
        return "-".join(f"{part:0{2 if place else 4}d}" for place, part in enumerate(parts))


ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
"""The year before the first of each era."""
_LETTERS = {"M": "明治", "T": "大正", "S": "昭和", "H": "平成", "R": "令和"}
_ERA = r"(?P<era>明治|大正|昭和|平成|令和|(?<![A-Za-z])[MTSHRmtshr](?=\.?\s?\d))\.?\s*(?P<year>元|\d{1,2})"
_SEPARATOR = r"\s*[-/.年]\s*"
_PART = r"\d{1,2}|[?？*＊x×_-]{1,2}"
_REST = rf"(?:{_SEPARATOR}(?P<month>{_PART})(?:\s*[-/.月]\s*(?P<day>{_PART})(?![\d:時]))?)?"
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NAME = rf"(?P<name>{'|'.join(_MONTHS)})[a-z]*\.?"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ERA}(?=\s*年|{_SEPARATOR}\d){_REST}",
        rf"(?<![\d:])(?P<year>\d{{4}})(?={_SEPARATOR}(?:{_PART})(?![\d:時])){_REST}",
        r"(?<!\d)(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)(?!\d)",
        rf"['’`](?P<year>\d\d)(?!\d){_REST}",
        rf"(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[\s.-]*{_NAME}[\s,.-]*'?(?P<year>\d{{4}})(?!\d)",
        rf"\b{_NAME}\s*(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b.*?(?<![\d:])(?P<year>\d{{4}})(?![\d:])",
        rf"\b{_NAME}[\s,]*(?P<year>\d{{4}})(?!\d)",
        r"(?<![\d:+-])(?P<year>\d{4})(?=\s*年|[^\w:]|$)(?!\s*[:時])",
    )
)
"""The ways to write a date, the plainest first; in each, the parts of the date have their names."""
_KANJI = str.maketrans("〇零一二三四五六七八九", "00123456789")
_KANJI_NUMBER = re.compile("[〇零一二三四五六七八九十]+(?=[年月日])")
MAX_DATE_CHARS = 200
_PIVOT = 69
"""Years of two digits are 1969 to 2068, as POSIX has it."""


@lru_cache(1 << 12)
def read_date(written_date: str) -> WrittenDate | None:
    """Return the date in a text, as far as it is known.

    None if the text tells no year, or a day that there is not.
    """
    if len(written_date) > MAX_DATE_CHARS:
        return None
    line = _KANJI_NUMBER.sub(_kanji_to_digits, unicodedata.normalize("NFKC", written_date))
    for pattern in _PATTERNS:
        if (found := pattern.search(line)) is not None:
            return _parse_date(found)
    return None


def _parse_date(match: re.Match[str]) -> WrittenDate | None:
    """Date of a match, by its era if any; None if impossible."""
    parts = match.groupdict()
    year = 1 if parts["year"] == "元" else int(parts["year"])
    if era := parts.get("era"):
        year += ERAS[_LETTERS.get(era.upper(), era)]
    elif len(parts["year"]) == len("26"):
        year += 1900 if year >= _PIVOT else 2000
    month = _MONTHS.index(parts["name"][:3].lower()) + 1 if parts.get("name") else _parse_date_part(parts.get("month"))
    day = None if month is None else _parse_date_part(parts.get("day"))
    try:
        dt.date(year, month or 1, day or 1)
    except ValueError:
        return None
    return WrittenDate(year, month, day)


def _parse_date_part(written: str | None) -> int | None:
    """Return a month or a day.

    None for one that is not known.
    """
    return int(written) or None if written and written.isdigit() else None


def _kanji_to_digits(match: re.Match[str]) -> str:
    """Return a number in kanji in digits: 二十六, 二六, 十."""
    text = match[0]
    if "十" not in text:
        return text.translate(_KANJI)
    tens, _, ones = text.partition("十")
    return (tens.translate(_KANJI) or "1") + (ones.translate(_KANJI) or "0")


MAX_SCORE_CHARS = 60
"""The most characters of two points with their names."""
COLOURS = {"黒": Side.FIRST, "白": Side.SECOND}
"""The sides of the colours of stones, in a game that does not name its own sides so."""
_HALF = 0.5
_ONE = r"([^\d.,:\-]*?)(?:は|が|の)?:?(?<![\d.])(\d{1,6}(?:\.\d{1,3})?)(?:点|目)?(半)?"
_PAIR = rf"{_ONE}(?:[,、 ]|対|-)?{_ONE}[。.]?"
_BLANKS = r"(?<!\d)\s+|\s+(?!\d)"
"""Blanks that part no two numbers."""


def read_points(written_points: str, side_by_name: Mapping[str, Side]) -> tuple[float, float] | None:
    """Return the points of 先手 and of 後手.

    None if `written_points` is not understood. `side_by_name` maps further words for a side to it. If neither number has a name, the
    first is that of 先手. A whole number is an int.
    """
    said = (
        re.sub(_BLANKS, "", unicodedata.normalize("NFKC", written_points))
        if len(written_points) <= MAX_SCORE_CHARS
        else ""
    )
    shape = re.fullmatch(_PAIR, said)
    if shape is None or any("." in figures and half for figures, half in (shape.group(2, 3), shape.group(5, 6))):
        return None
    one, two = shape[1], shape[4]
    points = (_points_from_figures(shape[2], shape[3]), _points_from_figures(shape[5], shape[6]))
    if not one and not two:
        return points
    words = {**SIDE_NAMES, **side_by_name}
    sides = [words.get(one), words.get(two)]
    if sides == [Side.FIRST, Side.SECOND]:
        return points
    return (points[1], points[0]) if sides == [Side.SECOND, Side.FIRST] else None


def _points_from_figures(figures: str, half: str | None) -> float:
    number = float(figures) + (_HALF if half else 0)
    return int(number) if number.is_integer() else number
