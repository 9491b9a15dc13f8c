"""The tables of a folder: each is a journal and, beside it, the record that the journal adds up to.

Records without a journal are shown beside them.
"""

from __future__ import annotations

import re
import secrets
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from kifu.model.errors import KifuError
from kifu.model.message import Message
from kifu.table.chronicle import begun, continued, folded
from kifu.table.journal import encode
from kifu.table.refusal import Refused
from kifu.table.sheet import text_of
from kifu.table.taking import answer
from kifu.web.journal_file import JournalFile, open_journal, sync_folder, write_synced
from kifu.web.loose import LooseFiles

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kifu.table.opening import Opening
    from kifu.table.state import State
    from kifu.table.taking import Answer, Sender
    from kifu.web.loose import Loose

JOURNAL, RECORD = ".journal", ".kif"
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The names of journals that are tables; a file with another name is left alone."""
MOST_TABLES = 5_000


class Damaged(KifuError):
    """A journal that cannot be used. The message says where it is damaged."""


class Unsaved(KifuError):
    """An event was not written, and not taken: the disk is full, the folder is read-only, …"""


class Begun(KifuError):
    """The second game of a match is there already. `name` is its id."""

    def __init__(self, name: str) -> None:
        super().__init__("match-begun", Message("後半はもう始まっています", "the second game has been opened already"))
        self.name = name


class Table:
    """A table that is open: its state changes as events are taken, one at a time."""

    def __init__(self, name: str, file: JournalFile, state: State) -> None:
        self.name = name
        self.state = state
        self._file = file
        self._lock = threading.Lock()

    def take(self, request: object, sender: Sender) -> Answer:
        """Answer a request; an event that is taken is on the disk when this returns.

        Raises Refused for an event that cannot be taken, and Unsaved if it could not be written.
        """
        with self._lock:
            found = answer(self.state, request, sender)
            if found.state is None:
                return found
            state, line = continued(found, sender, self.state.head)
            record = self._file.path.with_suffix(RECORD)
            try:
                prepared = _prepared(record, found.text or "")
                try:
                    self._file.append(encode(line))
                except OSError:
                    prepared.unlink(missing_ok=True)
                    raise
            except OSError as failed:
                raise unsaved(failed) from failed
            self.state = state
            try:
                prepared.replace(record)
            except OSError:
                # The event is safe in the journal, from which the record is written anew when the folder is opened.
                prepared.unlink(missing_ok=True)
            return found._replace(head=line.hash, state=state)

    def journal(self) -> bytes | None:
        """Return the bytes of the journal as far as they are known to be good; None without one. Raises OSError."""
        with self._lock:
            return self._file.path.read_bytes()[: self._file.size]


class Exhibit(Table):
    """A record without a journal, as a table that takes nothing."""

    def __init__(self, name: str, state: State) -> None:
        self.name = name
        self.state = state

    def take(self, request: object, sender: Sender) -> Answer:  # noqa: ARG002 - as a table has it
        """Refuse an event. Raises Refused."""
        raise Refused(
            "read-only", Message("記録簿のない棋譜には書けません", "nothing can be added to a record without a journal")
        )

    def journal(self) -> bytes | None:
        """Return None: there is no journal."""
        return None


class Tables:
    """The tables of a folder, by id."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: dict[str, Damaged] = {}
        self._files = LooseFiles(folder)
        self._tables: dict[str, Table] = {}
        self._seconds: dict[str, str] = {}
        self._lock = threading.Lock()
        for path in sorted(folder.glob(f"*{JOURNAL}")):
            if NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink():
                self._open(path)

    @property
    def all(self) -> Mapping[str, Table]:
        """The tables that can be used, by id."""
        return self._tables

    def find(self, name: str) -> Table | None:
        """Return the table with an id; None if there is none. Raises Damaged for one that cannot be used."""
        if name in self.damaged:
            raise self.damaged[name]
        table = self._tables.get(name)
        loose = None if table is not None else self._files.find(name)
        return table if loose is None or loose.state is None else Exhibit(name, loose.state)

    def match_of(self, name: str) -> dict[str, object]:
        """Return what is shown of the first game of a match: the id of the second; nothing for another game."""
        second = self._seconds.get(name)
        return {} if second is None else {"match": {"half": "first", "second": second}}

    def loose(self) -> dict[str, Loose]:
        """Return the records without a journal, by id."""
        return self._files.all({*self._tables, *self.damaged})

    def file(self, name: str) -> Loose | None:
        """Return a record without a journal by its id, if it has been listed."""
        return self._files.find(name)

    def open(self, opening: Opening, sender: Sender) -> Table:
        """Open a new table. Raises Refused, Begun for a second game that is there, and Unsaved if it could not be written."""
        state, line = begun(opening, sender)
        with self._lock:
            if opening.first is not None and opening.first.id in self._seconds:
                raise Begun(self._seconds[opening.first.id])
            if len(self._tables) + len(self.damaged) >= MOST_TABLES:
                raise Refused(
                    "full",
                    Message(
                        f"一つのフォルダーに {MOST_TABLES} 局までです", f"a folder has {MOST_TABLES} games at most"
                    ),
                )
            name = secrets.token_hex(8)
            file = JournalFile(self.folder / f"{name}{JOURNAL}")
            record = file.path.with_suffix(RECORD)
            try:
                if opening.variant is not None:
                    _write(self.folder / opening.variant.name, opening.variant.text)
                prepared = _prepared(record, text_of(state))
                try:
                    file.create(encode(line))
                    prepared.replace(record)
                finally:
                    prepared.unlink(missing_ok=True)
            except OSError as failed:
                raise unsaved(failed) from failed
            table = Table(name, file, state)
            self._add(table)
        return table

    def _add(self, table: Table) -> None:
        self._tables[table.name] = table
        first = table.state.opening.first
        if first is not None:
            self._seconds.setdefault(first.id, table.name)

    def _open(self, path: Path) -> None:
        try:
            table = _opened(path)
        except Damaged as damaged:
            self.damaged[path.stem] = damaged
            return
        self._add(table)
        variant = table.state.opening.variant
        with suppress(OSError):
            if variant is not None:
                _write(self.folder / variant.name, variant.text)
            _write(path.with_suffix(RECORD), text_of(table.state))


