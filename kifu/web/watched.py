"""Documents that people watch. Each version is made once, however many watch it; the next one is told as a difference."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.concurrency import run_in_threadpool

from kifu.model.message import escaped
from kifu.table.journal import canonical
from kifu.web.delta import delta

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = 16
"""The differences that are kept for those who have missed some; who has missed more is sent the whole document."""
FRESH = 100
"""The milliseconds for which a document with a running clock is good enough for another device."""


class Kind(NamedTuple):
    """What a document is made of. All functions are pure."""

    stamp: Callable[[], object]
    """What changes when the document does."""
    make: Callable[[Any], Any]
    """Makes the document of this moment; its argument is what this function has returned before, or None."""
    json: Callable[[Any], dict[str, Any]]
    """The JSON of what `make` has returned."""
    fresh: Callable[[dict[str, Any]], dict[str, Any] | None]
    """The JSON with its clocks as they are now; None if no clock runs."""


class Watched:
    """A document in its versions. Each has a name, by which a client says what it has seen."""

    def __init__(self, kind: Kind, now: Callable[[], int]) -> None:
        self._kind = kind
        self._now = now
        self._run = secrets.token_hex(4)
        self._number = 0
        self._stamp: object = None
        self._made: Any = None
        self._changes: deque[bytes] = deque(maxlen=KEPT)
        self._whole: tuple[int, int | None, bytes] | None = None
        self._lock = asyncio.Lock()

    async def whole(self) -> bytes:
        """Return the document as JSON on one line, with the name of its version as ``version``."""
        await self._update()
        kept, now = self._whole, self._now()
        # A clock that runs changes the document without any event.
        if kept is not None and kept[0] == self._number and (kept[1] is None or now - kept[1] < FRESH):
            return kept[2]
        document = self._kind.json(self._made)
        fresh = self._kind.fresh(document)
        shown = {**(document if fresh is None else fresh), "version": self._name}
        data = escaped(canonical(shown)).encode()
        self._whole = (self._number, None if fresh is None else now, data)
        return data

    async def since(self, version: str | None) -> tuple[bytes, str]:
        """Return the server-sent events for somebody who has seen a version, and the name of the present one.

        An event ``delta`` holds a difference (:mod:`kifu.web.delta`). Where the version is not known, or has been left behind
        too far, there is one event ``state`` with the whole document.
        """
        await self._update()
        missed = self._missed(version)
        if missed is None:
            events = [b"event: state\ndata: " + await self.whole()]
        else:
            events = [b"event: delta\ndata: " + change for change in list(self._changes)[len(self._changes) - missed :]]
        name = self._name
        return b"".join(event + b"\nid: " + name.encode() + b"\n\n" for event in events) or b": \n\n", name

    @property
    def _name(self) -> str:
        return f"{self._run}-{self._number}"

    def _missed(self, version: str | None) -> int | None:
        """Return the number of differences that follow a version; None if they are not all there."""
        run, _, number = (version or "").partition("-")
        if run != self._run or not number.isascii() or not number.isdigit() or len(number) > len(str(self._number)):
            return None
        missed = self._number - int(number)
        return missed if 0 <= missed <= len(self._changes) else None

    async def _update(self) -> None:
        """Make the next version if there is one. Of all who wait for it one makes it, beside the loop of events."""
        if self._made is not None and self._kind.stamp() == self._stamp:
            return
        async with self._lock:
            stamp = self._kind.stamp()
            if self._made is not None and stamp == self._stamp:
                return
            self._made, change = await run_in_threadpool(self._next)
            self._stamp = stamp
            if change is not None:
                self._changes.append(change)
                self._number += 1

    def _next(self) -> tuple[Any, bytes | None]:
        made = self._kind.make(self._made)
        if self._made is None:
            return made, None
        changes = delta(self._kind.json(self._made), self._kind.json(made))
        return made, escaped(canonical(changes)).encode()
