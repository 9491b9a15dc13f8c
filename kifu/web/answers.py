"""The answers of the server that several addresses share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from kifu.model.message import Message, escaped
from kifu.table.failure import NO_GAME, failure
from kifu.table.game_json import words
from kifu.table.journal import canonical

if TYPE_CHECKING:
    from kifu.model.errors import KifuError


def as_json(value: object, status: int = 200) -> Response:
    """Return a value as an answer."""
    return Response(escaped(canonical(value)).encode(), status, media_type="application/json")


def error(status: int, code: str, said: Message) -> Response:
    """Return the answer of something that is wrong, in both languages."""
    return as_json({"error": code, "message": words(said)}, status)


def failed(wrong: KifuError, status: int) -> Response:
    """Return the answer of an error, with its line if it has one."""
    return as_json(failure(wrong), status)


def no_game() -> Response:
    """Return the answer to the id of a game that is not there."""
    return error(404, "no-game", NO_GAME)


def spectators() -> Response:
    """Return the answer to a spectator who writes."""
    return error(403, "spectator", Message("観戦では書けません", "a spectator cannot write"))


def too_often() -> Response:
    """Return the answer to a device that asks too fast."""
    response = error(429, "too-often", Message("速すぎます。少し待ってください", "too fast; wait a little"))
    response.headers["Retry-After"] = "1"
    return response
