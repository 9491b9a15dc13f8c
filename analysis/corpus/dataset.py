"""A finished dataset, opened to be asked: DuckDB views over its Parquet files, which nothing can change."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from analysis.corpus import manifest as manifests
from kifu.errors import KifuError
from kifu.message import Message, quoted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from analysis.corpus.manifest import Manifest

NAMES = ("games", "plies", "rejects")
BLOCK = 2000
"""Rows that are fetched at a time."""


class NoDataset(KifuError):
    """A folder that holds no finished dataset."""


class BadQuery(KifuError):
    """A question that the dataset does not understand, or that would change something."""


class Answer(NamedTuple):
    """What a question is answered by."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[object, ...]]


def load(folder: Path) -> Manifest:
    """Return the manifest of the dataset in a folder. Raises NoDataset."""
    found = manifests.load(folder)
    if found is None or any(not (folder / part).is_file() for part in found.parts):
        shown = visible(str(folder))
        raise NoDataset(
            "no-dataset",
            Message(
                f"{shown} に棋譜のデータがないか、作りかけです。kifu corpus build 棋譜… -o {shown} で作ってください",
                f"{shown} holds no dataset, or one that is not finished; make it with kifu corpus build INPUT… -o {shown}",
            ),
        )
    return found


@contextmanager
def opened(folder: Path) -> Iterator[DuckDBPyConnection]:
    """Open the dataset in a folder: views `games`, `plies` and `rejects`, and no other file. Raises NoDataset."""
    import duckdb  # noqa: PLC0415 - only for those who ask

    manifest = load(folder)
    with duckdb.connect() as connection:
        files = {name: [str(folder / part) for part in manifest.parts if part.startswith(f"{name}/")] for name in NAMES}
        for name, parts in files.items():
            connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet({_list(parts)})")  # noqa: S608 - a file list
        connection.execute(f"SET allowed_paths = {_list([part for parts in files.values() for part in parts])}")
        connection.execute("SET autoinstall_known_extensions = false")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield connection


def ask(connection: DuckDBPyConnection, sql: str) -> Answer:
    """Return the answer to one question in SQL. Raises BadQuery: also while the rows are fetched."""
    import duckdb  # noqa: PLC0415 - as above

    try:
        statements = connection.extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise _no_question(sql)
        cursor = connection.execute(statements[0])
        columns = tuple(column[0] for column in cursor.description or ())
    except duckdb.Error as wrong:
        raise _wrong(wrong) from None
    return Answer(columns, _rows(cursor))


def _rows(cursor: DuckDBPyConnection) -> Iterator[tuple[object, ...]]:
    import duckdb  # noqa: PLC0415 - as above

    try:
        while rows := cursor.fetchmany(BLOCK):
            yield from rows
    except duckdb.Error as wrong:
        raise _wrong(wrong) from None


def _list(paths: list[str]) -> str:
    return "[" + ", ".join("'" + path.replace("'", "''") + "'" for path in paths) + "]"


def _no_question(sql: str) -> BadQuery:
    return BadQuery(
        "not-a-question",
        Message(
            f"「{quoted(sql)}」は問い合わせではありません。SELECT を一つだけ書いてください。データは変えられません",
            f"'{quoted(sql)}' is no question; write one SELECT. The dataset cannot be changed",
        ),
    )


def _wrong(failed: Exception) -> BadQuery:
    said = "\n".join(visible(line) for line in str(failed).splitlines())
    return BadQuery("bad-sql", Message(f"SQL が正しくありません: {said}", f"the SQL is not right: {said}"))
