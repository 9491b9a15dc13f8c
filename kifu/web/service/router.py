"""Router: routes, checks before handlers, errors as responses."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.recording.submit_and_replay_events import Role
from kifu.web.service.requests_responses_and_ports import (
    Client,
    Request,
    RequestFailed,
    Response,
    error_response,
    failure_response,
    rate_limit_error,
    unknown_game_error,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from kifu.web.service.requests_responses_and_ports import JournalStore

NO_PATH = Message("そのアドレスはありません", "there is no such address")
TOO_LARGE = Message("大きすぎて扱えません", "it is too large for this page")
WRITERS = Message("観戦では書けません", "a spectator cannot write")
RECORDERS = Message("これは記録係だけができます", "only recorders can do this")
_PARAMETERS = {"{name}": "([A-Za-z0-9_-]{1,64})", "{game}": "([a-z0-9_-]{1,64})", "{ending}": "([a-z]{1,16})"}


class Route(NamedTuple):
    """Route: method and path, its handler, and what is checked before it.

    The handler gets the request and, for each parameter of the path, its value; for ``{name}`` in a path with `session` the
    session itself.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Response]]
    session: bool = False
    """Whether ``{name}`` has to be a session."""
    recorder: Message | None = None
    """Why spectators are refused; None if they are not."""
    limits: tuple[str, ...] = ()
    """The rate limits that a request counts for."""
    refund: str = ""
    """The limit that a request does not count for if it changes nothing."""
    body: bool = False
    """Whether the body is JSON."""


class RateLimits(Protocol):
    """Rate limits of clients, by the names that routes give."""

    def take(self, limit: str, client: Client) -> bool:
        """Count a request. Return whether it is within the limit."""
        ...

    def give_back(self, limit: str, client: Client) -> None:
        """Take the last count back."""
        ...


class NoLimits:
    """Rate limits of a device that answers itself alone."""

    def take(self, _limit: str, _client: Client) -> bool:
        """Allow the request."""
        return True

    def give_back(self, _limit: str, _client: Client) -> None:
        """Do nothing."""


class Router:
    """Router over the games of `store`."""

    def __init__(self, routes: Sequence[Route], store: JournalStore, limits: RateLimits) -> None:
        self.routes = tuple(routes)
        self._store = store
        self._limits = limits

    async def handle(self, request: Request) -> Response:
        """Answer a request with its body read. Nothing is raised."""

        async def body() -> Any:  # noqa: ANN401 - any JSON
            return request.value

        for route in self.routes:
            found = _path_pattern(route.path).fullmatch(request.path) if route.method == request.method else None
            if found is not None:
                return await self.answer(route, request, body, *found.groups())
        return error_response(404, "no-path", NO_PATH)

    async def answer(
        self, route: Route, request: Request, body: Callable[[], Awaitable[Any]], *parameters: str
    ) -> Response:
        """Check a request, read its body, call its handler; errors become responses."""
        try:
            return await self._response_after_checks(route, request, body, parameters)
        except KifuError as wrong:
            return failure_response(wrong)
        except (RecursionError, MemoryError):
            return error_response(413, "too-large", TOO_LARGE)

    async def _response_after_checks(
        self, route: Route, request: Request, body: Callable[[], Awaitable[Any]], parameters: tuple[Any, ...]
    ) -> Response:
        """Check role, session and rate, in this order. Raises KifuError.

        Nothing is read of a request that is refused.
        """
        client = request.client
        if route.recorder is not None and client.role is not Role.RECORDER:
            raise RequestFailed(403, "spectator", route.recorder)
        if route.session:
            session = await self._store.find(parameters[0])
            if session is None:
                raise unknown_game_error()
            parameters = (session, *parameters[1:])
        if not all(self._limits.take(limit, client) for limit in route.limits):
            raise rate_limit_error()
        changed = False
        try:
            if route.body:
                request = request._replace(value=await body())
            response = await route.handler(request, *parameters)
            changed = bool(response.changed)
        finally:
            if route.refund and not changed:
                self._limits.give_back(route.refund, client)
        return response


@cache
def _path_pattern(path: str) -> re.Pattern[str]:
    """Return the expression of a path and its query."""
    pattern = re.escape(path).replace(r"\{", "{").replace(r"\}", "}")
    for parameter, expression in _PARAMETERS.items():
        pattern = pattern.replace(parameter, expression)
    return re.compile(rf"{pattern}(?:\?.*)?")
