"""ASGI application of a folder: its routes, behind the access checks."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kifu.model.message import Message
from kifu.table import fields
from kifu.table.clock import Instant
from kifu.table.failure import STALE, failure
from kifu.table.game_json import words
from kifu.table.journal import canonical
from kifu.table.refusal import Refused
from kifu.table.taking import EventStatus as Status
from kifu.table.taking import Role, Sender
from kifu.web.server import worker_calls as calls
from kifu.web.server.connection_limits import client_network
from kifu.web.server.credentials import TooManyDevices
from kifu.web.server.event_streams import LOBBY, MAX_STREAMS, EventStream, Streams
from kifu.web.server.explorer_routes import ExplorerRoutes
from kifu.web.server.game_list import GameList
from kifu.web.server.html_shell import token_page
from kifu.web.server.live_documents import LiveDocuments
from kifu.web.server.middleware import AccessMiddleware
from kifu.web.server.new_game import new_game_json
from kifu.web.server.page_routes import PageRoutes
from kifu.web.server.plain_records import NOT_YET, PLAIN_PREFIX, PlainRecordLoader, plain_record_state
from kifu.web.server.rate_limit import TokenBucket
from kifu.web.server.record_routes import RecordRoutes
from kifu.web.server.request_body import read_body
from kifu.web.server.responses import (
    error_response,
    failure_response,
    json_response,
    no_game,
    rate_limited,
    spectator_refused,
)
from kifu.web.server.search_worker import SearchWorker
from kifu.web.server.sessions import Damaged, MatchBegun, Unsaved, unsaved_error
from kifu.web.server.study_routes import StudyRoutes
from kifu.web.server.worker_process import RECORD_SECONDS, WorkersBusy, worker_lanes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from kifu.table.state import State
    from kifu.web.server.credentials import Credentials, Device
    from kifu.web.server.event_streams import News
    from kifu.web.server.sessions import Session, Sessions
    from kifu.web.server.versioned_document import VersionedDocument

COOKIE_MAX_AGE_S = 90 * 24 * 3600
MIN_GZIP_BYTES, GZIP_LEVEL = 2_000, 5
"""The least bytes of an answer that is compressed, and how hard zlib works for it. Streams are not compressed."""
BUSY = Message("混んでいます。少し待ってください", "others are being read; wait a little")
TOO_MANY_DEVICES = Message("いまは、これより多くの端末は入れません", "no more devices can come in now")
MAX_INLINE_EVENT_BYTES, MAX_INLINE_JOURNAL_BYTES = 2_000, 100_000
"""The bytes of an event, and the bytes of a journal, from which on a process beside the server reads the record."""
LOBBY_INTERVAL_S = 1.0
"""The seconds between two events of the lobby."""


class ServerApp:
    """Application of a folder: its `sessions`, and the `credentials` of devices."""

    def __init__(
        self, sessions: Sessions, credentials: Credentials, most_streams: int = MAX_STREAMS, *, secure: bool = False
    ) -> None:
        self.sessions = sessions
        self.credentials = credentials
        self.streams = Streams(most_streams)
        self._secure = secure
        self._run = secrets.token_hex(4)
        self._start = time.monotonic_ns()
        self._taken = TokenBucket(20, 40)
        self._opened = TokenBucket(20, 40)
        self._asked = TokenBucket(200, 400)
        self._pins = TokenBucket(1 / 600, 5)
        self._guesses = TokenBucket(1 / 60, 20)
        self._entered = TokenBucket(5, 1_000)
        self.lanes = worker_lanes()
        sessions.files.read = self._read_loose
        self.files = PlainRecordLoader(sessions)
        self.records = RecordRoutes(sessions, self._asked, self.lanes)
        self.documents = LiveDocuments(sessions, self.now)
        self.list = GameList(sessions, self.files, self.documents.more)
        self.pages = PageRoutes(sessions, self._asked, read_body, self.documents, self.lanes)
        self.explorer = ExplorerRoutes(sessions, self._asked, self.files, self.lanes.files)
        self.studies = StudyRoutes(sessions, read_body, SearchWorker(), TokenBucket(5, 40), self.lanes.requests)

    def app(self, hosts: Iterable[str]) -> ASGIApp:
        """Return the ASGI application that answers to the host names `hosts`."""
        routes = [
            Route("/j/{token}", self.enter),
            *self.pages.routes(),
            *self.studies.routes(),
            *self.explorer.routes(),
            Route("/api/games", self.games, methods=["GET"]),
            Route("/api/games", self.new_game, methods=["POST"]),
            Route("/api/g/{name}/state", self.state),
            Route("/api/g/{name}/stream", self.stream),
            Route("/api/hall", self.lobby),
            Route("/api/hall/stream", self.lobby_stream),
            Route("/api/g/{name}/events", self.events, methods=["POST"]),
            Route("/api/g/{name}/pin", self.pin, methods=["POST"]),
            Route("/g/{name}", self.file_or_page),
        ]
        handlers: dict[Any, Any] = {
            Refused: lambda _request, wrong: failure_response(wrong, 422),
            Damaged: lambda _request, wrong: failure_response(wrong, 507),
            Unsaved: lambda _request, wrong: failure_response(wrong, 507),
            WorkersBusy: lambda _request, _wrong: error_response(429, "busy", BUSY),
            MatchBegun: lambda _request, begun: json_response({"id": begun.name, **failure(begun)}, 409),
        }
        packed = Middleware(GZipMiddleware, minimum_size=MIN_GZIP_BYTES, compresslevel=GZIP_LEVEL)
        middleware = [packed, Middleware(PlainRecordMiddleware, files=self.files)]
        inside = Starlette(routes=routes, exception_handlers=handlers, middleware=middleware)
        inside.router.redirect_slashes = False
        return AccessMiddleware(inside, self.credentials, hosts)

    def _read_loose(self, name: str, data: bytes, written: str) -> State:
        try:
            return self.lanes.files.call_blocking(RECORD_SECONDS, plain_record_state, name, data, written)
        except WorkersBusy:  # the server stops
            raise NOT_YET from None

    def close(self) -> None:
        """End the processes beside the server."""
        self.files.close()
        self.lanes.close()
        self.studies.searcher.close()

    def sender(self, device: Device | None) -> Sender:
        """Return the sender of an event at this instant."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        return Sender("server" if device is None else device.name, now, self.now())

    def now(self) -> Instant:
        """Return this instant of the server's run. It never goes back, whatever happens to the time of day."""
        return Instant(self._run, (time.monotonic_ns() - self._start) // 1_000_000)

    async def enter(self, request: Request) -> Response:
        """Exchange a token for a cookie; ``?game=`` and an id lead to a game at once."""
        role = self.credentials.role(request.path_params["token"])
        device: Device | None = request.scope["device"]
        if (
            role is not None
            and (device is None or device.role is not role)
            and not self._entered.take(_rate_key(request, role))
        ):
            return rate_limited()
        own = request.cookies.get(self.credentials.cookie)
        network = "" if role is None else _rate_key(request, role)
        try:
            cookie = await run_in_threadpool(
                self.credentials.enter, request.path_params["token"], own, network, self.streams.connected_devices()
            )
        except OSError as wrong:
            return failure_response(unsaved_error(wrong), 507)
        except TooManyDevices:
            return error_response(429, "too-many-devices", TOO_MANY_DEVICES)
        if cookie is None:
            return error_response(
                403, "wrong-token", Message("このアドレスでは入れません", "this address lets nobody in")
            )
        name = request.query_params.get("game", "")
        response = HTMLResponse(token_page(f"/g/{name}" if name in self.sessions.all else "/"))
        response.set_cookie(
            self.credentials.cookie,
            cookie,
            max_age=COOKIE_MAX_AGE_S,
            httponly=True,
            samesite="strict",
            secure=self._secure,
        )
        return response

    async def file_or_page(self, request: Request) -> Response:
        """Return the record of a game for .kif, .json, .html or .pdf; else its page."""
        name, dot, ending = request.path_params["name"].partition(".")
        if not dot:
            return self.pages.game_page("table" if _device(request).role is Role.RECORDER else "view", request)
        return await self.records.answer(request, name, ending)

    async def games(self, _request: Request) -> Response:
        """List the games of the folder. Those whose journal is damaged say so, and so do records without a journal."""
        return Response(await self.list.json(), media_type="application/json")

    async def new_game(self, request: Request) -> Response:
        """Open a game."""
        device = _device(request)
        if device.role is not Role.RECORDER:
            return spectator_refused()
        if not self._asked.take(device.key) or not self._opened.take(device.key):
            return rate_limited()
        value = await read_body(request)
        if isinstance(value, Response):
            return value
        asked = await run_in_threadpool(new_game_json, self.sessions, value)
        opening = await self.lanes.requests.call(RECORD_SECONDS, calls.opening, asked)
        session = await run_in_threadpool(self.sessions.open, opening, self.sender(device))
        first = session.state.opening.first
        if first is not None:
            self.streams.publish(first.id)
        return json_response({"id": session.name}, 201)

    async def state(self, request: Request) -> Response:
        """Return the state of a game."""
        session = self._session(request.path_params["name"])
        if session is None:
            return no_game()
        return Response(await self._state(session, _device(request)).whole(), media_type="application/json")

    async def stream(self, request: Request) -> Response:
        """Send the state of a game now and whenever it changes.

        With ``?delta=1`` only what has changed is sent after the first time, with ``?course=1`` the same of the course; behind
        ``since=`` stands the version that the client has.
        """
        device, session = _device(request), self._session(request.path_params["name"])
        if session is None:
            return no_game()
        asked = request.query_params

        # What a device may see changes with the PIN, and a table with its events: both are looked up each time.
        async def news(seen: str | None) -> tuple[bytes, str | None]:
            now = self.credentials.by_key(device.key) or device
            if "course" in asked:
                return await self.documents.course(session, arbiter=session.name in now.arbiter).since(seen)
            if "delta" in asked:
                return await self._state(session, now).since(seen)
            return b"event: state\ndata: " + await self._state(session, now).whole() + b"\n\n", None

        return self._follow(request, session.name, news)

    async def lobby(self, _request: Request) -> Response:
        """Return the cards of all sessions."""
        return Response(await self.documents.lobby().whole(), media_type="application/json")

    async def lobby_stream(self, request: Request) -> Response:
        """Stream the lobby, at most once in LOBBY_INTERVAL_S."""
        return self._follow(request, LOBBY, self.documents.lobby().since, LOBBY_INTERVAL_S)

    def _follow(self, request: Request, what: str, news: News, pace: float = 0.0) -> Response:
        device = _device(request)
        subscriber = self.streams.subscribe(what, device, _rate_key(request, device.role))
        if subscriber is None:
            return error_response(429, "too-many-streams", Message("見ている人が多すぎます", "too many are looking on"))
        # A browser that opens a stream again says which event it has seen last.
        seen = request.headers.get("last-event-id") or request.query_params.get("since")
        return EventStream(self.streams, subscriber, news, seen, pace)

    async def events(self, request: Request) -> Response:
        """Take an event."""
        device, session = _device(request), self._session(request.path_params["name"])
        if device.role is not Role.RECORDER:
            return spectator_refused()
        if session is None:
            return no_game()
        if not self._asked.take(device.key) or not self._taken.take(device.key):
            return rate_limited()
        found = None
        try:
            value = await read_body(request)
            if isinstance(value, Response):
                return value
            sender = self.sender(device)._replace(arbiter=session.name in device.arbiter)
            before, read = session.state, None
            length = int(request.headers.get("content-length", MAX_INLINE_EVENT_BYTES + 1))
            if session.size > MAX_INLINE_JOURNAL_BYTES or length > MAX_INLINE_EVENT_BYTES:
                read = (
                    before,
                    await self.lanes.requests.call(RECORD_SECONDS, calls.submit_event, before, value, sender=sender),
                )
            found = await run_in_threadpool(session.submit, value, sender, read)
        finally:
            if found is None or found.state is None:
                self._taken.give_back(device.key)
        if found.status is Status.STALE:
            view, said = await self._state(session, device).whole(), canonical(words(STALE)).encode()
            # The members of the state stand beside it too. It is put in as it is: two recorders may be stale often.
            body = b'{"error":"stale","message":%b,"state":%b,%b' % (said, view, view[1:])
            return Response(body, 409, media_type="application/json")
        if found.state is not None:
            self.streams.publish(session.name)
        return json_response({"seq": found.seq, "head": found.head, "status": found.status.value})

    async def pin(self, request: Request) -> Response:
        """Make a device the arbiter's for a game; it may then see what official mode keeps silent. The journal notes it."""
        device, session = _device(request), self._session(request.path_params["name"])
        if session is None:
            return no_game()
        # A device that guesses locks out itself. Whoever comes in again and again for new guesses has one with each device,
        # and then those of the address: the arbiter's own device has its first guess whatever others do.
        first, network = self._pins.is_full(device.key), _rate_key(request, device.role)
        if not self._pins.take(device.key) or not (first or self._guesses.take(network)):
            return rate_limited()
        value = await read_body(request)
        if isinstance(value, Response):
            return value
        pin = fields.line(fields.members(value, ("pin",), "pin").get("pin"), "pin")
        try:
            trusted = await run_in_threadpool(self.credentials.grant_arbiter, device, session.name, pin)
        except OSError as wrong:
            return failure_response(unsaved_error(wrong), 507)
        if trusted is None:
            return error_response(403, "wrong-pin", Message("暗証番号が違います", "the PIN is wrong"))
        self._pins.give_back(device.key)
        if not first:
            self._guesses.give_back(network)
        note = {"id": f"pin-{secrets.token_hex(8)}", "kind": "note", "text": "暗証番号が入りました (the PIN was given)"}
        noted = Status.STALE
        while noted is Status.STALE:  # another event may come in between
            request_of_note = {"base": session.state.seq, "event": note}
            noted = (await run_in_threadpool(session.submit, request_of_note, self.sender(device))).status
        self.streams.publish(session.name)
        return json_response({"role": "arbiter"})

    def _session(self, name: str) -> Session | None:
        return self.sessions.find(name)

    def _state(self, session: Session, device: Device) -> VersionedDocument:
        return self.documents.state(session, arbiter=session.name in device.arbiter)


class PlainRecordMiddleware:
    """Middleware that reads the plain record of a path before `app` answers."""

    def __init__(self, app: ASGIApp, files: PlainRecordLoader) -> None:
        self._app = app
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read, and let it answer."""
        for part in scope.get("path", "").split("/"):
            if part.startswith(PLAIN_PREFIX):
                await self._files.load(part.partition(".")[0])
        await self._app(scope, receive, send)


def _rate_key(request: Request, role: Role) -> str:
    """Return the rate limit key of a role at one address."""
    return f"{role.value}@{'' if request.client is None else client_network(request.client.host)}"


def _device(request: Request) -> Device:
    device: Device = request.scope["device"]
    return device
