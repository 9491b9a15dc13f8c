"""Survey files, and split them into pieces of whole records, one in memory."""

from __future__ import annotations

import codecs
import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.batch.file_pieces_and_temporary_copies import (
    LF,
    FilePiece,
    encoding_and_utf8_copy,
    last_record_offset,
    record_begins_before,
    record_count_and_tidiness,
    record_offsets,
)
from notation.encoding import ESCAPE, OTHER_BOMS, UTF8_BOM
from notation.limits import LIMITS
from notation.reading import encoding_notes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from analysis.batch.file_pieces_and_temporary_copies import Opener

    Cut = tuple[int, int, bytearray | None]
    """A part of a file: where it begins, its size in bytes, and its bytes; None: it is one record that is too large."""

STRETCH = 1 << 16
"""Bytes that are looked at together: what they become fits the memory of those before them."""


class ByteInspection(NamedTuple):
    """Byte statistics that tell how a file can be split."""

    text: bool
    """Whether the bytes are UTF-8 in lines that end in LF or CRLF."""
    lines: int
    """How many LFs there are."""
    records: int
    tidy: bool
    """See :attr:`analysis.batch.file_pieces_and_temporary_copies.FilePiece.tidy`."""


NO_TEXT = ByteInspection(text=False, lines=0, records=0, tidy=False)


def inspect_bytes(data: bytes | bytearray) -> ByteInspection:
    """Look through bytes that begin at the beginning of a line."""
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        return NO_TEXT
    decode = codecs.getincrementaldecoder("utf-8")().decode
    try:
        for at in range(0, len(data), STRETCH):
            decode(data[at : at + STRETCH])
        decode(b"", final=True)
    except UnicodeDecodeError:
        return NO_TEXT
    records, tidy = record_count_and_tidiness(data)
    return ByteInspection(text=True, lines=count_line_feeds(data), records=records, tidy=tidy)


def count_line_feeds(data: bytes | bytearray) -> int:
    """Return how many LFs there are. numpy counts them faster than `bytes.count`."""
    array = np.frombuffer(data, dtype=np.uint8)
    return sum(int(np.count_nonzero(array[at : at + STRETCH] == LF[0])) for at in range(0, len(array), STRETCH))


def has_soft_line_ends(data: bytes | bytearray) -> bool:
    """Tell whether UTF-8 bytes contain NEL, U+2028 or U+2029.

    They are the line ends of :data:`notation.encoding.SOFT`.

    Looking for single bytes, and with numpy, takes a tenth of the time of looking for the characters.
    """
    if b"\xc2" in data and b"\xc2\x85" in data:
        return True
    if b"\xe2" not in data:
        return False
    array = np.frombuffer(data, dtype=np.uint8)
    at = np.flatnonzero(array[:-2] == 0xE2)  # noqa: PLR2004 - U+2028 and U+2029 are E2 80 A8 and E2 80 A9
    return bool(np.any((array[at + 1] == 0x80) & (array[at + 2] & 0xFE == 0xA8)))  # noqa: PLR2004


BLOCK = 1 << 22
"""Bytes of a piece, about. A longer record still is one piece. Larger pieces need more memory and are no quicker."""
SHOWN = 1 << 12
"""Bytes that are read of a record that is too large: its first lines tell which record it is."""


class FilePart(NamedTuple):
    """Future piece of a file, its records and lines counted."""

    at: int
    """Bytes of the file above it."""
    size: int
    """In bytes."""
    records: int
    lines: int
    tidy: bool
    """See :attr:`analysis.batch.file_pieces_and_temporary_copies.FilePiece.tidy`."""
    large: bool = False
    """See :attr:`analysis.batch.file_pieces_and_temporary_copies.FilePiece.large`."""


class FileSurvey(NamedTuple):
    """A file that can be cut, after one pass over it."""

    name: str
    sha256: str
    open: Opener
    """Opens the file, or its copy in UTF-8."""
    encoding: str
    bom: bool
    parts: tuple[FilePart, ...]
    copied: bool
    """Whether its pieces are cut from a temporary copy in UTF-8."""


class UnreadPiece(NamedTuple):
    """A piece whose bytes have not been read yet."""

    piece: FilePiece
    """The piece without its data."""
    size: int
    """In bytes. If the record is too large, only its beginning is read."""
    open: Opener

    def read(self) -> FilePiece:
        """Return the whole piece. Raises OSError."""
        with self.open() as file:
            file.seek(self.piece.at)
            if self.piece.large:
                data = file.read(SHOWN)
                return self.piece._replace(data=data[: data.rfind(LF) + 1].decode(errors="ignore").encode())
            return self.piece._replace(data=file.read(self.size))


class _CannotCut(Exception):
    """The file cannot be cut."""


class _OtherEncodingOrLineEnds(Exception):
    """Possible text, but not UTF-8 with LF or CRLF."""


