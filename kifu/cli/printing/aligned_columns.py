"""Aligns rows of text in columns, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.rendering import display_width

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

GAP = "  "


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """Yield rows as lines without LF. Each column is as wide as its widest cell; the columns `right` (from 0) end flush."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - display_width(cell))
            cells.append(blanks + cell if place in right else cell + blanks)
        yield GAP.join(cells).rstrip()
