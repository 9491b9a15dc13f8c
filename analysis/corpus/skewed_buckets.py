"""Skewed buckets: external sort of buckets with very many equal games.

The columns that decide the order are in memory for the whole bucket: a few hundred bytes a game. The games themselves, with
their plies, are in memory for one stretch at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow.compute as pc

from analysis.corpus.buckets import ORDER, RECORD_BITS, REJECTS_ORDER, SAME, BucketSlice, sorted_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from analysis.corpus.schema import ArrowTables
    from analysis.corpus.shards import Edge, Shards

LARGE = 1 << 14
"""Rows of a bucket, games and rejects together, above which it is crowded."""
LONG = 1 << 12
"""Rows of a stretch."""


class BucketPart(NamedTuple):
    """Consecutive rows of a sorted bucket."""

    stretch: BucketSlice
    tables: ArrowTables


def parts(shards: Shards, digests: Sequence[str], number: int, edge: Edge) -> Iterator[BucketPart]:
    """Yield sorted rows of bucket `number`: games with plies, then rejects.

    `edge` bounds its prefixes.
    """
    place = 0
    for name, order in (("games", ORDER), ("rejects", REJECTS_ORDER)):
        keys = shards.keys(digests, edge, name, order)
        keys = keys.take(sorted_rows(keys, order))
        same = {column: _runs(keys[column]) for column in SAME if name == "games"}
        for first in range(0, keys.num_rows, LONG):
            chosen = keys.slice(first, LONG)
            known = tuple(
                {chosen[column][0].as_py(): (number << RECORD_BITS) + int(rows[first])} for column, rows in same.items()
            )
            tables = shards.rows(digests, name, chosen["shard"].to_numpy(), chosen["row"].to_numpy())
            yield BucketPart(BucketSlice(place, first, *([known] if same else [])), tables)
            place += 1


def _runs(column: pa.ChunkedArray) -> np.ndarray:
    """Return each row's first row of its run of equal values."""
    rows = np.arange(len(column))
    if len(rows) < 2:  # noqa: PLR2004 - one row has nothing to compare with
        return rows
    same = pc.equal(column.slice(1), column.slice(0, len(rows) - 1)).to_numpy()
    rows[1:][same] = 0
    return np.maximum.accumulate(rows)
