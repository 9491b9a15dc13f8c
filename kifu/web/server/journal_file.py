"""Journal file: nothing is acknowledged before it is on the disk, and nothing written is lost."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from kifu.core.message import Message
from kifu.recording.errors import Rejected
from kifu.recording.journal import decode
from kifu.recording.submit import MAX_CLOSING_EVENTS, MAX_EVENTS

if TYPE_CHECKING:
    from pathlib import Path

    from kifu.recording.journal import Journal


MAX_JOURNAL_LINES = MAX_EVENTS + MAX_CLOSING_EVENTS
"""The most lines of a journal: no table takes more events."""
MAX_JOURNAL_BYTES = 160 << 20
"""The most bytes of a journal: each line is made of one request."""


class BrokenJournal(OSError):
    """Journal file that another program changed, or that could not be restored. Nothing more is written to it."""


class JournalFile:
    """The file of a journal at `path`; `size` is the number of its bytes that are known to be good."""

    def __init__(self, path: Path, size: int = 0) -> None:
        self.path = path
        self.size = size
        self.broken = False

    def create(self, data: bytes) -> None:
        """Write the first line. Raises OSError; nothing is left behind then."""
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        try:
            try:
                _write(descriptor, data)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            sync_folder(self.path.parent)
        except OSError:
            self.path.unlink(missing_ok=True)
            raise
        self.size = len(data)

    def append(self, data: bytes) -> None:
        """Add a line, and return when it is on the disk. Raises OSError; the file then is as it was before.

        Raises BrokenJournal if it could not be put back, or if somebody else has changed it.
        """
        if self.broken:
            raise BrokenJournal("the journal could not be put back")
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        try:
            if os.fstat(descriptor).st_size != self.size:
                self.broken = True
                raise BrokenJournal("the journal was changed by another program")
            try:
                _write(descriptor, data)
                os.fsync(descriptor)
            except OSError:
                self._put_back(descriptor)
                raise
        finally:
            os.close(descriptor)
        self.size += len(data)

    def _put_back(self, descriptor: int) -> None:
        try:
            os.ftruncate(descriptor, self.size)
            os.fsync(descriptor)
        except OSError:
            self.broken = True


def open_journal(path: Path) -> tuple[JournalFile, Journal]:
    """Read a journal, and repair a cut-off write: a torn last line is kept in a file of its own beside it.

    A damaged journal is not touched. Raises OSError, and Rejected for one that is longer than any that a table writes.
    """
    with path.open("rb") as whole:
        data = whole.read(MAX_JOURNAL_BYTES + 1)
    if len(data) > MAX_JOURNAL_BYTES or data.count(b"\n") > MAX_JOURNAL_LINES:
        raise Rejected(
            "too-long",
            Message(
                f"記録簿は {MAX_JOURNAL_LINES:,} 行、{MAX_JOURNAL_BYTES:,} バイトまでです",
                f"a journal has {MAX_JOURNAL_LINES:,} lines and {MAX_JOURNAL_BYTES:,} bytes at most",
            ),
        )
    journal = decode(data)
    if journal.torn:
        aside = path.with_name(f"{path.name}.torn-{journal.size}-{secrets.token_hex(4)}")
        write_synced(aside, journal.torn)
        _cut(path, journal.size)
    if journal.unended:
        file = JournalFile(path, journal.size)
        file.append(b"\n")
        return file, journal
    return JournalFile(path, journal.size), journal


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file, and return when it is on the disk. Raises OSError; nothing is left behind then."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        try:
            _write(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk. A system that has no such call is left alone."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _cut(path: Path, size: int) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.ftruncate(descriptor, size)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
