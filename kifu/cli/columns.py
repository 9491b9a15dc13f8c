"""Rows of text in columns, for a terminal, and as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from analysis.cells import harmless
from notation.diagnostics import display_width

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

GAP = "  "


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """Yield rows as lines without LF, every column as wide as its widest cell; the columns `right` end flush."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - display_width(cell))
            cells.append(blanks + cell if place in right else cell + blanks)
        yield GAP.join(cells).rstrip()


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]], *, raw: bool = False) -> str:
    """Return rows as CSV with a head, lines ended by LF; what is None is empty.

    Text is kept from being run by spreadsheets (:mod:`analysis.cells`), unless it is to be `raw`.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: row[name] if raw else harmless(row[name]) for name in columns} for row in rows)
    return out.getvalue()
