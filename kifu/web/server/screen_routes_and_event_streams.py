"""Routes of the screens, and event streams that update them."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.core.message import Message
from kifu.recording.submit_and_replay_events import Role
from kifu.render.html.document_frame_and_style import page_frame
from kifu.web.service.requests_responses_and_ports import RequestFailed, unknown_game_error

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from kifu.web.server.credentials import Device
    from kifu.web.server.sessions import Sessions

MEDIA_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

_FRAME = """<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>{title}</title>
<link rel="stylesheet" href="/static/style.css"><link rel="modulepreload" href="/static/{screen}.js">
<script type="module" src="/static/boot.js"></script></head>
<body data-screen="{screen}" data-id="{game}" data-role="{role}" data-device="{device}"><main id="main"><h1>{title}</h1>
<noscript>この画面には JavaScript が要ります。棋譜は {record} にあります。
(This screen needs JavaScript; the record is at {record}.)</noscript></main></body></html>
"""


class Asset(NamedTuple):
    """File of a screen: bytes, media type, and tag of the bytes."""

    data: bytes
    type: str
    tag: str


@cache
def screen_assets() -> dict[str, Asset]:
    """Return the files of the screens by name.

    They are looked up here; no path is made of a request.
    """
    found = {}
    for entry in resources.files("kifu.web").joinpath("static").iterdir():
        ending = entry.name[entry.name.rfind(".") :]
        if ending in MEDIA_TYPES:
            data = entry.read_bytes()
            found[entry.name] = Asset(data, MEDIA_TYPES[ending], f'"{hashlib.sha256(data).hexdigest()[:16]}"')
    return found


def screen_html(screen: str, title: str, device: Device, game: str = "") -> str:
    """Return the HTML of a screen.

    `screen` is home, table, view or compare; `game` is the id of its game, if it has one.
    """
    record = f"/g/{game}.html" if game else "/api/games"
    return _FRAME.format(
        title=escape(title),
        screen=screen,
        game=escape(game),
        role=device.role.value,
        device=escape(device.name),
        record=escape(record),
    )


def forwarding_page_html(path: str = "/") -> str:
    """Return the page behind a token, which leads to `path`.

    It is a page and no redirection, because a browser keeps a strict cookie from a redirection that began elsewhere.
    """
    to = escape_markup(path)
    head = f'<meta http-equiv="refresh" content="0;url={to}">'
    return page_frame("kifu", f'<p><a href="{to}">kifu</a></p>', "ja", head=head)


NO_FILE = Message("そのファイルはありません", "there is no such file")
SCREENS = {"/": "home", "/hall": "lobby", "/compare": "compare", "/scan": "scan", "/explorer": "explorer"}
"""The screens of no game, by their paths."""


class PageRoutes(NamedTuple):
    """Routes of the screens of `sessions`."""

    sessions: Sessions

    def routes(self) -> list[Route]:
        """Return the routes of the screens."""
        return [
            *(Route(path, _screen_endpoint(kind)) for path, kind in SCREENS.items()),
            Route("/static/{name}", self.asset),
            Route("/g/{name}/view", self.viewer_page),
        ]

    async def viewer_page(self, request: Request) -> Response:
        """Show the viewer of a game."""
        return self.game_page("view", request)

    def game_page(self, kind: str, request: Request) -> Response:
        """Return the screen of a game. Raises Failed."""
        name = request.path_params["name"]
        session = self.sessions.find(name)
        if session is None:
            raise unknown_game_error()
        return HTMLResponse(screen_html(kind, session.state.game.name.ja, request.scope["device"], name))

    async def asset(self, request: Request) -> Response:
        """Return a file of the screens. Raises Failed."""
        found = screen_assets().get(request.path_params["name"])
        if found is None:
            raise RequestFailed(404, "no-file", NO_FILE)
        headers = {"ETag": found.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        return Response(found.data, media_type=found.type, headers=headers)


def _screen_endpoint(kind: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a screen of no game."""

    async def endpoint(request: Request) -> Response:
        return HTMLResponse(screen_html(kind, "kifu", request.scope["device"]))

    return endpoint


if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.types import Receive, Scope, Send

    from kifu.web.server.credentials import Device

    News = Callable[[str | None], Awaitable[tuple[bytes, str | None]]]

MAX_STREAMS = 2_000
"""The most streams of spectators; recorders have a fifth as many for themselves."""
MAX_STREAMS_PER_DEVICE = {Role.SPECTATOR: 3, Role.RECORDER: 50}
LOBBY = "*"
"""The topic of all sessions; no session has this name."""
HEARTBEAT_S = 15.0
"""The seconds after which a stream sends a sign of life."""


class Subscriber:
    """Subscriber of a session: `changed` wakes its stream, and `ended` ends it."""

    def __init__(self, session: str, device: Device, host: str) -> None:
        self.session = session
        self.device = device
        self.host = host
        self.changed = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        """End the stream as soon as it wakes."""
        self.ended = True
        self.changed.set()


class Streams:
    """Open streams of all sessions: `most` of spectators at once.

    A device has MAX_STREAMS_PER_DEVICE at most.
    """

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self._most = {Role.SPECTATOR: most, Role.RECORDER: most // 5}
        self._subscribers: dict[str, dict[Subscriber, None]] = {}

    def subscribe(self, session: str, device: Device, host: str) -> Subscriber | None:
        """Return a new subscriber of a session; None without room.

        Where a role has no room left, the address with most streams of the role gives way to one that has fewer by two.
        """
        same = [other for group in self._subscribers.values() for other in group if other.device.role is device.role]
        if sum(other.device.key == device.key for other in same) >= MAX_STREAMS_PER_DEVICE[device.role]:
            return None
        if len(same) >= self._most[device.role]:
            hosts = Counter(other.host for other in same)
            fullest, number = hosts.most_common(1)[0]
            if number < hosts[host] + 2:
                return None
            away = next(other for other in same if other.host == fullest)
            away.end()
            self.unsubscribe(away)
        subscriber = Subscriber(session, device, host)
        self._subscribers.setdefault(session, {})[subscriber] = None
        return subscriber

    def connected_devices(self) -> set[str]:
        """Return the keys of the devices that have an open stream."""
        return {subscriber.device.key for group in self._subscribers.values() for subscriber in group}

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a subscriber. It may have been removed before."""
        here = self._subscribers.get(subscriber.session, {})
        here.pop(subscriber, None)
        if not here:
            self._subscribers.pop(subscriber.session, None)

    def publish(self, session: str) -> None:
        """Wake the streams of a changed session and the lobby."""
        for subscriber in (*self._subscribers.get(session, ()), *self._subscribers.get(LOBBY, ())):
            subscriber.changed.set()

    def close(self) -> None:
        """End all streams, because the server stops."""
        for subscribers in self._subscribers.values():
            for subscriber in subscribers:
                subscriber.end()


class EventStream(StreamingResponse):
    """Response that streams a session to a subscriber of `streams`.

    `news` returns the events after a version, `seen` at first, and the version that they lead to. After
    each sending `pace` seconds pass before the next.
    """

    def __init__(
        self,
        streams: Streams,
        subscriber: Subscriber,
        news: News,
        seen_version: str | None = None,
        seconds_between: float = 0.0,
    ) -> None:
        self._streams = streams
        self._subscriber = subscriber
        events = _server_sent_events(subscriber, news, seen_version, seconds_between)
        super().__init__(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the client goes or the server stops."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.unsubscribe(self._subscriber)


async def _server_sent_events(
    subscriber: Subscriber, news: News, seen_version: str | None, seconds_between: float
) -> AsyncIterator[bytes]:
    """Yield server-sent events: now, and after each change."""
    while not subscriber.ended:
        subscriber.changed.clear()
        data, seen_version = await news(seen_version)
        yield data
        if seconds_between:
            await asyncio.sleep(seconds_between)
        while not subscriber.changed.is_set():
            try:
                await asyncio.wait_for(subscriber.changed.wait(), HEARTBEAT_S)
            except TimeoutError:
                yield b": \n\n"
