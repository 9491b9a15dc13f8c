"""Connections that hold the server up are cut off."""

import asyncio
import contextlib

import pytest

pytest.importorskip("starlette")

import uvicorn

from kifu.web.server import connection_and_rate_limits
from kifu.web.server.connection_and_rate_limits import TimeoutProtocol

SOON = 0.3
LARGE = b"x" * (1 << 24)


async def application(scope, _receive, send):
    """Answer with much, or as soon as the client asks for little."""
    assert scope["type"] == "http"
    body = LARGE if scope["path"] == "/large" else b"little"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    for start in range(0, len(body), 1 << 16):
        await send({"type": "http.response.body", "body": body[start : start + (1 << 16)], "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@contextlib.asynccontextmanager
async def serving():
    """Serve the application; give the function that opens a connection, and the set of those that are open."""
    config = uvicorn.Config(
        application, host="127.0.0.1", port=0, http=TimeoutProtocol, lifespan="off", log_level="critical"
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield lambda: asyncio.open_connection("127.0.0.1", port, limit=1 << 12), server.server_state.connections
    finally:
        server.should_exit = server.force_exit = True
        await task


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """Shorten the timeouts."""
    monkeypatch.setattr(connection_and_rate_limits, "HEADER_TIMEOUT", SOON)
    monkeypatch.setattr(connection_and_rate_limits, "READ_TIMEOUT", SOON)


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n", b"GET /little HTTP/1.1\r\nHost: a\r\n\r\nGET"]
)
def test_a_head_that_does_not_come(begun):
    """A connection ends that sends nothing, half a head, or half a second head, also if it sends a byte now and then."""

    async def slow():
        async with serving() as (connect, _):
            reader, writer = await connect()
            writer.write(begun)
            if b"little" in begun:
                await reader.readuntil(b"little")
            async with asyncio.timeout(5):
                with contextlib.suppress(ConnectionError):
                    while not reader.at_eof():
                        writer.write(b"a")
                        await writer.drain()
                        await asyncio.sleep(SOON / 4)
            writer.transport.abort()

    asyncio.run(slow())  # it would raise TimeoutError


def test_an_answer_that_nobody_reads():
    """A connection ends that asks for much and reads nothing."""

    async def deaf():
        async with serving() as (connect, connections):
            _, writer = await connect()
            writer.write(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            await asyncio.sleep(SOON / 2)
            before = len(connections)
            async with asyncio.timeout(5):
                while connections:  # noqa: ASYNC110 - nor for this
                    await asyncio.sleep(0.05)
            writer.transport.abort()
            return before

    assert asyncio.run(deaf()) == 1


def test_a_client_that_takes_its_time():
    """A client that reads on, though slowly, gets all; one that rests between requests for less than the limit is served."""

    async def patient():
        async with serving() as (connect, _):
            reader, writer = await connect()
            writer.write(b"GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            got = 0
            while data := await reader.read(1 << 20):
                got += len(data)
                if got % 64 == 0:
                    await asyncio.sleep(0.001)
            writer.close()
            return got

    assert asyncio.run(patient()) > len(LARGE)
