"""Partitions of a build's inputs, and the shards that keep their rows.

A shard holds the rows of a finished partition; it is written atomically.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analysis.batch import copy_stream, file_splitting
from analysis.corpus import dataset_schemas_and_manifest
from analysis.corpus.dataset_schemas_and_manifest import NAMES, ArrowTables, concatenate_tables, empty_tables
from analysis.corpus.judged_records_to_tables import InputPiece, reject_row, tables_of_pieces
from analysis.corpus.record_sources_and_variant_files import (
    BROKEN,
    files_of_source,
    read_named_variants,
    rules_of_variants,
    unreadable_reason,
)
from kifu.core.diagnostic import error
from notation.limits import LIMITS, UnpacksTooLarge, file_too_large

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from analysis.corpus.dataset_schemas_and_manifest import InputDigest
    from analysis.corpus.record_sources_and_variant_files import SourceFile, SourceList

SIZE = 1 << 20
"""Bytes of a piece, about. A longer record still is one piece."""


def input_pieces(
    listing: SourceList, inputs_digest: InputDigest, report_bytes_read: Callable[[int], None], piece_bytes: int = SIZE
) -> Iterator[InputPiece]:
    """Yield the pieces of all files; `inputs_digest` and `report_bytes_read` follow.

    Each file is added to `inputs_digest`; `report_bytes_read` is told the bytes of the sources read so far.

    If a file cannot be read, or breaks off, its last piece has the diagnostic (`failed`).
    """
    before = 0
    for source in listing.sources:
        for file in files_of_source(source):
            last = None
            for piece in _pieces_of_file(file, piece_bytes):
                last = piece
                yield piece
                report_bytes_read(before + min(file.position(), source.size))
            if last is not None:
                inputs_digest.add(last.name, _sha256_of_piece(last))
        before += source.size
        report_bytes_read(before)


def inputs_digest(listing: SourceList, input_digest: InputDigest) -> str:
    """Return the digest of all files, as a build would write it.

    Nothing of the files is kept.
    """
    for source in listing.sources:
        for file in files_of_source(source):
            input_digest.add(file.name, _file_digest(file))
    return input_digest.digest


def _pieces_of_file(file: SourceFile, piece_bytes: int) -> Iterator[InputPiece]:
    if file.stream is None:
        yield _unreadable_piece(file.name, file.failed or OSError())
        return
    try:
        for piece in pieces_of_file(file.name, file.stream, piece_bytes):
            yield piece._replace(variants=read_named_variants(piece.data, file.beside))
    except BROKEN as failed:
        yield _unreadable_piece(file.name, failed)


def _unreadable_piece(file_name: str, exception: Exception) -> InputPiece:
    code = "unpacks-too-large" if isinstance(exception, UnpacksTooLarge) else "cannot-open"
    return InputPiece(file_name, b"", failed=error(code, unreadable_reason(exception)))


def _sha256_of_piece(piece: InputPiece) -> str:
    if piece.failed is not None:
        return ""
    return hashlib.sha256(piece.data).hexdigest() if piece.cut is None else piece.cut.sha256


def _file_digest(file: SourceFile) -> str:
    if file.stream is None:
        return ""
    digest = hashlib.sha256()
    try:
        while data := file.stream.read(SIZE):
            digest.update(data)
    except BROKEN:
        return ""
    return digest.hexdigest()


def pieces_of_file(file_name: str, stream: IO[bytes], piece_bytes: int = SIZE) -> Iterator[InputPiece]:
    """Yield the records of a file in pieces of about `piece_bytes` bytes.

    A file up to that size is one piece.

    JSON, and a file that is no text, is one piece too. Raises what reading the stream raises.
    """
    head = stream.read(piece_bytes + 1)
    if len(head) <= piece_bytes:
        yield InputPiece(file_name, head)
        return
    copy = copy_stream(head, stream)  # some streams can be read only once
    surveyed = file_splitting.survey_file(file_name, copy, piece_bytes=piece_bytes)
    if surveyed is None:
        with copy() as file:
            data = file.read(LIMITS.file + 1)
        large = len(data) > LIMITS.file
        yield InputPiece(file_name, b"", failed=file_too_large()) if large else InputPiece(file_name, data)
        return
    for cut in file_splitting.read_pieces(surveyed):
        yield InputPiece(file_name, cut.data, cut._replace(data=b""))


MAX_PIECES = 256
"""Pieces that a portion has at most."""
PREFIX, OFFSET = "prefix", "offset"
DIGITS = 3
"""Hexadecimal digits of a digest that make its prefix."""


class InputPartition(NamedTuple):
    """Pieces that one worker takes in one task."""

    pieces: tuple[InputPiece, ...]
    digest: str
    """The digest of all that decides the rows, by which a later build recognises a finished portion."""

    @property
    def size(self) -> int:
        """Bytes of its pieces."""
        return sum(len(piece.data) for piece in self.pieces)


class PackedTables(NamedTuple):
    """Tables as the bytes of Arrow files, in the order of :data:`analysis.corpus.dataset_schemas_and_manifest.NAMES`."""

    games: bytes
    plies: bytes
    rejects: bytes


def partition_inputs(
    pieces: Iterable[InputPiece], program_digest: str, partition_bytes: int = SIZE
) -> Iterator[InputPartition]:
    """Yield partitions of about `partition_bytes` bytes; `program_digest` identifies the version."""
    held: list[InputPiece] = []
    for piece in pieces:
        if held and (
            len(held) == MAX_PIECES or sum(len(earlier.data) for earlier in held) + len(piece.data) > partition_bytes
        ):
            yield _make_partition(held, program_digest)
            held = []
        held.append(piece)
    if held:
        yield _make_partition(held, program_digest)


def _make_partition(pieces: list[InputPiece], program_digest: str) -> InputPartition:
    digest = hashlib.sha256(f"{dataset_schemas_and_manifest.FORMAT} {program_digest}".encode())
    for piece in pieces:
        described = piece._replace(data=hashlib.sha256(piece.data).digest())
        digest.update(repr(described).encode("utf-8", "backslashreplace"))
    return InputPartition(tuple(pieces), digest.hexdigest()[:32])


def pack_piece_rows(pieces: tuple[InputPiece, ...]) -> PackedTables:
    """Return the packed rows of pieces, sorted by :func:`sort_by_digest_prefix`."""
    return pack_tables(sort_by_digest_prefix(concatenate_tables(list(_rows_of_pieces(pieces)))))


def pack_tables(tables: ArrowTables) -> PackedTables:
    """Return tables as bytes."""
    return PackedTables(*map(_pack_table, tables))


def unpack_tables(packed: PackedTables) -> ArrowTables:
    """Return the tables of :func:`pack_tables`."""
    return ArrowTables(*(pa.ipc.open_file(pa.BufferReader(data)).read_all() for data in packed))


def _pack_table(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def _rows_of_pieces(pieces: tuple[InputPiece, ...]) -> Iterator[ArrowTables]:
    """Yield rows of pieces, grouped by variant files, then unreadable ones."""
    readable = [piece for piece in pieces if piece.failed is None]
    for variants in dict.fromkeys(piece.variants for piece in readable):
        yield tables_of_pieces([piece for piece in readable if piece.variants == variants], rules_of_variants(variants))
    yield from (reject_row(piece.name, piece.failed) for piece in pieces if piece.failed is not None)


def sort_by_digest_prefix(tables: ArrowTables) -> ArrowTables:
    """Return tables sorted by their prefixes, with further columns.

    Games and rejects get `prefix`: the first digits of the digest that decides where a row goes, as a number. Games also
    get `offset`: the row where their plies begin.
    """
    games, plies, rejects = tables
    prefixes = _digest_prefixes(games["symmetric_digest"])
    order = np.argsort(prefixes, kind="stable")
    lengths = games["plies"].to_numpy().astype(np.int64) + 1
    starts = np.concatenate([[0], np.cumsum(lengths)])
    taken = expand_ranges(starts[:-1][order], lengths[order])
    offsets = np.concatenate([[0], np.cumsum(lengths[order])])[:-1]
    games = games.take(order).append_column(PREFIX, pa.array(prefixes[order]))
    reject_prefixes = _digest_prefixes(rejects["digest"])
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


def _digest_prefixes(digests: pa.ChunkedArray) -> np.ndarray:
    """Return the first digits of digests as numbers, 0 without digest."""
    starts = pc.utf8_slice_codeunits(digests, 0, DIGITS).to_pylist()
    return np.array([int(start or "0", 16) for start in starts], dtype=np.uint16)


Edge = tuple[int, int]
"""The first prefix of a bucket, and the first prefix of the next bucket."""


AT_ONCE = 16
"""Shards that are open at a time."""


class RowCounts(NamedTuple):
    """The numbers of rows of some tables."""

    games: int = 0
    plies: int = 0
    rejects: int = 0

    def plus(self, other: RowCounts) -> RowCounts:
        """Return the sums of both, table by table."""
        return RowCounts(*(mine + more for mine, more in zip(self, other, strict=True)))


class Shards:
    """Folder of shards: rows of a partition, named by its digest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for torn in folder.glob("new-*"):
            shutil.rmtree(torn)

    def __contains__(self, digest: str) -> bool:
        return (self.folder / digest).is_dir()

    def write_partition(self, digest: str, rows: PackedTables) -> None:
        """Keep the rows of a partition. Raises OSError."""
        new = Path(tempfile.mkdtemp(prefix="new-", dir=self.folder))
        for name, data in zip(NAMES, rows, strict=True):
            (new / name).write_bytes(data)
        new.rename(self.folder / digest)

    def row_counts_of_shard(self, digest: str) -> RowCounts:
        """Return how many rows a shard has."""
        return RowCounts(*(table.num_rows for table in self._read_shard(digest)))

    def bucket_row_counts(self, digests: Sequence[str], bits: int) -> list[int]:
        """Return the row counts of 2**`bits` buckets in these shards."""
        import pandas  # noqa: F401, ICN001, PLC0415 - Arrow would load it here itself, and swallow a Ctrl-C meanwhile

        sizes = np.zeros(1 << (4 * DIGITS), dtype=np.int64)
        for digest in digests:
            games, _, rejects = self._read_shard(digest)
            for table in (games, rejects):
                sizes += np.bincount(table[PREFIX].to_numpy(), minlength=len(sizes))
        return sizes.reshape(1 << bits, -1).sum(axis=1).tolist()  # type: ignore[no-any-return]  # numpy has no type for it

    def rows_of_buckets(self, digests: Sequence[str], edges: Sequence[Edge]) -> list[ArrowTables]:
        """Return these shards' rows of some buckets."""
        filled: list[list[ArrowTables]] = [[sort_by_digest_prefix(empty_tables())] for _ in edges]
        for first in range(0, len(digests), AT_ONCE):
            opened = [self._read_shard(digest) for digest in digests[first : first + AT_ONCE]]
            # joined() copies the rows, so that the memory of the shards can be freed.
            parts = zip(*(_tables_by_edge(tables, edges) for tables in opened), strict=True)
            for bucket, slices in zip(filled, parts, strict=True):
                bucket.append(concatenate_tables(list(slices)))
        return [concatenate_tables(bucket) for bucket in filled]

    def columns_for_sorting_bucket(
        self, digests: Sequence[str], edge: Edge, table_name: str, columns: Sequence[str]
    ) -> pa.Table:
        """Return `columns` of a bucket's games or rejects, with row places.

        The place is two more columns: `shard` is an index into `digests`, `row` is the row in that shard's table.
        """
        tables = []
        for number, digest in enumerate(digests):
            table = getattr(self._read_shard(digest), table_name)
            first, last = np.searchsorted(table[PREFIX].to_numpy(), edge)
            rows = np.arange(first, last)
            part = table.select(columns).take(pa.array(rows))  # a copy, so that the memory of the shard can be freed
            part = part.append_column("shard", pa.array(np.full(len(rows), number, dtype=np.int32)))
            tables.append(part.append_column("row", pa.array(rows.astype(np.int32))))
        return pa.concat_tables(tables).combine_chunks()

    def rows_at(
        self, digests: Sequence[str], table_name: str, shard_numbers: np.ndarray, row_numbers: np.ndarray
    ) -> ArrowTables:
        """Return games with plies, or rejects, by places from :meth:`columns_for_sorting_bucket`."""
        tables = [sort_by_digest_prefix(empty_tables())]
        for number in np.unique(shard_numbers):
            tables += [
                _take_rows(self._read_shard(digests[number]), table_name, np.sort(row_numbers[shard_numbers == number]))
            ]
        return concatenate_tables(tables)

    def _read_shard(self, digest: str) -> ArrowTables:
        return ArrowTables(
            *(pa.ipc.open_file(pa.memory_map(str(self.folder / digest / name))).read_all() for name in NAMES)
        )


