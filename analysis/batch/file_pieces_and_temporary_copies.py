"""File pieces: whole records in UTF-8, and temporary copies of streams.

A piece has what verdicts tell of its file. A copy is made of a stream that is read twice, and of another encoding as UTF-8.
"""

from __future__ import annotations

import io
import re
import weakref
from collections.abc import Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import IO, TYPE_CHECKING, NamedTuple, overload

from kifu.referee.record import Source, Span
from notation.encoding import HEADS, IN_UTF8, SIGN, TRIED, has_soft_line_end, is_line_utf8, source_of_text
from notation.formats.kif import is_game_line, read_record_in_span, unread_record
from notation.formats.kif_head_reader import GAME
from notation.limits import record_too_large

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Record
    from notation.formats.kif_head_reader import RulesSource

    Opener = Callable[[], AbstractContextManager[IO[bytes]]]
    """Opens a file at its beginning. It may be called again once the previous reader has closed the file."""

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
        return list(_untidy_record_offsets(data))
    # Every 棋種 begins a line and a record.
    at = 1 - len(NEXT)
    starts = [0] if first else []
    for part in parts[:-1]:
        at += len(NEXT) + len(part)
        starts.append(at)
    return starts


def record_count_and_tidiness(data: bytes | bytearray) -> tuple[int, bool]:
    """Return how many records begin in `data`, and whether it is tidy."""
    heads = data.count(NEXT) + data.startswith(PLAIN_HEAD)
    if heads == data.count(NAME):
        return heads, True
    return len(record_offsets(data)), False


def last_record_offset(data: bytes | bytearray, start_byte: int = 0) -> int:
    """Return the offset of the last record with a whole first line.

    0 if there is none.

    Only records from `start_byte` on, the beginning of a line, are looked for.
    """
    end = data.rfind(LF) + 1
    at = data.rfind(NAME, start_byte, end)
    if at < 0:
        return 0
    if at > 0 and data.startswith(NEXT, at - 1):
        return at
    starts = record_offsets(data[start_byte:end])
    return start_byte + starts[-1] if starts else 0


def record_begins_before(data: bytes | bytearray, end_byte: int) -> bool:
    """Tell whether a record begins before byte `end_byte`, a line start."""
    if end_byte == 0:
        return False
    return data.startswith(PLAIN_HEAD) or data.find(NEXT, 0, end_byte) >= 0 or bool(record_offsets(data[:end_byte]))


def _untidy_record_offsets(data: bytes | bytearray) -> Iterator[int]:
    """Yield record offsets, with the reader asked about lines with 棋種."""
    at = data.find(NAME)
    while at >= 0:
        start = data.rfind(LF, 0, at) + 1
        stop = data.find(LF, at)
        stop = len(data) if stop < 0 else stop
        if is_game_line(data[start:stop].removesuffix(b"\r").decode()):
            yield start
        at = data.find(NAME, stop)


class RecordExtract(NamedTuple):
    """The part of a piece that one record takes."""

    start: int
    """In bytes, as `stop`."""
    stop: int
    number: int
    """The record's number in the piece, from 0."""
    above: int
    """How many lines of the piece stand above it."""


def read_record_of_piece(piece: FilePiece, extract: RecordExtract, rules: RulesSource | None) -> Record:
    """Read one record of a piece as within its whole file."""
    whole = source_of_text(
        piece.name, b"", piece.data[extract.start : extract.stop].decode(), piece.encoding, bom=piece.bom
    )
    first = piece.above + extract.above
    head = first + next((number for number, line in enumerate(whole.lines, start=1) if is_game_line(line)), 1)
    source = Source(piece.name, b"", piece.encoding, piece.bom, Excerpt(first, whole.lines), whole.ends)
    if piece.large:
        return unread_record(source, piece.first, Span(first + 1, head), record_too_large(head))
    return read_record_in_span(
        source, piece.first + extract.number, Span(first + 1, first + len(whole.lines)), head, rules
    )


