"""Versioned documents: each version is made once for all subscribers; the next is sent as a difference."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.concurrency import run_in_threadpool

from kifu.core.message import escaped
from kifu.recording.journal import canonical
from kifu.web.server.json_patch import json_diff

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DELTAS = 16
"""The differences that are kept for subscribers that missed some; beyond them the whole document is sent."""
MAX_CLOCK_AGE_MS = 100
"""The milliseconds for which a document with a running clock is good enough for another device."""


class Snapshot(NamedTuple):
    """Snapshot of a document at one moment."""

    json: dict[str, Any]
    fresh: Callable[[], dict[str, Any] | None]
    """The same with its clocks as they are when this is called; None if no clock runs."""
    basis: Any = None
    """What the next document is made from, if that is more than its JSON."""


class VersionedDocument:
    """Document in its versions. Each has a name, by which a client says which one it has."""

    def __init__(
        self, stamp: Callable[[], object], make: Callable[[Snapshot | None], Snapshot], now: Callable[[], int]
    ) -> None:
        """Make one of three functions: a stamp that changes with it, the next snapshot, milliseconds."""
        self._get_stamp = stamp
        self._make = make
        self._now = now
        self._run = secrets.token_hex(4)
        self._number = 0
        self._stamp: object = None
        self._made: Snapshot | None = None
        self._changes: deque[bytes] = deque(maxlen=MAX_DELTAS)
        self._followed = False
        self._whole: tuple[int, int | None, bytes] | None = None
        self._lock = asyncio.Lock()

    async def whole(self) -> bytes:
        """Return the document as one line of JSON, its version as ``version``."""
        made = await self._update()
        kept, now = self._whole, self._now()
        # A clock that runs changes the document without any event.
        if kept is not None and kept[0] == self._number and (kept[1] is None or now - kept[1] < MAX_CLOCK_AGE_MS):
            return kept[2]
        fresh = made.fresh()
        data = escaped(canonical({**(fresh or made.json), "version": self._name})).encode()
        self._whole = (self._number, None if fresh is None else now, data)
        return data

    async def since(self, version: str | None) -> tuple[bytes, str]:
        """Return the events after a version, and the present version.

        An event ``delta`` holds a difference (:mod:`kifu.web.server.json_patch`). Where the version is not known, or has been left behind
        too far, there is one event ``state`` with the whole document.
        """
        self._followed = True
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

    async def _update(self) -> Snapshot:
        """Return the present version. One of the tasks that wait for a new one makes it, in a thread."""
        if self._made is not None and self._get_stamp() == self._stamp:
            return self._made
        async with self._lock:
            stamp = self._get_stamp()
            if self._made is not None and stamp == self._stamp:
                return self._made
            made, change = await run_in_threadpool(self._next)
            if self._made is not None:
                self._number += 1
            if change is None:
                self._changes.clear()
            else:
                self._changes.append(change)
            self._made, self._stamp = made, stamp
            return made

    def _next(self) -> tuple[Snapshot, bytes | None]:
        """Return the next version and its difference; None without subscribers."""
        made = self._make(self._made)
        if self._made is None or not self._followed:
            return made, None
        return made, escaped(canonical(json_diff(self._made.json, made.json))).encode()
