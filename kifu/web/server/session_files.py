"""Files of a session: journal, and the record after each event."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from kifu.core.message import Message
from kifu.core.regular_files import NO_LINK, NotRegular, open_regular
from kifu.recording.journal_and_record_mark import AGREES, decode_journal, journal_mark_mismatch
from kifu.recording.submit_and_replay_events import MAX_CLOSING_EVENTS, MAX_EVENTS
from kifu.recording.untrusted_json_fields import Rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from kifu.recording.journal_and_record_mark import Journal, JournalLine

MAX_JOURNAL_LINES = MAX_EVENTS + MAX_CLOSING_EVENTS
"""The most lines of a journal: no table takes more events."""
MAX_JOURNAL_BYTES = 160 << 20
"""The most bytes of a journal: each line is made of one request."""


class BrokenJournal(OSError):
    """Journal file that another program changed, or that could not be restored.

    Nothing more is written to it.
    """


class JournalFile:
    """The file of a journal at `path`.

    `size` is the number of its bytes that are known to be good.
    """

    def __init__(self, path: Path, size: int = 0) -> None:
        self.path = path
        self.size = size
        self.broken = False

    def create(self, data: bytes) -> None:
        """Write the first line. Raises OSError; nothing is left behind then."""
        write_synced(self.path, data)
        try:
            sync_folder(self.path.parent)
        except OSError:
            self.path.unlink(missing_ok=True)
            raise
        self.size = len(data)

    def append(self, data: bytes) -> None:
        """Add a line, and return when it is on the disk.

        Raises OSError; the file then is as it was before.
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
                _write_all_bytes(descriptor, data)
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


def open_and_repair_journal(path: Path) -> tuple[JournalFile, Journal]:
    """Read a journal, and repair a cut-off write.

    A torn last line is kept in a file of its own beside it.
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
    journal = decode_journal(data)
    if journal.torn:
        aside = path.with_name(f"{path.name}.torn-{journal.size}-{secrets.token_hex(4)}")
        write_synced(aside, journal.torn)
        _truncate_file(path, journal.size)
    if journal.unended:
        file = JournalFile(path, journal.size)
        file.append(b"\n")
        return file, journal
    return JournalFile(path, journal.size), journal


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file, and return when it is on the disk.

    Raises OSError; nothing is left behind then.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        try:
            _write_all_bytes(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk.

    A system that has no such call is left alone.
    """
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _truncate_file(path: Path, size: int) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.ftruncate(descriptor, size)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all_bytes(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


CONFLICT_INFIX = ".kept-"
MAX_CONFLICTS = 20
"""The most files kept beside one that are listed."""
MAX_RECORD_BYTES = 1 << 26
"""The most bytes of a file that is compared with what should stand in its place; a larger one is another file."""
_LEFTOVER_NAME = re.compile(r"\.[A-Za-z0-9_-]{1,80}\.(?:kif|toml|keys)\.[0-9a-f]{8}")
"""The names under which a file is prepared before it is renamed."""


class RecordFile:
    """A file at `path` that this program alone writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known = b""

    def prepare(self, data: bytes) -> Path:
        """Write the next version beside the file, and return its path.

        Raises OSError; nothing is left behind then.
        """
        prepared = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        write_synced(prepared, data)
        return prepared

    def replace(self, prepared: Path, data: bytes) -> str | None:
        """Put a version that was prepared in place. Raises OSError.

        Return the name under which the file before it is kept, if it was not the one that was put there last.
        """
        found = self.read()
        kept = self.set_aside() if found is not None and hashlib.sha256(found).digest() != self._known else None
        prepared.replace(self.path)
        self._known = hashlib.sha256(data).digest()
        return kept

    def restore(self, data: bytes, is_own: Callable[[bytes], bool]) -> str | None:
        """Restore the file when a folder is opened. Raises OSError.

        Return the name under which another file is kept that was in its place, unless it is an `is_own` older version.
        """
        found = self.read()
        if found == data:
            self._known = hashlib.sha256(data).digest()
            return None
        if found is not None and is_own(found):
            self._known = hashlib.sha256(found).digest()
        prepared = self.prepare(data)
        try:
            kept = self.replace(prepared, data)
            sync_folder(self.path.parent)
        finally:
            prepared.unlink(missing_ok=True)
        return kept

    def read(self) -> bytes | None:
        """Return the bytes of the file; None if there is none.

        A link or a pipe is not opened: it reads as empty.
        """
        return read_regular_file(self.path, MAX_RECORD_BYTES)

    def conflicting_files(self, lines: Sequence[JournalLine]) -> dict[str, Message]:
        """Return the conflicting files beside it, with the reason of each.

        They are there until a person takes them away.
        """
        found = {}
        for path in sorted(self.path.parent.glob(f"{self.path.name}{CONFLICT_INFIX}*"))[:MAX_CONFLICTS]:
            with suppress(OSError):
                found[path.name] = (
                    journal_mark_mismatch(read_regular_file(path, MAX_RECORD_BYTES) or b"", lines) or AGREES
                )
        return found

    def set_aside(self) -> str:
        """Rename the file that stands there, and return its new name.

        Raises OSError.
        """
        kept = self.path.with_name(f"{self.path.name}{CONFLICT_INFIX}{secrets.token_hex(4)}")
        self.path.rename(kept)
        return kept.name


def read_regular_file(path: Path, max_bytes: int) -> bytes | None:
    """Return the bytes of a file; None if there is nothing.

    No byte for what is no plain file or larger than `max_bytes`.
    Raises OSError for a file that cannot be read.
    """
    try:
        with open_regular(path, NO_LINK) as file:
            data = b"" if os.fstat(file.fileno()).st_size > max_bytes else file.read(max_bytes + 1)
    except FileNotFoundError:
        return None
    except (NotRegular, IsADirectoryError):
        return b""
    return data if len(data) <= max_bytes else b""


def remove_leftovers(folder: Path) -> None:
    """Remove files that a killed program had prepared and not yet renamed."""
    for entry in os.scandir(folder):
        if _LEFTOVER_NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            with suppress(OSError):
                os.unlink(entry.path)  # noqa: PTH108 - the entry has the path
