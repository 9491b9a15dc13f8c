"""The tables of a corpus: their columns, and how they are written, so that equal rows are equal bytes.

A game that a match is made of is a row of its own: a *record* of this dataset is one game, whichever file it stands in.
"""

from __future__ import annotations

import io
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

FORMAT = "kifu-corpus/1"
"""Changes whenever the same records give other bytes on purpose."""
NAMES = ("games", "plies", "rejects")
WORDS = ("game", "rules", "status", "winner", "termination", "article", "recorded_winner", "recorded_termination")
"""Columns of few different values."""

TEXT, COUNT, WIDE, REAL = pa.string(), pa.int32(), pa.int64(), pa.float64()


def _schema(**columns: pa.DataType) -> pa.Schema:
    return pa.schema([pa.field(name, kind) for name, kind in columns.items()])


_PLACE = {"file": TEXT, "index": COUNT, "match": COUNT, "sha256": TEXT, "digest": TEXT}

FOUND_GAMES = _schema(
    **_PLACE,
    game=TEXT,
    rules=TEXT,
    status=TEXT,
    plies=COUNT,
    branches=COUNT,
    winner=TEXT,
    termination=TEXT,
    article=TEXT,
    recorded_winner=TEXT,
    recorded_termination=TEXT,
    match_status=TEXT,
    match_winner=TEXT,
    first=TEXT,
    second=TEXT,
    date=TEXT,
    event=TEXT,
    start=TEXT,
    first_score=REAL,
    second_score=REAL,
    diagnostics=TEXT,
    moves_digest=TEXT,
    symmetric_digest=TEXT,
)
"""A game as one worker finds it: it has no number yet, and nothing to be the same as."""
GAMES = pa.schema(
    [pa.field("record", WIDE), *FOUND_GAMES, pa.field("duplicate_of", WIDE), pa.field("similar_to", WIDE)]
)
FOUND_PLIES = _schema(ply=COUNT, side=TEXT, move=TEXT, code=WIDE, first=REAL, second=REAL, key=WIDE, symmetric=WIDE)
PLIES = pa.schema([pa.field("record", WIDE), *FOUND_PLIES])
REJECTS = _schema(
    **_PLACE,
    game=TEXT,
    status=TEXT,
    plies=COUNT,
    code=TEXT,
    article=TEXT,
    line=COUNT,
    column=COUNT,
    ply=COUNT,
    move=TEXT,
    ja=TEXT,
    en=TEXT,
    diagnostics=TEXT,
)
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
    "plies": ["record", "ply", "side", "move", "code", "first", "second"],
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
