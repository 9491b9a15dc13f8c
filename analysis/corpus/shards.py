"""Shards: rows of finished partitions on disk, each written atomically."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from analysis.corpus.partitions import DIGITS, OFFSET, PREFIX, Packed, expand_ranges, sort_by_prefix
from analysis.corpus.schema import NAMES, ArrowTables, concatenate_tables, empty

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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

    def add(self, digest: str, rows: Packed) -> None:
        """Keep the rows of a portion. Raises OSError."""
        new = Path(tempfile.mkdtemp(prefix="new-", dir=self.folder))
        for name, data in zip(NAMES, rows, strict=True):
            (new / name).write_bytes(data)
        new.rename(self.folder / digest)

    def counts(self, digest: str) -> RowCounts:
        """Return how many rows a shard has."""
        return RowCounts(*(table.num_rows for table in self._open(digest)))

    def sizes(self, digests: Sequence[str], bits: int) -> list[int]:
        """Return the row counts of 2**`bits` buckets in these shards."""
        import pandas  # noqa: F401, ICN001, PLC0415 - Arrow would load it here itself, and swallow a Ctrl-C meanwhile

        sizes = np.zeros(1 << (4 * DIGITS), dtype=np.int64)
        for digest in digests:
            games, _, rejects = self._open(digest)
            for table in (games, rejects):
                sizes += np.bincount(table[PREFIX].to_numpy(), minlength=len(sizes))
        return sizes.reshape(1 << bits, -1).sum(axis=1).tolist()  # type: ignore[no-any-return]  # numpy has no type for it

    def buckets(self, digests: Sequence[str], edges: Sequence[Edge]) -> list[ArrowTables]:
        """Return these shards' rows of some buckets."""
        filled: list[list[ArrowTables]] = [[sort_by_prefix(empty())] for _ in edges]
        for first in range(0, len(digests), AT_ONCE):
            opened = [self._open(digest) for digest in digests[first : first + AT_ONCE]]
            # joined() copies the rows, so that the memory of the shards can be freed.
            parts = zip(*(_slice_tables(tables, edges) for tables in opened), strict=True)
            for bucket, slices in zip(filled, parts, strict=True):
                bucket.append(concatenate_tables(list(slices)))
        return [concatenate_tables(bucket) for bucket in filled]

    def keys(self, digests: Sequence[str], edge: Edge, name: str, columns: Sequence[str]) -> pa.Table:
        """Return `columns` of a bucket's games or rejects, with row places.

        The place is two more columns: `shard` is an index into `digests`, `row` is the row in that shard's table.
        """
        tables = []
        for number, digest in enumerate(digests):
            table = getattr(self._open(digest), name)
            first, last = np.searchsorted(table[PREFIX].to_numpy(), edge)
            rows = np.arange(first, last)
            part = table.select(columns).take(pa.array(rows))  # a copy, so that the memory of the shard can be freed
            part = part.append_column("shard", pa.array(np.full(len(rows), number, dtype=np.int32)))
            tables.append(part.append_column("row", pa.array(rows.astype(np.int32))))
        return pa.concat_tables(tables).combine_chunks()

    def rows(self, digests: Sequence[str], name: str, numbers: np.ndarray, rows: np.ndarray) -> ArrowTables:
        """Return games with plies, or rejects, by places from :meth:`keys`."""
        tables = [sort_by_prefix(empty())]
        for number in np.unique(numbers):
            tables += [_take_rows(self._open(digests[number]), name, np.sort(rows[numbers == number]))]
        return concatenate_tables(tables)

    def _open(self, digest: str) -> ArrowTables:
        return ArrowTables(
            *(pa.ipc.open_file(pa.memory_map(str(self.folder / digest / name))).read_all() for name in NAMES)
        )


def edges_of(bits: int) -> list[Edge]:
    """Return the digest edges of 2**`bits` buckets.

    A bucket takes the rows whose digests begin with its number.
    """
    width = 1 << (4 * DIGITS - bits)
    return [(number * width, (number + 1) * width) for number in range(1 << bits)]


def _take_rows(tables: ArrowTables, name: str, rows: np.ndarray) -> ArrowTables:
    games, plies, rejects = tables
    empty_rows = np.empty(0, np.int64)
    game_rows, reject_rows = (rows, empty_rows) if name == "games" else (empty_rows, rows)
    starts = np.append(games[OFFSET].to_numpy(), plies.num_rows)
    ply_rows = expand_ranges(starts[game_rows], starts[game_rows + 1] - starts[game_rows])
    return ArrowTables(
        games.take(pa.array(game_rows)), plies.take(pa.array(ply_rows)), rejects.take(pa.array(reject_rows))
    )


def _slice_tables(tables: ArrowTables, edges: Sequence[Edge]) -> Iterator[ArrowTables]:
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
