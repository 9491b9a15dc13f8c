"""The streams of server-sent events: each sends what has changed whenever something has, or the whole state."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from starlette.responses import StreamingResponse

from kifu.table.taking import Role

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.types import Receive, Scope, Send

    from kifu.web.keys import Device

    News = Callable[[str | None], Awaitable[tuple[bytes, str | None]]]

MOST = 2_000
"""The most streams of spectators; recorders have a fifth as many for themselves."""
ON_A_DEVICE = {Role.SPECTATOR: 3, Role.RECORDER: 50}
HALL = "*"
"""What those follow who follow all tables; no table has this name."""
HEARTBEAT = 15.0
"""The seconds after which a stream sends a sign of life."""


class Follower:
    """Who follows a table: `changed` wakes its stream, and `ended` ends it."""

    def __init__(self, table: str, device: Device, host: str) -> None:
        self.table = table
        self.device = device
        self.host = host
        self.changed = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        """End the stream as soon as it wakes."""
        self.ended = True
        self.changed.set()


class Streams:
    """The open streams of all tables: `most` of spectators at once, and ON_A_DEVICE of one device."""

    def __init__(self, most: int = MOST) -> None:
        self._most = {Role.SPECTATOR: most, Role.RECORDER: most // 5}
        self._followers: dict[str, dict[Follower, None]] = {}

    def enter(self, table: str, device: Device, host: str) -> Follower | None:
        """Return a new follower of a table; None if there is no room for its device, or for its role.

        Where a role has no room left, the address with most streams of the role gives way to one that has fewer by two.
        """
        same = [other for group in self._followers.values() for other in group if other.device.role is device.role]
        if sum(other.device.key == device.key for other in same) >= ON_A_DEVICE[device.role]:
            return None
        if len(same) >= self._most[device.role]:
            hosts = Counter(other.host for other in same)
            fullest, number = hosts.most_common(1)[0]
            if number < hosts[host] + 2:
                return None
            away = next(other for other in same if other.host == fullest)
            away.end()
            self.leave(away)
        follower = Follower(table, device, host)
        self._followers.setdefault(table, {})[follower] = None
        return follower

    def connected(self) -> set[str]:
        """Return the keys of the devices that have an open stream."""
        return {follower.device.key for group in self._followers.values() for follower in group}

    def leave(self, follower: Follower) -> None:
        """Forget a follower. It may have been sent away before."""
        here = self._followers.get(follower.table, {})
        here.pop(follower, None)
        if not here:
            self._followers.pop(follower.table, None)

    def publish(self, table: str) -> None:
        """Wake the streams of a table and of the hall, because its state has changed."""
        for follower in (*self._followers.get(table, ()), *self._followers.get(HALL, ())):
            follower.changed.set()

    def close(self) -> None:
        """End all streams, because the server stops."""
        for followers in self._followers.values():
            for follower in followers:
                follower.end()


class EventStream(StreamingResponse):
    """The answer that follows a table for `follower`, who leaves `streams` when it ends.

    `news` returns the events for somebody who has seen a version, `seen` at first, and the version that they lead to. After
    each sending `pace` seconds pass before the next.
    """

    def __init__(
        self, streams: Streams, follower: Follower, news: News, seen: str | None = None, pace: float = 0.0
    ) -> None:
        self._streams = streams
        self._follower = follower
        events = _events(follower, news, seen, pace)
        super().__init__(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the client goes or the server stops."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.leave(self._follower)


async def _events(follower: Follower, news: News, seen: str | None, pace: float) -> AsyncIterator[bytes]:
    """Yield what there is to tell as server-sent events: now, and whenever something has changed."""
    while not follower.ended:
        follower.changed.clear()
        data, seen = await news(seen)
        yield data
        if pace:
            await asyncio.sleep(pace)
        while not follower.changed.is_set():
            try:
                await asyncio.wait_for(follower.changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": \n\n"
