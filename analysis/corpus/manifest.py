"""The manifest of a dataset: what it was built from and with. A folder with one is whole."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, NamedTuple

from analysis.corpus.schema import FORMAT, NAMES
from kifu.kernels.sources import files
from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from pathlib import Path

NAME = "dataset.json"
DECIDING = (
    "kifu.model",
    "kifu.kernels",
    "kifu.games",
    "kifu.referee",
    "notation",
    "analysis.bulk",
    "analysis.corpus",
    "analysis.tables",
)
"""The packages that decide how a record is judged and written down."""
_MODULUS = 1 << 256
_OTHER = re.compile(r"kifu-corpus/[0-9]{1,9}", re.ASCII)
"""What a format is called."""


class Manifest(NamedTuple):
    """What a dataset says of itself."""

    format: str
    program: str
    sources: str
    """Digest of this program's own sources: another one may judge otherwise."""
    inputs: str
    """Digest of the names and bytes of all files."""
    files: int
    buckets: int
    counts: dict[str, int]
    """Rows of each table."""
    parts: dict[str, str]
    """The SHA-256 of each file of the dataset."""

    def to_json(self) -> bytes:
        """Return the manifest as it is written."""
        return (json.dumps(self._asdict(), indent=2, sort_keys=True) + "\n").encode()


class Inputs:
    """Sums up the files of a build, in whatever order they come."""

    def __init__(self) -> None:
        self.files = 0
        self._sum = 0

    def add(self, name: str, sha256: str) -> None:
        """Take note of a file."""
        digest = hashlib.sha256(f"{name}\0{sha256}".encode("utf-8", "backslashreplace")).digest()
        self._sum = (self._sum + int.from_bytes(digest, "big")) % _MODULUS
        self.files += 1

    @property
    def digest(self) -> str:
        """The digest of all files so far, in hexadecimal."""
        return f"{self._sum:064x}"


def load(folder: Path) -> Manifest | None:
    """Return the manifest of a dataset; None where there is none that this program can read."""
    try:
        found = json.loads((folder / NAME).read_bytes())
        manifest = Manifest(**found)
    except (OSError, ValueError, TypeError):
        return None
    return manifest if manifest.format == FORMAT and _complete(manifest) else None


def torn(folder: Path) -> bool:
    """Return whether a dataset's manifest is there, but is not what a build has written."""
    try:
        found = json.loads((folder / NAME).read_bytes())
    except OSError:
        return False
    except ValueError:
        return True
    return isinstance(found, dict) and found.get("format") == FORMAT and load(folder) is None


def other_format(folder: Path) -> str | None:
    """Return the format of a dataset that another version of this program has built; None where there is no such one."""
    try:
        found = json.loads((folder / NAME).read_bytes())
    except (OSError, ValueError):
        return None
    named = found.get("format") if isinstance(found, dict) else None
    return named if isinstance(named, str) and named != FORMAT and _OTHER.fullmatch(named) else None


def damaged(folder: Path, manifest: Manifest) -> list[str]:
    """Return the parts of a dataset that are gone, or are not the bytes that were written."""
    return [part for part, sha256 in manifest.parts.items() if _sha256(folder / part) != sha256]


def no_name(folder: Path) -> Message | None:
    """Return what is wrong with a folder whose name is no text: Arrow and DuckDB cannot open anything below it."""
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        shown = visible(str(folder))
        return Message(
            f"フォルダーの名前 {shown} が UTF-8 ではありません。別の名前にしてください",
            f"the folder's name {shown} is not in UTF-8; give it another name",
        )
    return None


def _complete(manifest: Manifest) -> bool:
    """Whether it has a number of rows and a part for each table."""
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


def _sha256(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


@cache
def program() -> str:
    """Return the program's name and version."""
    return f"kifu {metadata.version('kifu')}"


@cache
def sources() -> str:
    """Return a short digest of all that decides how a record is judged and written down.

    It is another thing than the digest of machine code (:func:`kifu.kernels.sources.machine_code`): the rows of a dataset
    hold messages too, so every byte of these packages counts.
    """
    return files(DECIDING, ("py", "toml"))
