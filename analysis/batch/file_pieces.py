"""File pieces: whole records in UTF-8, with what verdicts tell of files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from kifu.referee.record import Source, Span
from notation.encoding import split
from notation.formats.kif import begins_record, read_part, unread
from notation.formats.kif_head import GAME
from notation.limits import record_too_large

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Record
    from notation.formats.kif_head import Rules

NAME = GAME.encode()
PLAIN_HEAD = f"{GAME}：".encode()
LF = b"\n"
NEXT = LF + PLAIN_HEAD


class FilePiece(NamedTuple):
    """Consecutive records of a file, from its start or a record's start."""

    name: str
    """Of the file."""
    sha256: str
    """Of the file's bytes, in hexadecimal."""
    data: bytes
    """The piece as UTF-8, without a byte order mark; it ends with a line, or with the file."""
    encoding: str = "utf-8"
    bom: bool = False
    notes: tuple[Diagnostic, ...] = ()
    """The diagnostics of the file as a whole."""
    first: int = 0
    """Index in the file of the piece's first record."""
    above: int = 0
    """Lines of the file above the piece."""
    at: int = 0
    """Bytes of the file, in UTF-8, above the piece."""
    records: int = 1
    """How many records the file has."""
    tidy: bool = False
    """Whether every 棋種 of the file is known to begin a line 棋種：… ."""
    large: bool = False
    """Whether the piece is one record that is too large; then `data` has only its beginning."""


class Excerpt(Sequence[str]):
    """Lines of a file without the first `above`, numbered as there."""

    def __init__(self, above: int, lines: Sequence[str]) -> None:
        self._above = above
        self._lines = lines

    def __len__(self) -> int:
        """Return the number of lines up to the excerpt's end."""
        return self._above + len(self._lines)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        """Return lines by file index from 0; IndexError for missing ones."""
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if start < self._above:
                raise IndexError(start)
            return self._lines[start - self._above : stop - self._above : step]
        if at < self._above:
            raise IndexError(at)
        return self._lines[at - self._above]


def record_offsets(data: bytes | bytearray, *, tidy: bool = False) -> list[int]:
    """Return the byte offsets of record beginnings.

    `data` is UTF-8, its lines end in LF or CRLF.

    `tidy` is that of the piece (:attr:`FilePiece.tidy`).
    """
    first = data.startswith(PLAIN_HEAD)
    parts = data.split(NEXT)
    if not tidy and data.count(NAME) > len(parts) - 1 + first:
        return list(_begin_untidily(data))
    # Every 棋種 begins a line and a record.
    at = 1 - len(NEXT)
    starts = [0] if first else []
    for part in parts[:-1]:
        at += len(NEXT) + len(part)
        starts.append(at)
    return starts


def count(data: bytes | bytearray) -> tuple[int, bool]:
    """Return how many records begin in `data`, and whether it is tidy."""
    heads = data.count(NEXT) + data.startswith(PLAIN_HEAD)
    if heads == data.count(NAME):
        return heads, True
    return len(record_offsets(data)), False


def last_record_offset(data: bytes | bytearray, start: int = 0) -> int:
    """Return the offset of the last record with a whole first line.

    0 if there is none.

    Only records from `start` on, the beginning of a line, are looked for.
    """
    end = data.rfind(LF) + 1
    at = data.rfind(NAME, start, end)
    if at < 0:
        return 0
    if at > 0 and data.startswith(NEXT, at - 1):
        return at
    starts = record_offsets(data[start:end])
    return start + starts[-1] if starts else 0


def any_begins(data: bytes | bytearray, end: int) -> bool:
    """Tell whether a record begins before byte `end`, a line start."""
    if end == 0:
        return False
    return data.startswith(PLAIN_HEAD) or data.find(NEXT, 0, end) >= 0 or bool(record_offsets(data[:end]))


def _begin_untidily(data: bytes | bytearray) -> Iterator[int]:
    """Yield record offsets, with the reader asked about lines with 棋種."""
    at = data.find(NAME)
    while at >= 0:
        start = data.rfind(LF, 0, at) + 1
        stop = data.find(LF, at)
        stop = len(data) if stop < 0 else stop
        if begins_record(data[start:stop].removesuffix(b"\r").decode()):
            yield start
        at = data.find(NAME, stop)


class Extract(NamedTuple):
    """The part of a piece that one record takes."""

    start: int
    """In bytes, as `stop`."""
    stop: int
    number: int
    """The record's number in the piece, from 0."""
    above: int
    """How many lines of the piece stand above it."""


def careful(piece: FilePiece, extract: Extract, rules: Rules | None) -> Record:
    """Read one record of a piece as within its whole file."""
    whole = split(piece.name, b"", piece.data[extract.start : extract.stop].decode(), piece.encoding, bom=piece.bom)
    first = piece.above + extract.above
    head = first + next((number for number, line in enumerate(whole.lines, start=1) if begins_record(line)), 1)
    source = Source(piece.name, b"", piece.encoding, piece.bom, Excerpt(first, whole.lines), whole.ends)
    if piece.large:
        return unread(source, piece.first, Span(first + 1, head), record_too_large(head))
    return read_part(source, piece.first + extract.number, Span(first + 1, first + len(whole.lines)), head, rules)
