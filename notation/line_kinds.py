"""Finds the kind of each line of a KIF-family file and its parts: its number, key, text and clock. It knows no game.

Every pattern here takes time in proportion to the length of the line: no pattern has two repeats of blanks in a row.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.text import split_header
from kifu.core.move_grammar import MOVE_LIKE, PASS
from kifu.core.outcome import SIDE_MARKS, SPECIALS, SpecialMeaning, special_word_and_rest
from kifu.core.squares import BLANKS, DIGITS
from notation.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

KANJI = "〇一二三四五六七八九"
_TENS = {"十": 10, "百": 100}
NUMBER = rf"[{DIGITS}]{{1,9}}|[{KANJI}十百]{{1,6}}"
"""A pattern for the texts that :func:`parse_numeral` takes. It has no group."""


POINTS = rf"(?:{NUMBER})(?:\.[{DIGITS}]|[点目]?半)?"
"""A pattern for the texts that :func:`parse_points` takes. It has no group."""
POINTS_IN_FIGURES = r"\d{1,3}(?:\.\d|[点目]?半)?"
"""The same for at most three figures, without those in kanji."""


def parse_numeral(text: str) -> int:
    """Return the value of `text`, which matches NUMBER."""
    if text.isdecimal():
        return int(text)
    value, figure = 0, ""
    for character in text:
        if character in _TENS:
            value += int(figure or 1) * _TENS[character]
            figure = ""
        else:
            figure += str(KANJI.index(character))
    return value + int(figure or 0)


def parse_points(text: str) -> float:
    """Return the points that `text`, which matches POINTS, tells; whole ones as an int: 8, 8.5, 八目半."""
    whole, half = text.removesuffix("半").rstrip("点目"), text.endswith("半")
    if "." in whole:
        points = float(whole)
        return int(points) if points.is_integer() else points
    return parse_numeral(whole) + 0.5 if half else parse_numeral(whole)


BRANCH = "変化"
PARTING = "、，,。;；・"
"""The signs besides blanks that may stand between two moves of a line."""
_B = f"[{BLANKS}]"
_N = f"[{DIGITS}]"
_MARKS = "".join(SIDE_MARKS)


class LineKind(Enum):
    """The kinds of lines in a file."""

    BLANK = "blank"
    FILE_COMMENT = "file-comment"
    COMMENT = "comment"
    BOOKMARK = "bookmark"
    HEADER = "header"
    DIAGRAM = "diagram"
    TABLE = "table"
    MOVE = "move"
    CLOSING = "closing"
    BRANCH = "branch"
    UNKNOWN = "unknown"


class ClassifiedLine(NamedTuple):
    """One line, split into the parts that its kind has. Columns count characters from 1."""

    kind: LineKind
    text: str = ""
    """The move, comment, value, or the whole line without its blanks."""
    column: int = 1
    key: str = ""
    """A header's key."""
    number: int | None = None
    """A move's ply number, a branch's ply."""
    clock: str = ""
    """The text behind a move, from its first parenthesis on."""


CLEAN_MOVE = lazy_pattern(rf"{_B}*({_N}{{1,9}}){_B}+([^{BLANKS}(（]+){_B}*([(（].*)?")
"""A numbered move in the usual form: number, text, clock."""
_NUMBER = lazy_pattern(rf"({_N}{{1,9}})(?![{DIGITS}:：/／.．,，年月日時分]){_B}*")
_PARENTHESIS = lazy_pattern("[(（]")
_BRACKETED = lazy_pattern(rf"(?:[{_MARKS}]|先手?|後手?)?{_B}*[(（]([^()（）]*)[)）]")
"""A move in brackets, or a time."""
_BRANCH = rf"{BRANCH}{_B}*(?:[：:]{_B}*)?({_N}{{1,9}})(?:{_B}*手)?"
_TABLE = tuple(f"手数{dash}" for dash in "-－‐−─━―=＝")
_CLOCK = lazy_pattern(
    rf"[(（]{_B}*(?:({_N}{{1,4}})[:：])?({_N}{{1,4}})[:：]({_N}{{1,2}}){_B}*"
    rf"(?:[/／]{_B}*(?:({_N}{{1,4}})[:：]({_N}{{1,2}})[:：]({_N}{{1,2}}){_B}*)?)?[)）](?:{_B}*(\+))?"
)
_NO_TIME = lazy_pattern(rf"(?:[(（][{BLANKS}:：/／\-－―–—]*[)）][{BLANKS}+＋]*)+")
"""Brackets for a time that nobody has filled in, such as `( / )` and `(  :  /  :  :  )`."""
_PREFIXES = {"#": LineKind.FILE_COMMENT, "*": LineKind.COMMENT, "&": LineKind.BOOKMARK}
_MINUTE = 60


