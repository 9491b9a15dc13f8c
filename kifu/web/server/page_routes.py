"""Routes of the screens: their HTML and their files."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kifu.core.message import Message
from kifu.web.server.html_shell import assets, page_html
from kifu.web.service.messages import Failed, no_game

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from kifu.web.server.sessions import Sessions

NO_FILE = Message("そのファイルはありません", "there is no such file")
SCREENS = {"/": "home", "/hall": "lobby", "/compare": "compare", "/scan": "scan", "/explorer": "explorer"}
"""The screens of no game, by their paths."""


class PageRoutes(NamedTuple):
    """Routes of the screens of `sessions`."""

    sessions: Sessions

    def routes(self) -> list[Route]:
        """Return the routes of the screens."""
        return [
            *(Route(path, _screen(kind)) for path, kind in SCREENS.items()),
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
            raise no_game()
        return HTMLResponse(page_html(kind, session.state.game.name.ja, request.scope["device"], name))

    async def asset(self, request: Request) -> Response:
        """Return a file of the screens. Raises Failed."""
        found = assets().get(request.path_params["name"])
        if found is None:
            raise Failed(404, "no-file", NO_FILE)
        headers = {"ETag": found.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        return Response(found.data, media_type=found.type, headers=headers)


def _screen(kind: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a screen of no game."""

    async def endpoint(request: Request) -> Response:
        return HTMLResponse(page_html(kind, "kifu", request.scope["device"]))

    return endpoint
