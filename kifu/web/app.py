"""The addresses of the table (the contract of the server), behind the gate."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kifu.model.errors import KifuError
from kifu.model.extras import MissingExtra
from kifu.model.message import Message, escaped
from kifu.table import fields
from kifu.table.clock import Instant
from kifu.table.journal import canonical
from kifu.table.opening import read_opening
from kifu.table.refusal import Refused
from kifu.table.sheet import text_of
from kifu.table.taking import Role, Sender, Status
from kifu.table.view import is_silent, state_json, summary_json
from kifu.web.bodies import read_body
from kifu.web.gate import Gate
from kifu.web.pages import entrance, record_page
from kifu.web.printing import as_pdf
from kifu.web.rates import Rate
from kifu.web.screen_routes import Screens
from kifu.web.streams import EventStream, Streams
from kifu.web.tables import Damaged, Unsaved, unsaved
from notation.formats.json import to_json
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from kifu.web.keys import Device, Keys
    from kifu.web.loose import Loose
    from kifu.web.tables import Table, Tables

COOKIE_AGE = 90 * 24 * 3600
FRESH = 100
"""The milliseconds for which the view of a running clock is good enough for another device."""
MOST_VIEWS = 256
CHARSETS = {"cp932": "shift_jis", "euc_jp": "euc-jp"}
"""How a browser names the encodings of records that are not UTF-8."""


class Site:
    """The application of one folder. `keys` say who may come in, `tables` are its games."""

    def __init__(self, tables: Tables, keys: Keys, *, secure: bool = False) -> None:
        self.tables = tables
        self.keys = keys
        self.streams = Streams()
        self._secure = secure
        self._run = secrets.token_hex(4)
        self._start = time.monotonic_ns()
        self._taken = Rate(20, 40)
        self._opened = Rate(20, 40)
        self._asked = Rate(200, 400)
        self._printed = Rate(1, 5)
        self._paper = asyncio.Semaphore(1)
        self._pins = Rate(1 / 60, 5)
        self._entered = Rate(5, 500)
        self.screens = Screens(tables, self._asked, read_body)
        self._views: dict[tuple[str, bool], tuple[str, int, bytes]] = {}

    def app(self, hosts: Iterable[str]) -> ASGIApp:
        """Return the ASGI application that answers to the host names `hosts`."""
        routes = [
            Route("/j/{token}", self.enter),
            *self.screens.routes(),
            Route("/api/games", self.games, methods=["GET"]),
            Route("/api/games", self.new_game, methods=["POST"]),
            Route("/api/g/{name}/state", self.state),
            Route("/api/g/{name}/stream", self.stream),
            Route("/api/g/{name}/events", self.events, methods=["POST"]),
            Route("/api/g/{name}/pin", self.pin, methods=["POST"]),
            Route("/g/{name}", self.file_or_page),
        ]
        handlers: dict[Any, Any] = {
            Refused: lambda _request, wrong: _failed(wrong, 422),
            Damaged: lambda _request, wrong: _failed(wrong, 507),
            Unsaved: lambda _request, wrong: _failed(wrong, 507),
        }
        inside = Starlette(routes=routes, exception_handlers=handlers)
        inside.router.redirect_slashes = False
        return Gate(inside, self.keys, hosts)

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
        if role is not None and (device is None or device.role is not role) and not self._entered.take(role.value):
            return _too_often()
        own = request.cookies.get(self.keys.cookie)
        try:
            cookie = await run_in_threadpool(self.keys.enter, request.path_params["token"], own)
        except OSError as failed:
            return _failed(unsaved(failed), 507)
        if cookie is None:
            return _error(403, "wrong-token", Message("このアドレスでは入れません", "this address lets nobody in"))
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
            return self.screens.page("table", request)
        if ending == "pdf":
            return await self._print(request, name)
        loose = await run_in_threadpool(self.tables.file, name)
        if loose is not None and ending in {"kif", "json"}:
            return _as_file(loose.name, loose.data, ending)
        table = self._find(name)
        if table is None or ending not in {"kif", "json", "html"}:
            return _no_game()
        state = table.state
        if ending == "html":
            silent = is_silent(state, arbiter=name in _device(request).arbiter)
            return HTMLResponse(record_page(state, silent=silent))
        return _as_file(f"{name}.kif", text_of(state).encode(), ending)

    async def _print(self, request: Request, name: str) -> Response:
        """Return the record of a game on a score sheet as PDF; ?size=, ?side= and ?lang= choose the paper."""
        loose = await run_in_threadpool(self.tables.file, name)
        if loose is not None:
            file, data, silent = loose.name, loose.data, False
        elif (table := self._find(name)) is not None:
            file, data = f"{name}.kif", text_of(table.state).encode()
            silent = is_silent(table.state, arbiter=name in _device(request).arbiter)
        else:
            return _no_game()
        if not self._printed.take(_device(request).key):
            return _too_often()
        try:
            async with self._paper:  # a long record takes seconds, and the recorders come first
                printed = await run_in_threadpool(as_pdf, file, data, request.query_params, silent=silent)
        except MissingExtra as missing:
            return _failed(missing, 501)
        except KifuError as wrong:
            return _failed(wrong, 422)
        return Response(printed, media_type="application/pdf")

    async def games(self, _request: Request) -> Response:
        """List the games of the folder. Those whose journal is damaged say so, and so do records without a journal."""
        listed: list[dict[str, object]] = [
            {"id": name, **summary_json(table.state)} for name, table in list(self.tables.all.items())
        ]
        listed += [
            {"id": name, "error": wrong.code, "line": wrong.line, "message": _message(wrong)}
            for name, wrong in self.tables.damaged.items()
        ]
        listed += [_loose_json(name, loose) for name, loose in (await run_in_threadpool(self.tables.loose)).items()]
        return _json({"games": listed})

    async def new_game(self, request: Request) -> Response:
        """Open a game."""
        device = _device(request)
        if device.role is not Role.RECORDER:
            return _spectators()
        if not self._asked.take(device.key) or not self._opened.take(device.key):
            return _too_often()
        value = await read_body(request)
        if isinstance(value, Response):
            return value
        table = await run_in_threadpool(lambda: self.tables.open(read_opening(value), self.sender(device)))
        return _json({"id": table.name}, 201)

    async def state(self, request: Request) -> Response:
        """Return the state of a game."""
        table = self._find(request.path_params["name"])
        if table is None:
            return _no_game()
        return Response(self._view(table, _device(request)), media_type="application/json")

    async def stream(self, request: Request) -> Response:
        """Send the state of a game now and whenever it changes."""
        device, table = _device(request), self._find(request.path_params["name"])
        if table is None:
            return _no_game()
        follower = self.streams.enter(table.name, spectator=device.role is Role.SPECTATOR)
        if follower is None:
            return _error(429, "too-many-streams", Message("見ている人が多すぎます", "too many are looking on"))
        # What a device may see changes with the PIN, and a table with its events: both are looked up each time.
        return EventStream(self.streams, follower, lambda: self._view(table, self.keys.by_key(device.key) or device))

    async def events(self, request: Request) -> Response:
        """Take an event."""
        device, table = _device(request), self._find(request.path_params["name"])
        if device.role is not Role.RECORDER:
            return _spectators()
        if table is None:
            return _no_game()
        if not self._asked.take(device.key) or not self._taken.take(device.key):
            return _too_often()
        found = None
        try:
            value = await read_body(request)
            if isinstance(value, Response):
                return value
            found = await run_in_threadpool(table.take, value, self.sender(device))
        finally:
            if found is None or found.state is None:
                self._taken.give_back(device.key)
        if found.status is Status.STALE:
            view = json.loads(self._view(table, device))
            stale = Message("ほかの記録が先に入りました", "another event was taken before it")
            return _json({**view, "error": "stale", "message": _words(stale), "state": view}, 409)
        if found.state is not None:
            self.streams.publish(table.name)
        return _json({"seq": found.seq, "head": found.head, "status": found.status.value})

    async def pin(self, request: Request) -> Response:
        """Make a device the arbiter's for a game; it may then see what official mode keeps silent. The journal notes it."""
        device, table = _device(request), self._find(request.path_params["name"])
        if table is None:
            return _no_game()
        # For each role: a crowd of spectators that guesses does not lock the arbiter's own device out.
        if not self._pins.take(device.role.value):
            return _too_often()
        value = await read_body(request)
        if isinstance(value, Response):
            return value
        pin = fields.line(fields.members(value, ("pin",), "pin").get("pin"), "pin")
        try:
            trusted = await run_in_threadpool(self.keys.arbitrate, device, table.name, pin)
        except OSError as failed:
            return _failed(unsaved(failed), 507)
        if trusted is None:
            return _error(403, "wrong-pin", Message("暗証番号が違います", "the PIN is wrong"))
        self._pins.give_back(device.role.value)
        note = {"id": f"pin-{secrets.token_hex(8)}", "kind": "note", "text": "暗証番号が入りました (the PIN was given)"}
        noted = Status.STALE
        while noted is Status.STALE:  # another event may come in between
            request_of_note = {"base": table.state.seq, "event": note}
            noted = (await run_in_threadpool(table.take, request_of_note, self.sender(device))).status
        self.streams.publish(table.name)
        return _json({"role": "arbiter"})

    def _find(self, name: str) -> Table | None:
        return self.tables.find(name)

    def _view(self, table: Table, device: Device) -> bytes:
        """Return the state of a table as a device sees it, as JSON on one line. It is made once for all that see the same."""
        state, arbiter = table.state, table.name in device.arbiter
        key, now = (table.name, arbiter), self.now()
        kept = self._views.get(key)
        # A clock that runs changes the view without any event.
        still = state.clock.running is None
        if kept is not None and kept[0] == state.head and (still or now.ms - kept[1] < FRESH):
            return kept[2]
        data = escaped(canonical({"id": table.name, **state_json(state, now, arbiter=arbiter)})).encode()
        self._views.pop(key, None)
        self._views[key] = (state.head, now.ms, data)
        if len(self._views) > MOST_VIEWS:
            del self._views[next(iter(self._views))]
        return data


