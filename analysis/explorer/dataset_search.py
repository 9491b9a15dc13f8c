"""Search of a dataset: positions by hash, proven by replay; games for the graph."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from analysis.corpus.dataset_queries import SOURCE
from analysis.explorer.played_game import GameSource, PlayedGame
from kifu.core import games
from kifu.core.compiled.position_hash import is_same_position, position_key
from kifu.core.errors import KifuError
from kifu.core.game.options import configure_game, named_file
from kifu.core.game.text import diagram_of_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from kifu.core.game.game import Game, Position


class DatasetMove(NamedTuple):
    """A move as a row of a dataset has it."""

    code: int | None
    """The game's integer for the move; None: it is too large for a column."""
    text: str


class Replayer:
    """Replayer of games under one game's rules, sharing common beginnings."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._start: str | None = None
        self._moves: list[DatasetMove] = []
        self._positions: list[Position | None] = []

    def position(self, start: str | None, moves: Sequence[DatasetMove]) -> Position | None:
        """Return the position after `moves`; see :meth:`positions_along`."""
        return self.positions_along(start, moves)[-1]

    def positions_along(self, start_diagram: str | None, moves: Sequence[DatasetMove]) -> list[Position | None]:
        """Return the positions from the start; None from an illegal move on.

        The game was under other rules then.

        `start_diagram` is the canonical diagram of the setup; None: the game's own start.
        """
        if not self._positions or start_diagram != self._start:
            self._start, self._moves, self._positions = start_diagram, [], [_start_position(self.game, start_diagram)]
        common = 0
        for previous, move in zip(self._moves, moves, strict=False):
            if previous != move:
                break
            common += 1
        del self._moves[common:], self._positions[common + 1 :]
        for move in moves[common:]:
            self._positions.append(self._position_after(self._positions[-1], move))
            self._moves.append(move)
        return self._positions.copy()

    def _position_after(self, position: Position | None, played: DatasetMove) -> Position | None:
        if position is None:
            return None
        move = played.code
        try:
            if move is None:
                move = self.game.resolve(position, self.game.read(played.text))
        except KifuError:
            return None
        return self.game.play_legal(position, move) if self.game.explain(position, move) is None else None


PLIES_AT_ONCE = 20_000
"""Games that are replayed at a time."""
NOTHING_PROVED = "CREATE OR REPLACE TEMP TABLE proved (node INTEGER, record BIGINT, ply INTEGER)"


class PositionHit(NamedTuple):
    """Occurrence of the position, or of an image, in a game."""

    record: int
    ply: int
    """Plies played before it; 0: the start."""
    symmetry: int
    """The number of the symmetry (:attr:`kifu.core.game.game.Game.symmetries`) that turns the game's position into the sought one."""


class SourceGame(NamedTuple):
    """Dataset game: its place, and its descriptive columns."""

    record: int
    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    match: int | None
    first_name: str | None
    second_name: str | None
    date_written: str | None
    event: str | None
    status: str
    winner: str | None
    termination: str | None
    plies: int
    duplicate_of: int | None

    @property
    def link(self) -> str:
        """Record address: ``games.kif#3``, with the game number in a match."""
        return f"{self.file}#{self.index}" + ("" if self.match is None else f".{self.match}")

    def players_text(self, game: Game) -> str:
        """Return the players with side marks, if named."""
        if not self.first_name and not self.second_name:
            return ""
        first, second = game.sides
        return f"{first.mark}{self.first_name or '?'} {second.mark}{self.second_name or '?'}"


def find_position(
    connection: duckdb.DuckDBPyConnection, game: Game, position: Position, *, symmetric: bool = False
) -> list[PositionHit]:
    """Return all occurrences of a position under the same rules, in order.

    With `symmetric`, the places of its images too. `connection` comes from :func:`analysis.corpus.dataset_queries.open_dataset`.
    """
    make_hits_table(connection, game, [position], symmetric=symmetric)
    connection.execute(NOTHING_PROVED)
    delete_disproved(connection, game, [position])
    rows = connection.execute(
        f"SELECT record, ply, symmetry FROM hits JOIN games USING (record) ORDER BY {SOURCE}, record, ply"  # noqa: S608 - our own expression
    ).fetchall()
    return [PositionHit(*row) for row in rows]


