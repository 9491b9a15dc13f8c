"""Looks through the bytes of a piece: by machine code, or with Python where the compiler is not installed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.bulk import eights, look_kernel
from analysis.bulk import look_kernel as layout
from analysis.bulk.pieces import LF, PLAIN_HEAD, begin, count
from kifu.kernels.bind import compiled, named
from kifu.kernels.machine_code import kept
from kifu.model.extras import installed

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


class Looked(NamedTuple):
    """What tells how a file can be cut."""

    text: bool
    """Whether the bytes are UTF-8 in lines that end in LF or CRLF."""
    lines: int
    """How many LFs there are."""
    records: int
    tidy: bool
    """See :attr:`analysis.bulk.pieces.Piece.tidy`."""


class Heads(NamedTuple):
    """Where the records of a piece begin."""

    starts: NDArray[np.int64]
    """The beginning of the line that begins each record, in bytes."""
    repeated: NDArray[np.bool_]
    """Whether that line is the same as that of the record before."""
    lines: int
    """How many LFs there are."""


def look(data: bytes) -> Looked:
    """Look through bytes that begin at the beginning of a line."""
    if not installed("fast"):
        return _interpreted(data)
    seen, table = _seen(data, check=True)
    heads = int(seen[layout.HEADS])
    if not seen[layout.IS_UTF8] or seen[layout.LONE_CR] or data.endswith(b"\r"):
        return Looked(text=False, lines=0, records=0, tidy=False)
    tidy = heads == int(seen[layout.NAMES])
    return Looked(text=True, lines=int(seen[layout.LINES]), records=len(table) if tidy else count(data)[0], tidy=tidy)


def heads(data: bytes, *, tidy: bool) -> Heads:
    """Return where the records of a piece begin. `tidy` is that of the piece."""
    if not installed("fast"):
        return _asked(data, tidy=tidy)
    seen, table = _seen(data, check=False)
    if seen[layout.HEADS] != seen[layout.NAMES] and not tidy:
        return _asked(data, tidy=False)
    return Heads(table[:, layout.START].copy(), table[:, layout.REPEATED] == 1, int(seen[layout.LINES]))


def _seen(data: bytes, *, check: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    seen = np.zeros(layout.COLUMNS, dtype=np.int64)
    table = np.empty((len(data) // len(PLAIN_HEAD) + 1, layout.HEAD_COLUMNS), dtype=np.int64)
    memory = np.zeros(layout.MEMORY, dtype=np.uint8)
    _kernel()(np.frombuffer(data, dtype=np.uint8), int(check), memory, seen, table)
    return seen, table[: int(seen[layout.HEADS])]


def _interpreted(data: bytes) -> Looked:
    """Look through bytes with Python."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return Looked(text=False, lines=0, records=0, tidy=False)
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        return Looked(text=False, lines=0, records=0, tidy=False)
    records, tidy = count(data)
    return Looked(text=True, lines=data.count(LF), records=records, tidy=tidy)


def _asked(data: bytes, *, tidy: bool) -> Heads:
    """Return where records begin, found with Python."""
    starts = np.array(begin(data, tidy=tidy), dtype=np.int64)
    return Heads(starts, np.zeros(len(starts), dtype=np.bool_), data.count(LF))


@cache
def _kernel() -> Callable[..., None]:
    return kept(named(look_kernel.__name__), lambda: compiled(look_kernel.__name__, eights.__name__, entry="look").look)
