"""Sessions of a folder: journals, and the records beside them.

Records without a journal are shown beside them.
"""

from __future__ import annotations

import math
import re
import secrets
import threading
from typing import TYPE_CHECKING

from kifu.core.message import Message
from kifu.recording.journal_and_record_mark import (
    CHANGED,
    JournalMark,
    add_journal_mark,
    encode_line,
    journal_mark_mismatch,
)
from kifu.recording.state_record_conversion import StoredGame, record_file_bytes, record_text, stored_game
from kifu.recording.submit_and_replay_events import (
    initial_state_and_line,
    replay_journal,
    state_and_line_of_event,
    submit,
)
from kifu.recording.untrusted_json_fields import Rejected
from kifu.web.server.plain_records import PlainRecords
from kifu.web.server.session_files import JournalFile, RecordFile, open_and_repair_journal, remove_leftovers
from kifu.web.service.requests_responses_and_ports import MatchBegun, StoreError, failure_reason, unsaved_error

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from pathlib import Path

    from kifu.recording.game_setup import GameSetup
    from kifu.recording.journal_and_record_mark import JournalLine
    from kifu.recording.state_and_clock import State
    from kifu.recording.submit_and_replay_events import Sender, SubmitResult
    from kifu.web.server.plain_records import PlainRecord

