"""Queries of a finished dataset, opened as read-only DuckDB views over Parquet."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from analysis.corpus import dataset_schemas_and_manifest
from analysis.corpus.dataset_schemas_and_manifest import NAMES, SCHEMAS
from kifu.core.errors import KifuError
from kifu.core.interrupts import stopped_by_interrupt
from kifu.core.message import Message, quoted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from analysis.corpus.dataset_schemas_and_manifest import Manifest


BLOCK = 2000
"""Rows that are fetched at a time."""
CHECKED = 1 << 28
"""The bytes of a dataset, at most, whose digests are compared before each question: fractions of a second."""


INTERRUPTED = "Query interrupted"
"""The message of the RuntimeError of a query within which DuckDB has noticed Ctrl-C by itself."""


class NoDataset(KifuError):
    """The folder holds no finished dataset."""


class DamagedDataset(NoDataset):
    """Dataset whose files differ from what its build has written."""


class BadQuery(KifuError):
    """The question is not understood, or would change something."""


class FailedQuery(BadQuery):
    """Query that failed by itself, or through a damaged dataset."""


class QueryAnswer(NamedTuple):
    """The answer to a question."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[object, ...]]
    types: tuple[str, ...] = ()
    """The type of each column as DuckDB calls it: BIGINT, VARCHAR, …"""


def load_manifest(folder: Path) -> Manifest:
    """Return the manifest of a dataset.

    Raises NoDataset (DamagedDataset: a file is missing or damaged).
    """
    unusable = dataset_schemas_and_manifest.non_utf8_folder_name_message(folder)
    if unusable is not None:
        raise NoDataset("bad-name", unusable)
    manifest = dataset_schemas_and_manifest.load_manifest(folder)
    if manifest is None and dataset_schemas_and_manifest.is_manifest_altered(folder):
        raise _damage_error(folder, dataset_schemas_and_manifest.MANIFEST_NAME)
    if manifest is None and (format_name := dataset_schemas_and_manifest.format_of_other_version(folder)):
        raise _other_version_error(folder, format_name)
    if manifest is None:
        shown = visible(str(folder))
        raise NoDataset(
            "no-dataset",
            Message(
                f"{shown} に棋譜のデータがないか、作りかけです。kifu corpus build 棋譜… -o {shown} で作ってください",
                f"{shown} holds no dataset, or one that is not finished; make it with kifu corpus build INPUT… -o {shown}",
            ),
        )
    for part in manifest.parts:
        if not (folder / part).is_file():
            raise _damage_error(folder, part)
    return manifest


@contextmanager
def open_dataset(folder: Path) -> Iterator[DuckDBPyConnection]:
    """Open a dataset as views `games`, `plies`, `rejects`, without other files.

    Raises NoDataset; DamagedDataset also if the caller's work fails because a file is damaged. A query that Ctrl-C has stopped
    raises KeyboardInterrupt.
    """
    manifest = load_manifest(folder)
    _require_undamaged(folder, manifest)
    with duckdb.connect() as connection, stopped_by_interrupt(connection.interrupt):
        try:
            _make_views_and_lock(connection, folder, manifest)
            yield connection
        except (duckdb.InterruptException, RuntimeError) as failed:
            if isinstance(failed, RuntimeError) and str(failed) != INTERRUPTED:
                raise
            raise KeyboardInterrupt from None
        # Changed bytes do not only make DuckDB fail: they can also give words that nobody has written.
        except (duckdb.Error, KifuError, LookupError, TypeError, ValueError) as failed:
            if isinstance(failed, BadQuery) and not isinstance(failed, FailedQuery):
                raise
            damaged = dataset_schemas_and_manifest.damaged_files(folder, manifest)
            if not damaged or isinstance(failed, DamagedDataset):
                raise
            raise _damage_error(folder, damaged[0], str(failed)) from None


def _require_undamaged(folder: Path, manifest: Manifest) -> None:
    """Raise DamagedDataset if a file has changed.

    The digests of a large dataset are compared only after something has failed.
    """
    if sum((folder / part).stat().st_size for part in manifest.parts) <= CHECKED:
        for part in dataset_schemas_and_manifest.damaged_files(folder, manifest):
            raise _damage_error(folder, part)


