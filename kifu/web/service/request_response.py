"""Requests and responses, independent of HTTP."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kifu.core.errors import KifuError
from kifu.core.message import Message, escape_json
from kifu.core.packages import MissingExtra
from kifu.recording.game_json import message_json
from kifu.recording.journal import canonical_json_text
from kifu.recording.json_fields import NO_GAME, error_json
from kifu.recording.submit import Role

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from kifu.core.message import Language

JSON, HTML, PLAIN, ZIP = "application/json", "text/html", "text/plain; charset=utf-8", "application/zip"


class Client(Protocol):
    """Client of the service."""

    @property
    def name(self) -> str:
        """The name that stands beside its events."""
        ...

    @property
    def key(self) -> str:
        """The key that its requests are counted by."""
        ...

    @property
    def role(self) -> Role:
        """The role: recorder or spectator."""
        ...

    @property
    def arbiter(self) -> Container[str]:
        """Ids of the games that it arbitrates, by their PIN."""
        ...


class LocalClient(NamedTuple):
    """The one client of a device that records for itself."""

    name: str = "page"
    key: str = ""
    role: Role = Role.RECORDER
    arbiter: Container[str] = ()


class Request(NamedTuple):
    """Request: method, path, JSON of the body, file, and client."""

    method: str
    path: str
    value: Any = None
    data: bytes | None = None
    client: Client = LocalClient()
    query: Mapping[str, str] = MappingProxyType({})
    language: Language = "ja"


class Response(NamedTuple):
    """Response: HTTP status, with JSON as `text` or a file.

    The file is `data` with its `name`.
    """

    status: int
    text: str = ""
    data: bytes = b""
    type: str = JSON
    name: str = ""
    changed: str = ""
    """The id of the game that this has changed; empty for none."""
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def body(self) -> bytes:
        """The bytes of the body."""
        return self.data or self.text.encode()


class RequestFailed(KifuError):
    """Request that fails with a status of its own."""

    def __init__(self, status: int, code: str, message: Message, headers: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(code, message)
        self.status = status
        self.headers = headers


class StoreError(KifuError):
    """Error of a journal that cannot be read or written."""


class Unsaved(StoreError):
    """Error of an unsaved event, which is not taken: disk full, …."""


class MatchBegun(KifuError):
    """Error of a match with a second game already.

    `name` is its id.
    """

    def __init__(self, name: str) -> None:
        super().__init__("match-begun", Message("後半はもう始まっています", "the second game has been opened already"))
        self.name = name


def json_response(value: object, status: int = 200, changed: str = "") -> Response:
    """Return a value as a response."""
    return Response(status, escape_json(canonical_json_text(value)), changed=changed)


def json_lines(values: Iterable[object]) -> Response:
    """Return values as a JSON list, an item a line."""
    told = ",\n".join(map(json_line, values))
    return Response(200, f"[{told}]")


def json_line(value: object) -> str:
    """Return a value as the commands print it, without the line end."""
    return escape_json(json.dumps(value, ensure_ascii=False))


def error_response(status: int, code: str, said: Message) -> Response:
    """Return the response of an error, in both languages."""
    return json_response({"error": code, "message": message_json(said)}, status)


def failure_response(wrong: KifuError) -> Response:
    """Return an error's response: status, code, both languages."""
    if isinstance(wrong, RequestFailed):
        return json_response(error_json(wrong), wrong.status)._replace(headers=wrong.headers)
    if isinstance(wrong, MatchBegun):
        return json_response({"id": wrong.name, **error_json(wrong)}, 409)
    status = 501 if isinstance(wrong, MissingExtra) else 507 if isinstance(wrong, StoreError) else 422
    return json_response(error_json(wrong), status)


def unsaved_error(failed: OSError) -> Unsaved:
    """Return the error of what could not be written."""
    reason = failure_reason(failed)
    return Unsaved("not-recorded", Message(f"記録できていません: {reason.ja}", f"it is not recorded: {reason.en}"))


def failure_reason(failed: OSError) -> Message:
    """Return why a file could not be used.

    The words of the browser in both languages, or those of the system.
    """
    given = failed.args[0] if failed.args else None
    return given if isinstance(given, Message) else Message(*2 * (failed.strerror or str(failed),))


def unknown_game_error() -> RequestFailed:
    """Return the error of an unknown id of a game."""
    return RequestFailed(404, "no-game", NO_GAME)


def rate_limit_error() -> RequestFailed:
    """Return the error of a client beyond its rate."""
    return RequestFailed(
        429, "too-often", Message("速すぎます。少し待ってください", "too fast; wait a little"), (("Retry-After", "1"),)
    )
