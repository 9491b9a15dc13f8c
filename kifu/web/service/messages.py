"""Requests and responses, independent of HTTP."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.model.message import escaped
from kifu.table.game_json import words
from kifu.table.journal import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.model.message import Message

JSON, HTML, PLAIN, ZIP = "application/json", "text/html", "text/plain; charset=utf-8", "application/zip"


class Request(NamedTuple):
    """Request: method and path, the JSON of the body, and the bytes of a file."""

    method: str
    path: str
    value: Any = None
    data: bytes | None = None


class Response(NamedTuple):
    """Response: a status as of HTTP, and JSON as `text` or a file as `data` with its `name`."""

    status: int
    text: str = ""
    data: bytes = b""
    type: str = JSON
    name: str = ""
    changed: str = ""
    """The id of the game that this has changed; empty for none."""


def json_response(value: object, status: int = 200, changed: str = "") -> Response:
    """Return a value as a response."""
    return Response(status, escaped(canonical(value)), changed=changed)


def json_lines(values: Iterable[object]) -> Response:
    """Return values as a JSON list, an item a line."""
    told = ",\n".join(map(json_line, values))
    return Response(200, f"[{told}]")


def json_line(value: object) -> str:
    """Return a value as the commands print it, without the line end."""
    return escaped(json.dumps(value, ensure_ascii=False))


def error_response(status: int, code: str, said: Message) -> Response:
    """Return the response of an error, in both languages."""
    return json_response({"error": code, "message": words(said)}, status)
