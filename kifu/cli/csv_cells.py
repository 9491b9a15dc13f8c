"""CSV for programs, and for people who open it in a spreadsheet: no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING

from kifu.message import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula."""


def harmless(text: str) -> str:
    """Return a cell that no spreadsheet computes: one that begins like a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def line_of(cells: Iterable[object]) -> str:
    """Return one line of CSV, ended by LF. None is an empty cell; control characters of texts become their pictures."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([harmless(visible(cell)) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()


def write_as_utf8() -> None:
    """Make standard output UTF-8, whatever the locale: a program reads it."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
