"""Rows as aligned columns, or as CSV safe for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from kifu.core.message import visible
from kifu.core.untrusted_text import safe_csv_cell
from notation.diagnostic_rendering import display_width

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


def row_as_csv(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as CSV, ended by LF.

    None is an empty cell; a text of several lines keeps its lines, in quotes.
    Unless `raw`, text that a spreadsheet would run as a formula is made harmless (:mod:`kifu.core.untrusted_text`).
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells if raw else map(safe_csv_cell, cells))
    return out.getvalue()


def visible_csv_line(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as one CSV line, control characters visible."""
    return row_as_csv((visible(cell) if isinstance(cell, str) else cell for cell in cells), raw=raw)


def rows_as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]], *, raw: bool = False) -> str:
    """Return rows as CSV with a head of `columns`.

    Each row maps these names to cells, see :func:`row_as_csv`.
    """
    lines = (row_as_csv((row[name] for name in columns), raw=raw) for row in rows)
    return row_as_csv(columns) + "".join(lines)


GAP = "  "


def align_columns(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """Yield rows as lines with columns aligned.

    Each column is as wide as its widest cell; the columns `right` (from 0) end flush.
    """
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - display_width(cell))
            cells.append(blanks + cell if place in right else cell + blanks)
        yield GAP.join(cells).rstrip()