def _make_views_and_lock(connection: DuckDBPyConnection, folder: Path, manifest: Manifest) -> None:
    """Make the views, and lock everything else. Raises DamagedDataset."""
    files = {name: [str(folder / part) for part in manifest.parts if part.startswith(f"{name}/")] for name in NAMES}
    for name, parts in files.items():
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet({_sql_list_of_paths(parts)})")  # noqa: S608 - the paths are escaped
        columns = [column for column, *_ in connection.execute(f"DESCRIBE {name}").fetchall()]
        if columns != SCHEMAS[name].names:
            raise _damage_error(folder, name)
    connection.execute(
        f"SET allowed_paths = {_sql_list_of_paths([part for parts in files.values() for part in parts])}"
    )
    connection.execute("SET autoinstall_known_extensions = false")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def hide_and_count_prefix_games(connection: DuckDBPyConnection) -> int:
    """Hide games that begin another from `games`; return their number."""
    connection.execute("CREATE OR REPLACE TEMP VIEW games AS SELECT * FROM memory.main.games WHERE prefix_of IS NULL")
    row = connection.execute("SELECT count(*) FROM memory.main.games WHERE prefix_of IS NOT NULL").fetchone()
    return row[0] if row else 0


def query_dataset(connection: DuckDBPyConnection, sql: str) -> QueryAnswer:
    """Answer one SQL query. Raises BadQuery, also while rows are fetched."""
    try:
        sql.encode()
    except UnicodeEncodeError:
        raise _query_encoding_error(sql) from None
    try:
        statements = connection.extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise _empty_query_error(sql)
        cursor = connection.execute(statements[0])
        columns = tuple(column[0] for column in cursor.description or ())
    except duckdb.Error as failed:
        raise _query_error(failed) from None
    return QueryAnswer(columns, _fetch_rows(cursor), tuple(str(column[1]) for column in cursor.description or ()))


def _fetch_rows(cursor: DuckDBPyConnection) -> Iterator[tuple[object, ...]]:

    try:
        while rows := cursor.fetchmany(BLOCK):
            yield from rows
    except duckdb.Error as failed:
        raise _query_error(failed) from None


def _sql_list_of_paths(paths: list[str]) -> str:
    return "[" + ", ".join("'" + path.replace("'", "''") + "'" for path in paths) + "]"


def _empty_query_error(sql: str) -> BadQuery:
    return BadQuery(
        "not-a-question",
        Message(
            f"「{quoted(sql)}」は問い合わせではありません。SELECT を一つだけ書いてください。データは変えられません",
            f"'{quoted(sql)}' is no question; write one SELECT. The dataset cannot be changed",
        ),
    )


def _query_encoding_error(sql: str) -> BadQuery:
    return BadQuery(
        "not-text",
        Message(
            f"「{quoted(sql)}」は UTF-8 の文字になっていません。SQL を UTF-8 で書いてください",
            f"'{quoted(sql)}' is not text in UTF-8; write the SQL in UTF-8",
        ),
    )


def _query_error(failed: Exception) -> BadQuery:

    if isinstance(failed, duckdb.InterruptException):
        raise KeyboardInterrupt from None
    reason = "\n".join(visible(line) for line in str(failed).splitlines())
    misunderstood = isinstance(failed, duckdb.ParserException | duckdb.BinderException | duckdb.CatalogException)
    kind = BadQuery if misunderstood else FailedQuery
    return kind("bad-sql", Message(f"SQL が正しくありません: {reason}", f"the SQL is not right: {reason}"))


def _other_version_error(folder: Path, format_name: str) -> NoDataset:
    shown = visible(str(folder))
    return NoDataset(
        "other-version",
        Message(
            f"{shown} は別の版のプログラムが作ったデータ ({format_name}) です。kifu corpus build 棋譜… -o {shown} --force で作りなおしてください",
            f"{shown} was built by another version of this program ({format_name}); "
            f"build it again with kifu corpus build INPUT… -o {shown} --force",
        ),
    )


def _damage_error(folder: Path, file_name: str, reason: str = "") -> DamagedDataset:
    """Return the error for a damaged file of a dataset."""
    shown, named = visible(str(folder)), visible(str(folder / file_name))
    why = f" ({visible(reason.strip().splitlines()[0])})" if reason.strip() else ""
    return DamagedDataset(
        "damaged-dataset",
        Message(
            f"{named} が壊れているか、作ったときのものではありません{why}。kifu corpus build 棋譜… -o {shown} --force で作りなおしてください",
            f"{named} is damaged, or is not what was written there{why}; "
            f"build it again with kifu corpus build INPUT… -o {shown} --force",
        ),
    )


FINISHED = "winner IN ('first', 'second', 'draw')"
"""The condition that a game has a result. A game without one is unfinished, not drawn."""
WHEN = "date_known"
"""The date of a game as a text that sorts; NULL if it tells no year."""

SOURCE = 'file, "index", "match" NULLS FIRST'
"""The order of games in the sources of a dataset, which a build reads by name. The number of a record tells nothing of it."""


def game_ids(connection: DuckDBPyConnection) -> list[str]:
    """Return the ids of the games that a dataset holds, sorted."""
    return [game for (game,) in connection.execute("SELECT DISTINCT game FROM games ORDER BY game").fetchall()]
