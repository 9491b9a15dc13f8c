"""The tables of a folder: each is a journal and, beside it, the record that the journal adds up to.

Records without a journal are shown beside them.
"""

from __future__ import annotations

import math
import re
import secrets
import threading
from typing import TYPE_CHECKING

from kifu.model.errors import KifuError
from kifu.model.message import Message
from kifu.table.chronicle import begun, continued, folded
from kifu.table.journal import encode
from kifu.table.journal_mark import BEGINNING, CHANGED, Mark, foreign, marked
from kifu.table.kept import Kept, of_table
from kifu.table.refusal import Refused
from kifu.table.table_record import file_of, text_of
from kifu.table.taking import answer
from kifu.web.journal_file import JournalFile, open_journal
from kifu.web.loose import LooseFiles
from kifu.web.record_file import RecordFile, clear

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from pathlib import Path

    from kifu.table.journal import Line
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
    """A table that is open: its state changes as events are taken, one at a time.

    `kept` are the records that were found in the place of its own and are not of its journal: the name of each, and why.
    """

    def __init__(
        self, name: str, file: JournalFile, record: RecordFile, state: State, kept: dict[str, Message]
    ) -> None:
        self.name = name
        self.state = state
        self.kept = kept
        self._file = file
        self._record = record
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """The bytes of its journal."""
        return self._file.size

    def take(self, request: object, sender: Sender, found_in: tuple[State, Answer] | None = None) -> Answer:
        """Answer a request; an event that is taken is on the disk when this returns.

        `found_in` is an answer that was found elsewhere, with the state that it holds for; if the table has gone on, it is found
        anew. Raises Refused for an event that cannot be taken, and Unsaved if it could not be written.
        """
        with self._lock:
            known = found_in is not None and found_in[0] is self.state
            found = found_in[1] if found_in is not None and known else answer(self.state, request, sender)
            if found.state is None:
                return found
            state, line = continued(found, sender, self.state.head)
            data = marked(found.text or "", Mark(state.seq, line.hash))
            try:
                prepared = self._record.prepare(data)
                try:
                    self._file.append(encode(line))
                except OSError:
                    prepared.unlink(missing_ok=True)
                    raise
            except OSError as failed:
                raise unsaved(failed) from failed
            self.state = state
            try:
                kept = self._record.put(prepared, data)
            except OSError:
                # The event is safe in the journal, from which the record is written anew when the folder is opened.
                prepared.unlink(missing_ok=True)
            else:
                if kept is not None:
                    self.kept = {**self.kept, kept: CHANGED}
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
        self.kept = {}

    @property
    def size(self) -> int:
        """No byte: there is no journal."""
        return 0

    def take(self, request: object, sender: Sender, found_in: tuple[State, Answer] | None = None) -> Answer:  # noqa: ARG002 - as a table has it
        """Refuse an event. Raises Refused."""
        raise Refused(
            "read-only", Message("記録簿のない棋譜には書けません", "nothing can be added to a record without a journal")
        )

    def journal(self) -> bytes | None:
        """Return None: there is no journal."""
        return None


