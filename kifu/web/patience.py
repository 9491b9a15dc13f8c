"""Ends connections that hold the server up: a request whose head does not come, an answer that nobody reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    from kifu.web.crowd import Guest

HEAD = 10.0
"""The seconds that the head of a request may take, from the connection or from its first byte on."""
READING = 30.0
"""The seconds for which a client may read nothing while answers wait for it."""


class _Limit:
    """Cuts a connection off after `seconds`, unless it is lifted before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def set(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        """Begin to count; a count that runs goes on."""
        if self._timer is None:
            self._timer = loop.call_later(self._seconds, transport.abort)

    def lift(self) -> None:
        """Stop counting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientProtocol(H11Protocol):
    """The HTTP of a connection, with an end to patience."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in H11Protocol
        """Begin to wait for the head of the first request."""
        super().connection_made(transport)
        self._guest: Guest | None = self.app_state.get("guest")
        if self._guest is not None:
            self._guest.end, self._guest.busy = transport.abort, self._is_busy
        self._head, self._reading = _Limit(HEAD), _Limit(READING)
        self._head.set(self.loop, transport)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and see whether the head of a request is whole."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._head.set(self.loop, self.transport)
        else:
            self._head.lift()

    def send_400_response(self, msg: str) -> None:
        """End a connection that does not speak HTTP. If an answer is under way, there is no place for another."""
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Begin to wait for the client to read."""
        super().pause_writing()
        self._reading.set(self.loop, self.transport)

    def resume_writing(self) -> None:
        """Go on: the client reads."""
        super().resume_writing()
        self._reading.lift()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._head.lift()
        self._reading.lift()
        if self._guest is not None:
            self._guest.leave()
        super().connection_lost(exc)

    def _is_busy(self) -> bool:
        return self.conn.our_state in {h11.SEND_RESPONSE, h11.SEND_BODY}