class MoveClock(NamedTuple):
    """The time spent on a move and the total of its side after it, in seconds."""

    spent: int
    total: int | None
    branches: bool
    """Whether a `+` marks a ply at which a branch begins."""


def classify_line(line: str, bare_special_words: Mapping[str, SpecialMeaning] = SPECIALS) -> ClassifiedLine:
    """Return the parts of a line. `bare_special_words` are the special words that may stand without a ply number."""
    stripped = line.strip(BLANKS)
    if not stripped:
        return ClassifiedLine(LineKind.BLANK)
    column = len(line) - len(line.lstrip(BLANKS)) + 1
    prefix = _PREFIXES.get(stripped[0])
    if prefix is not None:
        return ClassifiedLine(prefix, stripped[1:], column + 1)
    if numbered := _NUMBER.match(stripped):
        text, clock = split_move_and_time(stripped[numbered.end() :])
        return ClassifiedLine(LineKind.MOVE, text, column + numbered.end(), number=int(numbered[1]), clock=clock)
    return (
        _classify_by_first_word(stripped, column)
        or _classify_bare_move(stripped, column, bare_special_words)
        or _classify_header(stripped, column)
    )


def split_move_and_time(text: str) -> tuple[str, str]:
    """Return the move and the time in the text behind a ply number; the time is empty if there is none.

    The move itself may stand in brackets: (六01-四03-一06怨霊) ( 0:05/00:00:05).
    """
    if "(" not in text and "（" not in text:
        return text, ""
    bracketed = _BRACKETED.match(text)
    # Unlike a time, a move has letters.
    is_move = bracketed is not None and any(map(str.isalpha, bracketed[1]))
    parenthesis = _PARENTHESIS.search(text, bracketed.end() if bracketed and is_move else 0)
    if parenthesis is None:
        return text, ""
    clock = text[parenthesis.start() :]
    return text[: parenthesis.start()].rstrip(BLANKS), "" if _NO_TIME.fullmatch(clock) else clock


@lru_cache(maxsize=1)  # the reader asks twice for the time of a line
def read_clock(text: str) -> MoveClock | None:
    """Return the clock in a text like `( 0:05/00:00:05)`, or None if it is no time.

    The first part is the time spent (minutes and seconds), the second the total (hours, minutes and seconds).
    """
    match = _CLOCK.fullmatch(text.rstrip(BLANKS))
    if match is None:
        return None
    hours, minutes, seconds = int(match[1] or 0), int(match[2]), int(match[3])
    if seconds >= _MINUTE or (match[1] and minutes >= _MINUTE):
        return None
    total = None
    if match[4]:
        if int(match[5]) >= _MINUTE or int(match[6]) >= _MINUTE:
            return None
        total = int(match[4]) * 3600 + int(match[5]) * 60 + int(match[6])
    return MoveClock(hours * 3600 + minutes * 60 + seconds, total, match[7] is not None)


def _classify_by_first_word(stripped: str, column: int) -> ClassifiedLine | None:
    """Return a line whose first word tells its kind, else None."""
    if stripped.startswith("局面図") and not stripped[3:].strip(BLANKS + "：:"):
        return ClassifiedLine(LineKind.DIAGRAM, stripped, column)
    if stripped.startswith(_TABLE):
        return ClassifiedLine(LineKind.TABLE, stripped, column)
    if stripped.startswith("まで"):
        return ClassifiedLine(LineKind.CLOSING, stripped, column)
    branch = re.fullmatch(_BRANCH, stripped) if stripped.startswith(BRANCH) else None
    return ClassifiedLine(LineKind.BRANCH, stripped, column, number=int(branch[1])) if branch else None


def _classify_bare_move(
    stripped: str, column: int, bare_special_words: Mapping[str, SpecialMeaning]
) -> ClassifiedLine | None:
    """Return a line that begins like a move without a ply number, else None."""
    text, clock = split_move_and_time(stripped)
    if (
        MOVE_LIKE.match(text)
        or text.lstrip(_MARKS) == PASS
        or special_word_and_rest(text.lstrip(_MARKS), bare_special_words)
    ):
        return ClassifiedLine(LineKind.MOVE, text, column, clock=clock)
    return None


def _classify_header(stripped: str, column: int) -> ClassifiedLine:
    """Return a header line `key：value`, or a line of unknown kind."""
    parts = split_header(stripped, column)
    if parts is None or has_open_parenthesis(parts[0]):
        return ClassifiedLine(LineKind.UNKNOWN, stripped, column)
    key, value, column = parts
    return ClassifiedLine(LineKind.HEADER, value, column, key=key)


def has_open_parenthesis(text: str) -> bool:
    """Tell whether a text ends within parentheses; a colon or figures there belong to a time."""
    return text.count("(") + text.count("（") > text.count(")") + text.count("）")
