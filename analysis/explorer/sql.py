"""SQL fragments that queries of a dataset share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FINISHED = "winner IN ('first', 'second', 'draw')"
"""The condition that a game has a result. A game without one is unfinished, not drawn."""
WHEN = "date_known"
"""The date of a game as a text that sorts; NULL if it tells no year."""

SOURCE = 'file, "index", "match" NULLS FIRST'
"""The order of games in the sources of a dataset, which a build reads by name. The number of a record tells nothing of it."""


def game_ids(connection: DuckDBPyConnection) -> list[str]:
    """Return the ids of the games that a dataset holds, sorted."""
    return [game for (game,) in connection.execute("SELECT DISTINCT game FROM games ORDER BY game").fetchall()]
