"""The page without a server tells nobody what the rules say of an official game before it is closed."""

import asyncio
import json

import silence
from rooms import Asked, Kept

BODIES = {
    "POST /api/explorer/clear": {},
    "POST /api/compare": {"a": {"id": "GAME"}, "b": {"id": "GAME"}},
    "POST /api/dossier": {"a": {"id": "GAME"}},
    "POST /api/games": {"match": "GAME"},
    "POST /api/setup": {"game": "six"},
    "POST events": {"base": 1, "event": {"id": "old", "kind": "move", "ply": 9, "text": "四04占"}},
    "POST pin": {"pin": "1"},
    "POST try": {"ply": 0, "moves": ["四04占"]},
    "POST search": {"ply": 0, "moves": []},
}
OF_A_FILE = frozenset(
    f"POST /api/{name}"
    for name in (
        "verify",
        "repair",
        "readings",
        "reconcile",
        "page",
        "doubts",
        "file",
        "explorer/take",
        "explorer/judge",
        "puzzles",
        "link",
        "link/record",
        "link/code",
        "share",
    )
)
"""What is asked about a file that somebody has: it is no game of the device."""
OF_EVERY_GAME = frozenset({"GET /api/catalogue", "POST /api/setup", "look"})


def places(ask):
    """Yield each place where the page can ask: what it is, and the method and the path, with GAME for a game."""
    for route in ask.router.routes:
        path = f"{route.method} {route.path}"
        if path in OF_A_FILE or "/api/rules/" in path:
            continue
        where = route.path.replace("{name}", "GAME")
        if where.startswith("/g/"):
            for ending in ("kif", "json", "html", "journal", "pdf"):
                yield ending, "GET", f"/g/GAME.{ending}"
        elif "GAME" not in where:
            yield path, route.method, where
        else:
            what = where.rpartition("/")[2]
            yield f"POST {what}" if route.method == "POST" else what, route.method, where


def test_official_mode_is_silent_on_the_page():
    """Nothing is told by any path of three games; what they hold is told by the same paths once they are closed."""
    ask, sentences = Asked(Kept()), silence.told()
    asked = list(places(ask))
    assert {what for what, method, _ in asked if method == "POST"} <= set(BODIES)
    assert len(asked) > 20
    for opening, moves in silence.GAMES:
        value = {"game": "six", "mode": "official", "names": silence.NAMES, **opening}
        name = ask("POST", "/api/games", value)[1]["id"]
        for ply, text in enumerate(moves, start=1):
            event = {"id": f"m{ply}", "kind": "move", "ply": ply, "text": text}
            assert ask("POST", f"/api/g/{name}/events", {"base": ply, "event": event})[0] == 200
        for what, method, path in asked:
            found = silence.heard(said(ask, what, method, path, name), sentences, static=what in OF_EVERY_GAME)
            assert not found, (moves, what, method, found)
        other = Asked(Kept())
        other.router.store.journals.files = dict(ask.router.store.journals.files)
        close = {"base": len(moves) + 1, "event": {"id": "c", "kind": "close"}}
        assert other("POST", f"/api/g/{name}/events", close)[0] == 200
        telling = {
            what for what, method, path in asked if silence.heard(said(other, what, method, path, name), sentences)
        }
        assert {"state", "course", "html", "GET /api/games", "GET /api/hall", "POST /api/compare"} <= telling, moves


def said(ask, what, method, path, name):
    """Return what is answered at a place about a game, as text."""
    body = BODIES.get(f"{method} {what}", BODIES.get(what, {}))
    text = json.dumps(body).replace("GAME", name) if method == "POST" else ""
    answer = asyncio.run(ask.router.handle(method, path.replace("GAME", name), text))
    return answer.text or answer.data.decode("utf-8", "replace")
