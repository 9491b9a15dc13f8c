"""The addresses of the table (the contract of the server), behind the gate."""

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
from kifu.web import reader_calls as calls
from kifu.web.answers import as_json, error, failed, no_game, spectators, too_often
from kifu.web.bodies import read_body
from kifu.web.crowd import origin
from kifu.web.documents import Documents
from kifu.web.entrance import entrance
from kifu.web.explorer_routes import Explorer
from kifu.web.gate import Gate
from kifu.web.keys import TooManyDevices
from kifu.web.listing import GameList
from kifu.web.loose import LOOSE, NOT_YET, LooseReading, loose_state
from kifu.web.openings import opening_json_of
from kifu.web.rates import Rate
from kifu.web.readers import RECORD_SECONDS, ReadersBusy, lanes
from kifu.web.record_routes import Records
from kifu.web.screen_routes import Screens
from kifu.web.searcher import PositionSearcher
from kifu.web.streams import HALL, MOST, EventStream, Streams
from kifu.web.study_routes import Studies
from kifu.web.tables import Begun, Damaged, Unsaved, unsaved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from kifu.table.state import State
    from kifu.web.keys import Device, Keys
    from kifu.web.streams import News
    from kifu.web.tables import Table, Tables
    from kifu.web.watched import WatchedDocument

COOKIE_AGE = 90 * 24 * 3600
SMALLEST_PACKED, PACKED = 2_000, 5
"""The least bytes of an answer that is compressed, and how hard zlib works for it. Streams are not compressed."""
BUSY = Message("混んでいます。少し待ってください", "others are being read; wait a little")
TOO_MANY = Message("いまは、これより多くの端末は入れません", "no more devices can come in now")
LONG_EVENT, LONG_JOURNAL = 2_000, 100_000
"""The bytes of an event, and the bytes of a journal, from which on a process beside the server reads the record."""
HALL_PACE = 1.0
"""The seconds between two sendings to the hall."""


