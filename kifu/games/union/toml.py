"""TOML from anybody: measured before it is parsed, so that no file takes long, much memory, or a deep stack."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 100_000
"""Characters of a line."""
DEEPEST = 16
"""Brackets within brackets; a variant file has three."""
DIGITS = 40
"""Digits in a row."""
LINES = 10_000
"""Lines of the whole file; a variant file has some fifty."""
PARTS = 10_000
"""Entries, items of lists and brackets of the whole file; the largest board takes a fifth of it."""
DOTS = 16
"""Dots in a line outside strings: they part the keys of tables, which the parser goes through again for each dot."""
ALL_DOTS = 1_000
"""Dots in the whole file."""

_SILENT = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'''|\Z)"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Strings, also those without an end, and comments."""
_PART = re.compile(r"[=,\[{]")
_DIGITS = re.compile(rf"[0-9][xob]?[0-9A-Fa-f_]{{{DIGITS},}}")


class BadToml(Exception):
    """A text is no TOML, or goes beyond a limit; `message` says so."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


def parse(text: str) -> dict[str, Any]:
    """Return what a TOML text holds. Raises BadToml."""
    for message in _beyond(text):
        raise BadToml(message)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as failed:
        said = visible(str(failed))
    except (ValueError, RecursionError, OverflowError, MemoryError):  # what the limits let through
        said = "too large"
    raise BadToml(Message(f"TOML として読めません ({said})", f"cannot be read as TOML: {said}"))


def _beyond(text: str) -> Iterator[Message]:
    """Yield a message for each limit that a text goes beyond, with the number of a line where one is at fault."""
    lines = text.split("\n")
    if len(lines) > LINES:
        yield Message(f"行が多すぎます。{LINES:,} 行までです", f"there are more than {LINES:,} lines")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST:
            yield Message(
                f"{number} 行目が長すぎます。一行は {LONGEST:,} 字までです",
                f"line {number} is too long; a line has {LONGEST:,} characters at most",
            )
    bare = _SILENT.sub(_line_ends, text)
    if _DIGITS.search(bare):
        yield Message(f"数の桁が多すぎます。{DIGITS} 桁までです", f"a number has more than {DIGITS} digits")
    if _depth(bare) > DEEPEST:
        yield Message(
            f"括弧の入れ子が深すぎます。{DEEPEST} 重までです", f"brackets nest too deep, more than {DEEPEST} times"
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


def _line_ends(found: re.Match[str]) -> str:
    """Return the line ends of a string, and a sign where it stood: it may part two dots."""
    return "_" + "\n" * found[0].count("\n")


def _depth(bare: str) -> int:
    """Return how deep brackets nest."""
    depth = deepest = 0
    for found in re.finditer(r"[\[{]|[]}]", bare):
        depth += 1 if found[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest
