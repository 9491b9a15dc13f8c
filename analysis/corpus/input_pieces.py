"""Read the inputs of a build as pieces; report files and bytes."""

from __future__ import annotations

import hashlib
from typing import IO, TYPE_CHECKING, NamedTuple

from analysis.batch import copy_stream, file_splitting
from analysis.corpus.record_sources import BROKEN, files, reason
from analysis.corpus.variant_files import variants_of
from kifu.core.diagnostic import error
from notation.limits import LIMITS, file_too_large
from notation.unpacking_limit import UnpacksTooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from analysis.batch import FilePiece
    from analysis.corpus.manifest import InputDigest
    from analysis.corpus.record_sources import File, SourceList
    from analysis.corpus.variant_files import Variants
    from kifu.core.diagnostic import Diagnostic

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


def all_pieces(
    listing: SourceList, inputs: InputDigest, reached: Callable[[int], None], size: int = SIZE
) -> Iterator[InputPiece]:
    """Yield the pieces of all files; `inputs` and `reached` follow.

    Each file is added to `inputs`; `reached` is told the bytes of the sources read so far.

    If a file cannot be read, or breaks off, its last piece has the diagnostic (`failed`).
    """
    before = 0
    for source in listing.sources:
        for file in files(source):
            last = None
            for piece in _of_file(file, size):
                last = piece
                yield piece
                reached(before + min(file.position(), source.size))
            if last is not None:
                inputs.add(last.name, _sha256(last))
        before += source.size
        reached(before)


def digest_of(listing: SourceList, inputs: InputDigest) -> str:
    """Return the digest of all files, as a build would write it.

    Nothing of the files is kept.
    """
    for source in listing.sources:
        for file in files(source):
            inputs.add(file.name, _hash(file))
    return inputs.digest


def _of_file(file: File, size: int) -> Iterator[InputPiece]:
    if file.stream is None:
        yield _reject_of(file.name, file.failed or OSError())
        return
    try:
        for piece in pieces(file.name, file.stream, size):
            yield piece._replace(variants=variants_of(piece.data, file.beside))
    except BROKEN as failed:
        yield _reject_of(file.name, failed)


def _reject_of(name: str, failed: Exception) -> InputPiece:
    code = "unpacks-too-large" if isinstance(failed, UnpacksTooLarge) else "cannot-open"
    return InputPiece(name, b"", failed=error(code, reason(failed)))


def _sha256(piece: InputPiece) -> str:
    if piece.failed is not None:
        return ""
    return hashlib.sha256(piece.data).hexdigest() if piece.cut is None else piece.cut.sha256


def _hash(file: File) -> str:
    if file.stream is None:
        return ""
    digest = hashlib.sha256()
    try:
        while data := file.stream.read(SIZE):
            digest.update(data)
    except BROKEN:
        return ""
    return digest.hexdigest()


def pieces(name: str, stream: IO[bytes], size: int = SIZE) -> Iterator[InputPiece]:
    """Yield the records of a file in pieces of about `size` bytes.

    A file up to that size is one piece.

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
