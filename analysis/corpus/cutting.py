"""Cuts a long stream into pieces of whole records, so that no more than a piece of it is ever in memory."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, NamedTuple

from analysis.bulk import files
from analysis.bulk.copies import copied
from notation.limits import LIMITS, file_too_large

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.bulk.pieces import Piece as Cut
    from analysis.corpus.variants import Variants
    from kifu.model.diagnostic import Diagnostic

SIZE = 1 << 20
"""Bytes of a piece, about; a record that is longer is one piece all the same."""


class Piece(NamedTuple):
    """A file, or whole records that were cut from one."""

    name: str
    data: bytes
    cut: Cut | None = None
    """What is known of the file and the place of `data`, which is in UTF-8. None: `data` is the whole file."""
    failed: Diagnostic | None = None
    """Why the file could not be read."""
    variants: Variants = ()
    """The variant files its records name."""


def pieces(name: str, stream: IO[bytes], size: int = SIZE) -> Iterator[Piece]:
    """Yield the records of a file in pieces of about `size` bytes; a file that is not longer is one piece.

    JSON, and what is no text, stays whole. Raises what reading the stream raises.
    """
    head = stream.read(size + 1)
    if len(head) <= size:
        yield Piece(name, head)
        return
    copy = copied(head, stream)  # a stream may not be read twice
    found = files.survey(name, copy, size=size)
    if found is None:
        with copy() as file:
            data = file.read(LIMITS.file + 1)
        large = len(data) > LIMITS.file
        yield Piece(name, b"", failed=file_too_large()) if large else Piece(name, data)
        return
    for cut in files.pieces(found):
        yield Piece(name, cut.data, cut._replace(data=b""))
