"""Journal store of a folder: sessions, new games, the list of games."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from kifu.core.errors import UnreadableFile
from kifu.core.game.options import named_file
from kifu.core.message import PATH, Message, quoted
from kifu.recording import untrusted_json_fields
from kifu.recording.game_setup import read_setup
from kifu.recording.session_json import game_summary_json
from kifu.recording.submit_and_replay_events import setup_json_of_request
from kifu.recording.untrusted_json_fields import Rejected, error_json
from kifu.web.server import worker_functions as calls
from kifu.web.server.live_documents import Snapshot, VersionedDocument
from kifu.web.server.plain_records import refuse_unread_record
from kifu.web.server.worker_process import RECORD_SECONDS
from kifu.web.service.requests_responses_and_ports import Response, unsaved_error
from notation.documents_and_variant_files import read_variant_in_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from pathlib import Path

    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state_record_conversion import StoredGame
    from kifu.recording.submit_and_replay_events import Sender, SubmitResult
    from kifu.web.server.live_documents import LiveDocuments
    from kifu.web.server.plain_records import PlainRecord, PlainRecordLoader
    from kifu.web.server.sessions import Session, Sessions
    from kifu.web.server.worker_process import WorkerLanes
    from kifu.web.service.requests_responses_and_ports import Client, Request


MAX_VARIANT_FILES = 100
"""The most variant files of a folder that are offered."""


def read_new_game_setup(sessions: Sessions, setup_request: object) -> GameSetup:
    """Return the opening of a new game.

    Raises Rejected; the folder is not changed.
    """
    return read_setup(setup_json_with_files(sessions, setup_request))


def setup_json_with_files(sessions: Sessions, setup_request: object) -> object:
    """Return a request with the files that it names. Raises Rejected."""
    return setup_json_of_request(
        setup_request,
        lambda name: getattr(sessions.all.get(name), "state", None),
        partial(insert_variant_text, sessions.folder),
    )


def insert_variant_text(folder: Path, setup_request: object) -> object:
    """Return an opening with the text of its variant file. Raises Rejected."""
    if not isinstance(setup_request, dict):
        return setup_request
    rules = setup_request.get("rules")
    named = (
        named_file(rules)
        if isinstance(rules, str) and len(rules) <= untrusted_json_fields.MAX_LINE_CHARACTERS
        else None
    )
    if named is None or setup_request.get("variant") is not None:
        return setup_request
    if "/" in named.name or named.name.startswith("."):
        raise Rejected(
            "variant-file",
            Message(
                "規則のファイルは、対局のフォルダーにあるものの名だけを書いてください",
                "name a variant file that lies in the folder of the games, by its name alone",
            ),
        )
    try:
        return {**setup_request, "variant": read_variant_in_folder(folder, named.name)}
    except UnreadableFile as wrong:
        there = any(entry.name == named.name for entry in folder.iterdir())
        raise Rejected(wrong.code, wrong.message if there else _missing_file_message(named.name)) from None


def _missing_file_message(file_name: str) -> Message:
    shown = quoted(file_name, PATH)
    return Message(
        f"規則のファイル {shown} が対局のフォルダーにありません。そこに置いてください",
        f"the variant file {shown} is not in the folder of the games; put it there",
    )


def variant_files(folder: Path) -> list[str]:
    """Return the names of the variant files that lie in a folder."""
    named = sorted(path.name for path in folder.glob("*.toml") if path.is_file() and not path.is_symlink())
    return [name for name in named if not name.startswith(".") and _is_plain_file_name(name)][:MAX_VARIANT_FILES]


def _is_plain_file_name(file_name: str) -> bool:
    try:
        return untrusted_json_fields.one_line_field(file_name, "file") == file_name
    except Rejected:
        return False


class GameList:
    """List of the sessions and plain records of a folder."""

    def __init__(self, sessions: Sessions, files: PlainRecordLoader) -> None:
        self._sessions = sessions
        self._files = files
        self._plain: dict[str, PlainRecord] = {}
        self._document = VersionedDocument(self._stamp, self._make_list, lambda: 0)

    async def to_json_bytes(self) -> bytes:
        """Return ``{"games"}`` as JSON.

        Tables whose journal is damaged say so, and so do records without a journal.
        """
        self._plain = await self._files.all()
        return await self._document.whole_json()

    def _stamp(self) -> object:
        heads = {
            name: (session.state.head, self._sessions.extra_members(session))
            for name, session in list(self._sessions.all.items())
        }
        return heads, list(self._sessions.damaged), self._plain

    def _make_list(self, earlier: Snapshot | None) -> Snapshot:
        """Make the list.

        Rows of tables that have not changed are those of the list before.
        """
        kept: dict[str, tuple[object, dict[str, Any]]] = {} if earlier is None else earlier.basis
        rows = {}
        for name, session in list(self._sessions.all.items()):
            state, more = session.state, self._sessions.extra_members(session)
            known = kept.get(name)
            summary = known[1] if known is not None and known[0] is state else game_summary_json(state)
            rows[name] = (state, summary, {"id": name, **summary, **more})
        damaged = [{"id": name, "line": None, **error_json(wrong)} for name, wrong in self._sessions.damaged.items()]
        plain = [_plain_record_json(name, each) for name, each in self._plain.items()]
        games = [*(row for _, _, row in rows.values()), *damaged, *plain]
        return Snapshot(
            {"games": games}, lambda: None, {name: (state, summary) for name, (state, summary, _) in rows.items()}
        )


def _plain_record_json(record_id: str, plain: PlainRecord) -> dict[str, object]:
    """Return the row of a record without a journal."""
    shown: dict[str, object] = {"id": record_id, "file": plain.name.encode(errors="replace").decode(), "readonly": True}
    if plain.wrong is not None:
        return {**shown, "line": None, **error_json(plain.wrong)}
    return shown if plain.state is None else {**game_summary_json(plain.state), **shown}


MAX_INLINE_EVENT_BYTES, MAX_INLINE_JOURNAL_BYTES = 2_000, 100_000
"""The bytes of an event as JSON in ASCII, and of a journal, above which a process beside the server reads the record."""


class FolderStore:
    """Journal store of `sessions`.

    `sender` makes the sender of an event, `publish` wakes the streams of a session.
    """

    def __init__(
        self,
        sessions: Sessions,
        lanes: WorkerLanes,
        sender: Callable[[Client], Sender],
        publish: Callable[[str], None],
    ) -> None:
        self._sessions = sessions
        self._lanes = lanes
        self._sender = sender
        self._publish = publish

    async def find(self, session_id: str) -> Session | None:
        """Return a session by its id; None if there is none.

        Raises Damaged.
        """
        return self._sessions.find(session_id)

    async def create(self, setup_request: object, client: Client) -> str:
        """Open a new session and return its id.

        Raises Rejected, MatchBegun and Unsaved.
        """
        asked = await run_in_threadpool(setup_json_with_files, self._sessions, setup_request)
        opening = await self._lanes.requests.call(RECORD_SECONDS, calls.read_opening_setup, asked)
        session = await run_in_threadpool(self._sessions.open, opening, self._sender(client))
        first = session.state.opening.first
        if first is not None:
            self._publish(first.id)
        return session.name

    async def submit(self, session: Session, request: Request) -> SubmitResult:
        """Submit a request's event to disk. Raises Rejected and Unsaved."""
        sender = self._sender(request.client)._replace(arbiter=session.name in request.client.arbiter)
        value, before, read = request.value, session.state, None
        size = len(json.dumps(value))  # what a request says of its length may be wrong
        if session.size > MAX_INLINE_JOURNAL_BYTES or size > MAX_INLINE_EVENT_BYTES:
            found = await self._lanes.requests.call(RECORD_SECONDS, calls.submit_event, before, value, sender=sender)
            read = before, found
        submitted = await run_in_threadpool(session.submit, value, sender, read)
        if submitted.state is not None:
            self._publish(session.name)
        return submitted

    async def stored_game(self, session_id: str, arbiter: Container[str]) -> StoredGame | None:
        """Return the record of an id, or None. Raises Damaged."""
        return await run_in_threadpool(self._sessions.stored_game, session_id, arbiter)

    async def require_readable(self, session_id: str) -> None:
        """Raise Rejected for a file that is unread or takes too long."""
        plain = self._sessions.plain_record(session_id)
        if plain is not None:
            refuse_unread_record(plain)

    async def journal(self, session_id: str) -> bytes | None:
        """Return the journal of a session; None without one. Raises Unsaved."""
        session = self._sessions.find(session_id)
        try:
            return None if session is None else await run_in_threadpool(session.journal)
        except OSError as unread:
            raise unsaved_error(unread) from unread

    async def variant_files(self) -> list[str]:
        """Return the names of the variant files in the folder."""
        return await run_in_threadpool(variant_files, self._sessions.folder)

    async def with_variant_text(self, value: object) -> object:
        """Return an opening with the text of its variant file. Raises Rejected."""
        return await run_in_threadpool(insert_variant_text, self._sessions.folder, value)


class FolderDocuments:
    """Documents of a folder, each version made once for all clients."""

    def __init__(self, live: LiveDocuments, games: GameList) -> None:
        self._live = live
        self._games = games

    async def games(self) -> Response:
        """List the games of the folder, with damaged journals and plain records."""
        return Response(200, data=await self._games.to_json_bytes())

    async def lobby(self) -> Response:
        """Return the cards of all sessions."""
        return Response(200, data=await self._live.lobby().whole_json())

    async def state(self, session: Session, *, arbiter: bool) -> Response:
        """Return the state of a session."""
        return Response(200, data=await self._live.state(session, arbiter=arbiter).whole_json())

    async def course(self, session: Session, *, arbiter: bool) -> Response:
        """Return a session ply by ply."""
        return Response(200, data=await self._live.course(session, arbiter=arbiter).whole_json())
