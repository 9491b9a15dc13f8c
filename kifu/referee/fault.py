"""Faults: the mistakes of a record, each at its place.

The first one decides the verdict.
"""

from collections.abc import Iterable
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, Severity, error
from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.message import Message
from kifu.referee.record import Entry


class Fault(NamedTuple):
    """A mistake in a line of play.

    `article` is the article that a move breaks. None: no rule is broken; the text could not be read, or a claim is wrong.
    `ply` counts from 1 (0: the set-up), `line` and `column` count from 1.
    """

    ply: int
    code: str
    message: Message
    move: str | None = None
    """The move as written; None for a fault that is not about a move."""
    line: int | None = None
    column: int | None = None
    article: str | None = None
    width: int = 1
    """The number of characters that are underlined from `column` on."""

    def diagnostic(self) -> Diagnostic:
        """Return the fault as an error at its place."""
        return error(self.code, self.message, self.line, self.column, ply=self.ply, width=self.width)


def reader_fault(unread: Diagnostic) -> Fault:
    """Return an error of the reader as a fault.

    If it names no ply, it is a fault of the set-up (ply 0).
    """
    return Fault(
        ply=unread.ply or 0,
        code=unread.code,
        message=unread.message,
        line=unread.line,
        column=unread.column,
        width=unread.width,
    )


def fault_of_setup(invalid: InvalidSetup, ply: int = 0) -> Fault:
    """Return the fault of a wrong diagram, or of wrong rules.

    A diagram stands after ply `ply`.
    """
    return Fault(
        ply=ply,
        code=invalid.code,
        message=invalid.message,
        line=invalid.line,
        column=None if invalid.line is None else invalid.offset + 1,
        article=invalid.article,
        width=invalid.width,
    )


def fault_of_move(entry: Entry, unread: InvalidMove) -> Fault:
    """Fault of an unreadable move, at its wrong characters."""
    if entry.unread is not None:
        unread = InvalidMove(entry.unread.code, entry.unread.message, width=max(1, len(entry.text)))
    return Fault(
        ply=entry.ply,
        code=unread.code,
        message=unread.message,
        move=entry.text,
        line=entry.line,
        column=entry.column + unread.offset,
        width=unread.width,
    )


def first_error_as_fault(diagnostics: Iterable[Diagnostic]) -> Fault | None:
    """Return the first error as a fault; None if there is none."""
    return next((reader_fault(diagnostic) for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR), None)
