"""Crowds, races and hostile surroundings, counted: acknowledged moves lost 0, invented 0, and the server is still alive."""

import collections
import contextlib
import http.client
import itertools
import json
import resource
import shutil
import socket
import threading
import time
import uuid
from pathlib import Path

import pytest
from served import served

pytest.importorskip("starlette")


@pytest.fixture(scope="module", autouse=True)
def _many_files():
    """Allow a process the sockets of a crowd."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[1], 4096), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture
def server(tmp_path):
    """Serve a new folder."""
    with served(tmp_path / "tables") as running:
        yield running


class Stream:
    """A stream that is open."""

    def __init__(self, server, cookie, game):
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        self.connection.request("GET", f"/api/g/{game}/stream", headers={"Cookie": cookie})
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def state(self):
        """Wait for the next state."""
        while True:
            line = self.answer.fp.readline()  # the answer is chunked: the data stands on a line of its own
            if not line:
                return None
            if line.startswith(b"data: "):
                return json.loads(line[6:])

    def close(self):
        """Go away."""
        self.answer.close()
        self.connection.close()


def record(server, cookie, game, mine, kinds=("move",)):
    """Send events for as long as `mine` has names; each is sent on the newest state until it is taken. Return those taken."""
    taken, state = [], server.state(cookie, game)
    for number, name in enumerate(mine):
        identity, kind = uuid.uuid4().hex, kinds[number % len(kinds)]
        while True:
            members = {"ply": state["ply"] + 1, "text": name} if kind == "move" else {"text": name}
            reply = server.send(cookie, game, state["seq"], identity, kind, **members)
            if reply.status == 200:
                taken.append((reply.json["seq"], name))
                state = {"seq": reply.json["seq"], "ply": state["ply"] + (kind == "move")}
                break
            assert reply.status in {409, 429}, reply.body
            if reply.status == 409:
                state = reply.json
            else:
                time.sleep(int(reply.headers["Retry-After"]) / 4)
    return taken


def in_threads(calls):
    """Make calls at the same time; return what they return."""
    found, wrong = [], []

    def run(call):
        try:
            found.append(call())
        except BaseException as raised:  # noqa: BLE001 - it is raised again below
            wrong.append(raised)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]
    return found


def journaled(server, game):
    """Return the number and the text of each event of a journal after its opening."""
    lines = map(json.loads, (server.folder / f"{game}.journal").read_text("utf-8").splitlines()[1:])
    return [(line["seq"], line["event"]["text"]) for line in lines]


def test_two_tabs(server):
    """Two tabs of one browser and another device write at once: what was acknowledged is there, once, and nothing else."""
    shared, other = server.enter(), server.enter()
    game = server.new(shared)
    names = [[f"{who}{number}" for number in range(10)] for who in "ABC"]
    found = in_threads(
        [
            lambda cookie=cookie, mine=mine: record(server, cookie, game, mine)
            for cookie, mine in zip((shared, shared, other), names, strict=True)
        ]
    )
    taken = sorted(itertools.chain.from_iterable(found))
    assert journaled(server, game) == taken
    assert [move["text"] for move in server.state(shared, game)["moves"]] == [name for _, name in taken]


def test_two_thousand_events(server):
    """2 000 events from twenty devices at ten tables, moves and remarks: lost 0, invented 0, in the order of their numbers."""
    cookies = [server.enter() for _ in range(20)]
    games = [server.new(cookie) for cookie in cookies[:10]]
    calls = [
        lambda cookie=cookie, game=games[place % 10], place=place: (
            game,
            record(
                server, cookie, game, [f"{place}-{number}" for number in range(100)], ("move", "note", "note", "note")
            ),
        )
        for place, cookie in enumerate(cookies)
    ]
    acknowledged = collections.defaultdict(list)
    for game, taken in in_threads(calls):
        acknowledged[game] += taken
    assert sum(map(len, acknowledged.values())) == 2_000
    for game in games:
        assert journaled(server, game) == sorted(acknowledged[game])
    server.kill()
    with served(server.folder) as again:
        assert [again.state(cookies[0], game)["seq"] for game in games] == [201] * 10


def test_a_device_has_three_streams(server):
    """A spectator's device has three streams; another device comes in all the same, and so do recorders, who have fifty."""
    recorder, spectator = server.enter(), server.enter("spectator")
    game = server.new(recorder)
    streams = [Stream(server, spectator, game) for _ in range(6)]
    assert [stream.status for stream in streams] == [200] * 3 + [429] * 3
    late, own = Stream(server, server.enter("spectator"), game), Stream(server, recorder, game)
    assert (late.status, own.status) == (200, 200)
    server.send(recorder, game, 0, "a", "move", ply=1, text="三03占")
    assert [[stream.state()["ply"] for _ in range(2)] for stream in (*streams[:3], late, own)] == [[0, 1]] * 5
    for stream in (*streams, late, own):
        stream.close()


