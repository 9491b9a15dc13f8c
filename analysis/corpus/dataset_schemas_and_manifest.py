"""Format of a dataset: Parquet schemas, and the manifest of what is finished.

A *record* of a dataset is one game: each game of a match is a row of its own. :mod:`analysis.tables.columns` (docs/columns.md)
says what each column means, and the schemas here are made from it; equal rows give equal bytes. The manifest names the inputs
and the program; a dataset that is not finished has none.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from analysis.tables import columns
from analysis.tables.columns import PARQUET
from kifu.core.compiled.source_digest import files_digest
from kifu.core.games import outside_packages
from kifu.core.lazy_imports_extras_and_package_files import program_version
from kifu.core.message import Message, visible
from kifu.core.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

    from analysis.tables.columns import TableColumns

FORMAT = "kifu-corpus/4"
"""The name of the format; it changes when the same records give other bytes on purpose."""
NAMES = ("games", "plies", "rejects")
WORDS = ("game", "rules", "status", "winner", "termination", "article", "recorded_winner", "recorded_termination")
"""Columns that have few different values."""

TYPES = {kind: pa.type_for_alias(name) for kind, name in PARQUET.items()}


def _schema(table: TableColumns) -> pa.Schema:
    return pa.schema([pa.field(column.name, TYPES[column.kind]) for column in table.in_corpus])


def _schema_without_columns(schema: pa.Schema, *column_names: str) -> pa.Schema:
    return pa.schema([field for field in schema if field.name not in column_names])


GAMES, PLIES, REJECTS = _schema(columns.RECORDS), _schema(columns.PLIES), _schema(columns.REJECTS)
FOUND_GAMES = _schema_without_columns(GAMES, "record", "duplicate_of", "similar_to", "prefix_of")
"""The columns of a game before the buckets are made: without its number, and without the games that equal it."""
FOUND_PLIES = _schema_without_columns(PLIES, "record")
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


def empty_tables() -> ArrowTables:
    """Return tables without a row."""
    return ArrowTables(FOUND_GAMES.empty_table(), FOUND_PLIES.empty_table(), REJECTS.empty_table())


def concatenate_tables(parts: list[ArrowTables]) -> ArrowTables:
    """Return the rows of all parts in order; without parts empty tables."""
    return ArrowTables(
        *(pa.concat_tables(tables).combine_chunks() for tables in zip(*(parts or [empty_tables()]), strict=True))
    )


def parquet_bytes(table_name: str, table: pa.Table) -> bytes:
    """Return table `table_name` of :data:`SCHEMAS` as reproducible Parquet bytes."""
    sink = io.BytesIO()
    pq.write_table(
        table.cast(SCHEMAS[table_name]),
        sink,
        row_group_size=_ROW_GROUP,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        use_dictionary=_REPEATING[table_name],
        write_statistics=True,
        store_schema=False,
    )
    return sink.getvalue()


MANIFEST_NAME = "dataset.json"
DECIDING = (
    "kifu.core",
    "kifu.games",
    "kifu.referee",
    "notation",
    "analysis.batch",
    "analysis.corpus",
    "analysis.tables",
)
"""The packages that decide how a record is judged and written down."""
_MODULUS = 1 << 256
_OTHER = re.compile(r"kifu-corpus/[0-9]{1,9}", re.ASCII)
"""The name of any version of the format."""


class Manifest(NamedTuple):
    """The members of a dataset's manifest."""

    format: str
    program: str
    sources: str
    """Digest of this program's own sources: other sources may judge otherwise."""
    inputs: str
    """Digest of the names and bytes of all files."""
    files: int
    buckets: int
    counts: dict[str, int]
    """Rows of each table."""
    parts: dict[str, str]
    """The SHA-256 of each file of the dataset."""

    def to_json(self) -> bytes:
        """Return the manifest as the bytes of its file."""
        return (json.dumps(self._asdict(), indent=2, sort_keys=True) + "\n").encode()


class InputDigest:
    """Order-independent digest of all input files of a build."""

    def __init__(self) -> None:
        self.files = 0
        self._sum = 0

    def add(self, source_name: str, sha256: str) -> None:
        """Add a file to the digest; `sha256` is empty if unreadable."""
        digest = hashlib.sha256(f"{source_name}\0{sha256}".encode("utf-8", "backslashreplace")).digest()
        self._sum = (self._sum + int.from_bytes(digest, "big")) % _MODULUS
        self.files += 1

    @property
    def digest(self) -> str:
        """The digest of all files so far, in hexadecimal."""
        return f"{self._sum:064x}"


def load_manifest(folder: Path) -> Manifest | None:
    """Return the readable manifest of a dataset, if any."""
    try:
        manifest = Manifest(**_read_manifest(folder))
    except (OSError, ValueError, TypeError):
        return None
    return manifest if manifest.format == FORMAT and _covers_all_tables(manifest) else None


def is_manifest_altered(folder: Path) -> bool:
    """Tell whether a manifest is not as a build has written it."""
    try:
        members = _read_manifest(folder)
    except OSError:
        return False
    except ValueError:
        return True
    return isinstance(members, dict) and members.get("format") == FORMAT and load_manifest(folder) is None


def format_of_other_version(folder: Path) -> str | None:
    """Return the format of another version's dataset, if it is one."""
    try:
        members = _read_manifest(folder)
    except (OSError, ValueError):
        return None
    name = members.get("format") if isinstance(members, dict) else None
    return name if isinstance(name, str) and name != FORMAT and _OTHER.fullmatch(name) else None


def _read_manifest(folder: Path) -> Any:  # noqa: ANN401 - any JSON
    """Read the manifest of a folder. Raises OSError and ValueError."""
    with open_regular(folder / MANIFEST_NAME) as file:
        try:
            return json.load(file)
        except RecursionError:
            raise ValueError(MANIFEST_NAME) from None


def damaged_files(folder: Path, manifest: Manifest) -> list[str]:
    """Return the dataset's files that are missing or changed."""
    return [part for part, sha256 in manifest.parts.items() if _sha256_of_file(folder / part) != sha256]


def non_utf8_folder_name_message(folder: Path) -> Message | None:
    """Return a message for a folder name that is not UTF-8.

    Arrow and DuckDB cannot open files below it.
    """
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        shown = visible(str(folder))
        return Message(
            f"フォルダーの名前 {shown} が UTF-8 ではありません。別の名前にしてください",
            f"the folder's name {shown} is not in UTF-8; give it another name",
        )
    return None


def _covers_all_tables(manifest: Manifest) -> bool:
    """Tell whether a manifest has row counts and files of each table."""
    counts: object = manifest.counts
    parts: object = manifest.parts
    return (
        isinstance(counts, dict)
        and isinstance(parts, dict)
        and all(isinstance(sha256, str) for sha256 in parts.values())
        and all(
            isinstance(counts.get(name), int) and any(part.startswith(f"{name}/") for part in parts) for name in NAMES
        )
    )


def _sha256_of_file(path: Path) -> str | None:
    try:
        with open_regular(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    except OSError:
        return None


@cache
def program_name() -> str:
    """Return the program's name and version."""
    return f"kifu {program_version()}"


@cache
def sources_digest() -> str:
    """Return a digest of the sources that decide verdicts and rows.

    The digest of machine code (:func:`kifu.core.compiled.source_digest.machine_code_digest`) covers less. The rows of a dataset hold messages
    too, so here every byte of these packages counts.
    """
    return files_digest((*DECIDING, *outside_packages()), ("py", "toml"))
