"""Official mode tells nobody what the rules say, at no address of the server, before the PIN is given or the game is closed."""

import http.client
import io

import pytest
import silence

pytest.importorskip("starlette")
pytest.importorskip("pypdf")
pytest.importorskip("reportlab")

import pypdf

from kifu.web.server.app import ServerApp
from kifu.web.server.credentials import Credentials
from kifu.web.server.sessions import Sessions

BODIES = {
    "/api/games": {"match": "GAME"},
    "/api/setup": {"game": "six"},
    "/api/compare": {"a": {"id": "GAME"}, "b": {"id": "GAME"}},
    "/api/dossier": {"a": {"id": "GAME"}},
    "/api/scan": {"sheets": []},
    "/api/scan/board": {"head": ["棋種：6面体"], "texts": []},
    "/api/scan/forget": {"player": "GAME"},
    "/api/scan/handwriting": {"sheets": []},
    "/api/scan/record": {"head": [], "plies": [], "ends": [], "confirmed": False},
    "/api/g/{name}/try": {"ply": 0, "moves": ["四04占"]},
    "/api/g/{name}/search": {"ply": 0, "moves": []},
    "/api/g/{name}/events": {"base": 1, "event": {"id": "old", "kind": "move", "ply": 9, "text": "四04占"}},
    "/api/g/{name}/pin": {"pin": "x"},
}
"""What is sent to each address that takes something. A new address has to be put here."""
OF_NO_GAME = frozenset({"/j/{token}", "/static/{name}"})
OF_EVERY_GAME = frozenset({"/api/catalogue", "/api/setup", "/api/g/{name}/look"})
"""The addresses whose answers depend on no move."""
TELLING = frozenset({f"/api/g/{{name}}/{part}" for part in ("state", "course", "stream")})
FILES = ("", ".kif", ".json", ".html", ".pdf?lang=en", ".pdf?side=second")
STREAMS = ("", "?delta=1", "?course=1")


def addresses(folder):
    """Return the method and the path of every address of the server, {name} standing for a game."""
    routes = ServerApp(Sessions(folder), Credentials(folder)).asgi_application(["x"])._inside.routes
    return {(method, route.path) for route in routes for method in route.methods - {"HEAD"}} - {
        ("GET", path) for path in OF_NO_GAME
    }


def asked(server, cookie, game, address, versions):
    """Yield what is answered at an address about a game, as text."""
    method, path = address
    place = path.replace("{name}", game)
    if path.endswith("stream"):
        for more in STREAMS:
            for since in {"", *versions}:
                yield streamed(server, cookie, f"{place}{more}{'&' if more else '?'}since={since}")
    elif method == "POST":
        yield server.request("POST", place, named(BODIES[path], game), cookie).body.decode()
    else:
        for file in FILES if path == "/g/{name}" else ("",):
            data = server.request("GET", place + file, cookie=cookie).body
            if data.startswith(b"%PDF"):
                yield "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)
            else:
                yield data.decode()


def named(value, game):
    """Return the body of a request about a game."""
    if isinstance(value, dict):
        return {name: named(member, game) for name, member in value.items()}
    return game if value == "GAME" else value


def streamed(server, cookie, place):
    """Return the first data of a stream."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    connection.request("GET", place, headers={"Cookie": cookie})
    answer = connection.getresponse()
    lines = iter(answer.readline, b"")
    found = next((line[6:].decode() for line in lines if line.startswith(b"data: ") or answer.status != 200), "")
    connection.close()
    return found


def test_official_mode_is_silent_everywhere(server, recorder, tmp_path):
    """No address tells a recorder or a spectator anything of three games; they tell the arbiter, and all once it is closed."""
    sentences, places = silence.told(), sorted(addresses(tmp_path))
    assert len(sentences) > 10
    unread = {path for method, path in places if method == "POST"} ^ set(BODIES)
    assert not unread, unread
    roles = {role: server.enter(role) for role in ("recorder", "spectator")}
    games = [server.new(recorder, mode="official", names=silence.NAMES, **opening) for opening, _ in silence.GAMES]
    for game, (_, moves) in zip(games, silence.GAMES, strict=True):
        parts = [f"/api/g/{game}/state", f"/api/g/{game}/course", "/api/hall"]
        versions = {server.request("GET", part, cookie=recorder).json["version"] for part in parts}
        for ply, text in enumerate(moves, start=1):
            assert server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=text).status == 200
        for role, cookie in roles.items():
            for place in places:
                for answer in asked(server, cookie, game, place, versions):
                    assert answer, place
                    found = silence.heard(answer, sentences, static=place[1] in OF_EVERY_GAME)
                    assert not found, (moves, role, place, found, answer[:300])
    for game in games:
        arbiter = server.enter("spectator")
        server.request("POST", f"/api/g/{game}/pin", {"pin": server.told["pin"]}, arbiter)
        assert speaks(server, arbiter, game, TELLING, sentences) == TELLING
        server.send(recorder, game, server.state(recorder, game)["seq"], "close", "close")
        telling = TELLING | {"/api/games", "/g/{name}"}
        assert speaks(server, roles["spectator"], game, telling, sentences) == telling


def speaks(server, cookie, game, paths, sentences):
    """Return those of the paths that tell a device something of a game."""
    told = {path: asked(server, cookie, game, ("GET", path), set()) for path in paths}
    return {path for path, answers in told.items() if any(silence.heard(answer, sentences) for answer in answers)}
