"""Server-sent events: streams of a document's changes."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from starlette.responses import StreamingResponse

from kifu.recording.submit_and_replay_events import Role

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.types import Receive, Scope, Send

    from kifu.web.server.credentials import Device

    News = Callable[[str | None], Awaitable[tuple[bytes, str | None]]]

MAX_STREAMS = 2_000
"""The most streams of spectators; recorders have a fifth as many for themselves."""
MAX_STREAMS_PER_DEVICE = {Role.SPECTATOR: 3, Role.RECORDER: 50}
LOBBY = "*"
"""The topic of all sessions; no session has this name."""
HEARTBEAT_S = 15.0
"""The seconds after which a stream sends a sign of life."""


class Subscriber:
    """Subscriber of a session: `changed` wakes its stream, and `ended` ends it."""

    def __init__(self, session: str, device: Device, host: str) -> None:
        self.session = session
        self.device = device
        self.host = host
        self.changed = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        """End the stream as soon as it wakes."""
        self.ended = True
        self.changed.set()


class Streams:
    """Open streams of all sessions: `most` of spectators at once.

    A device has MAX_STREAMS_PER_DEVICE at most.
    """

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self._most = {Role.SPECTATOR: most, Role.RECORDER: most // 5}
        self._subscribers: dict[str, dict[Subscriber, None]] = {}

    def subscribe(self, session: str, device: Device, host: str) -> Subscriber | None:
        """Return a new subscriber of a session; None without room.

        Where a role has no room left, the address with most streams of the role gives way to one that has fewer by two.
        """
        same = [other for group in self._subscribers.values() for other in group if other.device.role is device.role]
        if sum(other.device.key == device.key for other in same) >= MAX_STREAMS_PER_DEVICE[device.role]:
            return None
        if len(same) >= self._most[device.role]:
            hosts = Counter(other.host for other in same)
            fullest, number = hosts.most_common(1)[0]
            if number < hosts[host] + 2:
                return None
            away = next(other for other in same if other.host == fullest)
            away.end()
            self.unsubscribe(away)
        subscriber = Subscriber(session, device, host)
        self._subscribers.setdefault(session, {})[subscriber] = None
        return subscriber

    def connected_devices(self) -> set[str]:
        """Return the keys of the devices that have an open stream."""
        return {subscriber.device.key for group in self._subscribers.values() for subscriber in group}

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a subscriber. It may have been removed before."""
        here = self._subscribers.get(subscriber.session, {})
        here.pop(subscriber, None)
        if not here:
            self._subscribers.pop(subscriber.session, None)

    def publish(self, session: str) -> None:
        """Wake the streams of a changed session and the lobby."""
        for subscriber in (*self._subscribers.get(session, ()), *self._subscribers.get(LOBBY, ())):
            subscriber.changed.set()

    def close(self) -> None:
        """End all streams, because the server stops."""
        for subscribers in self._subscribers.values():
            for subscriber in subscribers:
                subscriber.end()


class EventStream(StreamingResponse):
    """Response that streams a session to a subscriber of `streams`.

    `news` returns the events after a version, `seen` at first, and the version that they lead to. After
    each sending `pace` seconds pass before the next.
    """

    def __init__(
        self,
        streams: Streams,
        subscriber: Subscriber,
        news: News,
        seen_version: str | None = None,
        seconds_between: float = 0.0,
    ) -> None:
        self._streams = streams
        self._subscriber = subscriber
        events = _server_sent_events(subscriber, news, seen_version, seconds_between)
        super().__init__(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the client goes or the server stops."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.unsubscribe(self._subscriber)


async def _server_sent_events(
    subscriber: Subscriber, news: News, seen_version: str | None, seconds_between: float
) -> AsyncIterator[bytes]:
    """Yield server-sent events: now, and after each change."""
    while not subscriber.ended:
        subscriber.changed.clear()
        data, seen_version = await news(seen_version)
        yield data
        if seconds_between:
            await asyncio.sleep(seconds_between)
        while not subscriber.changed.is_set():
            try:
                await asyncio.wait_for(subscriber.changed.wait(), HEARTBEAT_S)
            except TimeoutError:
                yield b": \n\n"
