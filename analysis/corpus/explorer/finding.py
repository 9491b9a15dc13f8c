"""Where in a dataset a position stood: looked up by its key, proved by replaying."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from analysis.corpus.explorer.replaying import Played, Replayer
from kifu.kernels.keys import key, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from kifu.model.game import Game, Position

BATCH = 20_000
"""Games that are replayed at a time."""
NOTHING_PROVED = "CREATE OR REPLACE TEMP TABLE proved (node INTEGER, record BIGINT, ply INTEGER)"


class Hit(NamedTuple):
    """A position of a game that is the one asked for, or turns into it."""

    record: int
    ply: int
    """After so many plies; 0: the start."""
    symmetry: int
    """The symmetry of the game (see :attr:`kifu.model.game.Game.symmetries`) that turns the game's position into the one asked for."""


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
) -> list[Hit]:
    """Return each time the position occurs in a game under the same rules, by record and ply.

    With `symmetric` also each time one of its images does. `connection` is of :func:`analysis.corpus.dataset.opened`.
    """
    look_up(connection, game, [position], symmetric=symmetric)
    connection.execute(NOTHING_PROVED)
    prove(connection, game, [position])
    rows = connection.execute("SELECT record, ply, symmetry FROM found ORDER BY record, ply").fetchall()
    return [Hit(*row) for row in rows]


def look_up(
    connection: duckdb.DuckDBPyConnection,
    game: Game,
    positions: Sequence[Position],
    *,
    symmetric: bool,
    among: str = "true",
) -> None:
    """Make the table `found` (node, record, ply, symmetry): wherever a key is that of one of `positions`.

    `node` is the number of that position. `among` is a condition in SQL on the games that are looked at.
    """
    rows = [
        (number, sought, symmetry)
        for number, position in enumerate(positions)
        for sought, symmetry in (turned(game, position) if symmetric else {key(game, position): 0}).items()
    ]
    wanted = pa.table({name: [row[place] for row in rows] for place, name in enumerate(("node", "key", "symmetry"))})
    connection.register("wanted", wanted)
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE found AS "  # noqa: S608 - a condition of ours
        "SELECT node::INTEGER AS node, record, ply, symmetry::TINYINT AS symmetry "
        f"FROM plies JOIN wanted USING (key) JOIN games USING (record) WHERE game = ? AND rules = ? AND {among}",
        [game.id, game.rules],
    )
    connection.unregister("wanted")


def prove(connection: duckdb.DuckDBPyConnection, game: Game, positions: Sequence[Position]) -> int:
    """Take out of `found` what a replay does not confirm, but for places in the table `proved`; return how many.

    A key is no proof: other positions may have it, and so may games under another board of the same name.
    """
    replayer = Replayer(game)
    wrong: list[tuple[int, int]] = []
    for record, start, codes, texts, nodes, plies, numbers in _games(connection):
        moves = [Played(code, text) for code, text in zip(codes, texts, strict=True)]
        for node, ply, symmetry in zip(nodes, plies, numbers, strict=True):
            there = replayer.position(start, moves[:ply])
            if there is None or not same(game, game.image(there, symmetry), positions[node]):
                wrong.append((record, ply))
    if wrong:
        connection.register("wrong", pa.table({"record": [row[0] for row in wrong], "ply": [row[1] for row in wrong]}))
        connection.execute("DELETE FROM found USING wrong WHERE found.record = wrong.record AND found.ply = wrong.ply")
        connection.unregister("wrong")
    return len(wrong)


def turned(game: Game, position: Position) -> dict[int, int]:
    """Return the keys of all images of a position, each with the number of a symmetry that turns the image back."""
    numbers = range(len(game.symmetries))
    found: dict[int, int] = {}
    for number in numbers:
        there = game.image(position, number)
        if key(game, there) not in found:
            found[key(game, there)] = next(other for other in numbers if same(game, game.image(there, other), position))
    return found


def sources(connection: duckdb.DuckDBPyConnection, records: Sequence[int]) -> dict[int, Source]:
    """Return what is known of some games, by record."""
    columns = ", ".join(f'"{name}"' for name in Source._fields)
    connection.register("named", pa.table({"record": pa.array(sorted(set(records)), pa.int64())}))
    rows = connection.execute(f"SELECT {columns} FROM games SEMI JOIN named USING (record)").fetchall()  # noqa: S608 - our names
    connection.unregister("named")
    return {row[0]: Source(*row) for row in rows}


_Game = tuple[int, str | None, list[int | None], list[str], list[int], list[int], list[int]]


def _games(connection: duckdb.DuckDBPyConnection) -> Iterator[_Game]:
    """Yield each game of `found` that is not proved: its set-up, its moves so far, then nodes, plies and symmetries."""
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE doubtful AS SELECT * FROM found ANTI JOIN proved USING (node, record, ply)"
    )
    rows = connection.execute("SELECT DISTINCT record FROM doubtful ORDER BY record").fetchall()
    order: list[int] = [record for (record,) in rows]
    for first in range(0, len(order), BATCH):
        last = min(first + BATCH, len(order)) - 1
        yield from connection.execute(
            "WITH wanted AS (SELECT record, max(ply) AS until, list(node ORDER BY ply) AS nodes, "
            "list(ply ORDER BY ply) AS places, list(symmetry ORDER BY ply) AS turns "
            "FROM doubtful WHERE record BETWEEN ? AND ? GROUP BY record), "
            "moves AS (SELECT record, list(code ORDER BY ply) AS codes, list(move ORDER BY ply) AS texts "
            "FROM plies JOIN wanted USING (record) WHERE ply > 0 AND ply <= until GROUP BY record) "
            "SELECT record, start, coalesce(codes, []), coalesce(texts, []), nodes, places, turns "
            "FROM wanted JOIN games USING (record) LEFT JOIN moves USING (record) ORDER BY start, codes, record",
            [order[first], order[last]],
        ).fetchall()
