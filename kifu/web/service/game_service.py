"""Game service over a journal store: the responses of `kifu serve` for the games of this device."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.model.errors import KifuError
from kifu.model.message import Message
from kifu.table.asked import asked_opening
from kifu.table.catalogue import blank_json, catalogue_json
from kifu.table.chronicle import begun, continued, folded
from kifu.table.clock import Instant
from kifu.table.compare import compared
from kifu.table.failure import NO_GAME, STALE, failure
from kifu.table.game_json import words
from kifu.table.hall import card_json, in_the_hall
from kifu.table.journal import decode, encode
from kifu.table.kept import Kept, of_table
from kifu.table.refusal import Refused
from kifu.table.taking import EventStatus, Sender, answer
from kifu.table.view import summary_json
from kifu.web.service.game_views import GameView
from kifu.web.service.messages import Response, error_response, json_response

if TYPE_CHECKING:
    from kifu.table.state import State
    from kifu.web.service.journal_store import JournalStore

SENDER_NAME = "page"
"""By whom the events of a device are: it is one recorder."""
UNREPAIRED_SIZE = -1
"""The size of a table that is read anew each time: its journal has a cut-off line that could not be set aside."""


class _CachedGame(NamedTuple):
    """Game as it was when its journal had `size` bytes; `wrong` says why its journal cannot be used."""

    size: int
    state: State | None = None
    wrong: KifuError | None = None


class GameService:
    """Game service of a store. Before each answer the journals are read anew as far as another tab has written them."""

    def __init__(self, store: JournalStore) -> None:
        self._store = store
        self._games: dict[str, _CachedGame] = {}
        self._run = secrets.token_hex(4)
        self._start = time.monotonic_ns()

    async def games(self) -> Response:
        """List the games; those whose journal is damaged say so."""
        games = await self._all()
        seconds = _second_games(games)
        listed: list[dict[str, object]] = []
        for name, table in games.items():
            if table.state is not None:
                listed.append({"id": name, **_match(name, seconds), **summary_json(table.state)})
            elif table.wrong is not None:
                listed.append({"id": name, "line": None, **failure(table.wrong)})
        return json_response({"games": listed})

    async def hall(self) -> Response:
        """Return the cards of the games for the lobby."""
        games = await self._all()
        states = {name: table.state for name, table in games.items() if table.state is not None}
        order = in_the_hall(states.items())
        return json_response({"order": order, "games": {name: card_json(states[name], self._now()) for name in order}})

    def catalogue(self) -> Response:
        """List the games that can be opened."""
        return json_response({"games": catalogue_json(), "files": []})

    def setup(self, value: object) -> Response:
        """Return a board to set up; a set-up that is given is judged."""
        return json_response(blank_json(value))

    async def open(self, value: object) -> Response:
        """Open a game."""
        first = value.get("match") if isinstance(value, dict) else None
        if isinstance(first, str):
            await self.games()
            second = _second_games(self._games).get(first)
            if second is not None:
                said = Message("後半はもう始まっています", "the second game has been opened already")
                return json_response({"id": second, "error": "match-begun", "message": words(said)}, 409)
        opening = asked_opening(value, lambda name: self._games.get(name, _CachedGame(0)).state)
        state, line = begun(opening, self._sender())
        name, data = secrets.token_hex(8), encode(line)
        try:
            await self._store.append(name, 0, data)
        except OSError as failed:
            return unsaved_response(failed)
        self._games[name] = _CachedGame(len(data), state)
        return json_response({"id": name}, 201, changed=name)

    async def view(self, name: str) -> GameView | None:
        """Return the view of a game; None if there is none."""
        state = await self._find(name)
        return None if state is None else self._view(name, state)

    async def events(self, name: str, value: object) -> Response:
        """Take an event. It is in the store before this returns."""
        state = await self._find(name)
        if state is None:
            return _no_game()
        sender = self._sender()
        found = answer(state, value, sender)
        if found.status is EventStatus.STALE:
            view = self._view(name, state).render("state", None)
            return json_response({**view, "error": "stale", "message": words(STALE), "state": view}, 409)
        changed = ""
        if found.state is not None:
            new, line = continued(found, sender, state.head)
            data, size = encode(line), self._games[name].size
            try:
                await self._store.append(name, size, data)
            except OSError as failed:
                self._games.pop(name)  # whatever stands there is read anew
                return unsaved_response(failed)
            self._games[name] = _CachedGame(size + len(data), new)
            found, changed = found._replace(head=line.hash), name
        return json_response({"seq": found.seq, "head": found.head, "status": found.status.value}, changed=changed)

    async def compare(self, value: Any) -> Response:  # noqa: ANN401 - any JSON
        """Compare two sheets: games of this device, or files."""
        kept = await self.sheets(value)
        return json_response(compared(value, kept.get))

    async def sheets(self, value: Any) -> dict[str, Kept]:  # noqa: ANN401 - any JSON
        """Return the games that a comparison names by their ids."""
        given = [one for one in value.values() if isinstance(one, dict)] if isinstance(value, dict) else []
        names = [one["id"] for one in given if isinstance(one.get("id"), str)]
        found = {name: await self.stored_game(name) for name in names}
        return {name: one for name, one in found.items() if one is not None}

    async def stored_game(self, name: str) -> Kept | None:
        """Return the record of a game; None if there is none."""
        state = await self._find(name)
        return None if state is None else of_table(name, state)

    async def journal(self, name: str) -> bytes:
        """Return the journal of a game."""
        return await self._store.read(name)

    def _view(self, name: str, state: State) -> GameView:
        return GameView(state, self._now(), {"id": name, **_match(name, _second_games(self._games))})

    async def _find(self, name: str) -> State | None:
        """Return the state of a game; None if there is none. Raises KifuError for a journal that cannot be used."""
        table = await self._fresh(name, await self._store.size(name))
        if table.wrong is not None:
            raise table.wrong
        return table.state

    async def _all(self) -> dict[str, _CachedGame]:
        """Return the games of the store, by their names."""
        return {name: await self._fresh(name, size) for name, size in (await self._store.sizes()).items()}

    async def _fresh(self, name: str, size: int) -> _CachedGame:
        """Return a table as its journal of `size` bytes has it; a cut-off write is mended."""
        known = self._games.get(name)
        if known is not None and known.size == size:
            return known
        table = await self._read(name) if size else _CachedGame(0)
        if size:
            self._games[name] = table
        else:
            self._games.pop(name, None)
        return table

    async def _read(self, name: str) -> _CachedGame:
        data = await self._store.read(name)
        journal = decode(data)
        if journal.damage is not None:
            wrong = KifuError("damaged-journal", journal.damage.message, line=journal.damage.line)
            return _CachedGame(len(data), None, wrong)
        try:
            if not journal.lines:  # the writing of its opening was cut off: nobody was told that there is a game
                await self._store.cut(name, 0, journal.torn)
                return _CachedGame(0)
            if journal.torn:
                await self._store.cut(name, journal.size, journal.torn)
            if journal.unended:
                await self._store.append(name, journal.size, b"\n")
        except OSError as failed:  # the other games go on, and this one as soon as there is room
            return _CachedGame(UNREPAIRED_SIZE, None, storage_error(failed))
        try:
            return _CachedGame(journal.size + journal.unended, folded(journal.lines))
        except Refused as wrong:
            return _CachedGame(len(data), None, wrong)

    def _sender(self) -> Sender:
        return Sender(SENDER_NAME, datetime.now(UTC).isoformat(timespec="milliseconds"), self._now())

    def _now(self) -> Instant:
        return Instant(self._run, (time.monotonic_ns() - self._start) // 1_000_000)


def unsaved_response(failed: OSError) -> Response:
    """Return the answer where an event could not be written: it is not taken."""
    reason = _reason(failed)
    said = Message(f"記録できていません: {reason.ja}", f"it is not recorded: {reason.en}")
    return error_response(507, "not-recorded", said)


def storage_error(failed: OSError) -> KifuError:
    """Return the error of a journal that cannot be read or repaired."""
    reason = _reason(failed)
    said = Message(
        f"この端末の記録を開けません: {reason.ja}", f"the records of this device cannot be opened: {reason.en}"
    )
    return KifuError("cannot-open", said)


def _reason(failed: OSError) -> Message:
    given = failed.args[0] if failed.args else None
    return given if isinstance(given, Message) else Message(str(failed), str(failed))


def _no_game() -> Response:
    return error_response(404, "no-game", NO_GAME)


def _second_games(games: dict[str, _CachedGame]) -> dict[str, str]:
    """Return second games by the ids of the first ones."""
    first = {name: table.state.opening.first for name, table in games.items() if table.state is not None}
    return {before.id: name for name, before in first.items() if before is not None}


def _match(name: str, seconds: dict[str, str]) -> dict[str, object]:
    return {"match": {"half": "first", "second": seconds[name]}} if name in seconds else {}
