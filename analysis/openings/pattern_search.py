"""Pattern search in a dataset, with the matches as an SQL table."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from analysis.corpus.dataset_queries import SOURCE
from analysis.explorer.dataset_search import PLIES_AT_ONCE, DatasetMove, Replayer
from analysis.openings.pattern_matcher import Matcher
from analysis.openings.pattern_parser import read_pattern
from analysis.openings.pattern_vocabulary import BadPattern
from kifu.core import games
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from analysis.openings.pattern_matcher import Match, Pattern
    from kifu.core.game.game import Game, Position

REMEMBERED = 200_000
"""The positions whose match is remembered: games with a common beginning are sorted behind each other."""


class MatchStretch(NamedTuple):
    """Consecutive plies of a game that match the pattern."""

    record: int
    first: int
    """The plies before the first position; 0: the start."""
    last: int
    symmetry: int
    """The number of the symmetry of the first position."""
    distance: int
    """The least distance."""


def fill_matches_and_count_games(connection: duckdb.DuckDBPyConnection, game: Game, pattern: Pattern) -> int:
    """Fill table `matches` (record, ply, symmetry, distance) under the same rules.

    Returns the number of games that were looked through. `connection` comes from :func:`analysis.corpus.dataset_queries.open_dataset`.
    """
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE matches (record BIGINT, ply INTEGER, symmetry TINYINT, distance INTEGER)"
    )
    replayer = Replayer(game)
    matcher = Matcher(game, pattern)
    known: dict[Position, Match | None] = {}
    rows: list[tuple[int, int, int, int]] = []
    seen = 0
    for record, start, moves in _games_by_common_beginning(connection, game):
        seen += 1
        for ply, position in enumerate(replayer.positions_along(start, moves)):
            if position is None:  # it was played under other rules
                break
            if position not in known:
                if len(known) == REMEMBERED:
                    known.clear()
                known[position] = matcher.match(position)
            match = known[position]
            if match is not None:
                rows.append((record, ply, match.symmetry, match.distance))
        if len(rows) > PLIES_AT_ONCE:
            _insert_matches(connection, rows)
            rows.clear()
    _insert_matches(connection, rows)
    return seen


def fill_matches_of_text_and_count_games(connection: duckdb.DuckDBPyConnection, text: str) -> int:
    """Search a text's pattern in a dataset of one game and rules.

    Raises BadPattern, also if the dataset holds no game or several.
    """
    held = connection.execute("SELECT DISTINCT game, rules FROM games ORDER BY ALL").fetchall()
    if len(held) != 1:
        listed = " ".join(rules for _, rules in held) or "-"
        raise BadPattern(
            "several-games",
            Message(
                f"形は一つの棋種と規則のデータで探します。データには {listed} があります",
                f"a pattern is looked for in a dataset of one game under one set of rules; this one holds {listed}",
            ),
        )
    game = games.load(held[0][0])
    game = game.configure(held[0][1], game.required_head)
    return fill_matches_and_count_games(connection, game, read_pattern(game, text))


def match_stretches(connection: duckdb.DuckDBPyConnection) -> list[MatchStretch]:
    """Return the rows of `matches` as stretches, in source order."""
    rows = connection.execute(
        f"SELECT record, ply, symmetry, distance FROM matches JOIN games USING (record) ORDER BY {SOURCE}, record, ply"  # noqa: S608 - our own expression
    ).fetchall()
    found = []
    for _, group in groupby(enumerate(rows), key=lambda each: (each[1][0], each[1][1] - each[0])):
        places = [row for _, row in group]
        record, first, symmetry, _ = places[0]
        found.append(MatchStretch(record, first, places[-1][1], symmetry, min(place[3] for place in places)))
    return found


def _games_by_common_beginning(
    connection: duckdb.DuckDBPyConnection, game: Game
) -> Iterator[tuple[int, str | None, list[DatasetMove]]]:
    """Yield record, start and moves of games, common beginnings together."""
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE to_replay AS SELECT record, start FROM games WHERE game = ? AND rules = ?",
        [game.id, game.rules],
    )
    order = [record for (record,) in connection.execute("SELECT record FROM to_replay ORDER BY record").fetchall()]
    for place in range(0, len(order), PLIES_AT_ONCE):
        portion = order[place : place + PLIES_AT_ONCE]
        for record, start, codes, texts in connection.execute(
            "WITH moves AS (SELECT record, list(code ORDER BY ply) AS codes, list(move ORDER BY ply) AS texts "
            "FROM plies WHERE ply > 0 AND record BETWEEN ? AND ? GROUP BY record) "
            "SELECT record, start, coalesce(codes, []), coalesce(texts, []) FROM to_replay LEFT JOIN moves USING (record) "
            "WHERE record BETWEEN ? AND ? ORDER BY start, codes, record",
            [portion[0], portion[-1]] * 2,
        ).fetchall():
            yield record, start, [DatasetMove(code, text) for code, text in zip(codes, texts, strict=True)]


def _insert_matches(connection: duckdb.DuckDBPyConnection, rows: list[tuple[int, int, int, int]]) -> None:
    names = ("record", "ply", "symmetry", "distance")
    found = pa.table({name: pa.array([row[place] for row in rows], pa.int64()) for place, name in enumerate(names)})
    connection.register("found", found)
    connection.execute("INSERT INTO matches SELECT * FROM found")
    connection.unregister("found")
