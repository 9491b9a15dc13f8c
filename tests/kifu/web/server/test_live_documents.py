"""Watching costs little: streams tell what has changed, each version is made once, and who knows one is told nothing twice."""

import http.client
import json
import random

import pytest
from tables import patched

pytest.importorskip("starlette")

from served import HOST

from kifu.core import games


class Watcher:
    """A stream that is open; its events come one by one as name, data and id."""

    def __init__(self, server, cookie, path, **headers):
        self.connection = http.client.HTTPConnection(HOST, server.port, timeout=20)
        self.connection.request("GET", path, headers={"Cookie": cookie, **headers})
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200
        self.bytes = 0

    def event(self):
        """Return the next event."""
        told = {}
        while line := self.answer.readline():
            self.bytes += len(line)
            name, colon, value = line.decode().rstrip("\n").partition(": ")
            if colon and name:
                told[name] = value
            elif not line.strip() and "data" in told:
                return told["event"], json.loads(told["data"]), told.get("id")
        raise EOFError

    def close(self):
        """Go away."""
        self.connection.close()


def without_version(document):
    """Return a document without the name of its version."""
    return {name: value for name, value in document.items() if name != "version"}


def test_a_watcher_is_told_what_changes(server, recorder):
    """Of the state, of the course and of the hall: the changes make what the server gives as a whole."""
    game = server.new(recorder, clock={"kind": "sudden", "main": 600})
    of_game = f"/api/g/{game}"
    paths = {f"{of_game}/state": f"{of_game}/stream?delta=1&", f"{of_game}/course": f"{of_game}/stream?course=1&"}
    for what, (path, stream) in enumerate([*paths.items(), ("/api/hall", "/api/hall/stream?")]):
        known = server.request("GET", path, cookie=recorder).json
        watcher = Watcher(server, recorder, f"{stream}since={known['version']}")
        base = server.state(recorder, game)["seq"]
        reply = server.send(recorder, game, base, f"{what}-move", "move", ply=base, text=f"一0{base}占")
        assert reply.status == 200, reply.body
        name, changes, version = watcher.event()
        now = server.request("GET", path, cookie=recorder).json
        assert (name, version) == ("delta", now["version"]), what
        assert patched(without_version(known), changes) == without_version(now), what
        watcher.close()


def test_who_comes_back_is_told_what_was_missed(server, recorder):
    """A browser says which event it has seen last; who has seen none, or one that is not known, gets the whole."""
    game = server.new(recorder)
    path = f"/api/g/{game}/stream?course=1"
    first = Watcher(server, recorder, path)
    name, known, version = first.event()
    assert (name, known["ply"]) == ("state", 0)
    first.close()
    for ply in (1, 2):
        server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=f"一0{ply}占")
        server.request("GET", f"/api/g/{game}/course", cookie=recorder)
    again = Watcher(server, recorder, path + "&since=unknown", **{"Last-Event-ID": version})
    for ply in (1, 2):
        name, changes, _ = again.event()
        known = patched(known, changes)
        assert (name, known["ply"], len(known["steps"])) == ("delta", ply, ply + 1)
    again.close()
    for since in ("unknown", "", f"{version}9", "x-0"):
        other = Watcher(server, recorder, f"{path}&since={since}")
        name, whole, _ = other.event()
        assert (name, whole["ply"]) == ("state", 2), since
        other.close()


def test_a_device_with_the_pin_sees_more_at_once(server):
    """The stream of an official game goes on with the verdict when the arbiter has given the PIN."""
    arbiter, recorder = server.enter("spectator"), server.enter()
    game = server.new(recorder, mode="official")
    for ply, text in enumerate(["四04占", "一01領", "四04-四07占"], start=1):
        server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=text)
    watchers = [Watcher(server, cookie, f"/api/g/{game}/stream?course=1") for cookie in (arbiter, recorder)]
    assert [watcher.event()[1]["silent"] for watcher in watchers] == [True, True]
    assert server.request("POST", f"/api/g/{game}/pin", {"pin": server.told["pin"]}, arbiter).status == 200
    name, seen, _ = watchers[0].event()
    assert (name, seen["silent"], seen["verdict"]["status"]) == ("state", False, "ILLEGAL")
    name, changes, _ = watchers[1].event()
    assert name == "delta"
    assert not any(path[0] == "verdict" for path, *_ in changes)
    for watcher in watchers:
        watcher.close()


def moves_of(name, plies, seed=2):
    """Return the moves of a random game."""
    draw, game = random.Random(seed), games.load(name)
    position, moves = game.start(), []
    while len(moves) < plies:
        move = draw.choice(list(game.legal_moves(position)))
        moves.append(game.spell(move))
        position = game.play_legal(position, move)
    return moves


def test_many_viewers_of_a_long_game_cost_little(server):
    """Fifty viewers of a game are told a ply with less than 100 kB, all together."""
    recorder = server.enter()
    game = server.new(recorder, game="king")
    *begun, last = moves_of("king", 61)
    for ply, text in enumerate(begun, start=1):
        while server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=text).status == 429:
            pass
    version = server.request("GET", f"/api/g/{game}/course", cookie=recorder).json["version"]
    devices = [server.enter("spectator") for _ in range(17)]
    path = f"/api/g/{game}/stream?course=1&since={version}"
    watchers = [Watcher(server, devices[number // 3], path) for number in range(50)]
    server.send(recorder, game, 61, "last", "move", ply=61, text=last)
    assert {watcher.event()[0] for watcher in watchers} == {"delta"}
    assert sum(watcher.bytes for watcher in watchers) < 100_000
    for watcher in watchers:
        watcher.close()


def test_answers_are_compressed_where_a_client_takes_it(server, recorder):
    """A course, a look and a module are sent compressed to a browser, and as they are to others; a stream never is."""
    game = server.new(recorder)
    for path in (f"/api/g/{game}/look", "/static/words.js"):
        plain = server.request("GET", path, cookie=recorder)
        packed = server.request("GET", path, cookie=recorder, Accept_Encoding="gzip")
        assert plain.headers["Content-Encoding"] is None
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.body) * 2 < len(plain.body), path
    watcher = Watcher(server, recorder, f"/api/g/{game}/stream?course=1", **{"Accept-Encoding": "gzip"})
    assert watcher.answer.headers["Content-Encoding"] is None
    assert watcher.event()[0] == "state"
    watcher.close()
