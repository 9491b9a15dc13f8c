"""Prefix games of a dataset, the beginning of others: column `prefix_of`.

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
import pyarrow.parquet as pq

from analysis.corpus.dataset_schemas_and_manifest import GAMES, parquet_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

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