JOURNAL_SUFFIX, RECORD_SUFFIX = ".journal", ".kif"
SESSION_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The names of journals that are sessions; a file with another name is left alone."""
MAX_SESSIONS = 5_000


class DamagedJournal(StoreError):
    """A journal that cannot be used.

    The message says where it is damaged.
    """


class Session:
    """Recording session: a state that changes by submitted events.

    `conflicts` are the records that were found in the place of its own and are not of its journal: the name of each, and why.
    """

    def __init__(
        self, name: str, file: JournalFile, record: RecordFile, state: State, conflicts: dict[str, Message]
    ) -> None:
        self.name = name
        self.state = state
        self.conflicts = conflicts
        self._file = file
        self._record = record
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """The bytes of its journal."""
        return self._file.size

    def submit(
        self, request: object, sender: Sender, known_result: tuple[State, SubmitResult] | None = None
    ) -> SubmitResult:
        """Answer a request; an accepted event is on disk then.

        `known_result` is an answer that was found elsewhere, with the state that it holds for; if the session has gone on, it is found
        anew. Raises Rejected for an event that cannot be taken, and Unsaved if it could not be written.
        """
        with self._lock:
            known = known_result is not None and known_result[0] is self.state
            found = known_result[1] if known_result is not None and known else submit(self.state, request, sender)
            if found.state is None:
                return found
            state, line = state_and_line_of_event(found, sender, self.state.head)
            data = add_journal_mark(found.text or "", JournalMark(state.seq, line.hash))
            try:
                prepared = self._record.prepare(data)
                try:
                    self._file.append(encode_line(line))
                except OSError:
                    prepared.unlink(missing_ok=True)
                    raise
            except OSError as failed:
                raise unsaved_error(failed) from failed
            self.state = state
            try:
                aside = self._record.replace(prepared, data)
            except OSError:
                # The event is safe in the journal, from which the record is written anew when the folder is opened.
                prepared.unlink(missing_ok=True)
            else:
                if aside is not None:
                    self.conflicts = {**self.conflicts, aside: CHANGED}
            return found._replace(head=line.hash, state=state)

    def journal(self) -> bytes | None:
        """Return the good bytes of the journal; None without one. Raises OSError."""
        with self._lock:
            return self._file.path.read_bytes()[: self._file.size]


class ReadOnlySession(Session):
    """Plain record as a session that takes no event."""

    def __init__(self, name: str, state: State) -> None:
        self.name = name
        self.state = state
        self.conflicts = {}

    @property
    def size(self) -> int:
        """No byte: there is no journal."""
        return 0

    def submit(
        self,
        request: object,  # noqa: ARG002 - as a table has it
        sender: Sender,  # noqa: ARG002
        known_result: tuple[State, SubmitResult] | None = None,  # noqa: ARG002
    ) -> SubmitResult:
        """Refuse an event. Raises Rejected."""
        raise Rejected(
            "read-only", Message("記録簿のない棋譜には書けません", "nothing can be added to a record without a journal")
        )

    def journal(self) -> bytes | None:
        """Return None: there is no journal."""
        return None


class Sessions:
    """Sessions of a folder, by id.

    `tell` is called with messages about its files.
    """

    def __init__(self, folder: Path, report: Callable[[Message], None] = lambda _said: None) -> None:
        self.folder = folder
        self._tell = report
        self.damaged: dict[str, DamagedJournal] = {}
        self.files = PlainRecords(folder)
        self._sessions: dict[str, Session] = {}
        self._second_games: dict[str, str] = {}
        self._lock = threading.Lock()
        remove_leftovers(folder)
        for path in sorted(folder.glob(f"*{JOURNAL_SUFFIX}")):
            if SESSION_ID.fullmatch(path.stem) and path.is_file() and not path.is_symlink():
                self._open_journal_file(path)

    @property
    def all(self) -> Mapping[str, Session]:
        """The sessions that can be used, by id."""
        return self._sessions

    def find(self, session_id: str) -> Session | None:
        """Return the session with an id; None if there is none.

        Raises Damaged for one that cannot be used.
        """
        if session_id in self.damaged:
            raise self.damaged[session_id]
        session = self._sessions.get(session_id)
        plain = None if session is not None else self.plain_record(session_id)
        return session if plain is None or plain.state is None else ReadOnlySession(session_id, plain.state)

    def stored_game(self, game_id: str, arbiter: Container[str]) -> StoredGame | None:
        """Return the record of a game by its id, or None.

        `arbiter` holds the games that the device arbitrates.
        """
        plain = self.plain_record(game_id)
        if plain is not None:
            return StoredGame(plain.name, plain.data)
        session = self.find(game_id)
        return None if session is None else stored_game(game_id, session.state, arbiter=game_id in arbiter)

    def extra_members(self, session: Session) -> dict[str, object]:
        """Return a session's second game and conflicting records."""
        second = self._second_games.get(session.name)
        match: dict[str, object] = {} if second is None else {"match": {"half": "first", "second": second}}
        conflicts = [{"file": name, "message": why.to_json()} for name, why in session.conflicts.items()]
        return {**match, "kept": conflicts} if conflicts else match

    def plain_records(self, max_seconds: float = math.inf) -> dict[str, PlainRecord]:
        """Return the records without a journal, by id.

        What has not been read in `max_seconds` says so.
        """
        return self.files.all({*self._sessions, *self.damaged}, max_seconds)

    def list_plain_records(self) -> None:
        """List the plain records. None is read."""
        self.files.list_names({*self._sessions, *self.damaged})

    def plain_record(self, record_id: str) -> PlainRecord | None:
        """Return a listed plain record by its id.

        What was listed between the journal and the record of a session that was being opened is the session's: not even its
        mode would be known by its file.
        """
        plain = self.files.find(record_id)
        return None if plain is None or plain.name.removesuffix(RECORD_SUFFIX) in self._sessions else plain

    def open(self, opening: GameSetup, sender: Sender) -> Session:
        """Open a new session.

        Raises Rejected, MatchBegun for a second game that is there, and Unsaved if it could not be written.
        """
        state, line = initial_state_and_line(opening, sender)
        with self._lock:
            if opening.first is not None and opening.first.id in self._second_games:
                raise MatchBegun(self._second_games[opening.first.id])
            if len(self._sessions) + len(self.damaged) >= MAX_SESSIONS:
                raise Rejected(
                    "full",
                    Message(
                        f"一つのフォルダーに {MAX_SESSIONS} 局までです", f"a folder has {MAX_SESSIONS} games at most"
                    ),
                )
            name = secrets.token_hex(8)
            file = JournalFile(self.folder / f"{name}{JOURNAL_SUFFIX}")
            record, data = RecordFile(file.path.with_suffix(RECORD_SUFFIX)), record_file_bytes(state)
            try:
                if opening.variant is not None:
                    self._restore_variant(opening.variant.name, opening.variant.text)
                prepared = record.prepare(data)
                try:
                    file.create(encode_line(line))
                    record.replace(prepared, data)
                finally:
                    prepared.unlink(missing_ok=True)
            except OSError as failed:
                raise unsaved_error(failed) from failed
            session = Session(name, file, record, state, {})
            self._add(session)
        return session

    def _add(self, session: Session) -> None:
        self._sessions[session.name] = session
        first = session.state.opening.first
        if first is not None:
            self._second_games.setdefault(first.id, session.name)

    def _open_journal_file(self, path: Path) -> None:
        """Open a journal and its record as a session; damage is noted."""
        try:
            file, lines, state = _journal_lines_and_state(path)
        except DamagedJournal as damaged:
            self.damaged[path.stem] = damaged
            self._tell(Message(f"{path.name}: {damaged.message.ja}", f"{path.name}: {damaged.message.en}"))
            return
        record = RecordFile(path.with_suffix(RECORD_SUFFIX))
        try:
            if state.opening.variant is not None:
                self._restore_variant(state.opening.variant.name, state.opening.variant.text)
            record.restore(record_file_bytes(state), lambda data: _is_made_from_journal(data, lines, state))
        except OSError as failed:
            reason = failure_reason(failed)
            self._tell(
                Message(
                    f"{path.stem}: 棋譜を書けません: {reason.ja}",
                    f"{path.stem}: its record cannot be written: {reason.en}",
                )
            )
        conflicts = record.conflicting_files(lines)
        for name, why in conflicts.items():
            self._tell(
                Message(
                    f"{name} に、ここにあった棋譜を残しました: {why.ja}。比べてください",
                    f"{name} keeps the record that was found here: {why.en}. Compare them",
                )
            )
        self._add(Session(path.stem, file, record, state, conflicts))

    def _restore_variant(self, file_name: str, variant_text: str) -> None:
        """Restore the copy of a variant file from its journal. Raises OSError."""
        aside = RecordFile(self.folder / file_name).restore(variant_text.encode(), lambda _data: False)
        if aside is not None:
            self._tell(
                Message(
                    f"{file_name} は変えられていたので {aside} に残しました",
                    f"{file_name} was changed; {aside} keeps what it was",
                )
            )


def _journal_lines_and_state(path: Path) -> tuple[JournalFile, tuple[JournalLine, ...], State]:
    """Return a journal file, its lines and their state. Raises Damaged."""
    try:
        file, journal = open_and_repair_journal(path)
    except OSError as failed:
        raise DamagedJournal("cannot-open", failure_reason(failed)) from failed
    except Rejected as wrong:
        raise DamagedJournal(wrong.code, wrong.message) from wrong
    if journal.damage is not None:
        raise DamagedJournal("damaged-journal", journal.damage.message, line=journal.damage.line)
    try:
        return file, journal.lines, replay_journal(journal.lines)
    except Rejected as wrong:
        raise DamagedJournal(wrong.code, wrong.message) from wrong


def _is_made_from_journal(data: bytes, lines: tuple[JournalLine, ...], state: State) -> bool:
    """Tell whether a record was made from this journal, now or earlier.

    A record from before there were marks is one if it is that of the last event, or of the one before: the journal is
    written first.
    """
    if journal_mark_mismatch(data, lines) is None or data == record_text(state).encode():
        return True
    return len(lines) > 1 and data == record_text(replay_journal(lines[:-1])).encode()
