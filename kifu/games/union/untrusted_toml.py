"""Read TOML from untrusted files.

It checks limits before it parses, so no file can exhaust time, memory or the stack.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE_CHARS = 100_000
"""The limit of the characters of a line."""
MAX_BRACKET_DEPTH = 16
"""The limit of brackets within brackets; a variant file has three."""
DIGITS = 40
"""The limit of digits in a row."""
LINES = 10_000
"""The limit of lines of the file; a variant file has about fifty."""
PARTS = 10_000
"""The limit of entries, list items and brackets of the file; the largest board needs a fifth of it."""
DOTS = 16
"""The limit of dots in a line outside strings. Dots separate keys of tables, and the parser walks the tables again for each."""
ALL_DOTS = 1_000
"""The limit of dots in the file outside strings."""

_SILENT = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'''|\Z)"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Matches comments and strings, also strings without an end."""
_PART = re.compile(r"[=,\[{]")
_DIGITS = re.compile(rf"[0-9][xob]?[0-9A-Fa-f_]{{{DIGITS},}}")


class BadToml(Exception):
    """A text is no TOML, or it exceeds a limit.

    `message` tells which.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


def parse(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises BadToml if it is no TOML or exceeds a limit.
    """
    for message in _beyond(text):
        raise BadToml(message)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = visible(str(error))
    except (ValueError, RecursionError, OverflowError, MemoryError):  # a text within the limits can still fail
        reason = "too large"
    raise BadToml(Message(f"TOML として読めません ({reason})", f"cannot be read as TOML: {reason}"))


def _beyond(text: str) -> Iterator[Message]:
    """Yield a message for each limit that a text exceeds.

    It has the line number if the limit is for a line.
    """
    lines = text.split("\n")
    if len(lines) > LINES:
        yield Message(f"行が多すぎます。{LINES:,} 行までです", f"there are more than {LINES:,} lines")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_CHARS:
            yield Message(
                f"{number} 行目が長すぎます。一行は {MAX_LINE_CHARS:,} 字までです",
                f"line {number} is too long; a line has {MAX_LINE_CHARS:,} characters at most",
            )
    bare = _SILENT.sub(_line_ends, text)
    if _DIGITS.search(bare):
        yield Message(f"数の桁が多すぎます。{DIGITS} 桁までです", f"a number has more than {DIGITS} digits")
    if _depth(bare) > MAX_BRACKET_DEPTH:
        yield Message(
            f"括弧の入れ子が深すぎます。{MAX_BRACKET_DEPTH} 重までです",
            f"brackets nest too deep, more than {MAX_BRACKET_DEPTH} times",
        )
    if sum(1 for _ in _PART.finditer(bare)) > PARTS:
        yield Message(f"項目が多すぎます。{PARTS:,} 個までです", f"there are more than {PARTS:,} entries and items")
    if bare.count(".") > ALL_DOTS:
        yield Message(
            f"項目名の点が多すぎます。全部で {ALL_DOTS:,} 個までです", f"keys have more than {ALL_DOTS:,} dots in all"
        )
    for number, line in enumerate(bare.split("\n"), 1):
        if line.count(".") > DOTS:
            yield Message(
                f"{number} 行目の項目名に点が多すぎます。score.target のように書いてください",
                f"line {number} has a key of too many parts; write it like score.target",
            )


def _line_ends(match: re.Match[str]) -> str:
    """Return a placeholder for a string, with the same line ends.

    It keeps the dots around the string apart.
    """
    return "_" + "\n" * match[0].count("\n")


def _depth(bare: str) -> int:
    """Return the depth of the nested brackets."""
    depth = deepest = 0
    for bracket in re.finditer(r"[\[{]|[]}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest
