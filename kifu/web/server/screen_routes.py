"""Routes of the screens: their HTML and their files."""

from __future__ import annotations

import hashlib
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kifu.core.escape_untrusted_text_and_file_stems import escape_markup
from kifu.core.message import Message
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
