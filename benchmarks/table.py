"""Measures `kifu serve` under load: tables with two recorders each at a move a second, and spectators on streams.

Everything goes to 127.0.0.1. The time of a plain write and fsync in the same run stands beside it, and what a ply costs: the
processor time of the server, and the bytes that all spectators are sent.
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

from kifu.core import games

HOST = "127.0.0.1"
SYNCS = 100
A_DEVICE = 3
"""The streams of a spectator's device."""
MOST = 1 << 22
"""The most bytes of a state on one line."""
STREAMS = {"state": "stream", "delta": "stream?delta=1", "course": "stream?course=1"}
"""What spectators follow: whole states, what changes in them, or what changes in what a viewer shows."""


class Server(NamedTuple):
    """A running server, and the cookies of its devices."""

    port: int
    recorders: list[str]
    spectators: list[str]


class Load(NamedTuple):
    """What is done: `plies` of `game` at each table; `begun` of them are written before anything is measured."""

    tables: int
    spectators: int
    game: str
    begun: int
    plies: int
    follow: str


class Times:
    """Seconds from a tap to its answer, and from a tap to a spectator's screen; the bytes that spectators were sent."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.seen: list[float] = []
        self.bytes = 0
        self.processor = 0.0


@click.command()
@click.option("--tables", default=50, show_default=True)
@click.option("--spectators", default=200, show_default=True)
@click.option("--seconds", default=30, show_default=True)
@click.option("--game", default="six", show_default=True)
@click.option("--begun", default=0, show_default=True, help="Plies that are there before.")
@click.option("--follow", type=click.Choice([*STREAMS]), default="course", show_default=True)
def main(tables: int, spectators: int, seconds: int, game: str, begun: int, follow: str) -> None:  # noqa: PLR0913, PLR0917
    """Serve an empty folder, play, and print median, 99 % and worst."""
    load = Load(tables, spectators, game, begun, begun + seconds, follow)
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
                times = asyncio.run(_load(server, load, process.pid))
            finally:
                process.terminate()
        syncs = _syncs(Path(folder))
    print(
        f"{tables} tables of {game}, 2 recorders each, {spectators} spectators ({follow}), {seconds} s; milliseconds:"
    )
    for name, values in (("tap to answer", times.answered), ("tap to spectator", times.seen), ("plain fsync", syncs)):
        ordered = sorted(value * 1000 for value in values)
        middle, most = statistics.median(ordered), ordered[len(ordered) * 99 // 100]
        print(f"{name:>17}: median {middle:6.1f}  99 % {most:6.1f}  worst {ordered[-1]:6.1f}  ({len(ordered)})")
    plies = tables * seconds
    print(
        f"a ply: {times.processor / plies * 1000:.1f} ms of the server's processor, {times.bytes / plies / 1000:.1f} kB to spectators"
    )


def _processor(process: int) -> float:
    """Return the seconds of the processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _enter(address: str) -> str:
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - the address of our own server
        return str(answer.headers["Set-Cookie"].split(";")[0])


async def _load(server: Server, load: Load, process: int) -> Times:
    times, plain = Times(), Times()
    sent: dict[tuple[str, int], float] = {}
    games = []
    for number in range(load.tables):
        made = await _Client(server.port, server.recorders[2 * number]).ask(
            "POST", "/api/games", {"game": load.game, "mode": "record"}
        )
        games.append((made["id"], server.recorders[2 * number : 2 * number + 2], _line(load.game, number, load.plies)))
    # What is there before: as fast as one device may write.
    await asyncio.gather(
        *(_record(server, name, cookies, moves[: load.begun], (0, 0.06), sent, plain) for name, cookies, moves in games)
    )
    streams = [
        asyncio.create_task(_look_on(server, number, games[number % load.tables][0], load.follow, sent, times))
        for number in range(load.spectators)
    ]
    await asyncio.sleep(2 + load.spectators / 300)
    before, times.bytes = _processor(process), 0
    await asyncio.gather(
        *(
            _record(server, name, cookies, moves[load.begun :], (load.begun, 1.0), sent, times)
            for name, cookies, moves in games
        )
    )
    await asyncio.sleep(1)
    times.processor = _processor(process) - before
    for stream in streams:
        stream.cancel()
    return times


async def _record(  # noqa: PLR0913, PLR0917 - the parts of one table
    server: Server,
    name: str,
    cookies: list[str],
    moves: list[str],
    pace: tuple[int, float],
    sent: dict[tuple[str, int], float],
    times: Times,
) -> None:
    """Write on a game: the first recorder taps a move, the second confirms it. `pace` are the plies before, and seconds a ply."""
    before, seconds = pace
    await asyncio.sleep(random.random() * seconds)
    clients = [_Client(server.port, cookie) for cookie in cookies]
    base = 1 + 2 * before
    for ply, text in enumerate(moves, start=before + 1):
        begun = time.perf_counter()
        sent[name, ply] = begun
        for number, client in enumerate(clients):
            tapped = time.perf_counter()
            event = {"id": f"{number}-{ply}", "kind": "move", "ply": ply, "text": text}
            answer = await client.ask("POST", f"/api/g/{name}/events", {"base": base, "event": event})
            times.answered.append(time.perf_counter() - tapped)
        base = answer["seq"]
        await asyncio.sleep(max(0.0, seconds - (time.perf_counter() - begun)))


async def _look_on(  # noqa: PLR0913, PLR0917 - one argument a part
    server: Server, number: int, name: str, follow: str, sent: dict[tuple[str, int], float], times: Times
) -> None:
    reader, writer = await asyncio.open_connection(HOST, server.port, limit=MOST)
    path = f"/api/g/{name}/{STREAMS[follow]}"
    writer.write(_head(server.port, "GET", path, server.spectators[number // A_DEVICE], b""))
    status = await reader.readline()
    if b" 200 " not in status:
        raise SystemExit(f"a stream: {status.decode()}")
    last = 0
    while line := await reader.readline():
        times.bytes += len(line)
        if line.startswith(b"data: "):
            told = json.loads(line[6:])
            ply = (
                told["ply"]
                if isinstance(told, dict)
                else {path[0]: value for path, *value in told}.get("ply", [last])[0]
            )
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


def _line(name: str, seed: int, plies: int) -> list[str]:
    """Return the moves of a random game."""
    draw, game = random.Random(seed), games.load(name)
    position, moves = game.start(), []
    while len(moves) < plies and (legal := list(game.legal_moves(position))):
        move = draw.choice(legal)
        moves.append(game.spell(move))
        position = game.play_legal(position, move)
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
