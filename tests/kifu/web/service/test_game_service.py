"""The game service: silent in official mode whoever asks, and answering alike under the server and under the page."""

import asyncio
import json
import re

import pytest
import silence
from rooms import Kept

from kifu.recording.submit_and_replay_events import Role
from kifu.web.service.game_service import ENDINGS, GameService
from kifu.web.service.requests_responses_and_ports import DirectExecutor, LocalClient, Request, json_response
from kifu.web.service.router import NoLimits, Route, Router
from kifu.web.standalone.browser_store import BrowserDocuments, BrowserStore
from kifu.web.standalone.page_router import PageRouter

BODIES = {
    "/api/games": {"match": "GAME"},
    "/api/setup": {"game": "six"},
    "/api/compare": {"a": {"id": "GAME"}, "b": {"id": "GAME"}},
    "/api/dossier": {"a": {"id": "GAME"}},
    "/api/g/{name}/try": {"ply": 0, "moves": ["四04占"]},
    "/api/g/{name}/events": {"base": 1, "event": {"id": "old", "kind": "move", "ply": 9, "text": "四04占"}},
}
"""What is sent on each route that takes something. A new route has to be put here."""
OF_EVERY_GAME = frozenset({"/api/catalogue", "/api/setup", "/api/g/{name}/look"})
TELLING = frozenset({"/api/games", "/api/hall", "/api/g/{name}/state", "/api/g/{name}/course", "/api/compare", "html"})
"""The routes that speak once a game is closed."""


class Service:
    """A service over a store in memory, asked through its own router."""

    def __init__(self, files=None):
        store = BrowserStore(Kept())
        store.journals.files.update(files or {})
        self.files = store.journals.files
        service = GameService(store, BrowserDocuments(store), DirectExecutor(), NoLimits(), paper=False)
        records = [Route("GET", f"/g/{{name}}.{ending}", self.record(service, ending)) for ending in sorted(ENDINGS)]
        self.router = Router([*service.routes(), *records], store, NoLimits())

    @staticmethod
    def record(service, ending):
        """Return the handler of the records with an ending."""
        return lambda request, name: service.record(request, name, ending)

    def ask(self, client, method, path, value=None):
        """Return a response."""
        return asyncio.run(self.router.handle(Request(method, path, value, client=client)))


def answers(service, client, game):
    """Yield each route and what it answers a client about a game."""
    for route in service.router.routes:
        value = json.loads(json.dumps(BODIES[route.path]).replace("GAME", game)) if route.body else None
        answer = service.ask(client, route.method, route.path.replace("{name}", game), value)
        yield route.path.rpartition(".")[2] if route.path.startswith("/g/") else route.path, answer


def test_official_mode_is_silent_at_the_service():
    """No route tells a recorder or a spectator what the rules say of three games; the arbiter and all others hear it in time."""
    recorder, spectator = LocalClient(), LocalClient(key="s", role=Role.SPECTATOR)
    sentences = silence.told()
    for opening, moves in silence.GAMES:
        service = Service()
        value = {"game": "six", "mode": "official", "names": silence.NAMES, **opening}
        game = json.loads(service.ask(recorder, "POST", "/api/games", value).text)["id"]
        events = f"/api/g/{game}/events"
        for ply, text in enumerate(moves, start=1):
            event = {"id": f"m{ply}", "kind": "move", "ply": ply, "text": text}
            assert service.ask(recorder, "POST", events, {"base": ply, "event": event}).status == 200
        for client in (recorder, spectator):
            for path, answer in answers(service, client, game):
                found = silence.heard(answer.body.decode("utf-8", "replace"), sentences, static=path in OF_EVERY_GAME)
                assert not found, (moves, client, path, found)
        arbiter = recorder._replace(arbiter=frozenset({game}))
        assert {"/api/g/{name}/state", "/api/g/{name}/course"} <= telling(service, arbiter, game, sentences)
        other = Service(service.files)  # what the routes above have opened is not closed
        event = {"id": "c", "kind": "close"}
        assert other.ask(recorder, "POST", events, {"base": len(moves) + 1, "event": event}).status == 200
        assert telling(other, recorder, game, sentences) >= TELLING


def telling(service, client, game, sentences):
    """Return the routes that tell a client something of a game."""
    found = ((path, answer.body.decode("utf-8", "replace")) for path, answer in answers(service, client, game))
    return {path for path, text in found if silence.heard(text, sentences)}


def test_spectators_write_nothing():
    """Each route that changes or compares something refuses a spectator before it looks at the request."""
    service = Service()
    writing = [route for route in service.router.routes if route.recorder is not None]
    assert {route.path for route in writing} == {"/api/games", "/api/compare", "/api/dossier", "/api/g/{name}/events"}
    for route in writing:
        answer = service.ask(LocalClient(role=Role.SPECTATOR), route.method, route.path.replace("{name}", "x"), {})
        assert (answer.status, json.loads(answer.text)["error"]) == (403, "spectator"), route.path


