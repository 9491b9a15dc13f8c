"""A finished dataset, opened to be asked: DuckDB views over its Parquet files, which nothing can change."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from analysis.corpus import manifest as manifests
from analysis.corpus.schema import NAMES, SCHEMAS
from kifu.model.errors import KifuError
from kifu.model.message import Message, quoted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from analysis.corpus.manifest import Manifest

BLOCK = 2000
"""Rows that are fetched at a time."""


class NoDataset(KifuError):
    """A folder that holds no finished dataset."""


class DamagedDataset(NoDataset):
    """A dataset whose files are not what was written."""


class BadQuery(KifuError):
    """A question that the dataset does not understand, or that would change something."""


class FailedQuery(BadQuery):
    """A question that failed while it was answered: by itself, or because the dataset is damaged."""


class Answer(NamedTuple):
    """What a question is answered by."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[object, ...]]


def load(folder: Path) -> Manifest:
    """Return the manifest of the dataset in a folder. Raises NoDataset."""
    unusable = manifests.no_name(folder)
    if unusable is not None:
        raise NoDataset("bad-name", unusable)
    found = manifests.load(folder)
    if found is None and manifests.torn(folder):
        raise _damaged(folder, manifests.NAME)
    if found is None and (other := manifests.other_format(folder)):
        raise _of_another_version(folder, other)
    if found is None:
        shown = visible(str(folder))
        raise NoDataset(
            "no-dataset",
            Message(
                f"{shown} に棋譜のデータがないか、作りかけです。kifu corpus build 棋譜… -o {shown} で作ってください",
                f"{shown} holds no dataset, or one that is not finished; make it with kifu corpus build INPUT… -o {shown}",
            ),
        )
    for part in found.parts:
        if not (folder / part).is_file():
            raise _damaged(folder, part)
    return found


@contextmanager
def opened(folder: Path) -> Iterator[DuckDBPyConnection]:
    """Open the dataset in a folder: views `games`, `plies` and `rejects`, and no other file.

    Raises NoDataset: DamagedDataset also for what goes wrong while it is open, where a file is to blame.
    """
    import duckdb  # noqa: PLC0415 - only for those who ask

    manifest = load(folder)
    with duckdb.connect() as connection:
        try:
            _look_at(connection, folder, manifest)
            yield connection
        # Changed bytes do more than make DuckDB fail: they make words that nobody has written. Reading all files is too
        # slow for each question; once something is wrong, their digests tell whether they are to blame.
        except (duckdb.Error, KifuError, LookupError, TypeError, ValueError) as failed:
            if isinstance(failed, BadQuery) and not isinstance(failed, FailedQuery):
                raise
            damaged = manifests.damaged(folder, manifest)
            if not damaged or isinstance(failed, DamagedDataset):
                raise
            raise _damaged(folder, damaged[0], str(failed)) from None


def _look_at(connection: DuckDBPyConnection, folder: Path, manifest: Manifest) -> None:
    """Make the views, and lock everything else."""
    files = {name: [str(folder / part) for part in manifest.parts if part.startswith(f"{name}/")] for name in NAMES}
    for name, parts in files.items():
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet({_list(parts)})")  # noqa: S608 - a file list
        columns = [column for column, *_ in connection.execute(f"DESCRIBE {name}").fetchall()]
        if columns != SCHEMAS[name].names:
            raise _damaged(folder, name)
    connection.execute(f"SET allowed_paths = {_list([part for parts in files.values() for part in parts])}")
    connection.execute("SET autoinstall_known_extensions = false")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def ask(connection: DuckDBPyConnection, sql: str) -> Answer:
    """Return the answer to one question in SQL. Raises BadQuery: also while the rows are fetched."""
    import duckdb  # noqa: PLC0415 - as above

    try:
        sql.encode()
    except UnicodeEncodeError:
        raise _no_text(sql) from None
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


def _no_text(sql: str) -> BadQuery:
    return BadQuery(
        "not-text",
        Message(
            f"「{quoted(sql)}」は UTF-8 の文字になっていません。SQL を UTF-8 で書いてください",
            f"'{quoted(sql)}' is not text in UTF-8; write the SQL in UTF-8",
        ),
    )


def _wrong(failed: Exception) -> BadQuery:
    import duckdb  # noqa: PLC0415 - as above

    said = "\n".join(visible(line) for line in str(failed).splitlines())
    misunderstood = isinstance(failed, duckdb.ParserException | duckdb.BinderException | duckdb.CatalogException)
    kind = BadQuery if misunderstood else FailedQuery
    return kind("bad-sql", Message(f"SQL が正しくありません: {said}", f"the SQL is not right: {said}"))


def _of_another_version(folder: Path, other: str) -> NoDataset:
    shown = visible(str(folder))
    return NoDataset(
        "other-version",
        Message(
            f"{shown} は別の版のプログラムが作ったデータ ({other}) です。kifu corpus build 棋譜… -o {shown} --force で作りなおしてください",
            f"{shown} was built by another version of this program ({other}); "
            f"build it again with kifu corpus build INPUT… -o {shown} --force",
        ),
    )


def _damaged(folder: Path, part: str, said: str = "") -> DamagedDataset:
    shown, named = visible(str(folder)), visible(str(folder / part))
    why = f" ({visible(said.strip().splitlines()[0])})" if said.strip() else ""
    return DamagedDataset(
        "damaged-dataset",
        Message(
            f"{named} が壊れているか、作ったときのものではありません{why}。kifu corpus build 棋譜… -o {shown} --force で作りなおしてください",
            f"{named} is damaged, or is not what was written there{why}; "
            f"build it again with kifu corpus build INPUT… -o {shown} --force",
        ),
    )
