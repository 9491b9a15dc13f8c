"""Cuts files into pieces of whole records, holding one piece of a file at a time."""

from __future__ import annotations

import codecs
import hashlib
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from analysis.bulk.copies import recoded
from analysis.bulk.pieces import LF, Piece, any_begins, begin, count, last
from notation.encoding import OTHER_BOMS, UTF8_BOM
from notation.limits import LIMITS
from notation.reading import encoding_notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import IO

    from analysis.bulk.copies import Opener

    Cut = tuple[int, int, bool]
    """Where a part of a file begins, its size, in bytes, and whether it is one record that is too large."""
    Each = Callable[[Callable[[Cut], "Part"], Sequence[Cut]], Iterable["Part"]]
    """What `map` does, be it in this process or in others."""

BLOCK = 1 << 23
"""Bytes of a piece, about; a record that is longer is one piece all the same."""
SHOWN = 1 << 12
"""Bytes that are read of a record that is too large: its first lines tell which it is."""


class Part(NamedTuple):
    """A part of a file that is a piece of it, looked at."""

    at: int
    """Bytes of the file above it."""
    size: int
    records: int
    lines: int
    tidy: bool
    """As a piece has it."""
    large: bool = False
    """Likewise."""


class Survey(NamedTuple):
    """A file that can be cut, looked through once."""

    name: str
    sha256: str
    open: Opener
    """Opens it, or its copy."""
    encoding: str
    bom: bool
    parts: tuple[Part, ...]
    copied: bool
    """Whether it is cut from a temporary copy in UTF-8."""


class Place(NamedTuple):
    """A piece whose bytes are still where they stand."""

    piece: Piece
    """With no data."""
    size: int
    """In bytes; of a record that is too large, only the beginning is read."""
    open: Opener

    def read(self) -> Piece:
        """Return the whole piece. Raises OSError."""
        with self.open() as file:
            file.seek(self.piece.at)
            if self.piece.large:
                data = file.read(SHOWN)
                return self.piece._replace(data=data[: data.rfind(LF) + 1].decode(errors="ignore").encode())
            return self.piece._replace(data=file.read(self.size))


class _Unfit(Exception):
    """The file is none that can be cut."""


class _OtherText(Exception):
    """The file may be text, but not UTF-8 in lines that end in LF or CRLF."""


def survey(name: str, opener: Opener, *, hashed: bool = True, size: int = BLOCK, each: Each = map) -> Survey | None:
    """Look through a file that is to be cut into pieces of about `size` bytes.

    None: it has to be read as a whole, by :func:`notation.reading.read`. Such are JSON, what is no text, and what has no
    record. A file that is not UTF-8, or has line ends of old Macintoshes, is copied to a temporary one. Without `hashed`,
    its sha256 is left empty. `each` may have the parts looked at by other processes. Raises OSError as `opener` and what
    it opens do.
    """
    with opener() as file:
        head = file.read(len(UTF8_BOM) + 1)
        file.seek(0)
        sha256 = hashlib.file_digest(file, "sha256").hexdigest() if hashed else ""  # type: ignore[arg-type]
    if head.startswith(OTHER_BOMS):
        return None
    bom = head.startswith(UTF8_BOM)
    try:
        encoding, text, parts = _looked_at(opener, size, each, bom=bom)
    except _Unfit:
        return None
    if not any(part.records and not part.large for part in parts):
        return None
    return Survey(name, sha256, text, encoding, bom, parts, text is not opener)


def places(found: Survey) -> Iterator[Place]:
    """Yield the pieces of a file, without reading them."""
    notes = encoding_notes(found.encoding, bom=found.bom)
    records, tidy = sum(part.records for part in found.parts), all(part.tidy for part in found.parts)
    first = above = 0
    for part in found.parts:
        piece = Piece(
            *(found.name, found.sha256, b"", found.encoding, found.bom, notes),
            *(first, above, part.at, records, tidy, part.large),
        )
        yield Place(piece, part.size, found.open)
        first += part.records
        above += part.lines


def pieces(found: Survey) -> Iterator[Piece]:
    """Yield the pieces of a file."""
    return (place.read() for place in places(found))


