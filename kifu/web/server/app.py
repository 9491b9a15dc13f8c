"""ASGI application of a folder: its routes, behind the access checks."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.recording import untrusted_json_fields
from kifu.recording.submit_and_replay_events import EventStatus, Role, Sender
from kifu.web.server.access_checks_and_asgi_adapter import (
    AccessMiddleware,
    http_failure,
    http_response,
    http_routes,
    read_body_json,
)
from kifu.web.server.connection_and_rate_limits import RouteLimits, TokenBucket, client_network
from kifu.web.server.credentials import TooManyDevices
from kifu.web.server.folder_store import FolderDocuments, FolderStore, GameList
from kifu.web.server.live_documents import LiveDocuments
from kifu.web.server.pdf_scan_search_and_explorer_routes import ExplorerRoutes, RecordRoutes, ScanRoutes, StudyRoutes
from kifu.web.server.plain_records import NOT_YET, PLAIN_PREFIX, PlainRecordLoader, plain_record_state
from kifu.web.server.screen_routes_and_event_streams import (
    LOBBY,
    MAX_STREAMS,
    EventStream,
    PageRoutes,
    Streams,
    forwarding_page_html,
)
from kifu.web.server.search_worker import SearchWorker
from kifu.web.server.worker_process import RECORD_SECONDS, WorkerExecutor, WorkersBusy, worker_lanes
from kifu.web.service.game_service import GameService
from kifu.web.service.requests_responses_and_ports import (
    RequestFailed,
    RunClock,
    json_response,
    rate_limit_error,
    unknown_game_error,
    unsaved_error,
)
from kifu.web.service.router import Router

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from kifu.recording.state_and_clock import State
    from kifu.web.server.credentials import Credentials, Device
    from kifu.web.server.live_documents import VersionedDocument
    from kifu.web.server.screen_routes_and_event_streams import News
    from kifu.web.server.sessions import Session, Sessions
    from kifu.web.service.requests_responses_and_ports import Client

COOKIE_MAX_AGE_S = 90 * 24 * 3600
MIN_GZIP_BYTES, GZIP_LEVEL = 2_000, 5
"""The least bytes of an answer that is compressed, and how hard zlib works for it. Streams are not compressed."""
TOO_MANY_DEVICES = Message("いまは、これより多くの端末は入れません", "no more devices can come in now")
WRONG_TOKEN = Message("このアドレスでは入れません", "this address lets nobody in")
TOO_MANY_STREAMS = Message("見ている人が多すぎます", "too many are looking on")
WRONG_PIN = Message("暗証番号が違います", "the PIN is wrong")
LOBBY_INTERVAL_S = 1.0
"""The seconds between two events of the lobby."""


class ServerApp:
    """Application of a folder: its `sessions`, and the `credentials` of devices."""

    def __init__(
        self, sessions: Sessions, credentials: Credentials, most_streams: int = MAX_STREAMS, *, secure: bool = False
    ) -> None:
        """Put together what answers, for the sessions of a folder."""
        self.sessions = sessions
        self.credentials = credentials
        self.streams = Streams(most_streams)
        self._secure = secure
        self.clock = RunClock()
        self._pins = TokenBucket(1 / 600, 5)
        self._guesses = TokenBucket(1 / 60, 20)
        self._entered = TokenBucket(5, 1_000)
        self.lanes = worker_lanes()
        sessions.files.read = self._read_plain_record
        self.files = PlainRecordLoader(sessions)
        self.documents = LiveDocuments(sessions, self.clock.now)
        self.pages = PageRoutes(sessions)
        store = FolderStore(sessions, self.lanes, self.sender_of_device, self.streams.publish)
        documents = FolderDocuments(self.documents, GameList(sessions, self.files))
        executor, limits = WorkerExecutor(self.lanes), RouteLimits()
        service = GameService(store, documents, executor, limits, paper=True)
        records = RecordRoutes(service, store, executor)
        self.studies = StudyRoutes(SearchWorker(), executor)
        explorer = ExplorerRoutes(sessions, self.files, self.lanes.files)
        scan = ScanRoutes(sessions, executor)
        self.router = Router(
            [*service.routes(), *records.routes(), *self.studies.routes(), *explorer.routes(), *scan.routes()],
            store,
            limits,
        )

    def asgi_application(self, hosts: Iterable[str]) -> ASGIApp:
        """Return the ASGI application that answers to the host names `hosts`."""
        routes = [
            Route("/j/{token}", self.exchange_token),
            *self.pages.routes(),
            *http_routes(self.router),
            Route("/api/g/{name}/stream", self.stream_state),
            Route("/api/hall/stream", self.lobby_stream),
            Route("/api/g/{name}/pin", self.make_arbiter, methods=["POST"]),
            Route("/g/{name}", self.game_page),
        ]
        packed = Middleware(GZipMiddleware, minimum_size=MIN_GZIP_BYTES, compresslevel=GZIP_LEVEL)
        middleware = [packed, Middleware(PlainRecordMiddleware, files=self.files)]
        handlers: dict[Any, Any] = {KifuError: lambda _request, wrong: http_failure(wrong)}
        inside = Starlette(routes=routes, exception_handlers=handlers, middleware=middleware)
        inside.router.redirect_slashes = False
        return AccessMiddleware(inside, self.credentials, hosts)

    def _read_plain_record(self, name: str, data: bytes, written: str) -> State:
        try:
            return self.lanes.files.call_blocking(RECORD_SECONDS, plain_record_state, name, data, written)
        except WorkersBusy:  # the server stops
            raise NOT_YET from None

    def close(self) -> None:
        """End the processes beside the server."""
        self.files.close()
        self.lanes.close()
        self.studies.searcher.close()

    def sender_of_device(self, device: Client | None) -> Sender:
        """Return an event's sender at this instant; None for the server."""
        return self.clock.sender_of("server" if device is None else device.name)

    async def exchange_token(self, request: Request) -> Response:
        """Exchange a token for a cookie; ``?game=`` leads to a game."""
        role = self.credentials.role(request.path_params["token"])
        device: Device | None = request.scope["device"]
        if (
            role is not None
            and (device is None or device.role is not role)
            and not self._entered.take(_rate_key(request, role))
        ):
            raise rate_limit_error()
        own = request.cookies.get(self.credentials.cookie)
        network = "" if role is None else _rate_key(request, role)
        try:
            cookie = await run_in_threadpool(
                self.credentials.cookie_for_token,
                request.path_params["token"],
                own,
                network,
                self.streams.connected_devices(),
            )
        except OSError as wrong:
            raise unsaved_error(wrong) from wrong
        except TooManyDevices:
            raise RequestFailed(429, "too-many-devices", TOO_MANY_DEVICES) from None
        if cookie is None:
            raise RequestFailed(403, "wrong-token", WRONG_TOKEN)
        name = request.query_params.get("game", "")
        response = HTMLResponse(forwarding_page_html(f"/g/{name}" if name in self.sessions.all else "/"))
        response.set_cookie(
            self.credentials.cookie,
            cookie,
            max_age=COOKIE_MAX_AGE_S,
            httponly=True,
            samesite="strict",
            secure=self._secure,
        )
        return response

    async def game_page(self, request: Request) -> Response:
        """Return the screen of a game: recorders write, spectators look on."""
        return self.pages.game_page("table" if _device(request).role is Role.RECORDER else "view", request)

    async def stream_state(self, request: Request) -> Response:
        """Send the state of a game now and whenever it changes.

        With ``?delta=1`` only what has changed is sent after the first time, with ``?course=1`` the same of the course; behind
        ``since=`` stands the version that the client has.
        """
        device, session = _device(request), self._session_of_request(request)
        asked = request.query_params

        # What a device may see changes with the PIN, and a table with its events: both are looked up each time.
        async def events_and_version_after(seen: str | None) -> tuple[bytes, str | None]:
            now = self.credentials.by_key(device.key) or device
            if "course" in asked:
                return await self.documents.course(
                    session, arbiter=session.name in now.arbiter
                ).events_and_version_since(seen)
            if "delta" in asked:
                return await self._state(session, now).events_and_version_since(seen)
            return b"event: state\ndata: " + await self._state(session, now).whole_json() + b"\n\n", None

        return self._event_stream(request, session.name, events_and_version_after)

    async def lobby_stream(self, request: Request) -> Response:
        """Stream the lobby, at most once in LOBBY_INTERVAL_S."""
        return self._event_stream(request, LOBBY, self.documents.lobby().events_and_version_since, LOBBY_INTERVAL_S)

    def _event_stream(self, request: Request, document: str, news: News, seconds_between: float = 0.0) -> Response:
        device = _device(request)
        subscriber = self.streams.subscribe(document, device, _rate_key(request, device.role))
        if subscriber is None:
            raise RequestFailed(429, "too-many-streams", TOO_MANY_STREAMS)
        # A browser that opens a stream again says which event it has seen last.
        seen = request.headers.get("last-event-id") or request.query_params.get("since")
        return EventStream(self.streams, subscriber, news, seen, seconds_between)

    async def make_arbiter(self, request: Request) -> Response:
        """Make a device the arbiter's for a game; the journal notes it.

        It may then see what official mode keeps silent.
        """
        device, session = _device(request), self._session_of_request(request)
        # A device that guesses locks out itself. Whoever comes in again and again for new guesses has one with each device,
        # and then those of the address: the arbiter's own device has its first guess whatever others do.
        first, network = self._pins.is_full(device.key), _rate_key(request, device.role)
        if not self._pins.take(device.key) or not (first or self._guesses.take(network)):
            raise rate_limit_error()
        value = await read_body_json(request)
        pin = untrusted_json_fields.one_line_field(
            untrusted_json_fields.object_field(value, ("pin",), "pin").get("pin"), "pin"
        )
        try:
            trusted = await run_in_threadpool(self.credentials.grant_arbiter, device, session.name, pin)
        except OSError as wrong:
            raise unsaved_error(wrong) from wrong
        if trusted is None:
            raise RequestFailed(403, "wrong-pin", WRONG_PIN)
        self._pins.give_back(device.key)
        if not first:
            self._guesses.give_back(network)
        note = {"id": f"pin-{secrets.token_hex(8)}", "kind": "note", "text": "暗証番号が入りました (the PIN was given)"}
        noted = EventStatus.STALE
        while noted is EventStatus.STALE:  # another event may come in between
            request_of_note = {"base": session.state.seq, "event": note}
            noted = (await run_in_threadpool(session.submit, request_of_note, self.sender_of_device(device))).status
        self.streams.publish(session.name)
        return http_response(json_response({"role": "arbiter"}))

    def _session_of_request(self, request: Request) -> Session:
        session = self.sessions.find(request.path_params["name"])
        if session is None:
            raise unknown_game_error()
        return session

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
