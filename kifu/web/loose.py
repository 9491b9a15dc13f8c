"""The records of a folder without a journal, such as files that were put there. They can be looked at, never written to.

Reading one may take as long as its reader is allowed, so only a thread that may wait reads; others are told what is known.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import os
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from starlette.concurrency import run_in_threadpool

from kifu.model.message import Message
from kifu.table.imported_record import imported
from kifu.table.refusal import Refused
from kifu.web.readers import TOO_LARGE, TOO_SLOW

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from pathlib import Path

    from kifu.table.state import State
    from kifu.web.tables import Tables

Given = TypeVar("Given")
Result = TypeVar("Result")

RECORD = ".kif"
LARGEST = 1 << 20
"""The most bytes of a file that is listed."""
MOST = 1_000
"""The most files that are listed."""
LOOSE = "file-"
"""What the id of a file begins with."""
LISTING = 3.0
"""The seconds for which the list of games waits for files that have not been read yet."""
NOT_YET = Refused(
    "not-read-yet", Message("まだ読んでいません。もう一度開いてください", "it has not been read yet; open this again")
)
_IDENTITY = 16


class Loose(NamedTuple):
    """A file without a journal. `state` is its game; None for one that can only be had as a file, `wrong` then says why."""

    name: str
    data: bytes
    state: State | None
    wrong: Refused | None = None


def refuse_unread(loose: Loose) -> None:
    """Raise Refused for a file whose records have not been read yet, or take too long."""
    if loose.wrong is not None and loose.wrong.code in {NOT_YET.code, TOO_SLOW}:
        raise loose.wrong


def loose_state(name: str, data: bytes, time: str) -> State:
    """Return the game of a file without a journal. Raises Refused."""
    try:
        return imported(name, data, time)
    except (RecursionError, MemoryError):
        raise TOO_LARGE from None


class LooseFiles:
    """The records without a journal of a folder, by id. `read` returns the game of a file, and raises Refused."""

    def __init__(self, folder: Path) -> None:
        self.read: Callable[[str, bytes, str], State] = loose_state
        self._folder = folder
        self._read: dict[str, tuple[tuple[int, int], Loose]] = {}
        self._names: dict[str, str] = {}
        self._lock = threading.Lock()
        """One thread at a time reads files."""

    def list_names(self, tables: Container[str]) -> dict[str, str]:
        """Return the names of the files as they are now, by id. Those beside the journals of `tables` are left out."""
        names = sorted(
            entry.name
            for entry in os.scandir(self._folder)
            if entry.name.endswith(RECORD)
            and not entry.name.startswith(".")
            and entry.name.removesuffix(RECORD) not in tables
        )
        self._names = {identity_of(name): name for name in names[:MOST]}
        return self._names

    def all(self, tables: Container[str], seconds: float = math.inf) -> dict[str, Loose]:
        """Return the files as they are now, by id. What has not been read in `seconds` says so, and is read the next time."""
        end = time.monotonic() + seconds
        with self._lock:
            found = {
                identity: self._load(name, read=time.monotonic() < end)
                for identity, name in self.list_names(tables).items()
            }
        return {identity: loose for identity, loose in found.items() if loose is not None}

    def find(self, identity: str) -> Loose | None:
        """Return a file as it was read last, if it has been listed and is there; no game is read."""
        name = self._names.get(identity)
        if name is None or self._version(name) is None:
            return None
        kept = self._read.get(name)
        return self._load(name, read=False) if kept is None else kept[1]

    def known(self) -> dict[str, Loose]:
        """Return the files that were listed last, as they were read last."""
        found = {identity: self.find(identity) for identity in tuple(self._names)}
        return {identity: loose for identity, loose in found.items() if loose is not None}

    def is_current(self, identity: str) -> bool:
        """Tell whether :meth:`find` knows a file as it is now, or there is none."""
        name = self._names.get(identity)
        return name is None or (version := self._version(name)) is None or self._read.get(name, (None,))[0] == version

    def load(self, identity: str) -> None:
        """Read a file, if it has been listed and has changed."""
        with self._lock:
            if not self.is_current(identity):
                self._load(self._names[identity])

    def _version(self, name: str) -> tuple[int, int] | None:
        """Return what changes when a file does; None for what is no plain file."""
        try:
            seen = os.lstat(self._folder / name)
        except OSError:
            return None
        return (seen.st_mtime_ns, seen.st_size) if stat.S_ISREG(seen.st_mode) else None

    def _load(self, name: str, *, read: bool = True) -> Loose | None:
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
        if not read:
            return Loose(name, data, None, NOT_YET)
        written = datetime.fromtimestamp(seen.st_mtime, UTC).isoformat(timespec="milliseconds")
        try:
            loose = Loose(name, data, self.read(name, data, written))
        except Refused as wrong:
            loose = Loose(name, data, None, wrong)
        self._read[name] = (version, loose)
        return loose


class LooseReading:
    """Reads the files of `tables` beside the loop of events: in a thread of its own, once for all who ask meanwhile."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = ThreadPoolExecutor(1)
        self._listing: asyncio.Future[dict[str, Loose]] | None = None

    async def all(self) -> dict[str, Loose]:
        """Return the records without a journal, by id. What is not read soon says so; it is read meanwhile."""
        if self._listing is None or self._listing.done():
            self._listing = self._run(self._tables.loose, LISTING)
        done, _ = await asyncio.wait({self._listing}, timeout=LISTING)
        return self._listing.result() if done else await run_in_threadpool(self._tables.files.known)

    async def load(self, identity: str) -> None:
        """Read a file, if it has been listed and has changed. After a while it is as it was read last."""
        if not self._tables.files.is_current(identity):
            await asyncio.wait({self._run(self._tables.files.load, identity)}, timeout=LISTING)

    def close(self) -> None:
        """Begin nothing any more."""
        self._thread.shutdown(wait=False)

    def _run(self, function: Callable[[Given], Result], given: Given) -> asyncio.Future[Result]:
        return asyncio.get_running_loop().run_in_executor(self._thread, function, given)


def identity_of(name: str) -> str:
    """Return the id of a file: what its name gives, for a name may hold anything."""
    return f"{LOOSE}{hashlib.sha256(os.fsencode(name)).hexdigest()[:_IDENTITY]}"


def _flag(name: str) -> int:
    """Return a flag of :func:`os.open` that not every system has."""
    return int(getattr(os, name, 0))