BLOCK = 1 << 16
TOGETHER = 1 << 6
"""Lines that are in memory at a time; of a longer line, a part of `BLOCK` characters counts as one."""
SMALL = 1 << 17
"""Bytes up to which a copy stays in memory; a larger one goes to the disk."""


class TemporaryCopy:
    """Temporary file, closed when freed; an :data:`Opener` when called."""

    def __init__(self) -> None:
        import tempfile  # noqa: PLC0415 - most files need no copy

        self._file = tempfile.SpooledTemporaryFile(SMALL)  # noqa: SIM115 - closed with this object
        weakref.finalize(self, self._file.close)

    @contextmanager
    def __call__(self) -> Iterator[IO[bytes]]:
        """Return the file in a context, positioned at its beginning."""
        self._file.seek(0)
        yield self._file


def copy_stream(head: bytes, stream: IO[bytes]) -> TemporaryCopy:
    """Copy `head` and the rest of a stream to a temporary file.

    Raises what reading the stream raises.
    """
    import shutil  # noqa: PLC0415 - most files need no copy

    copy = TemporaryCopy()
    with copy() as file:
        file.write(head)
        shutil.copyfileobj(stream, file, BLOCK)
    return copy


def encoding_and_utf8_copy(opener: Opener, *, bom: bool) -> tuple[str, TemporaryCopy] | None:
    """Return a file's encoding, and a copy as UTF-8 with LF.

    The copy has no byte order mark.

    The encoding is the one that :func:`notation.encoding.decode` would choose; None if no encoding fits. Only a small
    part of the file is in memory at a time. Raises OSError if the file cannot be opened or read.
    """
    if _may_mix_encodings(opener):
        return None
    for encoding in ("utf-8",) if bom else TRIED:
        copy = TemporaryCopy()
        with opener() as source, copy() as target:
            try:
                is_record = _copy_and_tell_of_records(source, "utf-8-sig" if bom else encoding, target)
            except UnicodeDecodeError:
                continue
        if is_record or encoding == "utf-8":
            return encoding, copy
    return None


def _may_mix_encodings(opener: Opener) -> bool:
    """Tell whether a file may mix encodings, so that it stays whole."""
    found = set()
    kept = b""
    with opener() as file:
        while block := file.read(BLOCK):
            data = kept + block
            found |= {codec for codec, head in HEADS.items() if head in data}
            kept = block[-max(map(len, HEADS.values())) :]
    return len(found) > 1


def _is_really_utf8(line: str, decoded_as: str) -> bool:
    """Tell whether a line that was decoded is UTF-8 in truth."""
    data = b"" if line.isascii() else line.encode(decoded_as)
    return IN_UTF8.search(data) is not None and is_line_utf8(data)


def _with_plain_line_ends(line: str) -> str:
    """Return a line whose ends within it are LF."""
    if line.isascii() or not has_soft_line_end(line):
        return line
    source = source_of_text("", b"", line, "utf-8", bom=False)
    return "".join(text + "\n" * bool(end) for text, end in zip(source.lines, source.ends, strict=True))


def _copy_and_tell_of_records(source: IO[bytes], encoding: str, target: IO[bytes]) -> bool:
    """Copy text as UTF-8; tell whether a line begins a record.

    Raises UnicodeDecodeError, OSError.
    """
    text = io.TextIOWrapper(source, encoding, newline=None)
    is_record, at_line_start = False, True
    try:
        while lines := list(islice(iter(partial(text.readline, BLOCK), ""), TOGETHER)):
            if not encoding.startswith("utf-8") and any(_is_really_utf8(line, encoding) for line in lines):
                raise UnicodeDecodeError(encoding, b"", 0, 0, "a line is UTF-8")
            target.write("".join(map(_with_plain_line_ends, lines)).encode())
            starts_line = [at_line_start, *(line.endswith("\n") for line in lines)]
            is_record = is_record or any(
                re.match(SIGN, line) for line, starts in zip(lines, starts_line, strict=False) if starts
            )
            at_line_start = starts_line[-1]
    finally:
        text.detach()
    return is_record
