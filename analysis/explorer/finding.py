"""Where in a dataset a position stood: looked up by its key, proved by replaying."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.explorer.replaying import Played, Replayer
from kifu.game import image, symmetries
from kifu.keys import canonical_key, key, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from kifu.game import Game, Position

BATCH = 20_000
"""Games that are replayed at a time."""


class Hit(NamedTuple):
    """A position of a game that is the one asked for, or turns into it."""

    record: int
    ply: int
    """After so many plies; 0: the start."""
    symmetry: int
    """The symmetry of the game (see :func:`kifu.game.symmetries`) that turns the game's position into the one asked for."""


class Source(NamedTuple):
    """Where a game stands and what is known of it."""

    record: int
    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    match: int | None
    first: str | None
    second: str | None
    date: str | None
    event: str | None
    status: str
    winner: str | None
    termination: str | None
    plies: int
    duplicate_of: int | None

    @property
    def link(self) -> str:
        """File, number of the record in it from 0, and for a game of a match its number from 1: ``games.kif#3``."""
        return f"{self.file}#{self.index}" + ("" if self.match is None else f".{self.match}")


def find(
    connection: duckdb.DuckDBPyConnection, game: Game, position: Position, *, symmetric: bool = False
) -> Iterator[Hit]:
    """Yield each time the position occurs in a game under the same rules, by record and ply.

    With `symmetric` also each time one of its images does. `connection` is of :func:`analysis.explorer.dataset.opened`.
    """
    images = turned(game, position) if symmetric else {key(position): (0, position)}
    column, wanted = ("symmetric", canonical_key(game, position)) if symmetric else ("key", key(position))
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE found AS SELECT record, ply, key FROM plies JOIN games USING (record) "  # noqa: S608 - a column of ours
        f"WHERE plies.{column} = ? AND games.game = ? AND games.rules = ?",
        [wanted, game.id, game.rules],
    )
    replayer = Replayer(game)
    for record, start, codes, texts, plies, keys in _games(connection):
        moves = [Played(code, text) for code, text in zip(codes, texts, strict=True)]
        for ply, number in zip(plies, keys, strict=True):
            symmetry, turned_position = images.get(number, (-1, None))
            if symmetry < 0:
                continue
            there = replayer.position(start, moves[:ply])
            if there is not None and same(there, turned_position):
                yield Hit(record, ply, symmetry)


def turned(game: Game, position: Position) -> dict[int, tuple[int, Position]]:
    """Return each image of a position by its key, with the number of a symmetry that turns the image back."""
    numbers = range(len(symmetries(game)))
    found: dict[int, tuple[int, Position]] = {}
    for number in numbers:
        there = image(game, position, number)
        if key(there) not in found:
            back = next(other for other in numbers if same(image(game, there, other), position))
            found[key(there)] = back, there
    return found


def sources(connection: duckdb.DuckDBPyConnection, records: Sequence[int]) -> dict[int, Source]:
    """Return what is known of some games, by record."""
    columns = ", ".join(f'"{name}"' for name in Source._fields)
    rows = connection.execute(f"SELECT {columns} FROM games WHERE record IN (SELECT unnest(?))", [list(set(records))])  # noqa: S608 - our names
    return {row[0]: Source(*row) for row in rows.fetchall()}


def _games(
    connection: duckdb.DuckDBPyConnection,
) -> Iterator[tuple[int, str | None, list[int | None], list[str], list[int], list[int]]]:
    """Yield each game of the table `found` with its set-up, its moves up to the last place found, and those places."""
    order = connection.execute("SELECT DISTINCT record FROM found ORDER BY record").fetchnumpy()["record"]
    for first in range(0, len(order), BATCH):
        last = min(first + BATCH, len(order)) - 1
        yield from connection.execute(
            "WITH wanted AS (SELECT record, max(ply) AS until, list(ply ORDER BY ply) AS plies, "
            "list(key ORDER BY ply) AS keys FROM found WHERE record BETWEEN ? AND ? GROUP BY record), "
            "moves AS (SELECT record, list(code ORDER BY ply) AS codes, list(move ORDER BY ply) AS texts "
            "FROM plies JOIN wanted USING (record) WHERE ply > 0 AND ply <= until GROUP BY record) "
            "SELECT record, start, coalesce(codes, []), coalesce(texts, []), wanted.plies, keys "
            "FROM wanted JOIN games USING (record) LEFT JOIN moves USING (record) ORDER BY record",
            [int(order[first]), int(order[last])],
        ).fetchall()
