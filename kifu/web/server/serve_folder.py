"""Serve a folder: its socket and addresses, and the stop on a signal."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, NamedTuple, Self

import uvicorn
from filelock import FileLock, Timeout

from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.recording.submit_and_replay_events import Role
from kifu.web.server.app import ServerApp
from kifu.web.server.connection_and_rate_limits import (
    MIN_CONNECTIONS,
    RESERVED_FDS,
    Acceptor,
    ConnectionPool,
    quotas_by_role,
    raise_limit_and_return_max_connections,
)
from kifu.web.server.credentials import Credentials
from kifu.web.server.screen_routes_and_event_streams import MAX_STREAMS
from kifu.web.server.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

LOCK_FILE = ".kifu-table.lock"
LOOPBACK = "127.0.0.1"
BACKLOG = 1024
_PROBE_ADDRESS = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737). Nothing is sent to it: a socket that names it knows its own address."""


class CannotServe(KifuError):
    """The folder or the address cannot be used."""


class Addresses(NamedTuple):
    """Addresses with tokens, and the arbiter's PIN."""

    recorder: str
    spectator: str
    pin: str


class ServerSettings(NamedTuple):
    """Settings of a server: folder, host, port, certificate."""

    folder: Path
    host: str = LOOPBACK
    port: int = 0
    certificate: Path | None = None
    """The certificate of https, with its private key in `key`; None for http."""
    key: Path | None = None


class LockedFolder:
    """Folder under an exclusive lock, with its sessions and credentials.

    Use it as a context.
    """

    def __init__(self, folder: Path, report: Callable[[Message], None]) -> None:
        """Lock the folder and open its tables; a missing folder is made.

        Raises CannotServe.
        `report` is called with what people should know about the files of the folder.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / LOCK_FILE, mode=0o600)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise CannotServe(
                "folder-in-use",
                Message("このフォルダーは別の kifu が使っています", "another kifu is using this folder"),
            ) from None
        except (OSError, NotImplementedError) as failed:
            raise _cannot_serve(failed) from None
        try:
            self.credentials = Credentials(folder, report)
            self.sessions = Sessions(folder, report)
        except (OSError, ValueError) as failed:
            self._lock.release()
            raise _cannot_serve(failed) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._lock.release()


def serve_folder(
    settings: ServerSettings, announce: Callable[[Addresses, ServerApp], None], report: Callable[[Message], None]
) -> None:
    """Serve a folder until the program is told to stop. Raises CannotServe.

    `announce` is called once, when the socket takes requests: with the addresses and the application. `report` is called
    with what people should know about the files of the folder.
    """
    most = raise_limit_and_return_max_connections()
    if most < MIN_CONNECTIONS:
        raise CannotServe(
            "few-descriptors",
            Message(
                f"開けるファイルの数が少なすぎます (ulimit -n は {MIN_CONNECTIONS + RESERVED_FDS} 以上)",
                f"too few files may be open (ulimit -n has to be {MIN_CONNECTIONS + RESERVED_FDS} or more)",
            ),
        )
    quotas = quotas_by_role(most)
    with LockedFolder(settings.folder, report) as held, _listening_socket(settings.host, settings.port) as bound:
        # Two thirds of the spectators' connections: the rest is for what they ask besides.
        streams = min(MAX_STREAMS, quotas.spectators * 2 // 3)
        site = ServerApp(held.sessions, held.credentials, streams, secure=settings.certificate is not None)
        name, port = bound.getsockname()[:2]
        scheme = "http" if settings.certificate is None else "https"
        shown = f"[{name}]" if ":" in name else name
        base = f"{scheme}://{shown}:{port}/j/"
        tokens = held.credentials.tokens
        announce(Addresses(base + tokens[Role.RECORDER], base + tokens[Role.SPECTATOR], held.credentials.pin), site)
        config = uvicorn.Config(
            site.asgi_application(
                {shown.lower(), settings.host.lower(), *(("localhost",) if name == LOOPBACK else ())}
            ),
            access_log=False,
            log_level="error",
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            http="h11",
            ws="none",
            loop="asyncio",
            timeout_graceful_shutdown=1,
            ssl_certfile=settings.certificate,
            ssl_keyfile=settings.key,
        )
        _Server(config, site, ConnectionPool(quotas)).run(sockets=[bound])


def lan_address() -> str:
    """Return the address of this machine on its network.

    Nothing is sent. Raises CannotServe if it has none.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_PROBE_ADDRESS)
            address = str(probe.getsockname()[0])
    except OSError as failed:
        raise _cannot_serve(failed) from None
    return address


class _Server(uvicorn.Server):
    """Uvicorn server with connection limits.

    It ends its streams when it is told to stop, so that no browser holds it back.
    """

    def __init__(self, config: uvicorn.Config, site: ServerApp, pool: ConnectionPool) -> None:
        super().__init__(config)
        self._site = site
        self._acceptor = Acceptor(config, self.server_state, pool)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the acceptor."""
        await super().startup([])
        self._accepting = [asyncio.create_task(self._acceptor.serve(bound)) for bound in sockets or []]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no further connections, and end those that there are."""
        for task in self._accepting:
            task.cancel()
        self._acceptor.close()
        self._site.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on a signal."""
        self._site.streams.close()
        super().handle_exit(sig, frame)


def _listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises CannotServe."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
            bound.listen(BACKLOG)
        except OSError:
            bound.close()
            raise
    except (OSError, UnicodeError) as failed:
        raise _cannot_serve(failed) from None
    return bound


def _cannot_serve(failed: Exception) -> CannotServe:
    words = getattr(failed, "strerror", None) or str(failed)
    return CannotServe("cannot-serve", Message(f"開けません: {words}", f"it cannot be served: {words}"))