def survey_file(file_name: str, opener: Opener, *, hashed: bool = True, piece_bytes: int = BLOCK) -> FileSurvey | None:
    """Survey a file for splitting into pieces of about `piece_bytes` bytes.

    Return None if the file has to be read as a whole, by :func:`notation.reading.read`: it is JSON, or no text, or has no
    record. A file that is not UTF-8, or has line ends of old Macintoshes, is copied to a temporary file. Without `hashed`,
    the sha256 is left empty. Raises OSError if the file cannot be opened or read.
    """
    with opener() as file:
        head = file.read(len(UTF8_BOM) + 1)
        file.seek(0)
        sha256 = hashlib.file_digest(file, "sha256").hexdigest() if hashed else ""  # type: ignore[arg-type]
    if head.startswith(OTHER_BOMS):
        return None
    bom = head.startswith(UTF8_BOM)
    try:
        encoding, text, parts = _encoding_opener_and_parts(opener, piece_bytes, bom=bom)
    except _CannotCut:
        return None
    if not any(part.records and not part.large for part in parts):
        return None
    return FileSurvey(file_name, sha256, text, encoding, bom, parts, text is not opener)


def unread_pieces(survey: FileSurvey) -> Iterator[UnreadPiece]:
    """Yield the pieces of a file, without reading them."""
    notes = encoding_notes(survey.encoding, bom=survey.bom)
    records, tidy = sum(part.records for part in survey.parts), all(part.tidy for part in survey.parts)
    first = above = 0
    for part in survey.parts:
        piece = FilePiece(
            *(survey.name, survey.sha256, b"", survey.encoding, survey.bom, notes),
            *(first, above, part.at, records, tidy, part.large),
        )
        yield UnreadPiece(piece, part.size, survey.open)
        first += part.records
        above += part.lines


def read_pieces(surveyed: FileSurvey) -> Iterator[FilePiece]:
    """Yield the pieces of a file, in order. Raises OSError."""
    return (place.read() for place in unread_pieces(surveyed))


def _encoding_opener_and_parts(
    opener: Opener, piece_bytes: int, *, bom: bool
) -> tuple[str, Opener, tuple[FilePart, ...]]:
    """Return encoding, opener and parts of a file.

    The opener opens the file, or its copy in UTF-8. Raises _CannotCut.
    """
    try:
        return "utf-8", opener, _parts_after_byte(opener, len(UTF8_BOM) if bom else 0, piece_bytes, soft_line_ends=True)
    except _OtherEncodingOrLineEnds:
        copy = encoding_and_utf8_copy(opener, bom=bom)
    if copy is None:
        raise _CannotCut
    return *copy, _parts_after_byte(copy[1], 0, piece_bytes, soft_line_ends=False)


def _parts_after_byte(
    opener: Opener, start_byte: int, piece_bytes: int, *, soft_line_ends: bool
) -> tuple[FilePart, ...]:
    """Return the parts of a file from byte `start_byte` on.

    `soft_line_ends`: lines may end as in :data:`notation.encoding.SOFT`.

    Raises _CannotCut and _OtherEncodingOrLineEnds.
    """
    free: list[bytearray] = []
    try:
        with opener() as file:
            parts = tuple(
                _count_records_and_lines(free, cut, soft_line_ends=soft_line_ends)
                for cut in _cut_parts(file, start_byte, piece_bytes, free)
            )
        return tuple(_count_lines_of_large_record(opener, part) if part.large else part for part in parts)
    except UnicodeDecodeError:
        raise _OtherEncodingOrLineEnds from None


def _cut_parts(file: IO[bytes], start_byte: int, block_bytes: int, reusable_buffers: list[bytearray]) -> Iterator[Cut]:
    """Yield the parts of a presumed UTF-8 file from byte `start_byte`.

    Not every byte is decoded here.

    Each part begins with a record; the first part also has the lines above its record. `reusable_buffers` has memory that is used
    again. Raises _CannotCut, and UnicodeDecodeError.
    """
    stop = file.seek(0, os.SEEK_END)
    file.seek(start_byte)
    seen = False
    rest = b""
    while len(
        data := _extend_by_block(rest, file, min(block_bytes, max(stop - file.tell(), 0)), reusable_buffers)
    ) > len(rest):
        seen = seen or _is_not_blank(data)
        searched = rest.rfind(LF) + 1
        end = last_record_offset(data, searched)
        if record_begins_before(data, end):
            rest = bytes(data[end:])
            del data[end:]
            yield start_byte, end, data
            start_byte += end
        else:
            codecs.utf_8_decode(data[searched:], "strict", False)  # noqa: FBT003 - a character may go on in the next block
            rest = bytes(data)
            reusable_buffers.append(data)
        # Records that follow a record over the limit are cut off here.
        if len(rest) > LIMITS.record and record_begins_before(rest, end := last_record_offset(rest)):
            yield start_byte, end, bytearray(rest[:end])
            start_byte += end
            rest = rest[end:]
        if len(rest) > LIMITS.record:
            length, rest = _length_and_rest_of_large_record(file, rest, block_bytes)
            yield start_byte, length, None
            start_byte += length
            if not rest:
                return
    yield start_byte, len(rest), data


