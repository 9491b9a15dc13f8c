"""What is wrong with a record, at one place: it decides the verdict, or is named beside what decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.diagnostic import Diagnostic, Severity, error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.model.message import Message


class Fault(NamedTuple):
    """Something wrong with a line of play. `article` None: no rule is broken, it could not be read or claims what is not so."""

    ply: int
    code: str
    message: Message
    move: str | None = None
    """The move as written; None for a fault that is not a move's."""
    line: int | None = None
    column: int | None = None
    article: str | None = None
    width: int = 1
    """Characters that are underlined from `column` on."""

    def diagnostic(self) -> Diagnostic:
        """Return the fault as an error at its place."""
        return error(self.code, self.message, self.line, self.column, ply=self.ply, width=self.width)


def fault_of(unread: Diagnostic) -> Fault:
    """Return an error of the reader as a fault; it is one of the set-up (ply 0) if it names no ply."""
    return Fault(
        ply=unread.ply or 0,
        code=unread.code,
        message=unread.message,
        line=unread.line,
        column=unread.column,
        width=unread.width,
    )


def first_error(diagnostics: Iterable[Diagnostic]) -> Fault | None:
    """Return the first error as a fault; None if there is none."""
    return next((fault_of(said) for said in diagnostics if said.severity is Severity.ERROR), None)