class Site:
    """The application of one folder. `keys` say who may come in, `tables` are its games."""

    def __init__(self, tables: Tables, keys: Keys, most_streams: int = MOST, *, secure: bool = False) -> None:
        self.tables = tables
        self.keys = keys
        self.streams = Streams(most_streams)
        self._secure = secure
        self._run = secrets.token_hex(4)
        self._start = time.monotonic_ns()
        self._taken = Rate(20, 40)
        self._opened = Rate(20, 40)
        self._asked = Rate(200, 400)
        self._pins = Rate(1 / 600, 5)
        self._guesses = Rate(1 / 60, 20)
        self._entered = Rate(5, 1_000)
        self.lanes = lanes()
        tables.files.read = self._read_loose
        self.files = LooseReading(tables)
        self.records = Records(tables, self._asked, self.lanes)
        self.documents = Documents(tables, self.now)
        self.list = GameList(tables, self.files, self.documents.more)
        self.screens = Screens(tables, self._asked, read_body, self.documents, self.lanes)
        self.explorer = Explorer(tables, self._asked, self.files, self.lanes.files)
        self.studies = Studies(tables, read_body, PositionSearcher(), Rate(5, 40), self.lanes.requests)

    def app(self, hosts: Iterable[str]) -> ASGIApp:
        """Return the ASGI application that answers to the host names `hosts`."""
        routes = [
            Route("/j/{token}", self.enter),
            *self.screens.routes(),
            *self.studies.routes(),
            *self.explorer.routes(),
            Route("/api/games", self.games, methods=["GET"]),
            Route("/api/games", self.new_game, methods=["POST"]),
            Route("/api/g/{name}/state", self.state),
            Route("/api/g/{name}/stream", self.stream),
            Route("/api/hall", self.hall),
            Route("/api/hall/stream", self.hall_stream),
            Route("/api/g/{name}/events", self.events, methods=["POST"]),
            Route("/api/g/{name}/pin", self.pin, methods=["POST"]),
            Route("/g/{name}", self.file_or_page),
        ]
        handlers: dict[Any, Any] = {
            Refused: lambda _request, wrong: failed(wrong, 422),
            Damaged: lambda _request, wrong: failed(wrong, 507),
            Unsaved: lambda _request, wrong: failed(wrong, 507),
            ReadersBusy: lambda _request, _wrong: error(429, "busy", BUSY),
            Begun: lambda _request, begun: as_json({"id": begun.name, **failure(begun)}, 409),
        }
        packed = Middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED, compresslevel=PACKED)
        middleware = [packed, Middleware(FilesFirst, files=self.files)]
        inside = Starlette(routes=routes, exception_handlers=handlers, middleware=middleware)
        inside.router.redirect_slashes = False
        return Gate(inside, self.keys, hosts)

    def _read_loose(self, name: str, data: bytes, written: str) -> State:
        try:
            return self.lanes.files.read(RECORD_SECONDS, loose_state, name, data, written)
        except ReadersBusy:  # the server stops
            raise NOT_YET from None

    def close(self) -> None:
        """End the processes beside the server."""
        self.files.close()
        self.lanes.close()
        self.studies.searcher.close()

    def sender(self, device: Device | None) -> Sender:
        """Return who sends an event now."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        return Sender("server" if device is None else device.name, now, self.now())

    def now(self) -> Instant:
        """Return this instant of the server's run. It never goes back, whatever happens to the time of day."""
        return Instant(self._run, (time.monotonic_ns() - self._start) // 1_000_000)

    async def enter(self, request: Request) -> Response:
        """Exchange a token for a cookie; ``?game=`` and an id lead to a game at once."""
        role = self.keys.role(request.path_params["token"])
        device: Device | None = request.scope["device"]
        if (
            role is not None
            and (device is None or device.role is not role)
            and not self._entered.take(_whence(request, role))
        ):
            return too_often()
        own = request.cookies.get(self.keys.cookie)
        whence = "" if role is None else _whence(request, role)
        try:
            cookie = await run_in_threadpool(
                self.keys.enter, request.path_params["token"], own, whence, self.streams.connected()
            )
        except OSError as wrong:
            return failed(unsaved(wrong), 507)
        except TooManyDevices:
            return error(429, "too-many-devices", TOO_MANY)
        if cookie is None:
            return error(403, "wrong-token", Message("このアドレスでは入れません", "this address lets nobody in"))
        name = request.query_params.get("game", "")
        response = HTMLResponse(entrance(f"/g/{name}" if name in self.tables.all else "/"))
        response.set_cookie(
            self.keys.cookie, cookie, max_age=COOKIE_AGE, httponly=True, samesite="strict", secure=self._secure
        )
        return response

    async def file_or_page(self, request: Request) -> Response:
        """Return the record of a game as a file, if the address ends in .kif, .json, .html or .pdf; else its page."""
        name, dot, ending = request.path_params["name"].partition(".")
        if not dot:
            return self.screens.page("table" if _device(request).role is Role.RECORDER else "view", request)
        return await self.records.answer(request, name, ending)

    async def games(self, _request: Request) -> Response:
        """List the games of the folder. Those whose journal is damaged say so, and so do records without a journal."""
        return Response(await self.list.json(), media_type="application/json")

    async def new_game(self, request: Request) -> Response:
        """Open a game."""
        device = _device(request)
        if device.role is not Role.RECORDER:
            return spectators()
        if not self._asked.take(device.key) or not self._opened.take(device.key):
            return too_often()
        value = await read_body(request)
        if isinstance(value, Response):
            return value
        asked = await run_in_threadpool(opening_json_of, self.tables, value)
        opening = await self.lanes.requests.ask(RECORD_SECONDS, calls.opening, asked)
        table = await run_in_threadpool(self.tables.open, opening, self.sender(device))
        first = table.state.opening.first
        if first is not None:
            self.streams.publish(first.id)
        return as_json({"id": table.name}, 201)

    async def state(self, request: Request) -> Response:
        """Return the state of a game."""
        table = self._find(request.path_params["name"])
        if table is None:
            return no_game()
        return Response(await self._state(table, _device(request)).whole(), media_type="application/json")

    async def stream(self, request: Request) -> Response:
        """Send the state of a game now and whenever it changes.

        With ``?delta=1`` only what has changed is sent after the first time, with ``?course=1`` the same of the course; behind
        ``since=`` stands the version that the client has.
        """
        device, table = _device(request), self._find(request.path_params["name"])
        if table is None:
            return no_game()
        asked = request.query_params

        # What a device may see changes with the PIN, and a table with its events: both are looked up each time.
        async def news(seen: str | None) -> tuple[bytes, str | None]:
            now = self.keys.by_key(device.key) or device
            if "course" in asked:
                return await self.documents.course(table, arbiter=table.name in now.arbiter).since(seen)
            if "delta" in asked:
                return await self._state(table, now).since(seen)
            return b"event: state\ndata: " + await self._state(table, now).whole() + b"\n\n", None

        return self._follow(request, table.name, news)

    async def hall(self, _request: Request) -> Response:
        """Return the cards of all tables."""
        return Response(await self.documents.hall().whole(), media_type="application/json")

    async def hall_stream(self, request: Request) -> Response:
        """Send what changes in the hall, at most once in HALL_PACE."""
        return self._follow(request, HALL, self.documents.hall().since, HALL_PACE)

    def _follow(self, request: Request, what: str, news: News, pace: float = 0.0) -> Response:
        device = _device(request)
        follower = self.streams.enter(what, device, _whence(request, device.role))
        if follower is None:
            return error(429, "too-many-streams", Message("見ている人が多すぎます", "too many are looking on"))
        # A browser that opens a stream again says which event it has seen last.
        seen = request.headers.get("last-event-id") or request.query_params.get("since")
        return EventStream(self.streams, follower, news, seen, pace)

    async def events(self, request: Request) -> Response:
        """Take an event."""
        device, table = _device(request), self._find(request.path_params["name"])
        if device.role is not Role.RECORDER:
            return spectators()
        if table is None:
            return no_game()
        if not self._asked.take(device.key) or not self._taken.take(device.key):
            return too_often()
        found = None
        try:
            value = await read_body(request)
            if isinstance(value, Response):
                return value
            sender = self.sender(device)._replace(arbiter=table.name in device.arbiter)
            before, read = table.state, None
            length = int(request.headers.get("content-length", LONG_EVENT + 1))
            if table.size > LONG_JOURNAL or length > LONG_EVENT:
                read = before, await self.lanes.requests.ask(RECORD_SECONDS, calls.taken, before, value, sender=sender)
            found = await run_in_threadpool(table.take, value, sender, read)
        finally:
            if found is None or found.state is None:
                self._taken.give_back(device.key)
        if found.status is Status.STALE:
            view, said = await self._state(table, device).whole(), canonical(words(STALE)).encode()
            # The members of the state stand beside it too. It is put in as it is: two recorders may be stale often.
            body = b'{"error":"stale","message":%b,"state":%b,%b' % (said, view, view[1:])
            return Response(body, 409, media_type="application/json")
        if found.state is not None:
            self.streams.publish(table.name)
        return as_json({"seq": found.seq, "head": found.head, "status": found.status.value})

    async def pin(self, request: Request) -> Response:
        """Make a device the arbiter's for a game; it may then see what official mode keeps silent. The journal notes it."""
        device, table = _device(request), self._find(request.path_params["name"])
        if table is None:
            return no_game()
        # A device that guesses locks out itself. Whoever comes in again and again for new guesses has one with each device,
        # and then those of the address: the arbiter's own device has its first guess whatever others do.
        first, whence = self._pins.is_full(device.key), _whence(request, device.role)
        if not self._pins.take(device.key) or not (first or self._guesses.take(whence)):
            return too_often()
        value = await read_body(request)
        if isinstance(value, Response):
            return value
        pin = fields.line(fields.members(value, ("pin",), "pin").get("pin"), "pin")
        try:
            trusted = await run_in_threadpool(self.keys.arbitrate, device, table.name, pin)
        except OSError as wrong:
            return failed(unsaved(wrong), 507)
        if trusted is None:
            return error(403, "wrong-pin", Message("暗証番号が違います", "the PIN is wrong"))
        self._pins.give_back(device.key)
        if not first:
            self._guesses.give_back(whence)
        note = {"id": f"pin-{secrets.token_hex(8)}", "kind": "note", "text": "暗証番号が入りました (the PIN was given)"}
        noted = Status.STALE
        while noted is Status.STALE:  # another event may come in between
            request_of_note = {"base": table.state.seq, "event": note}
            noted = (await run_in_threadpool(table.take, request_of_note, self.sender(device))).status
        self.streams.publish(table.name)
        return as_json({"role": "arbiter"})

    def _find(self, name: str) -> Table | None:
        return self.tables.find(name)

    def _state(self, table: Table, device: Device) -> WatchedDocument:
        return self.documents.state(table, arbiter=table.name in device.arbiter)


class FilesFirst:
    """Reads a record without a journal that the path of a request names, before `app` answers."""

    def __init__(self, app: ASGIApp, files: LooseReading) -> None:
        self._app = app
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read, and let it answer."""
        for part in scope.get("path", "").split("/"):
            if part.startswith(LOOSE):
                await self._files.load(part.partition(".")[0])
        await self._app(scope, receive, send)


def _whence(request: Request, role: Role) -> str:
    """Return what devices of a role at one address share."""
    return f"{role.value}@{'' if request.client is None else origin(request.client.host)}"


def _device(request: Request) -> Device:
    device: Device = request.scope["device"]
    return device
