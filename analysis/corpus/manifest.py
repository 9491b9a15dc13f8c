"""The manifest of a dataset: what it was built from and with. A folder with one is whole."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import analysis
import kifu
import notation
from analysis.corpus.schema import FORMAT

NAME = "dataset.json"
_MODULUS = 1 << 256


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
    return manifest if manifest.format == FORMAT else None


@cache
def program() -> str:
    """Return the program's name and version."""
    return f"kifu {metadata.version('kifu')}"


@cache
def sources() -> str:
    """Return a short digest of all that decides how a record is judged and written down."""
    digest = hashlib.sha256()
    for package in (kifu, notation, analysis):
        root = Path(package.__file__ or "").parent
        for path in sorted(path for ending in ("py", "toml") for path in root.rglob(f"*.{ending}")):
            below = path.relative_to(root).as_posix()
            if not below.startswith(("cli/", "charts/")):
                digest.update(f"{package.__name__}/{below}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
