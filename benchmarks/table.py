"""Measures `kifu serve` under load: tables with two recorders each at a move a second, and spectators on streams.

Everything goes to 127.0.0.1. The time of a plain write and fsync in the same run stands beside it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import click

from kifu import games

HOST = "127.0.0.1"
SYNCS = 100
A_DEVICE = 3
"""The streams of a spectator's device."""
MOST = 1 << 22
"""The most bytes of a state on one line."""


class Server(NamedTuple):
    """A running server, and the cookies of its devices."""

    port: int
    recorders: list[str]
    spectators: list[str]


class Times(NamedTuple):
    """Seconds from a tap to its answer, and from a tap to a spectator's screen."""

    answered: list[float]
    seen: list[float]


@click.command()
@click.option("--tables", default=50, show_default=True)
@click.option("--spectators", default=200, show_default=True)
@click.option("--seconds", default=30, show_default=True)
def main(tables: int, spectators: int, seconds: int) -> None:
    """Serve an empty folder, play, and print median, 99 % and worst."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "kifu", "serve", folder, "--format", "json", "--no-browser"]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
            try:
                assert process.stdout is not None  # noqa: S101 - it is a pipe
                told = json.loads(process.stdout.readline())
                port = int(told["recorder"].split("/")[2].rsplit(":", 1)[1])
                server = Server(
                    port,
                    [_enter(told["recorder"]) for _ in range(2 * tables)],
                    [_enter(told["spectator"]) for _ in range(-(-spectators // A_DEVICE))],
                )
                times = asyncio.run(_load(server, tables, spectators, seconds))
            finally:
                process.terminate()
        syncs = _syncs(Path(folder))
    print(f"{tables} tables, 2 recorders each, {spectators} spectators, {seconds} s; milliseconds:")
    for name, values in (("tap to answer", times.answered), ("tap to spectator", times.seen), ("plain fsync", syncs)):
        ordered = sorted(value * 1000 for value in values)
        middle, most = statistics.median(ordered), ordered[len(ordered) * 99 // 100]
        print(f"{name:>17}: median {middle:6.1f}  99 % {most:6.1f}  worst {ordered[-1]:6.1f}  ({len(ordered)})")


def _enter(address: str) -> str:
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - the address of our own server
        return str(answer.headers["Set-Cookie"].split(";")[0])


async def _load(server: Server, tables: int, spectators: int, seconds: int) -> Times:
    times = Times([], [])
    sent: dict[tuple[str, int], float] = {}
    names = []
    for number in range(tables):
        made = await _Client(server.port, server.recorders[2 * number]).ask(
            "POST", "/api/games", {"game": "six", "mode": "record"}
        )
        names.append(made["id"])
    streams = [
        asyncio.create_task(_look_on(server, number, names[number % tables], sent, times))
        for number in range(spectators)
    ]
    await asyncio.sleep(1 + spectators / 500)
    await asyncio.gather(
        *(
            _record(server, name, server.recorders[2 * number : 2 * number + 2], _line(number, seconds), sent, times)
            for number, name in enumerate(names)
        )
    )
    await asyncio.sleep(1)
    for stream in streams:
        stream.cancel()
    return times


async def _record(  # noqa: PLR0913, PLR0917 - the parts of one table
    server: Server,
    name: str,
    cookies: list[str],
    moves: list[str],
    sent: dict[tuple[str, int], float],
    times: Times,
) -> None:
    """Write one game: the first recorder taps a move, the second confirms it."""
    await asyncio.sleep(random.random())
    clients = [_Client(server.port, cookie) for cookie in cookies]
    base = 1
    for ply, text in enumerate(moves, start=1):
        begun = time.perf_counter()
        sent[name, ply] = begun
        for number, client in enumerate(clients):
            tapped = time.perf_counter()
            event = {"id": f"{number}-{ply}", "kind": "move", "ply": ply, "text": text}
            answer = await client.ask("POST", f"/api/g/{name}/events", {"base": base, "event": event})
            times.answered.append(time.perf_counter() - tapped)
        base = answer["seq"]
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))


async def _look_on(  # one argument a part
    server: Server, number: int, name: str, sent: dict[tuple[str, int], float], times: Times
) -> None:
    reader, writer = await asyncio.open_connection(HOST, server.port, limit=MOST)
    writer.write(_head(server.port, "GET", f"/api/g/{name}/stream", server.spectators[number // A_DEVICE], b""))
    status = await reader.readline()
    if b" 200 " not in status:
        raise SystemExit(f"a stream: {status.decode()}")
    last = 0
    while line := await reader.readline():
        if line.startswith(b"data: "):
            ply = json.loads(line[6:])["ply"]
            if ply > last and (name, ply) in sent:
                times.seen.append(time.perf_counter() - sent[name, ply])
            last = ply


class _Client:
    """A device that keeps its connection."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port, self._cookie = port, cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object) -> dict[str, str]:
        """Return the JSON of an answer; any status but 200 and 201 ends the program."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port, limit=MOST)
        reader, writer = self._streams
        data = json.dumps(body).encode()
        writer.write(_head(self._port, method, path, self._cookie, data) + data)
        status, length = int((await reader.readline()).split()[1]), 0
        while (header := await reader.readline()).strip():
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
        answer: dict[str, str] = json.loads(await reader.readexactly(length))
        if status not in {200, 201}:
            raise SystemExit(f"{path}: {status} {answer}")
        return answer


def _head(port: int, method: str, path: str, cookie: str, data: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{port}", f"Cookie: {cookie}"]
    lines += ["Content-Type: application/json", f"Content-Length: {len(data)}", "", ""]
    return "\r\n".join(lines).encode()


def _line(seed: int, plies: int) -> list[str]:
    """Return the moves of a random game."""
    draw, game = random.Random(seed), games.load("six")
    position, moves = game.start(), []
    while len(moves) < plies and (legal := list(game.legal_moves(position))):
        move = draw.choice(legal)
        moves.append(game.spell(move))
        position = game.play(position, move)
    return moves


def _syncs(folder: Path) -> list[float]:
    times = []
    with (folder / "plain").open("wb") as file:
        for _ in range(SYNCS):
            begun = time.perf_counter()
            file.write(b"x" * 300)
            file.flush()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begun)
    return times


if __name__ == "__main__":
    main()