def make_hits_table(
    connection: duckdb.DuckDBPyConnection,
    game: Game,
    positions: Sequence[Position],
    *,
    symmetric: bool,
    condition: str = "true",
) -> None:
    """Make table `hits` (node, record, ply, symmetry) by hash of `positions`.

    `node` is the index of that position. With `symmetric`, keys of images count too. `condition` is a condition in SQL that
    selects games.
    """
    rows = [
        (node, sought_key, symmetry)
        for node, position in enumerate(positions)
        for sought_key, symmetry in (
            image_hashes_and_inverses(game, position) if symmetric else {position_key(game, position): 0}
        ).items()
    ]
    sought = pa.table({name: [row[place] for row in rows] for place, name in enumerate(("node", "key", "symmetry"))})
    connection.register("sought", sought)
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE hits AS "  # noqa: S608 - our own condition
        "SELECT node::INTEGER AS node, record, ply, symmetry::TINYINT AS symmetry "
        f"FROM plies JOIN sought USING (key) JOIN games USING (record) WHERE game = ? AND rules = ? AND {condition}",
        [game.id, game.rules],
    )
    connection.unregister("sought")


def delete_disproved(connection: duckdb.DuckDBPyConnection, game: Game, positions: Sequence[Position]) -> int:
    """Delete rows of `hits` disproved by replay; return their number.

    Rows in the table `proved` stay.

    A key alone proves nothing: another position may have the same key, and so may a game on another board of the same name.
    """
    replayer = Replayer(game)
    wrong: list[tuple[int, int]] = []
    for record, start, codes, texts, nodes, plies, numbers in _games_with_unproved_hits(connection):
        moves = [DatasetMove(code, text) for code, text in zip(codes, texts, strict=True)]
        for node, ply, symmetry in zip(nodes, plies, numbers, strict=True):
            replayed = replayer.position(start, moves[:ply])
            if replayed is None or not is_same_position(game, game.image(replayed, symmetry), positions[node]):
                wrong.append((record, ply))
    if wrong:
        connection.register("wrong", pa.table({"record": [row[0] for row in wrong], "ply": [row[1] for row in wrong]}))
        connection.execute("DELETE FROM hits USING wrong WHERE hits.record = wrong.record AND hits.ply = wrong.ply")
        connection.unregister("wrong")
    return len(wrong)


def image_hashes_and_inverses(game: Game, position: Position) -> dict[int, int]:
    """Return the hashes of a position's images, with inverse symmetries."""
    numbers = range(len(game.symmetries))
    turning_back: dict[int, int] = {}
    for number in numbers:
        image = game.image(position, number)
        if position_key(game, image) not in turning_back:
            turning_back[position_key(game, image)] = next(
                inverse for inverse in numbers if is_same_position(game, game.image(image, inverse), position)
            )
    return turning_back


def sources_of_games(connection: duckdb.DuckDBPyConnection, records: Sequence[int]) -> dict[int, SourceGame]:
    """Return the sources of some games, by record."""
    columns = ", ".join(f'"{name}"' for name in SourceGame._fields)
    connection.register("named", pa.table({"record": pa.array(sorted(set(records)), pa.int64())}))
    rows = connection.execute(f"SELECT {columns} FROM games SEMI JOIN named USING (record)").fetchall()  # noqa: S608 - our own names
    connection.unregister("named")
    return {row[0]: SourceGame(*row) for row in rows}


_Game = tuple[int, str | None, list[int | None], list[str], list[int], list[int], list[int]]


