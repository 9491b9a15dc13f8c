"""Reads the JSON body of a request: of limited size, within limited time, and with one meaning only."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect

from kifu.model.message import Message
from kifu.web.gate import LARGEST, TOO_LARGE, Refusal, refused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

PATIENCE = 20.0
"""The seconds that the body of a request may take."""
TOO_SLOW = Refusal(408, "too-slow", Message("届くのが遅すぎます", "it comes too slowly"))
CUT_OFF = Refusal(400, "cut-off", Message("途中で切れました", "it was cut off"))
BAD_JSON = Refusal(422, "bad-json", Message("JSON として読めません", "it is no JSON"))


async def read_body(request: Request) -> object | Response:
    """Return the JSON value of a request's body, or the answer to a body that is none."""
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for piece in request.stream():
                data += piece
                if len(data) > LARGEST:  # a body of unknown length
                    return refused(TOO_LARGE)
    except TimeoutError:
        return refused(TOO_SLOW)
    except ClientDisconnect:  # nobody reads the answer
        return refused(CUT_OFF)
    try:
        return strict(data.decode())
    except (ValueError, RecursionError):
        return refused(BAD_JSON)


def strict(text: str) -> object:
    """Return the value of a JSON text.

    Raises ValueError also for what two readers may take for two values: the same member twice, NaN and infinities. Raises
    RecursionError for a value that is nested too deeply.
    """
    value: object = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a member stands twice")
    return value


def _constant(name: str) -> None:
    raise ValueError(name)
