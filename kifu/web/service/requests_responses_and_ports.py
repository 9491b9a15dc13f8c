"""Ports of the service: clients, clock, requests, responses, journal store, executor."""

from __future__ import annotations

import json
import secrets
import time
from datetime import UTC, datetime
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, Protocol, TypeVar

from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import MissingExtra
from kifu.core.message import Message, escape_json
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.recording.state_and_clock import Instant
from kifu.recording.submit_and_replay_events import Role, Sender
from kifu.recording.untrusted_json_fields import NO_GAME, error_json

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping

    from kifu.core.message import Language
    from kifu.recording.state_and_clock import State
    from kifu.recording.state_record_conversion import StoredGame
    from kifu.recording.submit_and_replay_events import SubmitResult


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


class RunClock:
    """Clock of one run of a server or page.

    It never goes back, whatever happens to the time of day.
    """

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)
        self._start = time.monotonic_ns()

    def now(self) -> Instant:
        """Return this instant of the run."""
        return Instant(self._run, (time.monotonic_ns() - self._start) // 1_000_000)

    def sender_of(self, name: str) -> Sender:
        """Return the sender of an event at this instant, by its name."""
        return Sender(name, datetime.now(UTC).isoformat(timespec="milliseconds"), self.now())


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


def json_list_response(values: Iterable[object]) -> Response:
    """Return values as a JSON list, an item a line."""
    told = ",\n".join(map(json_line, values))
    return Response(200, f"[{told}]")


def json_line(value: object) -> str:
    """Return a value as the commands print it, without the line end."""
    return escape_json(json.dumps(value, ensure_ascii=False))


def error_response(status: int, code: str, said: Message) -> Response:
    """Return the response of an error, in both languages."""
    return json_response({"error": code, "message": said.to_json()}, status)


def failure_response(kifu_error: KifuError) -> Response:
    """Return an error's response: status, code, both languages."""
    if isinstance(kifu_error, RequestFailed):
        return json_response(error_json(kifu_error), kifu_error.status)._replace(headers=kifu_error.headers)
    if isinstance(kifu_error, MatchBegun):
        return json_response({"id": kifu_error.name, **error_json(kifu_error)}, 409)
    status = 501 if isinstance(kifu_error, MissingExtra) else 507 if isinstance(kifu_error, StoreError) else 422
    return json_response(error_json(kifu_error), status)


def unsaved_error(failed: OSError) -> Unsaved:
    """Return the error of what could not be written."""
    reason = failure_reason(failed)
    return Unsaved("not-recorded", Message(f"記録できていません: {reason.ja}", f"it is not recorded: {reason.en}"))


def failure_reason(os_error: OSError) -> Message:
    """Return why a file could not be used.

    The words of the browser in both languages, or those of the system.
    """
    given = os_error.args[0] if os_error.args else None
    return given if isinstance(given, Message) else Message(*2 * (os_error.strerror or str(os_error),))


def unknown_game_error() -> RequestFailed:
    """Return the error of an unknown id of a game."""
    return RequestFailed(404, "no-game", NO_GAME)


def rate_limit_error() -> RequestFailed:
    """Return the error of a client beyond its rate."""
    return RequestFailed(
        429, "too-often", Message("速すぎます。少し待ってください", "too fast; wait a little"), (("Retry-After", "1"),)
    )


P = ParamSpec("P")
R = TypeVar("R")


class StoredSession(Protocol):
    """Session of a store: its id and its present state."""

    @property
    def name(self) -> str:
        """The id."""
        ...

    @property
    def state(self) -> State:
        """The state."""
        ...


class JournalStore(Protocol):
    """Sessions by id, each the sum of a journal.

    What a method has written is safe when it returns.
    Raises StoreError for a journal that cannot be read or written.
    """

    async def find(self, session_id: str) -> StoredSession | None:
        """Return a session by its id; None if there is none."""
        ...

    async def create(self, setup_request: object, client: Client) -> str:
        """Open a new session and return its id. Raises Rejected and MatchBegun."""
        ...

    async def submit(self, session: Any, request: Request) -> SubmitResult:  # noqa: ANN401 - the store's own
        """Submit the event of a request to a session of this store.

        Raises Rejected.
        """
        ...

    async def stored_game(self, session_id: str, arbiter: Container[str]) -> StoredGame | None:
        """Return the record of a game by its id, or None."""
        ...

    async def require_readable(self, session_id: str) -> None:
        """Raise Rejected for a record that has not been read yet."""
        ...

    async def journal(self, session_id: str) -> bytes | None:
        """Return the journal of a session; None without one."""
        ...

    async def variant_files(self) -> list[str]:
        """Return the names of the variant files that an opening may name."""
        ...

    async def with_variant_text(self, value: object) -> object:
        """Return an opening with the text of its variant file. Raises Rejected."""
        ...


class Documents(Protocol):
    """JSON documents of a store that clients watch."""

    async def games(self) -> Response:
        """Return the list of games."""
        ...

    async def lobby(self) -> Response:
        """Return the cards of all games, as spectators see them."""
        ...

    async def state(self, session: Any, *, arbiter: bool) -> Response:  # noqa: ANN401 - the store's own
        """Return the state of a session; the arbiter sees more of it."""
        ...

    async def course(self, session: Any, *, arbiter: bool) -> Response:  # noqa: ANN401 - the store's own
        """Return a session ply by ply."""
        ...


class TaskKind(Enum):
    """Kind of work, by the data it reads and its time limit."""

    COMPUTE = "data of our own"
    PARSE = "the body of a request"
    RECORD = "all records of a session"
    FILE = "all records of a file that has no session"
    CHARSET = "the bytes of a file that has no session"
    JOB = "sheets that are compared, or a dossier"
    PHOTOGRAPHS = "photographs of score sheets"


class Executor(Protocol):
    """Executor of work that takes long, or that reads untrusted input."""

    async def run(self, work: TaskKind, function: Callable[P, R], /, *given: P.args, **named: P.kwargs) -> R:
        """Call a function. Raises Failed where too much waits."""
        ...


class DirectExecutor:
    """Executor that calls each function at once."""

    async def run(self, _work: TaskKind, function: Callable[P, R], /, *given: P.args, **named: P.kwargs) -> R:
        """Call the function."""
        return function(*given, **named)
