"""Record file of a session: rewritten after each event; a file that is not of its journal is set aside."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from kifu.recording.journal_mark import AGREES, mark_mismatch
from kifu.web.server.journal_file import sync_folder, write_synced

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from kifu.core.message import Message
    from kifu.recording.journal import Line

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
        """Write the next version beside the file, and return its path. Raises OSError; nothing is left behind then."""
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

    def restore(self, data: bytes, own: Callable[[bytes], bool]) -> str | None:
        """Restore the file when a folder is opened. Raises OSError.

        Return the name under which another file is kept that was in its place, unless it is an `own` older version.
        """
        found = self.read()
        if found == data:
            self._known = hashlib.sha256(data).digest()
            return None
        if found is not None and own(found):
            self._known = hashlib.sha256(found).digest()
        prepared = self.prepare(data)
        try:
            kept = self.replace(prepared, data)
            sync_folder(self.path.parent)
        finally:
            prepared.unlink(missing_ok=True)
        return kept

    def read(self) -> bytes | None:
        """Return the bytes of the file; None if there is none. A link or a pipe is not opened: it reads as empty."""
        return read_regular_file(self.path, MAX_RECORD_BYTES)

    def conflicts(self, lines: Sequence[Line]) -> dict[str, Message]:
        """Return the conflicting files beside it, with the reason of each.

        They are there until a person takes them away.
        """
        found = {}
        for path in sorted(self.path.parent.glob(f"{self.path.name}{CONFLICT_INFIX}*"))[:MAX_CONFLICTS]:
            with suppress(OSError):
                found[path.name] = mark_mismatch(read_regular_file(path, MAX_RECORD_BYTES) or b"", lines) or AGREES
        return found

    def set_aside(self) -> str:
        """Rename the file that stands there, and return its new name. Raises OSError."""
        kept = self.path.with_name(f"{self.path.name}{CONFLICT_INFIX}{secrets.token_hex(4)}")
        self.path.rename(kept)
        return kept.name


def read_regular_file(path: Path, largest: int) -> bytes | None:
    """Return the bytes of a file; None if there is nothing, no byte for what is no plain file or larger than `largest`.

    Raises OSError for a file that cannot be read.
    """
    try:
        seen = path.lstat()
        if not stat.S_ISREG(seen.st_mode) or seen.st_size > largest:
            return b""
        # It may have become a pipe or a link since.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor has no path
        data = file.read(largest + 1)
    return data if len(data) <= largest else b""


def remove_leftovers(folder: Path) -> None:
    """Remove files that a killed program had prepared and not yet renamed."""
    for entry in os.scandir(folder):
        if _LEFTOVER_NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            with suppress(OSError):
                os.unlink(entry.path)  # noqa: PTH108 - the entry has the path
