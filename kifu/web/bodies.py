"""Reads the JSON body of a request: of limited size, and within limited time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from kifu.model.message import Message
from kifu.table import failure
from kifu.table.strict import strict
from kifu.web.gate import Refusal, largest, refused, too_large

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

PATIENCE = 20.0
"""The seconds that the body of a request may take."""
TOO_SLOW = Refusal(408, "too-slow", Message("届くのが遅すぎます", "it comes too slowly"))
CUT_OFF = Refusal(400, "cut-off", Message("途中で切れました", "it was cut off"))
BAD_JSON = Refusal(422, "bad-json", failure.BAD_JSON)


async def read_body(request: Request) -> object | Response:
    """Return the JSON value of a request's body, or the answer to a body that is none."""
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for piece in request.stream():
                data += piece
                if len(data) > largest(request.url.path):  # a body of unknown length
                    return refused(too_large(request.url.path))
    except TimeoutError:
        return refused(TOO_SLOW)
    except ClientDisconnect:  # nobody reads the answer
        return refused(CUT_OFF)
    try:
        return strict(data.decode())
    except (ValueError, RecursionError):
        return refused(BAD_JSON)
