"""Journal store of a device: the browser's journals, shared by tabs."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kifu.core.message import Message
from kifu.recording.journal_and_record_mark import decode_journal, encode_line
from kifu.recording.session_json import game_summary_json, state_json
from kifu.recording.state_and_clock import State
from kifu.recording.state_record_conversion import stored_game
from kifu.recording.submit_and_replay_events import (
    initial_state_and_line,
    read_setup_request,
    replay_journal,
    state_and_line_of_event,
    submit,
)
from kifu.recording.untrusted_json_fields import Rejected, error_json
from kifu.recording.viewer_json import game_card_json, lobby_order, viewer_course
from kifu.web.service.requests_responses_and_ports import (
    MatchBegun,
    RunClock,
    StoreError,
    failure_reason,
    json_response,
    unknown_game_error,
    unsaved_error,
)

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from kifu.core.errors import KifuError
    from kifu.recording.state_record_conversion import StoredGame
    from kifu.recording.submit_and_replay_events import SubmitResult
    from kifu.web.service.requests_responses_and_ports import Client, Request, Response

UNREAD_SIZE = -1
"""The size of a journal that is read anew: its cut-off line could not be set aside, or a line could not be written."""
MAX_OPEN_FILES = 16
"""The most files that the viewer may show at a time."""


class JournalFiles(Protocol):
    """Files of journals by the ids of their games.

    What a method has written is safe when it returns.
    Each method raises OSError if it fails.
    """

    async def sizes(self) -> dict[str, int]:
        """Return the bytes that each journal has."""
        ...

    async def size(self, session_id: str) -> int:
        """Return the bytes that a journal has; 0 if there is none."""
        ...

    async def read(self, session_id: str) -> bytes:
        """Return a journal."""
        ...

    async def append(self, session_id: str, size: int, data: bytes) -> None:
        """Append `data` to a journal of `size` bytes. Raises OSError.

        A journal of no bytes is begun; one of another size is an error.
        """
        ...

    async def cut(self, session_id: str, size: int, torn: bytes) -> None:
        """Cut a journal off at `size` bytes.

        What stood behind them, `torn`, is kept under another name.
        """
        ...


class BrowserSession(NamedTuple):
    """Session of the browser, or a file that is open."""

    name: str
    state: State


class _CachedGame(NamedTuple):
    """Game as of a journal of `size` bytes.

    `wrong` says why its journal cannot be used. `journal` is kept for a browser that erases it while the game is recorded:
    then `size` is 0.
    """

    size: int
    state: State | None = None
    wrong: KifuError | None = None
    journal: bytes = b""


class BrowserStore:
    """Journal store of a device, with the files open in its viewer."""

    def __init__(self, journals: JournalFiles) -> None:
        self.journals = journals
        self._games: dict[str, _CachedGame] = {}
        self._open_files: dict[str, State] = {}
        self.clock = RunClock()

    def show_in_viewer(self, files: Mapping[str, State]) -> None:
        """Open files in the viewer; those that were opened first are closed."""
        for name, state in files.items():
            self._open_files.pop(name, None)
            self._open_files[name] = state
            if len(self._open_files) > MAX_OPEN_FILES:
                del self._open_files[next(iter(self._open_files))]

    async def all(self) -> dict[str, State | KifuError]:
        """Return all sessions' states, or errors of journals, by id."""
        try:
            games = {name: await self._game_at_size(name, size) for name, size in (await self.journals.sizes()).items()}
        except OSError as failed:
            raise storage_error(failed) from failed
        found = {name: game.wrong or game.state for name, game in games.items()}
        return {name: one for name, one in found.items() if one is not None}

    async def find(self, session_id: str) -> BrowserSession | None:
        """Return a session or open file by id, or None. Raises KifuError."""
        state = self._open_files.get(session_id) or await self._find(session_id)
        return None if state is None else BrowserSession(session_id, state)

    def extra_members(self, session_id: str) -> dict[str, object]:
        """Return the second game for the first of a match."""
        second = self._second_games().get(session_id)
        return {} if second is None else {"match": {"half": "first", "second": second}}

    async def create(self, setup_request: object, client: Client) -> str:
        """Open a new session and return its id.

        Raises Rejected, MatchBegun and StoreError.
        """
        first = setup_request.get("match") if isinstance(setup_request, dict) else None
        if isinstance(first, str):
            await self.all()
            second = self._second_games().get(first)
            if second is not None:
                raise MatchBegun(second)
        opening = read_setup_request(setup_request, lambda name: self._games.get(name, _CachedGame(0)).state)
        state, line = initial_state_and_line(opening, self.clock.sender_of(client.name))
        name, data = secrets.token_hex(8), encode_line(line)
        try:
            await self.journals.append(name, 0, data)
        except OSError as failed:
            raise unsaved_error(failed) from failed
        self._games[name] = _CachedGame(len(data), state, None, data)
        return name

    async def submit(self, session: BrowserSession, request: Request) -> SubmitResult:
        """Submit the event of a request to a session.

        Raises Rejected and StoreError.
        """
        name, state = session
        if name not in self._games:  # a file that is open
            raise unknown_game_error()
        sender = self.clock.sender_of(request.client.name)
        found = submit(state, request.value, sender)
        if found.state is None:
            return found
        new, line = state_and_line_of_event(found, sender, state.head)
        game = self._games[name]
        journal = game.journal + encode_line(line)
        try:
            await self.journals.append(name, game.size, journal[game.size :])
        except OSError as failed:
            self._games[name] = game._replace(size=UNREAD_SIZE)  # whatever stands there is read anew
            raise unsaved_error(failed) from failed
        self._games[name] = _CachedGame(len(journal), new, None, journal)
        return found._replace(head=line.hash)

    async def stored_game(self, session_id: str, arbiter: Container[str]) -> StoredGame | None:
        """Return the record of a game or open file, or None."""
        session = await self.find(session_id)
        return None if session is None else stored_game(session_id, session.state, arbiter=session_id in arbiter)

    async def require_readable(self, session_id: str) -> None:
        """Do nothing: each record is read."""

    async def journal(self, session_id: str) -> bytes | None:
        """Return the journal of a session; None for an open file.

        Raises StoreError.
        """
        if session_id in self._open_files:
            return None
        try:
            return await self.journals.read(session_id) or self._games[session_id].journal
        except OSError as failed:
            raise storage_error(failed) from failed

    async def variant_files(self) -> list[str]:
        """Return no name: there is no folder."""
        return []

    async def with_variant_text(self, value: object) -> object:
        """Return the opening: there is no folder to read from."""
        return value

    async def _find(self, session_id: str) -> State | None:
        """Return the state of a session; None if there is none.

        Raises KifuError for a journal that cannot be used.
        """
        try:
            game = await self._game_at_size(session_id, await self.journals.size(session_id))
        except OSError as failed:
            raise storage_error(failed) from failed
        if game.wrong is not None:
            raise game.wrong
        return game.state

    async def _game_at_size(self, session_id: str, size: int) -> _CachedGame:
        """Return a game as its journal of `size` bytes has it.

        A cut-off write is repaired. One whose journal was erased is as it was: its next event writes it whole.
        """
        known = self._games.get(session_id)
        if known is not None and known.size == size:
            return known
        if known is not None and not size:
            game = known._replace(size=0)
        else:
            game = await self._read(session_id) if size else _CachedGame(0)
        if game.state is not None or game.wrong is not None:
            self._games[session_id] = game
        else:
            self._games.pop(session_id, None)
        return game

    async def _read(self, session_id: str) -> _CachedGame:
        """Read a journal into a game; a cut-off write is repaired."""
        data = await self.journals.read(session_id)
        journal = decode_journal(data)
        if journal.damage is not None:
            wrong = StoreError("damaged-journal", journal.damage.message, line=journal.damage.line)
            return _CachedGame(len(data), None, wrong)
        try:
            if not journal.lines:  # the writing of its opening was cut off: nobody was told that there is a game
                await self.journals.cut(session_id, 0, journal.torn)
                return _CachedGame(0)
            if journal.torn:
                await self.journals.cut(session_id, journal.size, journal.torn)
            if journal.unended:
                await self.journals.append(session_id, journal.size, b"\n")
        except OSError as failed:  # the other games go on, and this one as soon as there is room
            return _CachedGame(UNREAD_SIZE, None, storage_error(failed))
        try:
            whole = data[: journal.size] + b"\n" * journal.unended
            return _CachedGame(len(whole), replay_journal(journal.lines), None, whole)
        except Rejected as wrong:
            return _CachedGame(len(data), None, wrong)

    def _second_games(self) -> dict[str, str]:
        """Return second games by the ids of the first ones."""
        first = {name: game.state.opening.first for name, game in self._games.items() if game.state is not None}
        return {before.id: name for name, before in first.items() if before is not None}


