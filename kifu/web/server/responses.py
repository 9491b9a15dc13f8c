"""Responses that several routes share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from kifu.model.message import Message, escaped
from kifu.table.failure import NO_GAME, failure
from kifu.table.game_json import words
from kifu.table.journal import canonical

if TYPE_CHECKING:
    from kifu.model.errors import KifuError


def json_response(value: object, status: int = 200) -> Response:
    """Return a value as a response."""
    return Response(escaped(canonical(value)).encode(), status, media_type="application/json")


def error_response(status: int, code: str, said: Message) -> Response:
    """Return the response of an error, in both languages."""
    return json_response({"error": code, "message": words(said)}, status)


def failure_response(wrong: KifuError, status: int) -> Response:
    """Return the response of a KifuError, with its line if any."""
    return json_response(failure(wrong), status)


def no_game() -> Response:
    """Return the response to an unknown id of a game."""
    return error_response(404, "no-game", NO_GAME)


def spectator_refused() -> Response:
    """Return the response to a spectator that writes."""
    return error_response(403, "spectator", Message("観戦では書けません", "a spectator cannot write"))


def rate_limited() -> Response:
    """Return the response to a device beyond its rate."""
    response = error_response(429, "too-often", Message("速すぎます。少し待ってください", "too fast; wait a little"))
    response.headers["Retry-After"] = "1"
    return response
