"""JSON body of a request: of limited size, within limited time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from kifu.model.message import Message
from kifu.table import failure
from kifu.table.strict import strict
from kifu.web.server.middleware import Refusal, max_body_bytes, refusal_response, too_large

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

BODY_TIMEOUT_S = 20.0
"""The seconds that the body of a request may take."""
TOO_SLOW = Refusal(408, "too-slow", Message("届くのが遅すぎます", "it comes too slowly"))
CUT_OFF = Refusal(400, "cut-off", Message("途中で切れました", "it was cut off"))
BAD_JSON = Refusal(422, "bad-json", failure.BAD_JSON)


async def read_body(request: Request) -> object | Response:
    """Return the JSON value of a body, or an error response."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for piece in request.stream():
                data += piece
                if len(data) > max_body_bytes(request.url.path):  # a body of unknown length
                    return refusal_response(too_large(request.url.path))
    except TimeoutError:
        return refusal_response(TOO_SLOW)
    except ClientDisconnect:  # nobody reads the answer
        return refusal_response(CUT_OFF)
    try:
        return strict(data.decode())
    except (ValueError, RecursionError):
        return refusal_response(BAD_JSON)
