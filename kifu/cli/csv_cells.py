"""CSV for programs, and for people who open it in a spreadsheet: no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING

from analysis.cells import harmless
from kifu.cli.printing import unguarded
from kifu.message import visible

if TYPE_CHECKING:
    from collections.abc import Iterable


def line_of(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return one line of CSV, ended by LF. None is an empty cell; control characters of texts become their pictures.

    Text is kept from being run by spreadsheets (:mod:`analysis.cells`), unless it is to be `raw`.
    """
    shown = (visible(cell) if isinstance(cell, str) else cell for cell in cells)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(shown if raw else map(harmless, shown))
    return out.getvalue()


def write_as_utf8() -> None:
    """Make standard output UTF-8, whatever the locale: a program reads it."""
    stream = unguarded(sys.stdout)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