def _as_file(name: str, data: bytes, ending: str) -> Response:
    document = read(name, data)
    if ending == "kif":
        charset = "utf-8" if document.source is None else CHARSETS.get(document.source.encoding, "utf-8")
        return Response(data, media_type=f"text/plain; charset={charset}")
    if document.source is None or not document.records:
        return _no_game()
    return Response(to_json(document.source, document.records), media_type="application/json")


def _loose_json(name: str, loose: Loose) -> dict[str, object]:
    """Return what the list of games shows of a record without a journal."""
    shown: dict[str, object] = {"id": name, "file": loose.name.encode(errors="replace").decode(), "readonly": True}
    if loose.wrong is not None:
        return {**shown, "error": loose.wrong.code, "line": None, "message": _message(loose.wrong)}
    return shown if loose.state is None else {**summary_json(loose.state), **shown}


def _device(request: Request) -> Device:
    device: Device = request.scope["device"]
    return device


def _json(value: object, status: int = 200) -> Response:
    return Response(escaped(canonical(value)).encode(), status, media_type="application/json")


def _error(status: int, code: str, message: Message) -> Response:
    return _json({"error": code, "message": _words(message)}, status)


def _failed(wrong: KifuError, status: int) -> Response:
    body: dict[str, object] = {"error": wrong.code, "message": _message(wrong)}
    if wrong.line is not None:
        body["line"] = wrong.line
    return _json(body, status)


def _message(wrong: KifuError) -> dict[str, str]:
    return _words(wrong.message)


def _words(message: Message) -> dict[str, str]:
    return {"ja": message.ja, "en": message.en}


def _no_game() -> Response:
    return _error(404, "no-game", Message("その対局はありません", "there is no such game"))


def _spectators() -> Response:
    return _error(403, "spectator", Message("観戦では書けません", "a spectator cannot write"))


def _too_often() -> Response:
    response = _error(429, "too-often", Message("速すぎます。少し待ってください", "too fast; wait a little"))
    response.headers["Retry-After"] = "1"
    return response
