"""ASGI adapter: service routes under Starlette, bodies limited in size and time."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect
from starlette.responses import Response as HttpResponse
from starlette.routing import Route as HttpRoute

from kifu.core.message import Message
from kifu.recording import errors
from kifu.recording.json_fields import parse_strict
from kifu.web.server.middleware import max_body_bytes, too_large
from kifu.web.service.messages import Failed, Request, failure_response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request as HttpRequest

    from kifu.core.errors import KifuError
    from kifu.web.service.messages import Response
    from kifu.web.service.router import Route, Router

BODY_TIMEOUT_S = 20.0
"""The seconds that the body of a request may take."""


def http_routes(router: Router) -> list[HttpRoute]:
    """Return the routes of a router for Starlette."""
    return [HttpRoute(route.path, _endpoint(router, route), methods=[route.method]) for route in router.routes]


def _endpoint(router: Router, route: Route) -> Callable[[HttpRequest], Awaitable[HttpResponse]]:
    async def endpoint(http: HttpRequest) -> HttpResponse:
        return http_response(
            await router.answer(route, request_of(http), partial(read_json, http), *http.path_params.values())
        )

    return endpoint


def request_of(http: HttpRequest) -> Request:
    """Return an HTTP request as one of the service, body unread."""
    return Request(
        http.method,
        http.url.path,
        client=http.scope["device"],
        query=http.query_params,
        language="ja" if http.headers.get("accept-language", "ja").startswith("ja") else "en",
    )


def http_response(response: Response) -> HttpResponse:
    """Return a response of the service as one of HTTP."""
    return HttpResponse(response.body, response.status, dict(response.headers), response.type)


def http_failure(wrong: KifuError) -> HttpResponse:
    """Return the response of an error."""
    return http_response(failure_response(wrong))


async def read_json(http: HttpRequest) -> Any:  # noqa: ANN401 - any JSON
    """Return the JSON value of a body. Raises Failed."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for piece in http.stream():
                data += piece
                if len(data) > max_body_bytes(http.url.path):  # a body of unknown length
                    raise Failed(*too_large(http.url.path))
    except TimeoutError:
        raise Failed(408, "too-slow", Message("届くのが遅すぎます", "it comes too slowly")) from None
    except ClientDisconnect:  # nobody reads the answer
        raise Failed(400, "cut-off", Message("途中で切れました", "it was cut off")) from None
    try:
        return parse_strict(data.decode())
    except (ValueError, RecursionError):
        raise Failed(422, "bad-json", errors.BAD_JSON) from None
