"""Looks through the bytes of a piece: by machine code, or with Python where the compiler is not installed.

Files are looked through before anything else can be done with them, so numpy need not be loaded for it.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.bulk import eights, look_kernel
from analysis.bulk import look_kernel as layout
from analysis.bulk.pieces import LF, PLAIN_HEAD, begin, count
from kifu.kernels.bind import compiled, named
from kifu.kernels.machine_code import kept
from kifu.model.extras import installed

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
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


def look(data: bytes | bytearray) -> Looked:
    """Look through bytes that begin at the beginning of a line."""
    if not installed("fast"):
        return _interpreted(data)
    seen = _seen(data, array("q"), check=True)
    if not seen[layout.IS_UTF8] or seen[layout.LONE_CR] or data.endswith(b"\r"):
        return Looked(text=False, lines=0, records=0, tidy=False)
    tidy = seen[layout.HEADS] == seen[layout.NAMES]
    records = seen[layout.HEADS] if tidy else count(data)[0]
    return Looked(text=True, lines=seen[layout.LINES], records=records, tidy=tidy)


def heads(data: bytes, *, tidy: bool) -> Heads:
    """Return where the records of a piece begin. `tidy` is that of the piece."""
    if not installed("fast"):
        return _asked(data, tidy=tidy)
    import numpy as np  # noqa: PLC0415 - the module docstring says why

    table = np.empty((len(data) // len(PLAIN_HEAD) + 1) * layout.HEAD_COLUMNS, dtype=np.int64)
    seen = _seen(data, table, check=False)
    if seen[layout.HEADS] != seen[layout.NAMES] and not tidy:
        return _asked(data, tidy=False)
    rows = table[: layout.HEAD_COLUMNS * seen[layout.HEADS]].reshape(-1, layout.HEAD_COLUMNS)
    return Heads(rows[:, layout.START].copy(), rows[:, layout.REPEATED] == 1, seen[layout.LINES])


def _seen(data: bytes | bytearray, heads: NDArray[np.int64] | array[int], *, check: bool) -> array[int]:
    """Return what the kernel has seen; it fills `heads` as far as they go."""
    seen = array("q", bytes(8 * layout.COLUMNS))
    _kernel()(data, int(check), bytearray(layout.MEMORY), seen, heads)
    return seen


def _interpreted(data: bytes | bytearray) -> Looked:
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
    import numpy as np  # noqa: PLC0415 - the module docstring says why

    starts = np.array(begin(data, tidy=tidy), dtype=np.int64)
    return Heads(starts, np.zeros(len(starts), dtype=np.bool_), data.count(LF))


@cache
def _kernel() -> Callable[..., None]:
    return kept(named(look_kernel.__name__), lambda: compiled(look_kernel.__name__, eights.__name__, entry="look").look)