def _looked_at(opener: Opener, size: int, each: Each, *, bom: bool) -> tuple[str, Opener, tuple[Part, ...]]:
    """Return the encoding of a file, what opens it or a copy in UTF-8, and the parts of that. Raises _Unfit."""
    try:
        return "utf-8", opener, _parts(opener, len(UTF8_BOM) if bom else 0, size, each)
    except _OtherText:
        copy = recoded(opener, bom=bom)
    if copy is None:
        raise _Unfit
    return *copy, _parts(copy[1], 0, size, map)


def _parts(opener: Opener, start: int, size: int, each: Each) -> tuple[Part, ...]:
    """Return the parts of a file from a byte on. Raises _Unfit and _OtherText."""
    try:
        with opener() as file:
            file.seek(start)
            cuts = list(_cuts(file, size))
        return tuple(each(partial(_look, opener), cuts))
    except UnicodeDecodeError:
        raise _OtherText from None


def _cuts(file: IO[bytes], size: int) -> Iterator[Cut]:
    """Yield the parts of the rest of a file that is UTF-8, as far as can be told without looking at all of it.

    Each begins with a record, the first with what stands above it. Raises _Unfit, and UnicodeDecodeError.
    """
    at = file.tell()
    seen = False
    rest = b""
    while block := _block(file, size):
        data = rest + block
        seen = seen or _is_text(data)
        searched = rest.rfind(LF) + 1
        end = last(data, searched)
        if any_begins(data, end):
            yield at, end, False
            at += end
            rest = data[end:]
        else:
            codecs.utf_8_decode(data[searched:], "strict", False)  # noqa: FBT003 - a character may go on in the next block
            rest = data
        if len(rest) > LIMITS.record and any_begins(
            rest, end := last(rest)
        ):  # what came after a record that is too large
            yield at, end, False
            at += end
            rest = rest[end:]
        if len(rest) > LIMITS.record:
            after, rest = _passed_over(file, rest, size)
            yield at, after, True
            at += after
            if not rest:
                return
    yield at, len(rest), False


def _block(file: IO[bytes], size: int) -> bytes:
    """Return the next bytes of a file that may be text. Raises _Unfit."""
    block = file.read(size)
    if b"\x00" in block:
        raise _Unfit
    return block


def _passed_over(file: IO[bytes], held: bytes, size: int) -> tuple[int, bytes]:
    """Go on in a file to the end of a record that is too large, of which nothing is held.

    `held` is what has been read of it. Return how long it is, and what has been read of the next one; nothing where the
    file ends. Raises _Unfit.
    """
    begun = any_begins(held, held.rfind(LF) + 1)
    tail = held[held.rfind(LF) + 1 :]
    passed = len(held) - len(tail)
    while block := _block(file, size):
        data = tail + block
        whole = data.rfind(LF) + 1
        starts = begin(data[:whole])[0 if begun else 1 :]
        if starts:
            return passed + starts[0], data[starts[0] :]
        begun = begun or any_begins(data, whole)
        # A line that is longer than any may be begins no record, wherever it is broken.
        tail = data[max(whole, len(data) - LIMITS.line) :]
        passed += len(data) - len(tail)
    return passed + len(tail), b""


def _is_text(part: bytes) -> bool:
    """Tell whether something stands in the lines; raise _Unfit where it looks like JSON."""
    text = part.lstrip()
    if text.startswith(b"{"):
        raise _Unfit
    return bool(text)


def _look(opener: Opener, cut: Cut) -> Part:
    """Look at a part of a file. Raises _OtherText, UnicodeDecodeError and OSError."""
    at, size, large = cut
    with opener() as file:
        file.seek(at)
        if large:
            return Part(at, size, 1, _lines_of(file, size), tidy=False, large=True)
        data = file.read(size)
    _require_text(data)
    data.decode()
    records, tidy = count(data)
    return Part(at, size, records, data.count(LF), tidy)


def _lines_of(file: IO[bytes], size: int) -> int:
    """Return how many lines end in the next bytes of a file, of which little is held. Raises as _look does."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    lines = 0
    ended = b""
    while size and (data := file.read(min(size, BLOCK))):
        size -= len(data)
        decoder.decode(data, final=not size)
        _require_text(ended + data[: len(data) - data.endswith(b"\r")])
        ended = b"\r" if data.endswith(b"\r") else b""
        lines += data.count(LF)
    return lines


def _require_text(data: bytes) -> None:
    """Raise _OtherText for line ends of old Macintoshes."""
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        raise _OtherText
