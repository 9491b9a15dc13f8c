"""Shards and buckets: rows of partitions on disk, then sorted Parquet files.

A shard holds the rows of a finished partition; it is written atomically. A bucket is made of all shards: sorted, numbered, its
duplicates marked. The bucket of a game, and its place there, depend only on the game's own moves and words. So the same records
give the same bytes, no matter how they were cut and which worker read them. Games that are equal up to symmetry share a bucket.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analysis.corpus.dataset_schemas_and_manifest import (
    FOUND_GAMES,
    GAMES,
    NAMES,
    PLIES,
    ArrowTables,
    concatenate_tables,
    empty_tables,
    parquet_bytes,
)
from analysis.corpus.input_partitions_and_rows import (
    DIGITS,
    OFFSET,
    PREFIX,
    PackedTables,
    expand_ranges,
    sort_by_digest_prefix,
    unpack_tables,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


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


def bucket_edges(bits: int) -> list[Edge]:
    """Return the digest edges of 2**`bits` buckets.

    A bucket takes the rows whose digests begin with its number.
    """
    width = 1 << (4 * DIGITS - bits)
    return [(number * width, (number + 1) * width) for number in range(1 << bits)]


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


TARGET = 1024
"""Rows of a bucket, games and rejects together, about."""
RECORD_BITS = 32
"""Bits of a record's number that hold its row in its bucket; the bits above them hold the bucket."""
ORDER = ("symmetric_digest", "moves_digest", "status", "digest", "match", "file", "index", "sha256")
"""The order of games. Games with the same moves are neighbours. The status that tells most comes first (CONFIRMED, DECLARED,
UNFINISHED), so that game is the one that is counted."""
REJECTS_ORDER = ("digest", "match", "file", "index", "sha256")
SAME = {"moves_digest": "duplicate_of", "symmetric_digest": "similar_to"}
"""The digests that equal games share, each with the column that names the first game with the same digest."""


class BucketSlice(NamedTuple):
    """Slice of a bucket that is too large to write at once."""

    place: int
    """How many slices of the bucket come before it."""
    first: int
    """How many rows of its table come before it."""
    known: tuple[dict[str, int], ...] = ({}, {})
    """For each digest of SAME: the digest of its first game, if earlier games share it, with the first record that has it."""


class WrittenBucket(NamedTuple):
    """Bucket, or slice of one, as Parquet files without empty tables."""

    name: str
    files: dict[str, bytes]
    """The bytes of each table's file."""
    rows: dict[str, int]
    """The rows of each table."""


def bucket_bits(rows: int) -> int:
    """Return the digest bits that choose the bucket among `rows`."""
    return min(4 * DIGITS, max(0, (rows - 1) // TARGET).bit_length())


def make_bucket(bucket_number: int, rows: PackedTables, slice_: BucketSlice | None = None) -> WrittenBucket:
    """Return bucket `bucket_number`, or a slice of it, as Parquet files."""
    tables = unpack_tables(rows)
    order = sorted_rows(tables.games, ORDER)
    games = tables.games.take(order)
    lengths = games["plies"].to_numpy().astype(np.int64) + 1
    first, known = (slice_.first, slice_.known) if slice_ else (0, ({}, {}))
    records = (bucket_number << RECORD_BITS) + first + np.arange(games.num_rows, dtype=np.int64)
    plies = tables.plies.take(expand_ranges(_first_ply_rows(tables.games)[order], lengths))
    finished = {
        "games": _number_and_mark_duplicates(games, records, known),
        "plies": plies.add_column(0, PLIES.field(0), pa.array(np.repeat(records, lengths))),
        "rejects": tables.rejects.drop_columns(PREFIX).take(sorted_rows(tables.rejects, REJECTS_ORDER)),
    }
    kept = {name: finished[name] for name in NAMES if finished[name].num_rows}
    return WrittenBucket(
        f"{bucket_number:05d}" if slice_ is None else f"{bucket_number:05d}.{slice_.place:05d}",
        {name: parquet_bytes(name, table) for name, table in kept.items()},
        {name: table.num_rows for name, table in kept.items()},
    )


def _first_ply_rows(games: pa.Table) -> np.ndarray:
    """Return the first ply row of each game, in game order."""
    lengths = games["plies"].to_numpy().astype(np.int64) + 1
    return np.concatenate([[0], np.cumsum(lengths)])[:-1].astype(np.int64)


def sorted_rows(table: pa.Table, keys: Sequence[str]) -> pa.Array:
    """Return the row numbers of a table, sorted by the columns `keys`."""
    return pc.sort_indices(table, sort_keys=[(key, "ascending") for key in keys])


def _number_and_mark_duplicates(
    games: pa.Table, records: np.ndarray, known_duplicates: Sequence[Mapping[str, int]]
) -> pa.Table:
    """Number the sorted games, and mark duplicates by their first."""
    played = games["plies"].to_numpy() > 0
    table = games.select(FOUND_GAMES.names).add_column(0, GAMES.field("record"), pa.array(records))
    for (digest, name), before in zip(SAME.items(), known_duplicates, strict=True):
        first = dict(before)
        pairs = zip(games[digest].to_pylist(), records.tolist(), strict=True)
        firsts = np.array([first.setdefault(value, record) for value, record in pairs], dtype=np.int64)
        # Games without a move are never the same game.
        table = table.append_column(GAMES.field(name), pa.array(firsts, mask=(firsts == records) | ~played))
    # Games that begin another are in other buckets: :mod:`analysis.corpus.mark_prefix_games` marks them when all are written.
    return table.append_column(GAMES.field("prefix_of"), pa.nulls(len(records), pa.int64()))


LARGE = 1 << 14
"""Rows of a bucket, games and rejects together, above which it is crowded."""
LONG = 1 << 12
"""Rows of a slice."""


def sorted_bucket_slices(
    shards: Shards, digests: Sequence[str], bucket_number: int, edge: Edge
) -> Iterator[tuple[BucketSlice, ArrowTables]]:
    """Yield bucket `bucket_number` in slices of sorted rows: games with plies, then rejects.

    `edge` bounds its prefixes.
    """
    place = 0
    for name, order in (("games", ORDER), ("rejects", REJECTS_ORDER)):
        keys = shards.columns_for_sorting_bucket(digests, edge, name, order)
        keys = keys.take(sorted_rows(keys, order))
        same = {column: _first_rows_of_runs(keys[column]) for column in SAME if name == "games"}
        for first in range(0, keys.num_rows, LONG):
            chosen = keys.slice(first, LONG)
            known = tuple(
                {chosen[column][0].as_py(): (bucket_number << RECORD_BITS) + int(rows[first])}
                for column, rows in same.items()
            )
            tables = shards.rows_at(digests, name, chosen["shard"].to_numpy(), chosen["row"].to_numpy())
            yield BucketSlice(place, first, *([known] if same else [])), tables
            place += 1


def _first_rows_of_runs(column: pa.ChunkedArray) -> np.ndarray:
    """Return each row's first row of its run of equal values."""
    rows = np.arange(len(column))
    if len(rows) < 2:  # noqa: PLR2004 - one row has nothing to compare with
        return rows
    same = pc.equal(column.slice(1), column.slice(0, len(rows) - 1)).to_numpy()
    rows[1:][same] = 0
    return np.maximum.accumulate(rows)
