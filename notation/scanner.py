"""Tells what kind of line each line of a KIF-family file is. It knows the notation, never a game."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kifu.movetext import MOVE_LIKE
from kifu.specials import find as find_special
from kifu.squares import DIGITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.specials import Meaning

BLANKS = " \u3000\t"
_B = f"[{BLANKS}]"
_N = f"[{DIGITS}]"


class Kind(Enum):
    """What a line of a file is."""

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


class Item(NamedTuple):
    """One line, split into what its kind has; columns count characters from 1."""

    kind: Kind
    text: str = ""
    """The move, comment, value, or the whole line without its blanks."""
    column: int = 1
    key: str = ""
    """A header's key."""
    number: int | None = None
    """A move's ply number, a branch's ply."""
    clock: str = ""
    """What follows a move from its first parenthesis on."""


CLEAN_MOVE = re.compile(rf"{_B}*({_N}{{1,9}}){_B}+([^{BLANKS}(（]+){_B}*([(（].*)?")
"""A numbered move without anything odd about it: number, text, clock."""
_NUMBERED = re.compile(rf"{_B}*({_N}{{1,9}})(?![{DIGITS}:：/／.．,，年月日時分]){_B}*([^(（]*?){_B}*([(（].*)?")
_BARE = re.compile(rf"{_B}*([^(（]*?){_B}*([(（].*)?")
_HEADER = re.compile(rf"{_B}*([^：:]{{1,40}}?){_B}*[：:]{_B}*(.*?){_B}*")
_BRANCH = re.compile(rf"{_B}*変化{_B}*[：:]{_B}*({_N}{{1,9}}){_B}*手?{_B}*")
_CLOCK = re.compile(
    rf"[(（]{_B}*(?:({_N}{{1,4}})[:：])?({_N}{{1,4}})[:：]({_N}{{1,2}}){_B}*"
    rf"(?:[/／]{_B}*(?:({_N}{{1,4}})[:：]({_N}{{1,2}})[:：]({_N}{{1,2}}){_B}*)?)?[)）]{_B}*(\+)?{_B}*"
)
_PREFIXES = {"#": Kind.FILE_COMMENT, "*": Kind.COMMENT, "&": Kind.BOOKMARK}
_MINUTE = 60


class Clock(NamedTuple):
    """Seconds a move took, and what its side had used in all."""

    spent: int
    total: int | None
    branches: bool
    """Whether a `+` says that another line branches off here."""


def classify(line: str, words: Mapping[str, Meaning]) -> Item:
    """Return what the line is. `words` are the special words that may stand without a ply number."""
    stripped = line.strip(BLANKS)
    if not stripped:
        return Item(Kind.BLANK)
    column = line.index(stripped) + 1
    prefix = _PREFIXES.get(stripped[0])
    if prefix is not None:
        return Item(prefix, stripped[1:], column + 1)
    if numbered := _NUMBERED.fullmatch(line):
        return Item(
            Kind.MOVE, numbered[2], numbered.start(2) + 1, number=int(numbered[1]), clock=numbered[3] or ""
        )
    if stripped.startswith("局面図") and not stripped[3:].strip(BLANKS + "：:"):
        return Item(Kind.DIAGRAM, stripped, column)
    if stripped.startswith("手数-"):
        return Item(Kind.TABLE, stripped, column)
    if stripped.startswith("まで"):
        return Item(Kind.CLOSING, stripped, column)
    if branch := _BRANCH.fullmatch(line):
        return Item(Kind.BRANCH, stripped, column, number=int(branch[1]))
    bare = _BARE.fullmatch(line)
    if bare and (MOVE_LIKE.match(bare[1]) or find_special(bare[1].lstrip("▲☗△☖▽"), words)):
        return Item(Kind.MOVE, bare[1], bare.start(1) + 1, clock=bare[2] or "")
    header = _HEADER.fullmatch(line)
    if header and not _unclosed(header[1]):
        return Item(Kind.HEADER, header[2], header.start(2) + 1, key=header[1])
    return Item(Kind.UNKNOWN, stripped, column)


def read_clock(text: str) -> Clock | None:
    """Read `( 0:05/00:00:05)`: minutes and seconds spent, hours, minutes and seconds in all. None if it is no time."""
    match = _CLOCK.fullmatch(text)
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
    return Clock(hours * 3600 + minutes * 60 + seconds, total, match[7] is not None)


def _unclosed(key: str) -> bool:
    """A parenthesis left open: the colon is that of a time, so this is no header but a damaged move."""
    return key.count("(") + key.count("（") > key.count(")") + key.count("）")