class BrowserDocuments:
    """Documents of a device, made anew for each request."""

    def __init__(self, store: BrowserStore) -> None:
        self._store = store

    async def games(self) -> Response:
        """List the games; those whose journal is damaged say so."""
        listed: list[dict[str, object]] = []
        for name, found in (await self._store.all()).items():
            if isinstance(found, State):
                listed.append({"id": name, **self._store.extra_members(name), **game_summary_json(found)})
            else:
                listed.append({"id": name, "line": None, **error_json(found)})
        return json_response({"games": listed})

    async def lobby(self) -> Response:
        """Return the cards of the games."""
        found = await self._store.all()
        states = {name: state for name, state in found.items() if isinstance(state, State)}
        order = lobby_order(states.items())
        cards = {name: game_card_json(states[name], self._store.clock.now()) for name in order}
        return json_response({"order": order, "games": cards})

    async def state(self, session: BrowserSession, *, arbiter: bool) -> Response:
        """Return the state of a session."""
        return json_response(
            {
                "id": session.name,
                **self._store.extra_members(session.name),
                **state_json(session.state, self._store.clock.now(), arbiter=arbiter),
            }
        )

    async def course(self, session: BrowserSession, *, arbiter: bool) -> Response:
        """Return a session ply by ply."""
        return json_response(
            {
                "id": session.name,
                **self._store.extra_members(session.name),
                **viewer_course(session.state, self._store.clock.now(), arbiter=arbiter).json,
            }
        )


def storage_error(os_error: OSError) -> StoreError:
    """Return the error of a journal that cannot be read or repaired."""
    reason = failure_reason(os_error)
    said = Message(
        f"この端末の記録を開けません: {reason.ja}", f"the records of this device cannot be opened: {reason.en}"
    )
    return StoreError("cannot-open", said)
