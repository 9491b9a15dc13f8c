"""Plain records: files of a folder without a journal.

They can be looked at, never written to.
Reading one may take as long as its reader is allowed, so only a thread that may wait reads; others get what was read last.
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

from kifu.core.message import Message
from kifu.core.regular_files import NO_LINK, open_regular
from kifu.recording.state_record_conversion import import_as_closed_state
from kifu.recording.untrusted_json_fields import Rejected
from kifu.web.server.worker_process import TOO_LARGE, TOO_SLOW

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from pathlib import Path

    from kifu.recording.state_and_clock import State
    from kifu.web.server.sessions import Sessions

RECORD = ".kif"
MAX_FILE_BYTES = 1 << 20
"""The most bytes of a file that is listed."""
MAX_FILES = 1_000
"""The most files that are listed."""
PLAIN_PREFIX = "file-"
"""What the id of a file begins with."""
NOT_YET = Rejected(
    "not-read-yet", Message("まだ読んでいません。もう一度開いてください", "it has not been read yet; open this again")
)
_ID_DIGITS = 16
LISTING_TIMEOUT_S = 3.0
"""The seconds for which the list of games waits for files that have not been read yet."""
Given = TypeVar("Given")
R = TypeVar("R")


class PlainRecord(NamedTuple):
    """Record file without a journal.

    `state` is its game; None for one that can only be had as a file, `wrong` then says why.
    """

    name: str
    data: bytes
    state: State | None
    wrong: Rejected | None = None


def refuse_unread_record(plain: PlainRecord) -> None:
    """Raise Rejected for a file that is unread or takes too long."""
    if plain.wrong is not None and plain.wrong.code in {NOT_YET.code, TOO_SLOW}:
        raise plain.wrong


def plain_record_state(file_name: str, data: bytes, file_time: str) -> State:
    """Return the game of a file without a journal. Raises Rejected."""
    try:
        return import_as_closed_state(file_name, data, file_time)
    except (RecursionError, MemoryError):
        raise TOO_LARGE from None


class PlainRecords:
    """Plain records of a folder, by id.

    `read` returns the game of a file, and raises Rejected.
    """

    def __init__(self, folder: Path) -> None:
        self.read: Callable[[str, bytes, str], State] = plain_record_state
        self._folder = folder
        self._read: dict[str, tuple[tuple[int, int], PlainRecord]] = {}
        self._names: dict[str, str] = {}
        self._lock = threading.Lock()
        """One thread at a time reads files."""

    def list_names(self, sessions: Container[str]) -> dict[str, str]:
        """Return the names of the files as they are now, by id.

        Those beside the journals of `sessions` are left out.
        """
        names = sorted(
            entry.name
            for entry in os.scandir(self._folder)
            if entry.name.endswith(RECORD)
            and not entry.name.startswith(".")
            and entry.name.removesuffix(RECORD) not in sessions
        )
        self._names = {plain_record_id(name): name for name in names[:MAX_FILES]}
        return self._names

    def all(self, sessions: Container[str], max_seconds: float = math.inf) -> dict[str, PlainRecord]:
        """Return the files as they are now, by id.

        What has not been read in `max_seconds` says so, and is read the next time.
        """
        end = time.monotonic() + max_seconds
        with self._lock:
            found = {
                identity: self._load(name, read_game=time.monotonic() < end)
                for identity, name in self.list_names(sessions).items()
            }
        return {identity: plain for identity, plain in found.items() if plain is not None}

    def find(self, record_id: str) -> PlainRecord | None:
        """Return a listed file as read last; games are not read."""
        name = self._names.get(record_id)
        if name is None or self._time_and_size_of_file(name) is None:
            return None
        kept = self._read.get(name)
        return self._load(name, read_game=False) if kept is None else kept[1]

    def last_read(self) -> dict[str, PlainRecord]:
        """Return the files that were listed last, as they were read last."""
        found = {identity: self.find(identity) for identity in tuple(self._names)}
        return {identity: plain for identity, plain in found.items() if plain is not None}

    def is_current(self, record_id: str) -> bool:
        """Tell whether a file was read as it is, or is gone."""
        name = self._names.get(record_id)
        return (
            name is None
            or (version := self._time_and_size_of_file(name)) is None
            or self._read.get(name, (None,))[0] == version
        )

    def load(self, record_id: str) -> None:
        """Read a file, if it has been listed and has changed."""
        with self._lock:
            if not self.is_current(record_id):
                self._load(self._names[record_id])

    def _time_and_size_of_file(self, file_name: str) -> tuple[int, int] | None:
        """Return time and size of a regular file; else None."""
        try:
            seen = os.lstat(self._folder / file_name)
        except OSError:
            return None
        return (seen.st_mtime_ns, seen.st_size) if stat.S_ISREG(seen.st_mode) else None

    def _load(self, file_name: str, *, read_game: bool = True) -> PlainRecord | None:
        """Return a plain file; None if too large or unreadable."""
        try:
            with open_regular(self._folder / file_name, NO_LINK) as file:
                seen = os.fstat(file.fileno())
                if seen.st_size > MAX_FILE_BYTES:
                    return None
                version = (seen.st_mtime_ns, seen.st_size)
                kept = self._read.get(file_name)
                if kept is not None and kept[0] == version:
                    return kept[1]
                data = file.read(MAX_FILE_BYTES)
        except OSError:
            return None
        if not read_game:
            return PlainRecord(file_name, data, None, NOT_YET)
        written = datetime.fromtimestamp(seen.st_mtime, UTC).isoformat(timespec="milliseconds")
        try:
            plain = PlainRecord(file_name, data, self.read(file_name, data, written))
        except Rejected as wrong:
            plain = PlainRecord(file_name, data, None, wrong)
        self._read[file_name] = (version, plain)
        return plain


class PlainRecordLoader:
    """Loader of plain records in one thread, once for all waiting clients."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._thread = ThreadPoolExecutor(1)
        self._listing: asyncio.Future[dict[str, PlainRecord]] | None = None

    async def all(self) -> dict[str, PlainRecord]:
        """Return the records without a journal, by id.

        What is not read soon says so; it is read meanwhile.
        """
        if self._listing is None or self._listing.done():
            self._listing = self._run(self._sessions.plain_records, LISTING_TIMEOUT_S)
        done, _ = await asyncio.wait({self._listing}, timeout=LISTING_TIMEOUT_S)
        return self._listing.result() if done else await run_in_threadpool(self._sessions.files.last_read)

    async def load(self, record_id: str) -> None:
        """Read a listed file that has changed.

        After a while it is as it was read last.
        """
        if not self._sessions.files.is_current(record_id):
            await asyncio.wait({self._run(self._sessions.files.load, record_id)}, timeout=LISTING_TIMEOUT_S)

    def close(self) -> None:
        """Begin nothing any more."""
        self._thread.shutdown(wait=False)

    def _run(self, function: Callable[[Given], R], given: Given) -> asyncio.Future[R]:
        return asyncio.get_running_loop().run_in_executor(self._thread, function, given)


def plain_record_id(name: str) -> str:
    """Return the id of a file, made of its name."""
    return f"{PLAIN_PREFIX}{hashlib.sha256(os.fsencode(name)).hexdigest()[:_ID_DIGITS]}"