def _games_with_unproved_hits(connection: duckdb.DuckDBPyConnection) -> Iterator[_Game]:
    """Yield each game with unproved rows in `hits`.

    It is its record, setup, codes and texts of moves, then the nodes, plies and symmetries of these rows, by ply.
    """
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE doubtful AS SELECT * FROM hits ANTI JOIN proved USING (node, record, ply)"
    )
    rows = connection.execute("SELECT DISTINCT record FROM doubtful ORDER BY record").fetchall()
    order: list[int] = [record for (record,) in rows]
    for first in range(0, len(order), PLIES_AT_ONCE):
        last = min(first + PLIES_AT_ONCE, len(order)) - 1
        yield from connection.execute(
            "WITH games_to_replay AS (SELECT record, max(ply) AS until, list(node ORDER BY ply) AS nodes, "
            "list(ply ORDER BY ply) AS places, list(symmetry ORDER BY ply) AS turns "
            "FROM doubtful WHERE record BETWEEN ? AND ? GROUP BY record), "
            "moves AS (SELECT record, list(code ORDER BY ply) AS codes, list(move ORDER BY ply) AS texts "
            "FROM plies JOIN games_to_replay USING (record) WHERE ply > 0 AND ply <= until GROUP BY record) "
            "SELECT record, start, coalesce(codes, []), coalesce(texts, []), nodes, places, turns "
            "FROM games_to_replay JOIN games USING (record) LEFT JOIN moves USING (record) ORDER BY start, codes, record",
            [order[first], order[last]],
        ).fetchall()


GAMES_AT_ONCE = 2_000
"""Games that are fetched at a time."""
_GAMES = f"""
    WITH starts AS (SELECT record, key FROM plies WHERE ply = 0),
    moves AS (
        SELECT record, list(code ORDER BY ply) AS codes, list(move ORDER BY ply) AS texts FROM plies WHERE ply > 0 GROUP BY record
    )
    SELECT game, rules, start, key, coalesce(codes, []), coalesce(texts, []), winner, file, "index", "match", first_name, second_name,
        date_written, event
    FROM games JOIN starts USING (record) LEFT JOIN moves USING (record) ORDER BY {SOURCE}
"""  # noqa: S608 - our own expression


def games_of_dataset(connection: duckdb.DuckDBPyConnection) -> Iterator[PlayedGame | None]:
    """Yield the games of a dataset, in the order of their sources.

    None stands for a reject, and for a game whose rules or board the dataset does not hold: those of a variant file, and in
    続・連合将棋 a board that the record names. `connection` comes from :func:`analysis.corpus.dataset_queries.open_dataset`.
    """
    rejects = connection.execute("SELECT count(*) FROM rejects").fetchone()
    for _ in range(rejects[0] if rejects else 0):
        yield None
    rows = connection.execute(_GAMES)
    while batch := rows.fetchmany(GAMES_AT_ONCE):
        for row in batch:
            yield _played_game(*row)


def _played_game(  # noqa: PLR0913, PLR0917 - the columns
    game_id: str,
    rules: str,
    start_diagram: str | None,
    start_key: int,
    codes: Sequence[int | None],
    texts: Sequence[str],
    winner: str | None,
    file: str,
    index: int,
    match: int | None,
    first: str | None,
    second: str | None,
    date: str | None,
    event: str | None,
) -> PlayedGame | None:
    game = _game_under_rules(game_id, rules)
    position = None if game is None else _start_position(game, start_diagram)
    if game is None or position is None or position_key(game, position) != start_key:
        return None
    link = f"{file}#{index}" + ("" if match is None else f".{match}")
    source = GameSource(link, (first or "", second or ""), date or "", event or "")
    return PlayedGame(game, position, _moves_of_game(game, position, codes, texts), winner, source)


@cache
def _game_under_rules(game_id: str, rules: str) -> Game | None:
    """Return a game under named rules; None for a variant file."""
    try:
        game = games.load(game_id)
        if game.rules != rules and named_file(rules) is None:
            game = configure_game(game, rules, {}, None)
    except KifuError:
        return None
    return game if game.rules == rules else None


def _start_position(game: Game, start_diagram: str | None) -> Position | None:
    if start_diagram is None:
        return game.start()
    try:
        return game.read_diagram(diagram_of_text(start_diagram))
    except KifuError:
        return None


def _moves_of_game(game: Game, start: Position, codes: Sequence[int | None], texts: Sequence[str]) -> tuple[int, ...]:
    """Return the moves of a game.

    A number that is too large for a column is found by its text, which needs the position.
    """
    known = [code for code in codes if code is not None]
    if len(known) == len(codes):
        return tuple(known)
    moves, position = [], start
    for code, text in zip(codes, texts, strict=True):
        move = game.resolve(position, game.read(text)) if code is None else code
        position = game.play_legal(position, move)
        moves.append(move)
    return tuple(moves)
