"""The records of a folder without a journal, such as files that were put there. They can be looked at, never written to."""

from __future__ import annotations

import hashlib
import os
import stat
import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.message import Message
from kifu.table.imported_record import imported
from kifu.table.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

    from kifu.table.state import State

RECORD = ".kif"
LARGEST = 1 << 20
"""The most bytes of a file that is listed."""
MOST = 1_000
"""The most files that are listed."""
_IDENTITY = 16


class Loose(NamedTuple):
    """A file without a journal. `state` is its game; None for one that can only be had as a file, `wrong` then says why."""

    name: str
    data: bytes
    state: State | None
    wrong: Refused | None = None


class LooseFiles:
    """The records without a journal of a folder, by id. They are read when they are first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, tuple[tuple[int, int], Loose]] = {}
        self._names: dict[str, str] = {}
        self._lock = threading.Lock()

    def all(self, tables: Container[str]) -> dict[str, Loose]:
        """Return the files as they are now, by id. Those beside the journals of `tables` are left out."""
        with self._lock:
            names = sorted(
                entry.name
                for entry in os.scandir(self._folder)
                if entry.name.endswith(RECORD)
                and not entry.name.startswith(".")
                and entry.name.removesuffix(RECORD) not in tables
            )
            self._names = {identity_of(name): name for name in names[:MOST]}
            found = {identity: self._load(name) for identity, name in self._names.items()}
        return {identity: loose for identity, loose in found.items() if loose is not None}

    def find(self, identity: str) -> Loose | None:
        """Return a file by its id, if it has been listed; None if there is none."""
        with self._lock:
            name = self._names.get(identity)
            return None if name is None else self._load(name)

    def _load(self, name: str) -> Loose | None:
        """Return a file; None for what is no plain file, for one that is too large, and for one that cannot be read."""
        try:
            # Not through a link, and without waiting for the writer of a pipe.
            descriptor = os.open(self._folder / name, os.O_RDONLY | _flag("O_NOFOLLOW") | _flag("O_NONBLOCK"))
            with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor has no path
                seen = os.fstat(descriptor)
                if not stat.S_ISREG(seen.st_mode) or seen.st_size > LARGEST:
                    return None
                version = (seen.st_mtime_ns, seen.st_size)
                kept = self._read.get(name)
                if kept is not None and kept[0] == version:
                    return kept[1]
                data = file.read(LARGEST)
        except OSError:
            return None
        loose = _loose(name, data, datetime.fromtimestamp(seen.st_mtime, UTC).isoformat(timespec="milliseconds"))
        self._read[name] = (version, loose)
        return loose


def _loose(name: str, data: bytes, time: str) -> Loose:
    try:
        return Loose(name, data, imported(name, data, time))
    except Refused as wrong:
        return Loose(name, data, None, wrong)
    except (RecursionError, MemoryError):
        large = Message("大きすぎて表示できません", "it is too large to be shown")
        return Loose(name, data, None, Refused("too-large", large))


def identity_of(name: str) -> str:
    """Return the id of a file: what its name gives, for a name may hold anything."""
    return f"file-{hashlib.sha256(os.fsencode(name)).hexdigest()[:_IDENTITY]}"


def _flag(name: str) -> int:
    """Return a flag of :func:`os.open` that not every system has."""
    return int(getattr(os, name, 0))
