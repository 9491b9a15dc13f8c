"""Connection limits: quotas by role, fairness by address, timeouts, rate limits.

A connection is a stranger's until it shows a cookie. When all places are taken, one connection is closed for each new one: of
the first role that exceeds its quota, at the address that has most of them, one that waits for no answer if there is one, the
oldest. So a crowd takes places from itself, and none takes those that are reserved for others.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kifu.recording.submit_and_replay_events import Role

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    import uvicorn
    from uvicorn.server import ServerState

    from kifu.web.service.requests_responses_and_ports import Client

MAX_CONNECTIONS = 5_000
"""Connections of all roles, at most."""
RESERVED_FDS = 96
"""The descriptors that are left for files: forty threads write, and the server itself has some."""
MIN_CONNECTIONS = 32
"""The fewest connections with which a folder is served."""
IPV6_PREFIX_BITS = 64
"""The bits of an IPv6 address that one household shares."""
HEADER_TIMEOUT = 10.0
"""The seconds that the head of a request may take, from the connection or from its first byte on."""
READ_TIMEOUT = 30.0
"""The seconds for which a client may read nothing while answers wait for it."""
ACCEPT_RETRY_S = 0.1
"""The seconds before another connection is taken when the system has refused one."""
_ROLES = (None, Role.SPECTATOR, Role.RECORDER)
"""The roles in the order in which they give way; strangers have none."""


class Quotas(NamedTuple):
    """Reserved connections of each role. Together they are all that there are."""

    strangers: int
    spectators: int
    recorders: int

    def of(self, role: Role | None) -> int:
        """Return the quota of a role; None for strangers."""
        return self.strangers if role is None else self.spectators if role is Role.SPECTATOR else self.recorders


def quotas_by_role(max_connections: int) -> Quotas:
    """Divide connections into quotas: strangers, recorders, and the rest for spectators.

    Strangers and recorders get a fifth each.
    """
    return Quotas(max_connections // 5, max_connections - 2 * (max_connections // 5), max_connections // 5)


def raise_limit_and_return_max_connections() -> int:
    """Raise the descriptor limit, and return the connections that it allows."""
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no such limit either
    except ImportError:
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + RESERVED_FDS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft - RESERVED_FDS)


class Connection:
    """Connection of a client.

    `end` closes it; `busy` tells whether it waits for an answer. A stranger has no role.
    """

    def __init__(self, pool: ConnectionPool, host: str) -> None:
        self.host = client_network(host)
        self.role: Role | None = None
        self.end: Callable[[], object] = bool
        self.busy: Callable[[], bool] = bool
        self._pool = pool

    def assign_role(self, role: Role) -> None:
        """Move the connection to a role's quota, after its cookie."""
        if role is not self.role:
            self._pool.remove(self)
            self.role = role
            self._pool.add(self)

    def release(self) -> None:
        """Free the place of the connection."""
        self._pool.remove(self)


class ConnectionPool:
    """Open connections, counted by role and address."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas
        self._connections: dict[Role | None, dict[str, dict[Connection, None]]] = {kind: {} for kind in _ROLES}
        self._taken = dict.fromkeys(_ROLES, 0)

    def add(self, connection: Connection) -> None:
        """Add a connection. Another one may be closed for it."""
        if sum(self._taken.values()) >= sum(self._quotas):
            over = (role for role, taken in self._taken.items() if taken > self._quotas.of(role))
            fullest = max(self._connections[next(over, connection.role)].values(), key=len)
            away = next((other for other in fullest if not other.busy()), next(iter(fullest)))
            self.remove(away)
            away.end()
        self._connections[connection.role].setdefault(connection.host, {})[connection] = None
        self._taken[connection.role] += 1

    def remove(self, connection: Connection) -> None:
        """Remove a connection. It may have been removed before."""
        group = self._connections[connection.role]
        here = group.get(connection.host, {})
        if connection in here:
            del here[connection]
            self._taken[connection.role] -= 1
        if not here:
            group.pop(connection.host, None)


def client_network(host: str) -> str:
    """Return the address that stands for a client, or IPv6 network.

    A device has many IPv6 addresses.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_PREFIX_BITS), strict=False))


