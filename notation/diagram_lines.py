"""Splits the lines of a diagram into column names, rows and fields. The game reads the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.text import DiagramField, DiagramRow, DiagramText
from kifu.core.squares import BLANKS, COLUMNS
from notation.scanner import split_header

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEAD_CHARACTERS = frozenset("".join(COLUMNS) + BLANKS)
_FIGURES = "0123456789０１２３４５６７８９"
_LONGEST_NUMBER = 2


def split(start: int, lines: Iterable[tuple[int, str]]) -> DiagramText:
    """Split the numbered, non-blank `lines` of a diagram whose 局面図 stands on line `start`."""
    head = None
    rows: list[DiagramRow] = []
    fields = []
    for number, text in lines:
        stripped = text.strip(BLANKS)
        column = len(text) - len(text.lstrip(BLANKS)) + 1
        if field := split_header(stripped, column):
            key, value, place = field
            fields.append(DiagramField(key, value, number, place))
        elif head is None and not rows and _HEAD_CHARACTERS.issuperset(stripped):
            head = DiagramRow(stripped, None, number, column)
        else:
            rows.append(_row(stripped, number, column))
    return DiagramText(start, head, tuple(rows), tuple(fields))


def ends_like_a_row(text: str) -> bool:
    """Return whether a line ends in a figure; each row of a diagram does."""
    return text.rstrip(BLANKS).endswith(tuple(_FIGURES))


def _row(stripped: str, line: int, column: int) -> DiagramRow:
    """Return a row: its cells and, if there is one, its number."""
    cells = stripped.rstrip(_FIGURES)
    figures = stripped[len(cells) :]
    if not 0 < len(figures) <= _LONGEST_NUMBER:
        return DiagramRow(stripped, None, line, column)
    return DiagramRow(cells.rstrip(BLANKS), int(figures), line, column)
