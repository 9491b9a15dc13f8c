"""CSV for programs, and for people who open it in a spreadsheet: no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING

from analysis.tables.cells import harmless
from kifu.cli.printing.guard import unguarded
from kifu.model.message import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def row_as_csv(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as CSV, ended by LF. None is an empty cell; a text of several lines has them, in quotes.

    Text is kept from being run by spreadsheets (:mod:`analysis.tables.cells`), unless it is to be `raw`.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells if raw else map(harmless, cells))
    return out.getvalue()


def line_of(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as :func:`row_as_csv` does, in one line: control characters of texts become their pictures."""
    return row_as_csv((visible(cell) if isinstance(cell, str) else cell for cell in cells), raw=raw)


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]], *, raw: bool = False) -> str:
    """Return rows as CSV with a head; each is as :func:`row_as_csv` has it."""
    lines = (row_as_csv((row[name] for name in columns), raw=raw) for row in rows)
    return row_as_csv(columns) + "".join(lines)


def write_as_utf8() -> None:
    """Make standard output UTF-8, whatever the locale: a program reads it."""
    stream = unguarded(sys.stdout)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
