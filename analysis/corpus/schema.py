"""The tables of a corpus: their columns, and how they are written, so that equal rows are equal bytes.

A game that a match is made of is a row of its own: a *record* of this dataset is one game, whichever file it stands in.
What each column means says :mod:`analysis.tables.columns`, from which the schemas are made, and docs/columns.md.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from analysis.tables import columns
from analysis.tables.columns import Kind

if TYPE_CHECKING:
    from analysis.tables.columns import Table

FORMAT = "kifu-corpus/2"
"""Changes whenever the same records give other bytes on purpose."""
NAMES = ("games", "plies", "rejects")
WORDS = ("game", "rules", "status", "winner", "termination", "article", "recorded_winner", "recorded_termination")
"""Columns of few different values."""

TYPES = {Kind.TEXT: pa.string(), Kind.COUNT: pa.int32(), Kind.WIDE: pa.int64(), Kind.REAL: pa.float64()}


def _schema(table: Table) -> pa.Schema:
    return pa.schema([pa.field(column.name, TYPES[column.kind]) for column in table.in_corpus])


def _without(schema: pa.Schema, *names: str) -> pa.Schema:
    return pa.schema([field for field in schema if field.name not in names])


GAMES, PLIES, REJECTS = _schema(columns.RECORDS), _schema(columns.PLIES), _schema(columns.REJECTS)
FOUND_GAMES = _without(GAMES, "record", "duplicate_of", "similar_to")
"""A game as one worker finds it: it has no number yet, and nothing to be the same as."""
FOUND_PLIES = _without(PLIES, "record")
SCHEMAS = dict(zip(NAMES, (GAMES, PLIES, REJECTS), strict=True))
_REPEATING = {
    "games": [
        *WORDS,
        "match_status",
        "match_winner",
        "file",
        "sha256",
        "first",
        "second",
        "event",
        "start",
        "diagnostics",
    ],
    "plies": ["record", "ply", "side", "move", "code", "first", "second", "seconds"],
    "rejects": [*WORDS[:3:2], "file", "sha256", "code", "article", "move", "ja", "en"],
}
_ROW_GROUP = 1 << 17


class Tables(NamedTuple):
    """What some records are, as Arrow tables.

    `games` (:data:`FOUND_GAMES`) and `rejects` (:data:`REJECTS`) have a row a game; `plies` (:data:`FOUND_PLIES`) has,
    for each row of `games` in order, one row more than the game has plies: that of the start (ply 0), then each ply.
    """

    games: pa.Table
    plies: pa.Table
    rejects: pa.Table


def empty() -> Tables:
    """Return tables without a row."""
    return Tables(FOUND_GAMES.empty_table(), FOUND_PLIES.empty_table(), REJECTS.empty_table())


def joined(parts: list[Tables]) -> Tables:
    """Return the rows of all parts, in order."""
    return Tables(*(pa.concat_tables(tables).combine_chunks() for tables in zip(*(parts or [empty()]), strict=True)))


def parquet(name: str, table: pa.Table) -> bytes:
    """Return a table of :data:`SCHEMAS` as the bytes of a Parquet file: the same rows, the same bytes."""
    sink = io.BytesIO()
    pq.write_table(
        table.cast(SCHEMAS[name]),
        sink,
        row_group_size=_ROW_GROUP,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        use_dictionary=_REPEATING[name],
        write_statistics=True,
        store_schema=False,
    )
    return sink.getvalue()
