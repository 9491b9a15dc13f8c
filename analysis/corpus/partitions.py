"""Partition the inputs of a build; turn a partition into rows."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analysis.corpus import schema
from analysis.corpus.batch_rows import tables_of
from analysis.corpus.input_pieces import SIZE
from analysis.corpus.record_rows import unreadable
from analysis.corpus.schema import ArrowTables, concatenate_tables
from analysis.corpus.variant_files import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from analysis.corpus.input_pieces import InputPiece

MAX_PIECES = 256
"""Pieces that a portion has at most."""
PREFIX, OFFSET = "prefix", "offset"
DIGITS = 3
"""Hexadecimal digits of a digest that make its prefix."""


class Portion(NamedTuple):
    """Pieces that one worker takes in one task."""

    pieces: tuple[InputPiece, ...]
    digest: str
    """The digest of all that decides the rows, by which a later build recognises a finished portion."""

    @property
    def size(self) -> int:
        """Bytes of its pieces."""
        return sum(len(piece.data) for piece in self.pieces)


class Packed(NamedTuple):
    """Tables as the bytes of Arrow files, in the order of :data:`analysis.corpus.schema.NAMES`."""

    games: bytes
    plies: bytes
    rejects: bytes


def portions(pieces: Iterable[InputPiece], program: str, size: int = SIZE) -> Iterator[Portion]:
    """Yield partitions of about `size` bytes; `program` identifies the version."""
    held: list[InputPiece] = []
    for piece in pieces:
        if held and (len(held) == MAX_PIECES or sum(len(earlier.data) for earlier in held) + len(piece.data) > size):
            yield _portion(held, program)
            held = []
        held.append(piece)
    if held:
        yield _portion(held, program)


def _portion(pieces: list[InputPiece], program: str) -> Portion:
    digest = hashlib.sha256(f"{schema.FORMAT} {program}".encode())
    for piece in pieces:
        described = piece._replace(data=hashlib.sha256(piece.data).digest())
        digest.update(repr(described).encode("utf-8", "backslashreplace"))
    return Portion(tuple(pieces), digest.hexdigest()[:32])


def packed_rows(pieces: tuple[InputPiece, ...]) -> Packed:
    """Return the packed rows of pieces, sorted by :func:`sort_by_prefix`."""
    return pack_tables(sort_by_prefix(concatenate_tables(list(_rows(pieces)))))


def pack_tables(tables: ArrowTables) -> Packed:
    """Return tables as bytes."""
    return Packed(*map(_pack, tables))


def unpack_tables(packed: Packed) -> ArrowTables:
    """Return the tables of :func:`pack_tables`."""
    return ArrowTables(*(pa.ipc.open_file(pa.BufferReader(data)).read_all() for data in packed))


def _pack(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def _rows(pieces: tuple[InputPiece, ...]) -> Iterator[ArrowTables]:
    """Yield rows of pieces, grouped by variant files, then unreadable ones."""
    readable = [piece for piece in pieces if piece.failed is None]
    for variants in dict.fromkeys(piece.variants for piece in readable):
        yield tables_of([piece for piece in readable if piece.variants == variants], rules_of(variants))
    yield from (unreadable(piece.name, piece.failed) for piece in pieces if piece.failed is not None)


def sort_by_prefix(tables: ArrowTables) -> ArrowTables:
    """Return tables sorted by their prefixes, with further columns.

    Games and rejects get `prefix`: the first digits of the digest that decides where a row goes, as a number. Games also
    get `offset`: the row where their plies begin.
    """
    games, plies, rejects = tables
    prefixes = _prefixes(games["symmetric_digest"])
    order = np.argsort(prefixes, kind="stable")
    lengths = games["plies"].to_numpy().astype(np.int64) + 1
    starts = np.concatenate([[0], np.cumsum(lengths)])
    taken = expand_ranges(starts[:-1][order], lengths[order])
    offsets = np.concatenate([[0], np.cumsum(lengths[order])])[:-1]
    games = games.take(order).append_column(PREFIX, pa.array(prefixes[order]))
    reject_prefixes = _prefixes(rejects["digest"])
    reject_order = np.argsort(reject_prefixes, kind="stable")
    return ArrowTables(
        games.append_column(OFFSET, pa.array(offsets.astype(np.int64))),
        plies.take(taken),
        rejects.take(reject_order).append_column(PREFIX, pa.array(reject_prefixes[reject_order])),
    )


def expand_ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return all ranges of starts and lengths in one array."""
    if not len(lengths):
        return np.empty(0, np.int64)
    jumps = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    return jumps + np.arange(len(jumps))


def _prefixes(digests: pa.ChunkedArray) -> np.ndarray:
    """Return the first digits of digests as numbers, 0 without digest."""
    starts = pc.utf8_slice_codeunits(digests, 0, DIGITS).to_pylist()
    return np.array([int(start or "0", 16) for start in starts], dtype=np.uint16)