def _opened(path: Path) -> Table:
    """Return the table of a journal. Raises Damaged."""
    try:
        file, journal = open_journal(path)
    except OSError as failed:
        raise Damaged("cannot-open", _reason(failed)) from failed
    if journal.damage is not None:
        raise Damaged("damaged-journal", journal.damage.message, line=journal.damage.line)
    try:
        return Table(path.stem, file, folded(journal.lines))
    except Refused as wrong:
        raise Damaged(wrong.code, wrong.message) from wrong


def unsaved(failed: OSError) -> Unsaved:
    """Return the error of an event that could not be written."""
    reason = _reason(failed)
    return Unsaved(
        "not-recorded",
        Message(f"記録できていません: {reason.ja}", f"it is not recorded: {reason.en}"),
    )


def _reason(failed: OSError) -> Message:
    words = failed.strerror or str(failed)
    return Message(words, words)


def _prepared(record: Path, text: str) -> Path:
    """Write the next version of a record beside it, and return its path; a rename makes it the record."""
    prepared = record.with_name(f".{record.name}.{secrets.token_hex(4)}")
    write_synced(prepared, text.encode())
    return prepared


def _write(path: Path, text: str) -> None:
    """Write a record or a variant file anew if it is not what its journal says. Raises OSError."""
    # A link or a pipe in its place is not opened; the rename below takes its place.
    if path.is_file() and not path.is_symlink() and path.read_bytes() == text.encode():
        return
    prepared = _prepared(path, text)
    try:
        prepared.replace(path)
        sync_folder(path.parent)
    except OSError:
        prepared.unlink(missing_ok=True)
        raise
