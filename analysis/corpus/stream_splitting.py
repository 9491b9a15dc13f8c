"""Split a long stream into pieces of whole records, one in memory."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, NamedTuple

from analysis.batch import file_splitting
from analysis.batch.temporary_copies import copy_stream
from notation.limits import LIMITS, file_too_large

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.batch.file_pieces import FilePiece
    from analysis.corpus.variant_files import Variants
    from kifu.model.diagnostic import Diagnostic

SIZE = 1 << 20
"""Bytes of a piece, about. A longer record still is one piece."""


class InputPiece(NamedTuple):
    """A file, or whole records that were cut from one."""

    name: str
    data: bytes
    cut: FilePiece | None = None
    """The file and the place of `data` in it; then `data` is UTF-8. None: `data` is the whole file."""
    failed: Diagnostic | None = None
    """Why the file could not be read."""
    variants: Variants = ()
    """The variant files that its records may name."""


def pieces(name: str, stream: IO[bytes], size: int = SIZE) -> Iterator[InputPiece]:
    """Yield the records of a file in pieces of about `size` bytes. A file up to that size is one piece.

    JSON, and a file that is no text, is one piece too. Raises what reading the stream raises.
    """
    head = stream.read(size + 1)
    if len(head) <= size:
        yield InputPiece(name, head)
        return
    copy = copy_stream(head, stream)  # some streams can be read only once
    surveyed = file_splitting.survey(name, copy, size=size)
    if surveyed is None:
        with copy() as file:
            data = file.read(LIMITS.file + 1)
        large = len(data) > LIMITS.file
        yield InputPiece(name, b"", failed=file_too_large()) if large else InputPiece(name, data)
        return
    for cut in file_splitting.pieces(surveyed):
        yield InputPiece(name, cut.data, cut._replace(data=b""))