class _Timeout:
    """Timer that closes a connection after `seconds`, unless it is cancelled before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        """Start the timer; one that runs goes on."""
        if self._timer is None:
            self._timer = loop.call_later(self._seconds, transport.abort)

    def cancel(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class TimeoutProtocol(H11Protocol):
    """HTTP protocol of a connection, with timeouts of header and reading."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in H11Protocol
        """Start the header timeout of the first request."""
        super().connection_made(transport)
        self._connection: Connection | None = self.app_state.get("connection")
        if self._connection is not None:
            self._connection.end, self._connection.busy = transport.abort, self._is_busy
        self._head, self._reading = _Timeout(HEADER_TIMEOUT), _Timeout(READ_TIMEOUT)
        self._head.start(self.loop, transport)

    def data_received(self, data: bytes) -> None:
        """Parse bytes; the header timeout ends with the head of a request."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._head.start(self.loop, self.transport)
        else:
            self._head.cancel()

    def send_400_response(self, msg: str) -> None:
        """End a connection that does not speak HTTP.

        If an answer is under way, there is no place for another.
        """
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Start the read timeout of the client."""
        super().pause_writing()
        self._reading.start(self.loop, self.transport)

    def resume_writing(self) -> None:
        """Stop the read timeout: the client reads."""
        super().resume_writing()
        self._reading.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection and its timers."""
        self._head.cancel()
        self._reading.cancel()
        if self._connection is not None:
            self._connection.release()
        super().connection_lost(exc)

    def _is_busy(self) -> bool:
        return self.conn.our_state in {h11.SEND_RESPONSE, h11.SEND_BODY}


class Acceptor:
    """Accept loop for uvicorn, which has no limit of its own."""

    def __init__(self, config: uvicorn.Config, state: ServerState, pool: ConnectionPool) -> None:
        self._config = config
        self._state = state
        self._pool = pool
        self._connecting: set[asyncio.Task[object]] = set()

    async def serve(self, bound: socket.socket) -> None:
        """Accept connections until the task is cancelled."""
        bound.setblocking(False)  # noqa: FBT003 - as the library has it
        loop = asyncio.get_running_loop()
        while True:
            try:
                link, address = await loop.sock_accept(bound)
            except OSError:  # the client has gone again, or another program has the last descriptor of the system
                await asyncio.sleep(ACCEPT_RETRY_S)
                continue
            self._accept(link, str(address[0]))
            await asyncio.sleep(0)  # connections that are open come first

    def _accept(self, link: socket.socket, host: str) -> None:
        """Begin an accepted connection within its quota."""
        connection = Connection(self._pool, host)
        task = asyncio.create_task(self._connect(link, connection))
        connection.end = task.cancel
        self._pool.add(connection)
        self._connecting.add(task)

        def release_unless_connected(task: asyncio.Task[object]) -> None:
            self._connecting.discard(task)
            if task.cancelled() or task.exception() is not None:  # it was cut off, or it does not speak TLS
                link.close()
                connection.release()

        task.add_done_callback(release_unless_connected)

    async def _connect(self, link: socket.socket, connection: Connection) -> object:
        return await asyncio.get_running_loop().connect_accepted_socket(
            lambda: TimeoutProtocol(self._config, self._state, {"connection": connection}),
            link,
            ssl=self._config.ssl,
            ssl_handshake_timeout=HEADER_TIMEOUT if self._config.ssl else None,
        )

    def close(self) -> None:
        """Cancel the connections that are still being set up."""
        for task in self._connecting:
            task.cancel()


MAX_BUCKETS = 5_000


class TokenBucket:
    """Token bucket for each key: `burst` at once, then `per_second`."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def give_back(self, key: str) -> None:
        """Return one token to a bucket, for a request that did nothing."""
        self._buckets[key] = (self._filled(key) + 1, self._clock())

    def is_full(self, key: str) -> bool:
        """Tell whether the bucket of a key is full."""
        return self._filled(key) >= self._burst

    def take(self, key: str) -> bool:
        """Take one token from the bucket of a key.

        Return whether there was one.
        """
        filled = self._filled(key)
        if filled < 1:
            return False
        self._buckets.pop(key, None)
        self._buckets[key] = (filled - 1, self._clock())
        if len(self._buckets) > MAX_BUCKETS:  # the one that was used longest ago is full again
            del self._buckets[next(iter(self._buckets))]
        return True

    def _filled(self, key: str) -> float:
        left, at = self._buckets.get(key, (float(self._burst), self._clock()))
        return min(float(self._burst), left + (self._clock() - at) * self._per_second)


class RouteLimits:
    """Rate limits that the routes of the service name, by device."""

    def __init__(self) -> None:
        self._buckets = {
            "ask": TokenBucket(200, 400),
            "open": TokenBucket(20, 40),
            "submit": TokenBucket(20, 40),
            "try": TokenBucket(5, 40),
        }

    def take(self, limit: str, client: Client) -> bool:
        """Count a request of a device.

        Return whether it is within the limit.
        """
        return self._buckets[limit].take(client.key)

    def give_back(self, limit: str, client: Client) -> None:
        """Take the last count of a device back."""
        self._buckets[limit].give_back(client.key)
