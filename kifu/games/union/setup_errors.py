"""Make the errors of faulty diagrams of the Union games, with messages in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import InvalidSetup
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from kifu.core.diagram import DiagramField, DiagramRow


def difference(place: str, mine: str, theirs: str) -> Message:
    """Return the message that the replayed position has `mine` at `place` and the diagram has `theirs`."""
    return Message(
        f"{place} は棋譜では「{mine}」、図では「{theirs}」",
        f"{place} is '{mine}' by the moves, '{theirs}' in the diagram",
    )


def in_row(code: str, message: Message, row: DiagramRow, at: int | None = None) -> InvalidSetup:
    """Return the error of a row, or of the character `at` of its cells, counted from 0."""
    width = max(1, len(row.cells)) if at is None else 1
    return InvalidSetup(code, message, line=row.line, offset=row.column - 1 + (at or 0), width=width)


def set_up(code: str, message: Message, row: DiagramRow | DiagramField, article: str | None = None) -> InvalidSetup:
    """Return the error of a line of a diagram.

    `article` is the article that the line breaks, if any.
    """
    return InvalidSetup(code, message, line=row.line, offset=row.column - 1, article=article)


def twice(row: DiagramRow | DiagramField, unit: str) -> InvalidSetup:
    """Return the error for a piece that is there twice, on the board or among the pieces left."""
    return set_up(
        "diagram-piece-twice",
        Message(f"{unit} が二つあります。どの駒も一つずつです", f"{unit} is there twice; there is one of each"),
        row,
    )


def bad_field(field: DiagramField, *expected: str) -> InvalidSetup:
    """Return the error for a line below a diagram that is not understood; `expected` are examples of valid values."""
    examples = "」「".join(expected)
    return InvalidSetup(
        "diagram-field",
        Message(
            f"「{field.key}：{quoted(field.value)}」が読めません"
            + (f"。「{examples}」のように書いてください" if examples else " (置く駒はありません)"),
            f"'{field.key}：{quoted(field.value)}' is not understood"
            + (f"; write it like {' or '.join(expected)}" if examples else " (nothing is placed in this game)"),
        ),
        line=field.line,
        offset=field.column - 1,
        width=max(1, len(field.value)),
    )
