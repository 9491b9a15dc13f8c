"""Cuts a long file into pieces of whole records, so that no more than a piece of it is ever in memory."""

from __future__ import annotations

import codecs
import hashlib
import re
import shutil
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from analysis.corpus.rows import Whole
from notation.encoding import ENCODINGS, OTHER_BOMS, SIGN, UTF8_BOM
from notation.formats.kif import begins_record
from notation.formats.kif_head import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from analysis.corpus.variants import Variants
    from kifu.diagnostic import Diagnostic

SIZE = 1 << 20
"""Bytes of a piece, about; a record that is longer is one piece all the same."""
_LINE_END = re.compile(rb"[\r\n]")


class Piece(NamedTuple):
    """Whole records of one file; see :func:`analysis.corpus.rows.tables`."""

    name: str
    data: bytes
    index: int = 0  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    whole: Whole | None = None
    """None: `data` is the whole file."""
    failed: Diagnostic | None = None
    """Why the file could not be read."""
    variants: Variants = ()
    """The variant files its records name."""


class _Survey(NamedTuple):
    """What a look over a whole file tells. `encoding` is None where it is not to be cut."""

    sha256: str
    encoding: str | None
    bom: bool


def pieces(name: str, stream: IO[bytes], size: int = SIZE) -> Iterator[Piece]:
    """Yield the records of a file in pieces of about `size` bytes; a file that is not longer is one piece.

    A file is cut before lines that begin a record, if it is text of one encoding; JSON, and what is no text, stays
    whole. Raises what reading the stream raises.
    """
    head = stream.read(size + 1)
    if len(head) <= size:
        yield Piece(name, head)
        return
    with tempfile.TemporaryFile() as copy:  # a stream may not be read twice
        copy.write(head)
        shutil.copyfileobj(stream, copy, size)
        survey = _survey(copy, head, size)
        if survey.encoding is None:
            copy.seek(0)
            yield Piece(name, copy.read())
            return
        index = lines = 0
        copy.seek(len(UTF8_BOM) if survey.bom else 0)
        for data in _cut(copy, survey.encoding, size):
            yield Piece(name, data, index, Whole(survey.sha256, survey.encoding, survey.bom, lines))
            index += len(_beginnings(data, survey.encoding, 0, end=True))
            lines += data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def _survey(file: IO[bytes], head: bytes, size: int) -> _Survey:
    """Look over the file once for each encoding that it may be in, as :func:`notation.encoding.decode` does."""
    digest = hashlib.sha256()
    text = True
    for data in _blocks(file, 0, size):
        digest.update(data)
        text = text and b"\x00" not in data
    bom = head.startswith(UTF8_BOM)
    json = head.lstrip(b" \t\r\n\xef\xbb\xbf").startswith(b"{")
    encoding = None
    if text and not json and not head.startswith(tuple(OTHER_BOMS)):
        possible = ("utf-8",) if bom else tuple(ENCODINGS)
        start = len(UTF8_BOM) if bom else 0
        encoding = next((name for name in possible if _is_in(file, start, name, size)), None)
    return _Survey(digest.hexdigest(), encoding, bom)


def _is_in(file: IO[bytes], start: int, encoding: str, size: int) -> bool:
    """Tell whether a file is text of an encoding; of all but UTF-8 it must also show the sign of a record."""
    decoder = codecs.getincrementaldecoder(encoding)()
    shown = encoding == "utf-8"
    line = "\n"
    try:
        for data in _blocks(file, start, size):
            text = decoder.decode(data)
            if not shown:
                line += text
                shown = SIGN.search(line) is not None
                line = line[max(line.rfind("\n"), line.rfind("\r"), 0) :]
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return shown


def _blocks(file: IO[bytes], start: int, size: int) -> Iterator[bytes]:
    file.seek(start)
    while data := file.read(size):
        yield data


def _cut(file: IO[bytes], encoding: str, size: int) -> Iterator[bytes]:
    """Yield the rest of a file in parts that begin (but for the first) with a line that begins a record."""
    held = b""
    searched = 0
    begun = False
    """Whether a record begins before `searched`. The first goes with what stands above it."""
    while data := file.read(size):
        held += data
        found = _beginnings(held, encoding, searched, end=False)
        if found[not begun :]:
            yield held[: found[-1]]
            held = held[found[-1] :]
            searched, begun = 0, False
        else:
            begun = begun or bool(found)
            searched = max(held.rfind(b"\n"), held.rfind(b"\r"), searched - 1) + 1
    if held:
        yield held


def _beginnings(data: bytes, encoding: str, start: int, *, end: bool) -> list[int]:
    """Return where lines stand in `data`, from `start` on, that begin a record; `end`: no more follows the last line.

    A line whose end is not there yet is left out.
    """
    sign = GAME.encode(encoding)
    found = []
    at = data.find(sign, start)
    while at >= 0:
        first = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
        over = _LINE_END.search(data, at)
        if over is None and not end:
            break
        last = over.start() if over else len(data)
        if begins_record(data[first:last].decode(encoding)):
            found.append(first)
        at = data.find(sign, last)
    return found
