"""Looks through bytes for what tells how a file can be cut."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
    lines = int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == LF[0]))  # bytes.count takes five times as long
    return Looked(text=True, lines=lines, records=records, tidy=tidy)
