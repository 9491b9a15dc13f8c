"""The finished portions of a build that is under way, on disk: written whole or not at all, known again by name."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from analysis.corpus.schema import NAMES, Tables, empty, joined
from analysis.corpus.work import DIGITS, OFFSET, PREFIX, Packed, arranged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

AT_ONCE = 16
"""Shards that are open at a time."""


class Counts(NamedTuple):
    """How many rows some tables have."""

    games: int = 0
    plies: int = 0
    rejects: int = 0

    def plus(self, other: Counts) -> Counts:
        """Return the sums."""
        return Counts(*(one + more for one, more in zip(self, other, strict=True)))


class Shards:
    """A folder of shards, each the rows of one portion and named by its digest."""

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

    def counts(self, digest: str) -> Counts:
        """Return how many rows a shard has."""
        return Counts(*(table.num_rows for table in self._open(digest)))

    def buckets(self, digests: Sequence[str], bits: int, numbers: Sequence[int]) -> list[Tables]:
        """Return, for each of the bucket `numbers`, the rows of these shards that go there.

        Of 2**`bits` buckets each takes the rows whose digests begin with its number.
        """
        width = 1 << (4 * DIGITS - bits)
        edges = [(number * width, (number + 1) * width) for number in numbers]
        found: list[list[Tables]] = [[arranged(empty())] for _ in numbers]
        for first in range(0, len(digests), AT_ONCE):
            opened = [self._open(digest) for digest in digests[first : first + AT_ONCE]]
            # What is taken is copied, so that the shards' own memory can be let go of.
            parts = zip(*(_sliced(tables, edges) for tables in opened), strict=True)
            for bucket, slices in zip(found, parts, strict=True):
                bucket.append(joined(list(slices)))
        return [joined(bucket) for bucket in found]

    def _open(self, digest: str) -> Tables:
        return Tables(*(pa.ipc.open_file(pa.memory_map(str(self.folder / digest / name))).read_all() for name in NAMES))


def _sliced(tables: Tables, edges: Sequence[tuple[int, int]]) -> Iterator[Tables]:
    games, plies, rejects = tables
    of_games, of_rejects = games[PREFIX].to_numpy(), rejects[PREFIX].to_numpy()
    offsets = np.append(games[OFFSET].to_numpy(), plies.num_rows)
    for edge in edges:
        first, last = np.searchsorted(of_games, edge)
        start, end = np.searchsorted(of_rejects, edge)
        yield Tables(
            games.slice(first, last - first),
            plies.slice(offsets[first], offsets[last] - offsets[first]),
            rejects.slice(start, end - start),
        )