def test_checks_come_in_their_order():
    """Role, game, rate, body: what is refused reads nothing further; a request that changes nothing is given back."""
    done = []

    class Limits:
        def take(self, limit, _client):
            done.append(limit)
            return limit != "full"

        def give_back(self, limit, _client):
            done.append(f"-{limit}")

    async def body():
        done.append("body")
        return {}

    async def handler(_request, *_given):
        done.append("handler")
        return json_response({}, changed="x" if "change" in done else "")

    store = BrowserStore(Kept())
    router = Router([], store, Limits())

    def answer(route, *given):
        done.clear()
        return asyncio.run(router.answer(route, Request("POST", "/"), body, *given)).status, list(done)

    route = Route("POST", "/", handler, limits=("ask", "submit"), refund="submit", body=True)
    assert answer(route._replace(session=True), "nothing") == (404, [])
    assert answer(route._replace(limits=("ask", "full"))) == (429, ["ask", "full"])
    assert answer(route) == (200, ["ask", "submit", "body", "handler", "-submit"])
    assert answer(route._replace(limits=("change",))) == (200, ["change", "body", "handler"])


def test_both_adapters_have_all_routes_of_the_service(tmp_path):
    """Server and page answer each route of the service by the same handler."""
    routes = {(route.method, route.path): _handler(route) for route in Service().router.routes if "." not in route.path}
    assert len(routes) == 15
    for adapter in (_server(tmp_path).router, PageRouter(Kept())):
        own = {(route.method, route.path): _handler(route) for route in adapter.routes}
        assert {where: own.get(where) for where in routes} == routes, adapter


def _handler(route):
    return getattr(route.handler, "__qualname__", "")


def _server(folder):
    pytest.importorskip("starlette")
    from kifu.web.server.app import ServerApp  # noqa: PLC0415 - needs the extra
    from kifu.web.server.credentials import Credentials  # noqa: PLC0415
    from kifu.web.server.sessions import Sessions  # noqa: PLC0415

    return ServerApp(Sessions(folder), Credentials(folder))


async def _script(handle):
    """Return the answers to the requests of a game that is opened, recorded, tried, compared and closed."""
    found = []

    async def ask(method, path, value=None):
        answer = await handle(method, path, value)
        told = answer.body.decode()
        found.append((method, path, answer.status, json.loads(told) if answer.type == "application/json" else told))
        return found[-1][3]

    game = (await ask("POST", "/api/games", {"game": "six", "mode": "practice", "names": silence.NAMES}))["id"]
    for ply, text in ((1, "四04占"), (2, "四04占"), (2, "三03占")):
        event = {"id": f"m{ply}", "kind": "move", "ply": ply, "text": text}
        await ask("POST", f"/api/g/{game}/events", {"base": ply, "event": event})
    for path in ("state", "course", "look", "heat", "board", "to-correct"):
        await ask("GET", f"/api/g/{game}/{path}")
    await ask("POST", f"/api/g/{game}/try", {"ply": 0, "moves": ["四05占"]})
    await ask("POST", f"/api/g/{game}/try", {"ply": 0, "moves": ["?"]})
    await ask(
        "POST", f"/api/g/{game}/events", {"base": 0, "event": {"id": "s", "kind": "move", "ply": 1, "text": "四05占"}}
    )
    await ask("POST", f"/api/g/{game}/events", {"base": 3, "event": {"id": "c", "kind": "close"}})
    for path in ("/api/games", "/api/hall", "/api/catalogue", "/api/g/nothing/state"):
        await ask("GET", path)
    await ask("POST", "/api/setup", {"game": "six"})
    await ask("POST", "/api/games", {"game": "nothing", "mode": "record"})
    await ask("POST", "/api/compare", {"a": {"id": game}, "b": {"id": game}})
    return game, found


def test_both_adapters_answer_alike(tmp_path):
    """A scripted game has the same answers, but for ids, times, hashes, senders and the versions of documents."""

    async def by_the_server():
        site = _server(tmp_path)
        device = LocalClient("recorder:1", "k")

        async def handle(method, path, value):
            return await site.router.handle(Request(method, path, value, client=device))

        try:
            return await _script(handle)
        finally:
            site.close()

    async def by_the_page():
        page = PageRouter(Kept())
        return await _script(
            lambda method, path, value: page.handle(method, path, "" if value is None else json.dumps(value))
        )

    server, page = (_comparable(*asyncio.run(run())) for run in (by_the_server, by_the_page))
    assert len(server) == 21
    for one, other in zip(server, page, strict=True):
        assert one == other


def _comparable(game, found):
    """Return answers without what no two runs share."""
    unlike = {"version", "head", "hash", "time", "opened", "by", "clock", "sha256", "data"}

    def plain(value):
        if isinstance(value, dict):
            return {name.replace(game, "GAME"): plain(member) for name, member in value.items() if name not in unlike}
        if isinstance(value, list):
            return list(map(plain, value))
        return re.sub(r"[0-9a-f]{8,}", "#", value.replace(game, "GAME")) if isinstance(value, str) else value

    return [plain(list(each)) for each in found]
