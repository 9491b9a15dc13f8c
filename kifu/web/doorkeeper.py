"""Takes the connections of the server one by one, each with a place in the crowd; a crowd is refused without a word."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kifu.web.crowd import Guest
from kifu.web.patience import HEAD, PatientProtocol

if TYPE_CHECKING:
    import socket

    import uvicorn
    from uvicorn.server import ServerState

    from kifu.web.crowd import Crowd

PAUSE = 0.1
"""The seconds before another connection is taken when the system has refused one."""


class Doorkeeper:
    """Lets connections in for a server of uvicorn, whose own way of taking them knows no limit."""

    def __init__(self, config: uvicorn.Config, state: ServerState, crowd: Crowd) -> None:
        self._config = config
        self._state = state
        self._crowd = crowd
        self._connecting: set[asyncio.Task[object]] = set()

    async def keep(self, bound: socket.socket) -> None:
        """Take connections until the task is cancelled."""
        bound.setblocking(False)  # noqa: FBT003 - as the library has it
        loop = asyncio.get_running_loop()
        while True:
            try:
                link, address = await loop.sock_accept(bound)
            except OSError:  # the client has gone again, or another program has the last descriptor of the system
                await asyncio.sleep(PAUSE)
                continue
            self._let_in(link, str(address[0]))
            await asyncio.sleep(0)  # whoever is in comes first

    def _let_in(self, link: socket.socket, host: str) -> None:
        guest = Guest(self._crowd, host)
        task = asyncio.create_task(self._connected(link, guest))
        guest.end = task.cancel
        self._crowd.enter(guest)
        self._connecting.add(task)

        def done(task: asyncio.Task[object]) -> None:
            self._connecting.discard(task)
            if task.cancelled() or task.exception() is not None:  # it was cut off, or it does not speak TLS
                link.close()
                guest.leave()

        task.add_done_callback(done)

    async def _connected(self, link: socket.socket, guest: Guest) -> object:
        return await asyncio.get_running_loop().connect_accepted_socket(
            lambda: PatientProtocol(self._config, self._state, {"guest": guest}),
            link,
            ssl=self._config.ssl,
            ssl_handshake_timeout=HEAD if self._config.ssl else None,
        )

    def close(self) -> None:
        """Cut off those that are not quite in."""
        for task in self._connecting:
            task.cancel()
