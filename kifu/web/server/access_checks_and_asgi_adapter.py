"""Access checks before every request, and the service's routes under Starlette.

It is an ASGI application round another one, which sees known devices only.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.responses import Response as HttpResponse
from starlette.routing import Route as HttpRoute

from kifu.core.message import Message
from kifu.recording.untrusted_json_fields import BAD_JSON, parse_strict_json
from kifu.web.service.requests_responses_and_ports import Request, RequestFailed, failure_response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from starlette.requests import Request as HttpRequest
    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.types import Message as Event

    from kifu.core.errors import KifuError
    from kifu.web.server.connection_and_rate_limits import Connection
    from kifu.web.server.credentials import Credentials
    from kifu.web.service.requests_responses_and_ports import Response
    from kifu.web.service.router import Route, Router


MAX_BODY_BYTES = 64 * 1024
"""The most bytes of the body of a request."""
PHOTOGRAPH_PATHS = frozenset({"/api/scan", "/api/scan/handwriting"})
MAX_SCAN_BYTES = 24 * 1024 * 1024
"""The addresses that take photographs, and the most bytes that their bodies may have."""
MAX_DRAINED_BYTES = 2 * 1024 * 1024
"""The most bytes of a refused body that are read and thrown away."""
DRAIN_TIMEOUT_S = 5.0
"""The seconds that a refused client may take to send them."""
TOKEN_PATH = "/j/"  # noqa: S105 - an address
_SAFE_METHODS = frozenset({"GET", "HEAD"})
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Frame-Options": "DENY",
}
"""The headers of every answer."""


class Refusal(NamedTuple):
    """Reason why a request is refused."""

    status: int
    code: str
    message: Message


FOREIGN_HOST = Refusal(403, "foreign-host", Message("この名前では開けません", "this server has another name"))
NO_COOKIE = Refusal(
    403, "no-cookie", Message("入るためのアドレスを開いてください", "open the address to come in first")
)
FOREIGN_ORIGIN = Refusal(403, "foreign-origin", Message("よそのページからは書けません", "no other page may write here"))
NOT_JSON = Refusal(415, "not-json", Message("application/json で送ってください", "send application/json"))


def max_body_bytes(path: str) -> int:
    """Return the body limit of a path in bytes."""
    return MAX_SCAN_BYTES if path in PHOTOGRAPH_PATHS else MAX_BODY_BYTES


def body_too_large_refusal(path: str) -> Refusal:
    """Return the refusal of a body beyond the limit of its path."""
    most = max_body_bytes(path)
    return Refusal(413, "too-large", Message(f"{most} バイトまでです", f"at most {most} bytes are taken"))


class AccessMiddleware:
    """Middleware that passes requests of known devices and hosts to `inside`.

    The device is put into the scope as ``device``. `hosts` are the host names that the server answers to.
    """

    def __init__(self, inside: ASGIApp, credentials: Credentials, hosts: Iterable[str]) -> None:
        self._inside = inside
        self._credentials = credentials
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; only HTTP is spoken here."""
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def send_with_security_headers(event: Event) -> None:
            if event["type"] == "http.response.start":
                headers = MutableHeaders(scope=event)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(event)

        refusal = self._refusal_of_request(scope)
        if refusal is not None:
            await _discard_body(receive)
            await refusal_response(refusal)(scope, receive, send_with_security_headers)
            return
        await self._inside(scope, receive, send_with_security_headers)

    def _refusal_of_request(self, scope: Scope) -> Refusal | None:
        """Return why a request is refused, or None; its device is noted."""
        headers = Headers(scope=scope)
        if _only_host_name(headers.getlist("host")) not in self._hosts:
            return FOREIGN_HOST
        device = scope["device"] = self._credentials.device_of_cookie(_cookie_value(headers, self._credentials.cookie))
        connection: Connection | None = scope.get("state", {}).get("connection")
        if connection is not None and device is not None:
            connection.assign_role(device.role)
        if scope["method"] in _SAFE_METHODS:
            entering = scope["path"].startswith(TOKEN_PATH)
            return None if entering or device is not None else NO_COOKIE
        if device is None:
            return NO_COOKIE
        origin = headers.get("origin")
        own = f"{scope['scheme']}://{headers['host']}"
        if (origin is not None and origin != own) or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return FOREIGN_ORIGIN
        if headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            return NOT_JSON
        length = headers.get("content-length", "0")
        sound = length.isascii() and length.isdigit() and int(length) <= max_body_bytes(scope["path"])
        return None if sound else body_too_large_refusal(scope["path"])


async def _discard_body(receive: Receive) -> None:
    """Read the rest of a refused request, up to a limit.

    A client that cannot send on would not read the answer.
    """
    left = MAX_DRAINED_BYTES
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_TIMEOUT_S):
            while left > 0:
                event = await receive()
                left -= len(event.get("body", b""))
                if not event.get("more_body", False):
                    return


def refusal_response(refusal: Refusal) -> JSONResponse:
    """Return the response to a refused request."""
    message = refusal.message.to_json()
    return JSONResponse({"error": refusal.code, "message": message}, refusal.status)


def _only_host_name(host_headers: list[str]) -> str | None:
    """Return a request's host name; None unless it has exactly one."""
    if len(host_headers) != 1:
        return None
    name, colon, port = host_headers[0].rpartition(":")
    if not colon or host_headers[0].endswith("]"):
        return host_headers[0].lower()
    return name.lower() if port.isdigit() else None


def _cookie_value(headers: Headers, cookie_name: str) -> str | None:
    jar: SimpleCookie = SimpleCookie()
    for value in headers.getlist("cookie"):
        try:
            jar.load(value)
        except CookieError:
            continue
    return jar[cookie_name].value if cookie_name in jar else None


BODY_TIMEOUT_S = 20.0
"""The seconds that the body of a request may take."""


def http_routes(router: Router) -> list[HttpRoute]:
    """Return the routes of a router for Starlette."""
    return [
        HttpRoute(route.path, _starlette_endpoint(router, route), methods=[route.method]) for route in router.routes
    ]


def _starlette_endpoint(router: Router, route: Route) -> Callable[[HttpRequest], Awaitable[HttpResponse]]:
    async def endpoint(http: HttpRequest) -> HttpResponse:
        return http_response(
            await router.answer(route, service_request(http), partial(read_body_json, http), *http.path_params.values())
        )

    return endpoint


def service_request(http: HttpRequest) -> Request:
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


async def read_body_json(http: HttpRequest) -> Any:  # noqa: ANN401 - any JSON
    """Return the JSON value of a body. Raises Failed."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for piece in http.stream():
                data += piece
                if len(data) > max_body_bytes(http.url.path):  # a body of unknown length
                    raise RequestFailed(*body_too_large_refusal(http.url.path))
    except TimeoutError:
        raise RequestFailed(408, "too-slow", Message("届くのが遅すぎます", "it comes too slowly")) from None
    except ClientDisconnect:  # nobody reads the answer
        raise RequestFailed(400, "cut-off", Message("途中で切れました", "it was cut off")) from None
    try:
        return parse_strict_json(data.decode())
    except (ValueError, RecursionError):
        raise RequestFailed(422, "bad-json", BAD_JSON) from None
