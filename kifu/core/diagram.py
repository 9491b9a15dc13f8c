"""A diagram as text; each game gives its cells their meaning."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_LABELS


class DiagramRow(NamedTuple):
    """Row of a diagram: its cells as written, its row number.

    `line` and `column` count from 1.
    """

    cells: str
    number: int | None
    line: int
    column: int


class DiagramField(NamedTuple):
    """A line `key：value` of a diagram, such as ``手番：先手``."""

    key: str
    value: str
    line: int
    column: int
    """Where the value starts, from 1."""


class DiagramText(NamedTuple):
    """The parts of a diagram. No game has read them yet."""

    line: int
    """The line where the diagram starts, from 1."""
    head: DiagramRow | None
    rows: tuple[DiagramRow, ...]
    fields: tuple[DiagramField, ...]


def read_turn(field: DiagramField) -> int:
    """Side to move by a line 手番: 0 先手, 1 後手.

    Raises InvalidSetup if it names no side.
    """
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
