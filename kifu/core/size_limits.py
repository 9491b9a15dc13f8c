"""A record that is too large for the machine gets a diagnostic.

The other records are read and judged as usual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.diagnostic import error
from kifu.core.message import Message

if TYPE_CHECKING:
    from kifu.core.diagnostic import Diagnostic

_DIGITS = "integer string conversion"
"""Part of Python's error message for a number with too many digits."""


def too_much(failed: Exception, line: int | None = None) -> Diagnostic | None:
    """Diagnostic of a record too large to judge; None for other exceptions.

    `line` is the first line of the record. The caller raises other exceptions again: they are mistakes of the program.
    """
    if isinstance(failed, RecursionError | MemoryError | OverflowError):
        return _too_large(type(failed).__name__, line)
    if isinstance(failed, ValueError) and _DIGITS in str(failed):
        return _too_large("digits", line)
    return None


def _too_large(limit: str, line: int | None) -> Diagnostic:
    return error(
        "too-large",
        Message(
            f"この棋譜は大きすぎるか入り組みすぎていて、判定できません ({limit})。分けるか、長い数や行を短くしてください",
            f"this record is too large or too deep to be judged ({limit}); divide it, or shorten its longest numbers and lines",
        ),
        line,
    )
