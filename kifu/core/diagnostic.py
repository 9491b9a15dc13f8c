"""Diagnostics: remarks about one place of a file, or about its size.

The readers and the referee skip nothing without one.

The other records are read and judged as usual.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from kifu.core.message import Message


class Severity(StrEnum):
    """How much a diagnostic matters.

    An error could not be understood. A warning is wrong but changes no verdict. A note only informs.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def label(self) -> Message:
        """The word that stands before a diagnostic."""
        return SEVERITY_LABELS[self]


SEVERITY_LABELS = {
    Severity.ERROR: Message("誤り", "error"),
    Severity.WARNING: Message("注意", "warning"),
    Severity.NOTE: Message("お知らせ", "note"),
}


class Diagnostic(NamedTuple):
    """Remark with a stable code, a place, and a bilingual message.

    The message says what stands there, what was expected, and what to do.
    """

    code: str
    severity: Severity
    message: Message
    line: int | None = None
    """From 1; None: the whole file."""
    column: int | None = None
    """In characters from 1."""
    ply: int | None = None
    """From 1; 0: the set-up."""
    width: int = 1
    """How many characters the caret line underlines."""

    def to_json(self) -> dict[str, object]:
        """Return the diagnostic as a JSON object."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "line": self.line,
            "column": self.column,
            "ply": self.ply,
            "message": self.message.to_json(),
        }


def as_warning(diagnostic: Diagnostic) -> Diagnostic:
    """Return an error as a warning, which decides nothing.

    Return any other diagnostic unchanged.
    """
    return diagnostic._replace(severity=Severity.WARNING) if diagnostic.severity is Severity.ERROR else diagnostic


def error(code: str, message: Message, line: int | None = None, column: int | None = None, **more: int) -> Diagnostic:
    """Return a diagnostic for text that could not be understood.

    `line` and `column` count from 1.
    """
    return Diagnostic(code, Severity.ERROR, message, line, column, **more)


def warning(code: str, message: Message, line: int | None = None, column: int | None = None, **more: int) -> Diagnostic:
    """Return a diagnostic for a mistake that changes no verdict.

    `line` and `column` count from 1.
    """
    return Diagnostic(code, Severity.WARNING, message, line, column, **more)


def note(code: str, message: Message, line: int | None = None, column: int | None = None, **more: int) -> Diagnostic:
    """Return a diagnostic that only informs; `line` and `column` count from 1."""
    return Diagnostic(code, Severity.NOTE, message, line, column, **more)


_DIGITS = "integer string conversion"
"""Part of Python's error message for a number with too many digits."""


def too_large_diagnostic(error: Exception, line: int | None = None) -> Diagnostic | None:
    """Diagnostic of a record too large to judge; None for other exceptions.

    `line` is the first line of the record. The caller raises other exceptions again: they are mistakes of the program.
    """
    if isinstance(error, RecursionError | MemoryError | OverflowError):
        return _limit_diagnostic(type(error).__name__, line)
    if isinstance(error, ValueError) and _DIGITS in str(error):
        return _limit_diagnostic("digits", line)
    return None


def _limit_diagnostic(limit: str, line: int | None) -> Diagnostic:
    return error(
        "too-large",
        Message(
            f"この棋譜は大きすぎるか入り組みすぎていて、判定できません ({limit})。分けるか、長い数や行を短くしてください",
            f"this record is too large or too deep to be judged ({limit}); divide it, or shorten its longest numbers and lines",
        ),
        line,
    )
