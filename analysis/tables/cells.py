"""Cells of CSV that a spreadsheet takes for text: what a record says is never run as a formula."""

from __future__ import annotations

import re

_STARTS = tuple("=+-@\t\r\n＝＋－＠")
"""How what spreadsheets run begins: also in full-width characters, and behind what they pass over."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", re.ASCII)


def harmless(value: object) -> object:
    """Return what stands for a value in a cell: text that would be run has a ' before it, anything else is itself."""
    if isinstance(value, str) and value.startswith(_STARTS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value
