"""Buckets of shards as sorted Parquet files, and prefix games among them.

A bucket is made of all shards: sorted, numbered, its duplicates marked. The bucket of a game, and its place there, depend only
on the game's own moves and words. So the same records give the same bytes, no matter how they were cut and which worker read
them. Games that are equal up to symmetry share a bucket.

A game that begins another stands in another bucket, so `prefix_of` is filled when all buckets are written. The way of a game up
to each ply, its rules, positions and moves, is one number of 64 bits; a game begins another whose number after as many plies is
its own at its end. That takes one look at all ends and one at all plies: a few numbers a game are in memory, and the plies of
one file.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analysis.corpus.dataset_schemas_and_manifest import (
    FOUND_GAMES,
    GAMES,
    NAMES,
    PLIES,
    ArrowTables,
    parquet_bytes,
)
from analysis.corpus.partitions_and_shards import (
    DIGITS,
    PREFIX,
    Edge,
    PackedTables,
    Shards,
    expand_ranges,
    unpack_tables,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray


def bucket_edges(bits: int) -> list[Edge]:
    """Return the digest edges of 2**`bits` buckets.

    A bucket takes the rows whose digests begin with its number.
    """
    width = 1 << (4 * DIGITS - bits)
    return [(number * width, (number + 1) * width) for number in range(1 << bits)]


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
    # Games that begin another are in other buckets: :func:`fill_prefix_column` marks them when all are written.
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


_ODD = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
"""The constants of splitmix64, which spreads the bits of a number."""


class _MovePaths(NamedTuple):
    """Move paths of a file's games: a row for each ply.

    Each start has a row too, game by game.
    """

    records: NDArray[np.int64]
    """The record of each game."""
    lengths: NDArray[np.int64]
    """The plies of each game."""
    repeated: NDArray[np.bool_]
    """Whether each game has the same moves as an earlier one."""
    ply: NDArray[np.int64]
    number: NDArray[np.uint64]
    """The way up to each row."""


def fill_prefix_column(folder: Path, digests_by_file: dict[str, str]) -> None:
    """Fill `prefix_of` in `folder`, whose files are `digests_by_file` with SHA-256."""
    names = [
        part
        for part in digests_by_file
        if part.startswith("games/") and part.replace("games/", "plies/", 1) in digests_by_file
    ]
    longest = _longest_continuations(folder, names)
    for name in names if longest else ():
        table = pq.read_table(folder / name)
        marked = [longest.get(record) for record in table["record"].to_pylist()]
        if any(longer is not None for longer in marked):
            place = GAMES.get_field_index("prefix_of")
            data = parquet_bytes("games", table.set_column(place, GAMES.field(place), pa.array(marked, pa.int64())))
            (folder / name).write_bytes(data)
            digests_by_file[name] = hashlib.sha256(data).hexdigest()


def _longest_continuations(folder: Path, names: Iterable[str]) -> dict[int, int]:
    """Return the longest continuation of each game that begins another.

    Of several the one with the lowest record.
    """
    ends = list(_ends_of_games_with_moves(_move_paths_of_file(folder, name) for name in names))
    if not ends:
        return {}
    records, lengths, numbers = (np.concatenate(arrays) for arrays in zip(*ends, strict=True))
    different, firsts, places = np.unique(numbers, return_index=True, return_inverse=True)
    plies = lengths[firsts]
    best_length, best_record = np.zeros(len(different), np.int64), np.full(len(different), -1, np.int64)
    for name in names:
        ways = _move_paths_of_file(folder, name)
        game = np.repeat(np.arange(len(ways.lengths)), ways.lengths + 1)
        goes_on = (ways.ply > 0) & (ways.ply < ways.lengths[game]) & ~ways.repeated[game]
        place = np.searchsorted(different, ways.number[goes_on]).clip(max=len(different) - 1)
        begun = (different[place] == ways.number[goes_on]) & (plies[place] == ways.ply[goes_on])
        place, game = place[begun], game[goes_on][begun]
        order = np.lexsort(
            (ways.records[game], -ways.lengths[game], place)
        )  # the longest comes first, then the lowest record
        place, game = place[order], game[order]
        place, first = np.unique(place, return_index=True)
        length, record = ways.lengths[game[first]], ways.records[game[first]]
        better = (length > best_length[place]) | ((length == best_length[place]) & (record < best_record[place]))
        best_length[place[better]], best_record[place[better]] = length[better], record[better]
    found = best_record[places]
    return dict(zip(records[found >= 0].tolist(), found[found >= 0].tolist(), strict=True))


def _move_paths_of_file(folder: Path, games_file: str) -> _MovePaths:
    """Return the move paths of a file's games.

    Its plies stand in a file of the same name, in the order of the games.
    """
    games = pq.read_table(folder / games_file, columns=["record", "plies", "setting", "duplicate_of"])
    table = pq.read_table(folder / games_file.replace("games/", "plies/", 1), columns=["ply", "key", "move"])
    lengths = games["plies"].to_numpy().astype(np.int64)
    tops = np.cumsum(lengths + 1) - (lengths + 1)
    ply = table["ply"].to_numpy()
    steps = _splitmix64(_text_hashes(table["move"]) ^ table["key"].to_numpy().view(np.uint64)) + ply.astype(np.uint64)
    steps[tops] += _text_hashes(games["setting"])
    sums = np.cumsum(_splitmix64(steps), dtype=np.uint64)  # beyond 64 bits it begins anew, and so do differences
    before = np.concatenate([np.zeros(1, np.uint64), sums])[tops]
    return _MovePaths(
        games["record"].to_numpy(),
        lengths,
        games["duplicate_of"].is_valid().to_numpy(zero_copy_only=False),
        ply,
        sums - np.repeat(before, lengths + 1),
    )


def _text_hashes(column: pa.ChunkedArray) -> NDArray[np.uint64]:
    """Return a number for each distinct text of a column, missing included."""
    encoded = column.combine_chunks().dictionary_encode(null_encoding="encode")
    digests = [
        hashlib.blake2b((text or "").encode(), digest_size=8).digest() for text in encoded.dictionary.to_pylist()
    ]
    numbers: NDArray[np.uint64] = np.frombuffer(b"".join(digests), np.dtype("<u8")).astype(np.uint64)
    places: NDArray[np.int64] = encoded.indices.to_numpy().astype(np.int64)
    return numbers[places]


def _splitmix64(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread the bits of numbers (splitmix64)."""
    numbers = numbers + _ODD[0]
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _ODD[1]
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _ODD[2]
    return numbers ^ (numbers >> np.uint64(31))


def _ends_of_games_with_moves(
    paths: Iterable[_MovePaths],
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]]:
    """Yield record, length and number of games with a move, by file."""
    for each in paths:
        moved = each.lengths > 0
        last = np.cumsum(each.lengths + 1) - 1
        yield each.records[moved], each.lengths[moved], each.number[last][moved]
