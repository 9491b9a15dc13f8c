"""Cuts files into pieces of whole records, reading each file twice and holding one piece of it at a time."""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING, NamedTuple

from analysis.bulk.pieces import LF, Piece, count, last
from kifu.errors import UnreadableFile
from notation.encoding import OTHER_BOMS, UTF8_BOM, decode
from notation.reading import encoding_notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

BLOCK = 1 << 23
"""Bytes that a piece has at most, if its first record is no longer than that."""


class Survey(NamedTuple):
    """A file that can be cut, looked through once."""

    name: str
    sha256: str
    open: Callable[[], BinaryIO]
    """Opens it, or its text in UTF-8."""
    encoding: str
    bom: bool
    records: int
    tidy: bool
    """As a piece has it."""


class _Unfit(Exception):
    """The file is none that can be cut."""


def survey(name: str, opener: Callable[[], BinaryIO], *, hashed: bool = True) -> Survey | None:
    """Look through a file. None: it has to be read as a whole, by :func:`notation.reading.read`.

    Such are JSON, what is no text, what has no record, and files with line ends of old Macintoshes. A file that is not
    UTF-8 is held in memory, as text. Without `hashed`, its sha256 is left empty. Raises OSError as
    `opener` and what it opens do.
    """
    digest = hashlib.sha256() if hashed else None
    with opener() as file:
        head = file.read(len(UTF8_BOM) + 1)
    if head.startswith(tuple(OTHER_BOMS)):
        return None
    bom = head.startswith(UTF8_BOM)
    try:
        with opener() as file:
            records, tidy = _count(file, digest, bom=bom)
    except UnicodeDecodeError:
        return None if bom else _recoded(name, opener)
    except _Unfit:
        return None
    sha256 = digest.hexdigest() if digest else ""
    return Survey(name, sha256, opener, "utf-8", bom, records, tidy) if records else None


def pieces(found: Survey, size: int = BLOCK) -> Iterator[Piece]:
    """Yield the pieces of a file, each of about `size` bytes or one record."""
    notes = encoding_notes(found.encoding, bom=found.bom)
    whole = Piece(
        found.name, found.sha256, b"", found.encoding, found.bom, notes, records=found.records, tidy=found.tidy
    )
    with found.open() as file:
        at = len(file.read(len(UTF8_BOM))) if found.bom else 0
        first = above = 0
        rest = b""
        while block := file.read(size):
            data = rest + block
            end = last(data)
            part = data[:end]
            records, _ = count(part, tidy=found.tidy)
            if records:
                rest = data[end:]
                yield whole._replace(data=part, first=first, above=above, at=at)
                at += len(part)
                first += records
                above += data.count(LF, 0, end)
            else:
                rest = data
        yield whole._replace(data=rest, first=first, above=above, at=at)


def _count(file: BinaryIO, digest: hashlib._Hash | None, *, bom: bool) -> tuple[int, bool]:
    """Return how many records a file of UTF-8 has, and whether it is tidy.

    Raises _Unfit, and UnicodeDecodeError where it is something else.
    """
    records = 0
    tidy = True
    seen = False
    rest = b""
    while block := file.read(BLOCK):
        if digest:
            digest.update(block)
        data = rest + block
        if bom:
            data, bom = data[len(UTF8_BOM) :], False
        stop = data.rfind(LF) + 1
        part, rest = (data[:stop], data[stop:]) if stop else (b"", data)
        more, as_should = _look(part)
        records, tidy = records + more, tidy and as_should
        seen = seen or _is_text(part)
    more, as_should = _look(rest)
    if not seen:
        _is_text(rest)
    return records + more, tidy and as_should


def _look(part: bytes) -> tuple[int, bool]:
    """Return how many records begin in some whole lines, and whether they are tidy."""
    if b"\x00" in part or (b"\r" in part and part.count(b"\r") != part.count(b"\r\n")):
        raise _Unfit
    part.decode()
    return count(part)


def _is_text(part: bytes) -> bool:
    """Tell whether something stands in the lines; raise _Unfit where it looks like JSON."""
    text = part.lstrip()
    if text.startswith(b"{"):
        raise _Unfit
    return bool(text)


def _recoded(name: str, opener: Callable[[], BinaryIO]) -> Survey | None:
    """Return a file that is not UTF-8 as if it were."""
    with opener() as file:
        data = file.read()
    try:
        source = decode(name, data)
    except UnreadableFile:
        return None
    text = data.decode(source.encoding).encode()
    try:
        records, tidy = _count(io.BytesIO(text), None, bom=False)
    except _Unfit:
        return None
    sha256 = hashlib.sha256(data).hexdigest()
    if not records:
        return None
    return Survey(name, sha256, lambda: io.BytesIO(text), source.encoding, bom=False, records=records, tidy=tidy)