def test_guesses_at_the_pin(server):
    """A device that guesses is stopped after five times, and so is who comes in anew to guess on; the arbiter is not."""
    recorder = server.enter()
    game = server.new(recorder, mode="official")
    path = f"/api/g/{game}/pin"

    def guess(cookie, pin="x"):
        return server.request("POST", path, {"pin": pin}, cookie).status

    assert [guess(recorder) for _ in range(8)] == [403] * 5 + [429] * 3
    # The right PIN is not taken either: a guess that is refused tells nothing.
    assert guess(recorder, server.told["pin"]) == 429
    crowd = [guess(cookie) for cookie in [server.enter() for _ in range(8)] for _ in range(5)]
    assert crowd.count(403) == 8 + 20 - 4
    assert guess(server.enter(), server.told["pin"]) == 200
    assert guess(server.enter("spectator"), server.told["pin"]) == 200


def test_clients_that_go_away_within_a_body(tmp_path):
    """Nothing is printed about a client that breaks off, or that sends no HTTP within a body, and the server goes on."""
    with served(tmp_path) as server:
        cookie = server.enter()
        game = server.new(cookie)
        for path in ("/api/games", f"/api/g/{game}/events", f"/api/g/{game}/pin", "/api/compare", "/api/dossier"):
            with socket.create_connection((server.host, server.port), 5) as link:
                head = f"POST {path} HTTP/1.1\r\nHost: {server.host}\r\nCookie: {cookie}\r\n"
                link.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
            with socket.create_connection((server.host, server.port), 5) as link:
                head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                link.sendall(f"{head}1\r\n".encode())
                time.sleep(0.05)
                link.sendall(b"{\r\nno number\r\n")
                assert link.recv(100) == b""
        assert server.state(cookie, game)["seq"] == 1
        assert server.stop() == ""


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="no limit can be set for another process here")
def test_idle_connections_and_few_descriptors(tmp_path):
    """Three times as many idle connections as there are descriptors keep nobody out, and nothing is printed about them."""
    with served(tmp_path, program=["prlimit", "--nofile=192:192"]) as server:
        cookie = server.enter()
        game = server.new(cookie)
        own = Stream(server, cookie, game)
        idle = [socket.create_connection((server.host, server.port), 5) for _ in range(600)]
        for base in range(1, 6):
            assert server.send(cookie, game, base, f"e{base}", "note", text="x").status == 200
        assert [own.state()["seq"] for _ in range(2)] == [1, 2]
        server.enter("spectator")
        assert len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) < 150
        own.close()
        for link in idle:
            link.close()
        assert server.stop() == ""


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="no limit can be set for another process here")
def test_too_few_descriptors(tmp_path):
    """With so few descriptors that not even files could be opened, nothing is served, and a line says why."""
    with pytest.raises(RuntimeError, match="ulimit -n"):
        served(tmp_path, program=["prlimit", "--nofile=100:100"]).__enter__()


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * 40_000 + b"\r\n",
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
        b"\r\n" * 1000,
    ],
)
def test_what_is_no_request(server, head):
    """A head that is too large, of two meanings or no HTTP at all gets no page, and the server goes on."""
    with socket.create_connection((server.host, server.port), 5) as link:
        answer = b""
        try:
            link.sendall(head)
            # A server that has hung up already leaves nothing to shut: Linux says ENOTCONN, which is no ConnectionError.
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_WR)
            while piece := link.recv(65536):
                answer += piece
        except (ConnectionError, TimeoutError):
            pass
    assert answer == b"" or answer.split(b" ")[1][:1] == b"4", answer[:200]
    assert server.request("GET", "/api/games", cookie=server.enter()).status == 200
