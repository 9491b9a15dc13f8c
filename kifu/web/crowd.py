"""Who may stay when many are connected: strangers, spectators and recorders have places that are kept for them.

A connection is a stranger's until it shows a cookie. Where all places are taken, somebody gives way to the newcomer: of the
first kind that has more than is kept for it, at the address that has most of them, one that waits for no answer if there is
one, the one that came first. So a crowd takes places from itself, and none takes those that are kept for others.
"""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kifu.table.taking import Role

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 5_000
"""The most connections."""
RESERVED = 96
"""The descriptors that are left for files: forty threads write, and the server itself has some."""
LEAST = 32
"""The fewest connections with which a folder is served."""
NETWORK = 64
"""The bits of an IPv6 address that one household shares."""


_KINDS = (None, Role.SPECTATOR, Role.RECORDER)
"""In the order in which they give way; strangers have no role."""


class Places(NamedTuple):
    """How many places are kept for each kind of connection. Together they are all that there are."""

    strangers: int
    spectators: int
    recorders: int

    def of(self, role: Role | None) -> int:
        """Return the places of a role; None for strangers."""
        return self.strangers if role is None else self.spectators if role is Role.SPECTATOR else self.recorders


def shared(most: int) -> Places:
    """Share `most` connections out: a fifth to strangers, a fifth to recorders, the rest to spectators."""
    return Places(most // 5, most - 2 * (most // 5), most // 5)


def affordable() -> int:
    """Return how many connections the system allows; the limit of this process is raised as far as it may be."""
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no such limit either
    except ImportError:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft - RESERVED)


class Guest:
    """A connection. `end` cuts it off; `busy` tells whether it waits for an answer. A stranger has no role."""

    def __init__(self, crowd: Crowd, host: str) -> None:
        self.host = origin(host)
        self.role: Role | None = None
        self.end: Callable[[], object] = bool
        self.busy: Callable[[], bool] = bool
        self._crowd = crowd

    def known(self, role: Role) -> None:
        """Take a place of a role: the connection has shown a cookie."""
        if role is not self.role:
            self._crowd.leave(self)
            self.role = role
            self._crowd.enter(self)

    def leave(self) -> None:
        """Give the place up."""
        self._crowd.leave(self)


class Crowd:
    """The connections that are open."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._guests: dict[Role | None, dict[str, dict[Guest, None]]] = {kind: {} for kind in _KINDS}
        self._taken = dict.fromkeys(_KINDS, 0)

    def enter(self, guest: Guest) -> None:
        """Give a connection a place. Another one may be cut off for it."""
        if sum(self._taken.values()) >= sum(self._places):
            over = (role for role, taken in self._taken.items() if taken > self._places.of(role))
            fullest = max(self._guests[next(over, guest.role)].values(), key=len)
            away = next((other for other in fullest if not other.busy()), next(iter(fullest)))
            self.leave(away)
            away.end()
        self._guests[guest.role].setdefault(guest.host, {})[guest] = None
        self._taken[guest.role] += 1

    def leave(self, guest: Guest) -> None:
        """Forget a connection. It may have been forgotten before."""
        group = self._guests[guest.role]
        here = group.get(guest.host, {})
        if guest in here:
            del here[guest]
            self._taken[guest.role] -= 1
        if not here:
            group.pop(guest.host, None)


def origin(host: str) -> str:
    """Return what stands for the address of a device: of an IPv6 address the network, for a device has many of them."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))