class Tables:
    """The tables of a folder, by id. `tell` is called with what people should know about its files."""

    def __init__(self, folder: Path, tell: Callable[[Message], None] = lambda _said: None) -> None:
        self.folder = folder
        self._tell = tell
        self.damaged: dict[str, Damaged] = {}
        self.files = LooseFiles(folder)
        self._tables: dict[str, Table] = {}
        self._seconds: dict[str, str] = {}
        self._lock = threading.Lock()
        clear(folder)
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
        loose = None if table is not None else self.file(name)
        return table if loose is None or loose.state is None else Exhibit(name, loose.state)

    def kept(self, name: str, arbiter: Container[str]) -> Kept | None:
        """Return the record of a game by its id, for a device that is the `arbiter` of some; None if there is none."""
        loose = self.file(name)
        if loose is not None:
            return Kept(loose.name, loose.data)
        table = self.find(name)
        return None if table is None else of_table(name, table.state, arbiter=name in arbiter)

    def match_of(self, name: str) -> dict[str, object]:
        """Return what is shown of the first game of a match: the id of the second; nothing for another game."""
        second = self._seconds.get(name)
        return {} if second is None else {"match": {"half": "first", "second": second}}

    def loose(self, seconds: float = math.inf) -> dict[str, Loose]:
        """Return the records without a journal, by id. What has not been read in `seconds` says so."""
        return self.files.all({*self._tables, *self.damaged}, seconds)

    def list_loose(self) -> None:
        """Look which records without a journal there are. None is read."""
        self.files.list_names({*self._tables, *self.damaged})

    def file(self, name: str) -> Loose | None:
        """Return a record without a journal by its id, if it has been listed.

        What was listed between the journal and the record of a table that was being opened is the table's: not even its
        mode would be known by its file.
        """
        loose = self.files.find(name)
        return None if loose is None or loose.name.removesuffix(RECORD) in self._tables else loose

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
            record, data = RecordFile(file.path.with_suffix(RECORD)), file_of(state)
            try:
                if opening.variant is not None:
                    self._settle(opening.variant.name, opening.variant.text)
                prepared = record.prepare(data)
                try:
                    file.create(encode(line))
                    record.put(prepared, data)
                finally:
                    prepared.unlink(missing_ok=True)
            except OSError as failed:
                raise unsaved(failed) from failed
            table = Table(name, file, record, state, {})
            self._add(table)
        return table

    def _add(self, table: Table) -> None:
        self._tables[table.name] = table
        first = table.state.opening.first
        if first is not None:
            self._seconds.setdefault(first.id, table.name)

    def _open(self, path: Path) -> None:
        try:
            file, lines, state = _opened(path)
        except Damaged as damaged:
            self.damaged[path.stem] = damaged
            self._tell(Message(f"{path.name}: {damaged.message.ja}", f"{path.name}: {damaged.message.en}"))
            return
        record = RecordFile(path.with_suffix(RECORD))
        try:
            if state.opening.variant is not None:
                self._settle(state.opening.variant.name, state.opening.variant.text)
            record.settle(file_of(state), lambda data: _is_own(data, lines, state))
        except OSError as failed:
            reason = _reason(failed)
            self._tell(
                Message(
                    f"{path.stem}: 棋譜を書けません: {reason.ja}",
                    f"{path.stem}: its record cannot be written: {reason.en}",
                )
            )
        kept = record.kept(lines)
        for name, why in kept.items():
            self._tell(
                Message(
                    f"{name} に、ここにあった棋譜を残しました: {why.ja}。比べてください",
                    f"{name} keeps the record that was found here: {why.en}. Compare them",
                )
            )
        self._add(Table(path.stem, file, record, state, kept))

    def _settle(self, name: str, text: str) -> None:
        """Write the copy of a variant file anew if it is not what its journal says. Raises OSError."""
        kept = RecordFile(self.folder / name).settle(text.encode(), lambda _data: False)
        if kept is not None:
            self._tell(
                Message(
                    f"{name} は変えられていたので {kept} に残しました", f"{name} was changed; {kept} keeps what it was"
                )
            )


def _opened(path: Path) -> tuple[JournalFile, tuple[Line, ...], State]:
    """Return a journal, its lines and the state that they add up to. Raises Damaged."""
    try:
        file, journal = open_journal(path)
    except OSError as failed:
        raise Damaged("cannot-open", _reason(failed)) from failed
    except Refused as wrong:
        raise Damaged(wrong.code, wrong.message) from wrong
    if journal.damage is not None:
        raise Damaged("damaged-journal", journal.damage.message, line=journal.damage.line)
    try:
        return file, journal.lines, folded(journal.lines)
    except Refused as wrong:
        raise Damaged(wrong.code, wrong.message) from wrong


def _is_own(data: bytes, lines: tuple[Line, ...], state: State) -> bool:
    """Tell whether a record is one that was made from this journal, now or some events before.

    A record from before there were marks is one if it is that of the last event, or of the one before: the journal is
    written first.
    """
    if data.startswith(BEGINNING):
        return foreign(data, lines) is None
    if data == text_of(state).encode():
        return True
    return len(lines) > 1 and data == text_of(folded(lines[:-1])).encode()


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
