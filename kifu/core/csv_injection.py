"""Protection from CSV injection: no cell runs as a formula."""

from __future__ import annotations

import re

_STARTS = tuple("=+-@\t\r\n＝＋－＠")
"""The characters that begin a formula, in both widths, and those that spreadsheets skip before a formula."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", re.ASCII)


def harmless(value: object) -> object:
    """Cell of a value, safe from formula injection.

    Text that a spreadsheet would run gets a ' before it; any other value is unchanged.
    """
    if isinstance(value, str) and value.startswith(_STARTS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value