def _extend_by_block(rest: bytes, file: IO[bytes], block_bytes: int, reusable_buffers: list[bytearray]) -> bytearray:
    """Return `rest` with the next `block_bytes` bytes of a file.

    Fewer at its end. Raises _CannotCut if they are no text.

    The memory comes from `reusable_buffers`, for new memory takes as long as all that is done with the bytes.
    """
    data = reusable_buffers.pop() if reusable_buffers else bytearray()
    try:
        data[len(rest) + block_bytes :] = bytes(max(len(rest) + block_bytes - len(data), 0))
    except BufferError:  # machine code that was made just now may hold the memory a little longer
        data = bytearray(len(rest) + block_bytes)
    data[: len(rest)] = rest
    with memoryview(data) as whole, whole[len(rest) :] as room:
        read = file.readinto(room)  # type: ignore[attr-defined]  # files of bytes have this method
    del data[len(rest) + read :]
    if data.find(0, len(rest)) >= 0 or (
        data.find(ESCAPE[0], len(rest)) >= 0 and data.find(ESCAPE, max(len(rest) - 1, 0)) >= 0
    ):
        raise _CannotCut  # an escape sequence of ISO-2022-JP is told from a character of a comment where the whole is read
    return data


def _read_block(file: IO[bytes], size: int) -> bytes:
    """Return the next `size` bytes of a file, fewer at its end.

    Raises _CannotCut if they are no text.
    """
    block = file.read(size)
    if b"\x00" in block:
        raise _CannotCut
    return block


def _length_and_rest_of_large_record(file: IO[bytes], rest: bytes, block_bytes: int) -> tuple[int, bytes]:
    """Skip a record that is too large, in constant memory.

    `rest` holds the bytes of the record that have been read. Return its length in bytes, and the bytes that have been
    read of the next record: none where the file ends. Raises _CannotCut.
    """
    begun = record_begins_before(rest, rest.rfind(LF) + 1)
    tail = rest[rest.rfind(LF) + 1 :]
    passed = len(rest) - len(tail)
    while block := _read_block(file, block_bytes):
        data = tail + block
        whole = data.rfind(LF) + 1
        starts = record_offsets(data[:whole])[0 if begun else 1 :]
        if starts:
            return passed + starts[0], data[starts[0] :]
        begun = begun or record_begins_before(data, whole)
        # A line longer than the limit begins no record, so it does not matter where it is broken.
        tail = data[max(whole, len(data) - LIMITS.line) :]
        passed += len(data) - len(tail)
    return passed + len(tail), b""


def _is_not_blank(part: bytearray) -> bool:
    """Tell whether bytes are not blank. Raises _CannotCut for JSON."""
    text = part[:SHOWN].lstrip() or part.lstrip()
    if text.startswith(b"{"):
        raise _CannotCut
    return bool(text)


def _count_records_and_lines(reusable_buffers: list[bytearray], cut: Cut, *, soft_line_ends: bool) -> FilePart:
    """Count records and lines of a part, unless it is too large.

    Its memory is free then. Raises _OtherEncodingOrLineEnds.
    """
    at, size, data = cut
    if data is None:
        return FilePart(at, size, 1, 0, tidy=False, large=True)
    looked = inspect_bytes(data)
    ended = soft_line_ends and has_soft_line_ends(data)
    reusable_buffers.append(data)
    if ended or not looked.text:
        raise _OtherEncodingOrLineEnds
    return FilePart(at, size, looked.records, looked.lines, looked.tidy)


def _count_lines_of_large_record(opener: Opener, part: FilePart) -> FilePart:
    """Count the lines of a record that is too large.

    Raises _OtherEncodingOrLineEnds, UnicodeDecodeError and OSError.
    """
    with opener() as file:
        file.seek(part.at)
        return part._replace(lines=_count_line_ends(file, part.size))


def _count_line_ends(file: IO[bytes], size: int) -> int:
    """Count line ends in the next `size` bytes, block by block.

    Raises what _large raises.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    lines = 0
    ended = b""
    while size and (data := file.read(min(size, BLOCK))):
        size -= len(data)
        decoder.decode(data, final=not size)
        _refuse_cr_line_ends(ended + data[: len(data) - data.endswith(b"\r")])
        ended = b"\r" if data.endswith(b"\r") else b""
        lines += data.count(LF)
    return lines


def _refuse_cr_line_ends(data: bytes) -> None:
    """Raise _OtherEncodingOrLineEnds for lines that end in CR alone."""
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        raise _OtherEncodingOrLineEnds
