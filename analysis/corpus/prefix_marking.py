"""Marks in a written dataset the games that are the beginning of another: fills the column `prefix_of`.

Such games stand in other buckets than the games they begin, so they are found when all buckets are written: a game can only
begin another where that other one had, after as many plies, the position in which the first one ends. DuckDB finds these
pairs, spilling to disk where memory does not do, and compares their moves ply by ply.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from analysis.corpus.schema import GAMES, parquet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from duckdb import DuckDBPyConnection

MEMORY = "1GB"
"""The memory of the search, at most; beyond it DuckDB writes to the working folder."""
_PAIRS = """
    CREATE TEMP TABLE ends AS
    SELECT record, moves_digest, setting, plies, key FROM games JOIN plies USING (record)
    WHERE ply = plies AND plies > 0 AND duplicate_of IS NULL;
    CREATE TEMP TABLE pairs AS
    SELECT ends.record AS beginning, ends.moves_digest, ends.plies, longer.record AS longer, longer.plies AS length
    FROM ends JOIN plies ON plies.ply = ends.plies AND plies.key = ends.key
    JOIN games longer ON longer.record = plies.record
    WHERE longer.setting = ends.setting AND longer.plies > ends.plies AND longer.duplicate_of IS NULL;
"""
_LONGEST = """
    WITH equal AS (
        SELECT beginning, any_value(moves_digest) AS moves_digest, longer, any_value(length) AS length
        FROM pairs JOIN plies a ON a.record = beginning JOIN plies b ON b.record = longer AND b.ply = a.ply
        WHERE a.key = b.key AND a.move IS NOT DISTINCT FROM b.move
        GROUP BY beginning, longer HAVING count(*) = any_value(plies) + 1
    ),
    longest AS (SELECT moves_digest, arg_min(longer, (-length, longer)) AS longer FROM equal GROUP BY moves_digest)
    SELECT record, longer FROM games JOIN longest USING (moves_digest) ORDER BY record
"""


def mark_prefixes(folder: Path, work: Path, parts: dict[str, str]) -> None:
    """Fill the column `prefix_of` of the games in `folder`, whose files are `parts` with their SHA-256. `work` is for spilling."""
    for record_numbers, name in _found(folder, work, parts):
        path = folder / name
        table = pq.read_table(path)
        marked = [record_numbers.get(record) for record in table["record"].to_pylist()]
        place = GAMES.get_field_index("prefix_of")
        data = parquet("games", table.set_column(place, GAMES.field(place), pa.array(marked, pa.int64())))
        path.write_bytes(data)
        parts[name] = hashlib.sha256(data).hexdigest()


def _found(folder: Path, work: Path, parts: dict[str, str]) -> Iterator[tuple[dict[int, int], str]]:
    """Yield for each file of games that has some the games that begin another, each with the longest of these."""
    import duckdb  # noqa: PLC0415 - it is found absent with the other libraries of the extra

    with duckdb.connect() as connection:
        connection.execute("SET temp_directory = ?", [str(work / "spilled")])
        connection.execute(f"SET memory_limit = '{MEMORY}'")
        for name in ("games", "plies"):
            files = [str(folder / part) for part in parts if part.startswith(f"{name}/")]
            connection.read_parquet(files).create_view(name)
        connection.execute(_PAIRS)
        longest = dict(connection.execute(_LONGEST).fetchall())
        for part in [part for part in parts if part.startswith("games/")] if longest else []:
            records = _records(connection, str(folder / part))
            here = {record: longest[record] for record in records if record in longest}
            if here:
                yield here, part


def _records(connection: DuckDBPyConnection, path: str) -> list[int]:
    return [record for (record,) in connection.read_parquet(path).project("record").fetchall()]
