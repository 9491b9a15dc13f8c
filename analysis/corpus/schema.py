"""Parquet schemas of a dataset; equal rows give equal bytes.

A *record* of a dataset is one game: each game of a match is a row of its own. :mod:`analysis.tables.columns` (docs/columns.md)
says what each column means, and the schemas here are made from it.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from analysis.tables import columns
from analysis.tables.columns import PARQUET

if TYPE_CHECKING:
    from analysis.tables.columns import TableColumns

FORMAT = "kifu-corpus/4"
"""The name of the format; it changes when the same records give other bytes on purpose."""
NAMES = ("games", "plies", "rejects")
WORDS = ("game", "rules", "status", "winner", "termination", "article", "recorded_winner", "recorded_termination")
"""Columns that have few different values."""

TYPES = {kind: pa.type_for_alias(name) for kind, name in PARQUET.items()}


def _schema(table: TableColumns) -> pa.Schema:
    return pa.schema([pa.field(column.name, TYPES[column.kind]) for column in table.in_corpus])


def _without(schema: pa.Schema, *names: str) -> pa.Schema:
    return pa.schema([field for field in schema if field.name not in names])


GAMES, PLIES, REJECTS = _schema(columns.RECORDS), _schema(columns.PLIES), _schema(columns.REJECTS)
FOUND_GAMES = _without(GAMES, "record", "duplicate_of", "similar_to", "prefix_of")
"""The columns of a game before the buckets are made: without its number, and without the games that equal it."""
FOUND_PLIES = _without(PLIES, "record")
SCHEMAS = dict(zip(NAMES, (GAMES, PLIES, REJECTS), strict=True))
_REPEATING = {
    "games": [
        *WORDS,
        "match_status",
        "match_winner",
        "file",
        "sha256",
        "first_name",
        "second_name",
        "date_written",
        "date",
        "date_known",
        "event",
        "setting",
        "start",
        "diagnostics",
    ],
    "plies": ["record", "ply", "side", "move", "code", "first_score", "second_score", "seconds"],
    "rejects": [*WORDS[:3], "file", "sha256", "fault_code", "fault_article", "fault_move", "ja", "en"],
}
_ROW_GROUP = 1 << 17


class ArrowTables(NamedTuple):
    """The rows of some records as Arrow tables.

    `games` (:data:`FOUND_GAMES`) and `rejects` (:data:`REJECTS`) have a row a game. `plies` (:data:`FOUND_PLIES`) has, for
    each row of `games` in order, a row for the start (ply 0) and then a row for each ply.
    """

    games: pa.Table
    plies: pa.Table
    rejects: pa.Table


def empty() -> ArrowTables:
    """Return tables without a row."""
    return ArrowTables(FOUND_GAMES.empty_table(), FOUND_PLIES.empty_table(), REJECTS.empty_table())


def concatenate_tables(parts: list[ArrowTables]) -> ArrowTables:
    """Return the rows of all parts in order; without parts empty tables."""
    return ArrowTables(
        *(pa.concat_tables(tables).combine_chunks() for tables in zip(*(parts or [empty()]), strict=True))
    )


def parquet(name: str, table: pa.Table) -> bytes:
    """Return table `name` of :data:`SCHEMAS` as reproducible Parquet bytes."""
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
