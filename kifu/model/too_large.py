"""What is too much for the machine ends one record, never the others that are read or judged with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.diagnostic import error
from kifu.model.message import Message

if TYPE_CHECKING:
    from kifu.model.diagnostic import Diagnostic

_DIGITS = "integer string conversion"
"""How Python says that a number has more digits than it reads."""


def too_much(failed: Exception, line: int | None = None) -> Diagnostic | None:
    """Return what is to be said of a record that is too large to be judged; None for a failure of any other kind.

    Only what the size of a record brings about is that: a mistake in the program stays one.
    """
    if isinstance(failed, RecursionError | MemoryError | OverflowError):
        return _told(type(failed).__name__, line)
    if isinstance(failed, ValueError) and _DIGITS in str(failed):
        return _told("digits", line)
    return None


def _told(what: str, line: int | None) -> Diagnostic:
    return error(
        "too-large",
        Message(
            f"この棋譜は大きすぎるか入り組みすぎていて、判定できません ({what})。分けるか、長い数や行を短くしてください",
            f"this record is too large or too deep to be judged ({what}); divide it, or shorten its longest numbers and lines",
        ),
        line,
    )
