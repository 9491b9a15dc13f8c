"""What games share about the lines below a diagram: the line 手番, and the error of a line that cannot be read."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidSetup
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_LABELS

if TYPE_CHECKING:
    from kifu.core.diagram import DiagramField


def read_turn(field: DiagramField) -> int:
    """Return the side to move that a line 手番 names: 0 先手, 1 後手. Raises InvalidSetup if it names no side."""
    for side, label in enumerate(SIDE_LABELS):
        if unicodedata.normalize("NFKC", field.value.strip()) == label.ja:
            return side
    raise bad_field(field, *(label.ja for label in SIDE_LABELS))


def bad_field(field: DiagramField, *expected: str) -> InvalidSetup:
    """Return the error that the value of `field` cannot be read.

    `expected` shows how to write it.
    """
    return InvalidSetup(
        "diagram-field",
        Message(
            f"「{field.key}：{quoted(field.value)}」が読めません。「{'」「'.join(expected)}」のように書いてください",
            f"'{field.key}：{quoted(field.value)}' is not understood; write it like {' or '.join(expected)}",
        ),
        line=field.line,
        offset=field.column - 1,
        width=max(1, len(field.value)),
    )
