"""Opens the tables of a dataset for questions in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from kifu.errors import KifuError
from kifu.message import Message, visible

if TYPE_CHECKING:
    from pathlib import Path

TABLES = ("games", "plies")
FINISHED = "winner IN ('first', 'second', 'draw')"
"""SQL: a game whose result is known; any other is no draw, it is unfinished."""
WHEN = r"try_cast(regexp_replace(regexp_extract(date, '\d{4}\D+\d{1,2}\D+\d{1,2}'), '\D+', '-', 'g') AS DATE)"
"""SQL: the date of a game as a date; NULL where it is written so that it tells none."""


class NoDataset(KifuError):
    """A folder is not a dataset."""


def opened(folder: Path) -> duckdb.DuckDBPyConnection:
    """Return a connection with the tables `games` and `plies` of a dataset as views. Raises NoDataset."""
    missing = [name for name in TABLES if not any(folder.glob(f"{name}/*.parquet"))]
    if missing:
        shown, lacking = visible(str(folder)), " ".join(f"{name}/*.parquet" for name in missing)
        raise NoDataset(
            "no-dataset",
            Message(
                f"{shown} は棋譜のデータではありません ({lacking} がありません)。kifu corpus build で作れます",
                f"{shown} is no dataset (there is no {lacking}); make one with kifu corpus build",
            ),
        )
    connection = duckdb.connect()
    connection.execute("SET enable_progress_bar = false")
    for name in TABLES:
        files = sorted(map(str, folder.glob(f"{name}/*.parquet")))
        connection.read_parquet(files).create_view(name)
    return connection


def game_ids(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the ids of the games a dataset holds, sorted."""
    return [game for (game,) in connection.execute("SELECT DISTINCT game FROM games ORDER BY game").fetchall()]
