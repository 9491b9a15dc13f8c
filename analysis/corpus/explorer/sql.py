"""What the questions to a dataset share, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FINISHED = "winner IN ('first', 'second', 'draw')"
"""A game whose result is known; any other is no draw, it is unfinished."""
WHEN = r"try_cast(regexp_replace(regexp_extract(date, '\d{4}\D+\d{1,2}\D+\d{1,2}'), '\D+', '-', 'g') AS DATE)"
"""The date of a game as a date; NULL where it is written so that it tells none."""


def game_ids(connection: DuckDBPyConnection) -> list[str]:
    """Return the ids of the games a dataset holds, sorted."""
    return [game for (game,) in connection.execute("SELECT DISTINCT game FROM games ORDER BY game").fetchall()]
