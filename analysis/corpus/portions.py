"""The work of a build in portions: what one worker turns into rows at a time, and the rows it hands back."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analysis.corpus import schema
from analysis.corpus.batch_rows import tables_of
from analysis.corpus.cutting import SIZE
from analysis.corpus.rows import unreadable
from analysis.corpus.schema import Tables, joined
from analysis.corpus.variants import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from analysis.corpus.cutting import Piece

MOST = 256
"""Files of one portion."""
PREFIX, OFFSET = "prefix", "offset"
DIGITS = 3
"""Hexadecimal digits of a digest that a prefix is made of."""


class Portion(NamedTuple):
    """Pieces that one worker takes together."""

    pieces: tuple[Piece, ...]
    digest: str
    """Of all that decides what comes out, so that finished portions are known again."""

    @property
    def size(self) -> int:
        """Bytes of its pieces."""
        return sum(len(piece.data) for piece in self.pieces)


class Packed(NamedTuple):
    """Tables as the bytes of Arrow files, in the order of :data:`analysis.corpus.schema.NAMES`."""

    games: bytes
    plies: bytes
    rejects: bytes


def portions(pieces: Iterable[Piece], program: str, size: int = SIZE) -> Iterator[Portion]:
    """Yield the pieces in portions of about `size` bytes. `program` tells versions of this program apart."""
    held: list[Piece] = []
    for piece in pieces:
        if held and (len(held) == MOST or sum(len(one.data) for one in held) + len(piece.data) > size):
            yield _portion(held, program)
            held = []
        held.append(piece)
    if held:
        yield _portion(held, program)


def _portion(pieces: list[Piece], program: str) -> Portion:
    digest = hashlib.sha256(f"{schema.FORMAT} {program}".encode())
    for piece in pieces:
        described = piece._replace(data=hashlib.sha256(piece.data).digest())
        digest.update(repr(described).encode("utf-8", "backslashreplace"))
    return Portion(tuple(pieces), digest.hexdigest()[:32])


def found(pieces: tuple[Piece, ...]) -> Packed:
    """Return the rows of some pieces as the workers hand them back: in the order of their prefixes.

    Games and rejects have a column more, `prefix`: the beginning of the digest that decides where a row goes, as a
    number. Games also have `offset`, where their plies begin.
    """
    return packed(arranged(joined(list(_rows(pieces)))))


def packed(tables: Tables) -> Packed:
    """Return tables as bytes."""
    return Packed(*map(_pack, tables))


def unpacked(packed: Packed) -> Tables:
    """Return what was packed."""
    return Tables(*(pa.ipc.open_file(pa.BufferReader(data)).read_all() for data in packed))


def _pack(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def _rows(pieces: tuple[Piece, ...]) -> Iterator[Tables]:
    """Yield the rows of pieces: of those together that name the same variant files."""
    read = [piece for piece in pieces if piece.failed is None]
    for variants in dict.fromkeys(piece.variants for piece in read):
        yield tables_of([piece for piece in read if piece.variants == variants], rules_of(variants))
    yield from (unreadable(piece.name, piece.failed) for piece in pieces if piece.failed is not None)


def arranged(tables: Tables) -> Tables:
    """Return tables in the order of their prefixes, with the columns more."""
    games, plies, rejects = tables
    prefixes = _prefixes(games["symmetric_digest"])
    order = np.argsort(prefixes, kind="stable")
    lengths = games["plies"].to_numpy().astype(np.int64) + 1
    starts = np.concatenate([[0], np.cumsum(lengths)])
    taken = spread(starts[:-1][order], lengths[order])
    offsets = np.concatenate([[0], np.cumsum(lengths[order])])[:-1]
    games = games.take(order).append_column(PREFIX, pa.array(prefixes[order]))
    of_rejects = _prefixes(rejects["digest"])
    turned = np.argsort(of_rejects, kind="stable")
    return Tables(
        games.append_column(OFFSET, pa.array(offsets.astype(np.int64))),
        plies.take(taken),
        rejects.take(turned).append_column(PREFIX, pa.array(of_rejects[turned])),
    )


def spread(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return the numbers from each start on, as many as its length says, one after the other."""
    if not len(lengths):
        return np.empty(0, np.int64)
    jumps = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    return jumps + np.arange(len(jumps))


def _prefixes(digests: pa.ChunkedArray) -> np.ndarray:
    """Return the first digits of digests as numbers; a file without any has 0."""
    starts = pc.utf8_slice_codeunits(digests, 0, DIGITS).to_pylist()
    return np.array([int(start or "0", 16) for start in starts], dtype=np.uint16)
