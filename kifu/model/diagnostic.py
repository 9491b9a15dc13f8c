"""A remark about one place of a file: nothing is skipped in silence, so everything odd becomes one of these."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.model.message import Message


class Severity(StrEnum):
    """How much a diagnostic matters: an error could not be understood, a warning is wrong yet harmless, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Diagnostic(NamedTuple):
    """One remark: a stable code, a place, and what was found, what was expected and what to do, in both languages."""

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


def as_warning(found: Diagnostic) -> Diagnostic:
    """Return a diagnostic on which nothing depends: an error becomes a warning, all else stays as it is."""
    return found._replace(severity=Severity.WARNING) if found.severity is Severity.ERROR else found


def error(code: str, message: Message, line: int | None = None, column: int | None = None, **more: int) -> Diagnostic:
    """Return a diagnostic for what could not be understood."""
    return Diagnostic(code, Severity.ERROR, message, line, column, **more)


def warning(code: str, message: Message, line: int | None = None, column: int | None = None, **more: int) -> Diagnostic:
    """Return a diagnostic for what is wrong but changes no verdict."""
    return Diagnostic(code, Severity.WARNING, message, line, column, **more)


def note(code: str, message: Message, line: int | None = None, column: int | None = None, **more: int) -> Diagnostic:
    """Return a diagnostic that only informs."""
    return Diagnostic(code, Severity.NOTE, message, line, column, **more)