def _take_rows(tables: ArrowTables, table_name: str, rows: np.ndarray) -> ArrowTables:
    games, plies, rejects = tables
    empty_rows = np.empty(0, np.int64)
    game_rows, reject_rows = (rows, empty_rows) if table_name == "games" else (empty_rows, rows)
    starts = np.append(games[OFFSET].to_numpy(), plies.num_rows)
    ply_rows = expand_ranges(starts[game_rows], starts[game_rows + 1] - starts[game_rows])
    return ArrowTables(
        games.take(pa.array(game_rows)), plies.take(pa.array(ply_rows)), rejects.take(pa.array(reject_rows))
    )


def _tables_by_edge(tables: ArrowTables, edges: Sequence[Edge]) -> Iterator[ArrowTables]:
    """Yield the rows between two digest prefixes, for each edge."""
    games, plies, rejects = tables
    game_prefixes, reject_prefixes = games[PREFIX].to_numpy(), rejects[PREFIX].to_numpy()
    offsets = np.append(games[OFFSET].to_numpy(), plies.num_rows)
    for edge in edges:
        first, last = np.searchsorted(game_prefixes, edge)
        start, end = np.searchsorted(reject_prefixes, edge)
        yield ArrowTables(
            games.slice(first, last - first),
            plies.slice(offsets[first], offsets[last] - offsets[first]),
            rejects.slice(start, end - start),
        )
