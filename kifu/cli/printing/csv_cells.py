"""Writes CSV in which no spreadsheet takes a cell for a formula."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING

from kifu.cli.printing.guard import unguarded
from kifu.core.csv_injection import harmless
from kifu.core.message import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def row_as_csv(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as CSV, ended by LF. None is an empty cell; a text of several lines keeps its lines, in quotes.

    Unless `raw`, text that a spreadsheet would run as a formula is made harmless (:mod:`kifu.core.csv_injection`).
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells if raw else map(harmless, cells))
    return out.getvalue()


def line_of(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as :func:`row_as_csv` does, but in one line: control characters are replaced by visible pictures."""
    return row_as_csv((visible(cell) if isinstance(cell, str) else cell for cell in cells), raw=raw)


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]], *, raw: bool = False) -> str:
    """Return rows as CSV with a head of the names `columns`. Each row maps these names to cells, see :func:`row_as_csv`."""
    lines = (row_as_csv((row[name] for name in columns), raw=raw) for row in rows)
    return row_as_csv(columns) + "".join(lines)


def write_as_utf8() -> None:
    """Make standard output UTF-8 in every locale, because a program reads it."""
    stream = unguarded(sys.stdout)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
