"""Ports of the service: journal store, watched documents, executor."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from kifu.recording.state import State
    from kifu.recording.stored_game import StoredGame
    from kifu.recording.submit import SubmitResult
    from kifu.web.service.request_response import Client, Request, Response

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

    async def find(self, name: str) -> StoredSession | None:
        """Return a session by its id; None if there is none."""
        ...

    async def create(self, value: object, client: Client) -> str:
        """Open a new session and return its id. Raises Rejected and MatchBegun."""
        ...

    async def submit(self, session: Any, request: Request) -> SubmitResult:  # noqa: ANN401 - the store's own
        """Submit the event of a request to a session of this store.

        Raises Rejected.
        """
        ...

    async def stored_game(self, name: str, arbiter: Container[str]) -> StoredGame | None:
        """Return the record of a game by its id, or None."""
        ...

    async def require_readable(self, name: str) -> None:
        """Raise Rejected for a record that has not been read yet."""
        ...

    async def journal(self, name: str) -> bytes | None:
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
