"""A bucket of games: put in order, numbered, told which are the same, and written as Parquet.

Which bucket a game is in, and where, depends on its own moves and words alone: that is why the same records give the
same bytes, however they were cut and whoever took them. Games that are the same up to symmetry share a bucket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analysis.corpus.portions import DIGITS, PREFIX, Packed, spread, unpacked
from analysis.corpus.schema import FOUND_GAMES, GAMES, NAMES, PLIES, parquet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TARGET = 1024
"""Rows of a bucket, games and rejects, about."""
RECORD_BITS = 32
"""A record's number is its bucket, shifted by so many bits, and its row there."""
ORDER = ("symmetric_digest", "moves_digest", "status", "digest", "match", "file", "index", "sha256")
"""Games with the same moves stand together; by status the one that tells most comes first: CONFIRMED before DECLARED
before UNFINISHED, and so it is the one that is counted."""
REJECTS_ORDER = ("digest", "match", "file", "index", "sha256")
SAME = {"moves_digest": "duplicate_of", "symmetric_digest": "similar_to"}
"""The digests that games have in common, and the columns that name the first game that has it."""


class Stretch(NamedTuple):
    """Where some rows of a bucket stand in it, that is not written at once."""

    place: int
    """How many stretches stand before it."""
    first: int
    """How many rows of its table stand before it."""
    known: tuple[dict[str, int], ...] = ({}, {})
    """The digests of SAME that games before it have in common with its first, and the records that have them first."""


class Written(NamedTuple):
    """A bucket, or a stretch of one, as the bytes of Parquet files by table, with the rows each has.

    A table without rows is left out.
    """

    name: str
    files: dict[str, bytes]
    rows: dict[str, int]


def bits_for(rows: int) -> int:
    """Return how many bits of a digest tell the bucket, where there are so many games and rejects."""
    return min(4 * DIGITS, max(0, (rows - 1) // TARGET).bit_length())


def written(number: int, rows: Packed, stretch: Stretch | None = None) -> Written:
    """Return a bucket, or a stretch of one, in its final form."""
    found = unpacked(rows)
    order = sorted_rows(found.games, ORDER)
    games = found.games.take(order)
    lengths = games["plies"].to_numpy().astype(np.int64) + 1
    first, known = (stretch.first, stretch.known) if stretch else (0, ({}, {}))
    records = (number << RECORD_BITS) + first + np.arange(games.num_rows, dtype=np.int64)
    plies = found.plies.take(spread(_offsets(found.games)[order], lengths))
    tables = {
        "games": _numbered(games, records, known),
        "plies": plies.add_column(0, PLIES.field(0), pa.array(np.repeat(records, lengths))),
        "rejects": found.rejects.drop_columns(PREFIX).take(sorted_rows(found.rejects, REJECTS_ORDER)),
    }
    kept = {name: tables[name] for name in NAMES if tables[name].num_rows}
    return Written(
        f"{number:05d}" if stretch is None else f"{number:05d}.{stretch.place:05d}",
        {name: parquet(name, table) for name, table in kept.items()},
        {name: table.num_rows for name, table in kept.items()},
    )


def _offsets(games: pa.Table) -> np.ndarray:
    """Return where the plies of each game begin: the shards follow one another, and so do their plies."""
    lengths = games["plies"].to_numpy().astype(np.int64) + 1
    return np.concatenate([[0], np.cumsum(lengths)])[:-1].astype(np.int64)


def sorted_rows(table: pa.Table, keys: Sequence[str]) -> pa.Array:
    """Return the rows of a table, by number, in the order of some columns."""
    return pc.sort_indices(table, sort_keys=[(key, "ascending") for key in keys])


def _numbered(games: pa.Table, records: np.ndarray, known: Sequence[Mapping[str, int]]) -> pa.Table:
    """Give the games of a bucket, in order, their numbers, and those of the first with the same moves."""
    played = games["plies"].to_numpy() > 0
    table = games.select(FOUND_GAMES.names).add_column(0, GAMES.field("record"), pa.array(records))
    for (digest, name), before in zip(SAME.items(), known, strict=True):
        first = dict(before)
        pairs = zip(games[digest].to_pylist(), records.tolist(), strict=True)
        firsts = np.array([first.setdefault(one, record) for one, record in pairs], dtype=np.int64)
        # Where nothing was played there is nothing to be the same.
        table = table.append_column(GAMES.field(name), pa.array(firsts, mask=(firsts == records) | ~played))
    return table
