"""The streams of server-sent events: each sends the whole state whenever it has changed, never a difference."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

MOST_OF_A_TABLE = 50
MOST = 400
HEARTBEAT = 15.0
"""The seconds after which a stream sends a sign of life."""


class Streams:
    """The open streams of all tables."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._count = 0
        self._closing = False

    def full(self, table: str) -> bool:
        """Tell whether no further stream of a table may be opened."""
        return self._count >= MOST or len(self._waiting.get(table, ())) >= MOST_OF_A_TABLE

    def publish(self, table: str) -> None:
        """Wake the streams of a table, because its state has changed."""
        for event in self._waiting.get(table, ()):
            event.set()

    def close(self) -> None:
        """End all streams, because the server stops."""
        self._closing = True
        for table in self._waiting:
            self.publish(table)

    async def follow(self, table: str, state: Callable[[], bytes]) -> AsyncIterator[bytes]:
        """Yield the state of a table as server-sent events: now, and whenever it has changed.

        `state` returns the present state as JSON on one line.
        """
        with self._entered(table) as changed:
            while not self._closing:
                changed.clear()
                yield b"event: state\ndata: " + state() + b"\n\n"
                while not changed.is_set():
                    try:
                        await asyncio.wait_for(changed.wait(), HEARTBEAT)
                    except TimeoutError:
                        yield b": \n\n"

    @contextlib.contextmanager
    def _entered(self, table: str) -> Iterator[asyncio.Event]:
        changed = asyncio.Event()
        waiting = self._waiting.setdefault(table, set())
        waiting.add(changed)
        self._count += 1
        try:
            yield changed
        finally:
            self._count -= 1
            waiting.discard(changed)
            if not waiting:
                self._waiting.pop(table, None)
