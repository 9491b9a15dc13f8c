"""Splits the lines of a diagram into column names, rows and fields. What the cells mean is the game's business."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.diagram import DiagramField, DiagramRow, DiagramText
from kifu.squares import COLUMNS, DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterable

_ROW = re.compile(rf"[ \u3000\t]*(.*?)[ \u3000\t]*(?<![{DIGITS}])([{DIGITS}]{{1,2}})[ \u3000\t]*")
_FIELD = re.compile(r"[ \u3000\t]*([^：:]{1,40}?)[ \u3000\t]*[：:][ \u3000\t]*(.*?)[ \u3000\t]*")
_HEAD_CHARACTERS = frozenset("".join(COLUMNS) + " \u3000\t")


def split(start: int, lines: Iterable[tuple[int, str]]) -> DiagramText:
    """Split the numbered, non-blank `lines` of a diagram whose 局面図 stands on line `start`."""
    head = None
    rows = []
    fields = []
    for number, text in lines:
        if field := _FIELD.fullmatch(text):
            fields.append(DiagramField(field[1], field[2], number, field.start(2) + 1))
        elif head is None and not rows and _HEAD_CHARACTERS.issuperset(text):
            stripped = text.strip(" \u3000\t")
            head = DiagramRow(stripped, None, number, text.index(stripped) + 1)
        elif row := _ROW.fullmatch(text):
            rows.append(DiagramRow(row[1], int(row[2]), number, row.start(1) + 1))
        else:
            stripped = text.strip(" \u3000\t")
            rows.append(DiagramRow(stripped, None, number, text.index(stripped) + 1))
    return DiagramText(start, head, tuple(rows), tuple(fields))
