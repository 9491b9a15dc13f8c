"""Looks through bytes for what tells how a file can be cut."""

from __future__ import annotations

from typing import NamedTuple

from analysis.bulk.pieces import LF, count


class Looked(NamedTuple):
    """What tells how a file can be cut."""

    text: bool
    """Whether the bytes are UTF-8 in lines that end in LF or CRLF."""
    lines: int
    """How many LFs there are."""
    records: int
    tidy: bool
    """See :attr:`analysis.bulk.pieces.Piece.tidy`."""


NO_TEXT = Looked(text=False, lines=0, records=0, tidy=False)


def look(data: bytes | bytearray) -> Looked:
    """Look through bytes that begin at the beginning of a line."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return NO_TEXT
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        return NO_TEXT
    records, tidy = count(data)
    return Looked(text=True, lines=data.count(LF), records=records, tidy=tidy)
