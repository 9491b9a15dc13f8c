"""The streams of server-sent events: each sends the whole state whenever it has changed, never a difference."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import StreamingResponse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from starlette.types import Receive, Scope, Send

MOST_OF_A_TABLE = 50
MOST = 400
HEARTBEAT = 15.0
"""The seconds after which a stream sends a sign of life."""


class Follower:
    """Who follows a table: `changed` wakes its stream, and `ended` ends it. Only what may be `moved` makes room for others."""

    def __init__(self, table: str, *, moved: bool) -> None:
        self.table = table
        self.moved = moved
        self.changed = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        """End the stream as soon as it wakes."""
        self.ended = True
        self.changed.set()


class Streams:
    """The open streams of all tables."""

    def __init__(self) -> None:
        self._followers: dict[str, dict[Follower, None]] = {}

    def enter(self, table: str, *, spectator: bool) -> Follower | None:
        """Return a new follower of a table; None if there is no room.

        Whoever records comes in if a spectator can be sent away, the one who came first: no crowd keeps recorders out.
        """
        here = self._followers.get(table, {})
        crowd: Iterator[Follower] | None = None
        if len(here) >= MOST_OF_A_TABLE:
            crowd = iter(here)
        elif sum(map(len, self._followers.values())) >= MOST:
            crowd = (follower for group in self._followers.values() for follower in group)
        if crowd is not None:
            away = None if spectator else next((follower for follower in crowd if follower.moved), None)
            if away is None:
                return None
            away.end()
            self.leave(away)
        follower = Follower(table, moved=spectator)
        self._followers.setdefault(table, {})[follower] = None
        return follower

    def leave(self, follower: Follower) -> None:
        """Forget a follower. It may have been sent away before."""
        here = self._followers.get(follower.table, {})
        here.pop(follower, None)
        if not here:
            self._followers.pop(follower.table, None)

    def publish(self, table: str) -> None:
        """Wake the streams of a table, because its state has changed."""
        for follower in self._followers.get(table, ()):
            follower.changed.set()

    def close(self) -> None:
        """End all streams, because the server stops."""
        for followers in self._followers.values():
            for follower in followers:
                follower.end()


class EventStream(StreamingResponse):
    """The answer that follows a table for `follower`, who leaves `streams` when it ends.

    `state` returns the present state as JSON on one line.
    """

    def __init__(self, streams: Streams, follower: Follower, state: Callable[[], bytes]) -> None:
        self._streams = streams
        self._follower = follower
        super().__init__(_events(follower, state), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the client goes or the server stops."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.leave(self._follower)


async def _events(follower: Follower, state: Callable[[], bytes]) -> AsyncIterator[bytes]:
    """Yield the state of a table as server-sent events: now, and whenever it has changed."""
    while not follower.ended:
        follower.changed.clear()
        yield b"event: state\ndata: " + state() + b"\n\n"
        while not follower.changed.is_set():
            try:
                await asyncio.wait_for(follower.changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": \n\n"
