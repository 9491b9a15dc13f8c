"""What is said about diagrams of the Union games that are wrong: each complaint once, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.errors import InvalidSetup
from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from kifu.model.diagram import DiagramField, DiagramRow


def difference(what: str, mine: str, theirs: str) -> Message:
    """Say what differs between a replayed position and a diagram."""
    return Message(
        f"{what} は棋譜では「{mine}」、図では「{theirs}」",
        f"{what} is '{mine}' by the moves, '{theirs}' in the diagram",
    )


def in_row(code: str, message: Message, row: DiagramRow, at: int | None = None) -> InvalidSetup:
    """Return the error of a row, or of the character `at` (from 0) of its cells."""
    width = max(1, len(row.cells)) if at is None else 1
    return InvalidSetup(code, message, line=row.line, offset=row.column - 1 + (at or 0), width=width)


def set_up(code: str, message: Message, where: DiagramRow | DiagramField, article: str | None = None) -> InvalidSetup:
    """Return the error of a line of a diagram, with the article it breaks if any."""
    return InvalidSetup(code, message, line=where.line, offset=where.column - 1, article=article)


def twice(where: DiagramRow | DiagramField, unit: str) -> InvalidSetup:
    """Return the error of a piece that stands, or is left, twice."""
    return set_up(
        "diagram-piece-twice",
        Message(f"{unit} が二つあります。どの駒も一つずつです", f"{unit} is there twice; there is one of each"),
        where,
    )


def bad_field(field: DiagramField, *expected: str) -> InvalidSetup:
    """Return the error of a line below a diagram that is not understood, with what is expected."""
    how = "」「".join(expected)
    return InvalidSetup(
        "diagram-field",
        Message(
            f"「{field.key}：{quoted(field.value)}」が読めません"
            + (f"。「{how}」のように書いてください" if how else " (置く駒はありません)"),
            f"'{field.key}：{quoted(field.value)}' is not understood"
            + (f"; write it like {' or '.join(expected)}" if how else " (nothing is placed in this game)"),
        ),
        line=field.line,
        offset=field.column - 1,
        width=max(1, len(field.value)),
    )
