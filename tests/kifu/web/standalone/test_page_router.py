"""What answers the page: the contract of `kifu serve`, kept in a store of the device."""

import asyncio
import base64
import os
import subprocess
import sys

import pytest
from repository import ROOT
from rooms import Asked, Kept

from kifu.web.standalone import build

GAMES = ("ace", "king", "master", "rengo", "six")


@pytest.fixture
def store():
    """Return an empty store."""
    return Kept()


@pytest.fixture
def ask(store):
    """Return a room over the store."""
    return Asked(store)


def opened(ask, game="six", mode="practice"):
    """Open a game and return its id."""
    status, body = ask("POST", "/api/games", {"game": game, "mode": mode})
    assert status == 201
    return body["id"]


def move(ask, game, written, base, identity=None):
    """Send a move, a ply and its text."""
    ply, text = written
    event = {"id": identity or f"m{ply}", "kind": "move", "ply": ply, "text": text}
    return ask("POST", f"/api/g/{game}/events", {"base": base, "event": event})


def test_a_game_is_recorded_and_read_again(ask, store):
    """Every game is opened, played by its first choices, and stands there again for another tab, with the same head."""
    for game in GAMES:
        name = opened(ask, game)
        for ply in range(1, 4):
            state = ask("GET", f"/api/g/{name}/state")[1]
            status, taken = move(ask, name, (ply, state["choices"][0]["text"]), state["seq"])
            assert (status, taken["status"]) == (200, "taken"), game
        again = Asked(store)("GET", f"/api/g/{name}/state")[1]
        assert (again["ply"], again["head"]) == (3, taken["head"]), game
        for path in ("look", "course", "heat", "board", "to-correct"):
            assert ask("GET", f"/api/g/{name}/{path}")[0] == 200, game
        tried = ask("POST", f"/api/g/{name}/try", {"ply": 0, "moves": []})
        assert (tried[0], bool(tried[1]["choices"])) == (200, True), game
        assert ask("GET", f"/api/g/{name}/chances")[1]["error"] == "no-chances"
        for ending in ("kif", "json", "html", "journal"):
            status, file = ask("GET", f"/g/{name}.{ending}")
            assert status == 200, game
            assert file.data, game
            assert file.name == f"{name}.{ending}"
    assert len(ask("GET", "/api/games")[1]["games"]) == len(GAMES)
    assert len(ask("GET", "/api/hall")[1]["order"]) == len(GAMES)


def test_an_event_is_known_stale_or_a_confirmation(ask):
    """The same id is known, an old base is stale and comes with the state, the same move on an old base agrees."""
    name = opened(ask, mode="record")
    assert move(ask, name, (1, "四04占"), 1)[1]["status"] == "taken"
    assert move(ask, name, (1, "四04占"), 1)[1]["status"] == "known"
    assert move(ask, name, (1, "四04占"), 1, "other")[1]["status"] == "agree"
    status, body = move(ask, name, (1, "四05占"), 1, "third")
    assert status == 409
    assert body["state"]["ply"] == 1


def test_what_cannot_be_written_is_not_taken(ask, store):
    """On a full device the answer is 507 and says so, nothing is taken, and the same event is taken when there is room again."""
    name = opened(ask)
    before = dict(store.files)
    store.full = True
    status, body = move(ask, name, (1, "四04占"), 1)
    assert (status, body["error"]) == (507, "not-recorded")
    assert body["message"]["ja"] == "記録できていません: 空きがありません"
    assert ask("POST", "/api/games", {"game": "six", "mode": "record"})[0] == 507
    assert store.files == before
    store.full = False
    assert move(ask, name, (1, "四04占"), 1)[1]["status"] == "taken"


def test_another_tab_is_seen(ask, store):
    """What another tab has written is known before the next answer, and an event on the old base is stale."""
    name = opened(ask)
    other = Asked(store)
    assert move(other, name, (1, "四04占"), 1, "theirs")[0] == 200
    assert move(ask, name, (1, "四05占"), 1, "mine")[0] == 409
    assert ask("GET", f"/api/g/{name}/state")[1]["moves"][0]["text"] == "四04占"


def test_a_torn_line_is_set_aside(ask, store):
    """A last line that was cut off is kept under another name; the game goes on from the whole lines."""
    name = opened(ask)
    move(ask, name, (1, "四04占"), 1)
    whole = store.files[name]
    store.files[name] = whole + b'{"by":"page","ev'
    again = Asked(store)
    assert again("GET", f"/api/g/{name}/state")[1]["ply"] == 1
    assert (store.files[name], store.torn) == (whole, [b'{"by":"page","ev'])
    store.files[name] = whole[:-1]  # only the line end is missing
    assert Asked(store)("GET", f"/api/g/{name}/state")[1]["ply"] == 1
    assert store.files[name] == whole


def test_a_device_that_keeps_or_gives_nothing_says_so(ask, store):
    """A cut-off line that cannot be set aside stops its game alone, until there is room; a store that gives nothing is named."""
    name, good = opened(ask), opened(ask)
    store.files[name] += b'{"by"'
    store.full = True
    again = Asked(store)
    listed = {game["id"]: game for game in again("GET", "/api/games")[1]["games"]}
    assert (listed[name]["error"], listed[good]["ply"]) == ("cannot-open", 0)
    assert listed[name]["message"]["en"] == "the records of this device cannot be opened: no space left"
    assert again("GET", f"/api/g/{name}/state")[0] == 507
    assert again("GET", f"/api/g/{good}/state")[0] == 200
    store.full = False
    assert again("GET", f"/api/g/{name}/state")[0] == 200
    store.broken = True
    status, body = Asked(store)("GET", "/api/games")
    assert (status, body["error"]) == (507, "cannot-open")
    assert body["message"]["ja"] == "この端末の記録を開けません: broken"


def test_names_of_variant_files_that_can_be_no_files(ask):
    """What comes beside a record may have any name: none of them is a path, and none raises anything."""
    for name in ("", "..", "../x.toml", "a\0.toml", "x" * 5000 + ".toml", "\ud800.toml", "/etc/x.toml"):
        beside = {name: "x", "good.toml": "y"}
        assert ask("POST", "/api/verify", {"name": "a.kif", "beside": beside}, b"x")[0] in {200, 422}, name


def test_a_damaged_journal_says_so(ask, store):
    """A journal that was changed in the middle is listed with its place, and takes nothing; the others go on."""
    name, good = opened(ask), opened(ask)
    move(ask, name, (1, "四04占"), 1)
    store.files[name] = store.files[name].replace("四04占".encode(), "四05占".encode())
    again = Asked(store)
    status, body = again("GET", f"/api/g/{name}/state")
    assert (status, body["error"], body["line"]) == (507, "damaged-journal", 2)
    listed = {game["id"]: game for game in again("GET", "/api/games")[1]["games"]}
    assert listed[name]["error"] == "damaged-journal"
    assert listed[good]["ply"] == 0
    assert move(again, name, (2, "四05占"), 2)[0] == 507


def test_an_official_game_is_silent(ask):
    """Nothing is said of a move before the game is closed; no PIN opens it; it can be compared afterwards."""
    name = opened(ask, mode="official")
    move(ask, name, (1, "四04占"), 1)
    move(ask, name, (2, "四04占"), 2)
    state = ask("GET", f"/api/g/{name}/state")[1]
    assert "legal" not in state["moves"][1]
    assert ask("POST", f"/api/g/{name}/pin", {"pin": "123456"})[0] == 403
    assert ask("POST", "/api/compare", {"a": {"id": name}, "b": {"id": name}})[1]["error"] == "silent"
    ask("POST", f"/api/g/{name}/events", {"base": 3, "event": {"id": "c", "kind": "close"}})
    assert ask("GET", f"/api/g/{name}/state")[1]["moves"][1]["legal"] is False
    assert ask("POST", "/api/compare", {"a": {"id": name}, "b": {"id": name}})[1]["verdict"] == "identical"


def test_files_are_judged_and_shown():
    """A file gets its verdict in words, and a game that the viewer shows; what cannot be shown is said to be so."""
    ask = Asked(Kept())
    data = "棋種：6面体\n規則：six/1\n手数----指手---------\n1 四04占\n2 四04占\n".encode()
    status, body = ask("POST", "/api/file", {"name": "a.kif"}, data)
    assert status == 200
    assert (body["verdicts"][0]["status"], body["verdicts"][0]["fault"]["ply"]) == ("ILLEGAL", 2)
    assert ask("GET", f"/api/g/{body['view']}/course")[0] == 200
    assert ask("GET", f"/g/{body['view']}.kif")[0] == 200
    assert "<svg" in ask("POST", "/api/page", {"name": "a.kif", "language": "en"}, data)[1].data.decode()
    doubts = ask("POST", "/api/doubts", {"name": "a.kif"}, data)[1]
    assert doubts[0]["sought"]
    assert doubts[0]["slips"]
    encoded = base64.b64encode(data).decode()
    assert ask("POST", "/api/verify", {"name": "a.kif", "data": encoded})[1][0]["status"] == "ILLEGAL"
    assert ask("POST", "/api/file", {"name": "b.kif"}, b"\xff\x00\x01")[1]["view"] is None


def test_a_dossier_is_made_without_paper(ask):
    """The dossier of a game is a ZIP file that has no PDF; its list of digests names none."""
    name = opened(ask)
    move(ask, name, (1, "四04占"), 1)
    status, file = ask("POST", "/api/dossier", {"a": {"id": name}})
    assert status == 200
    assert file.name.endswith(".zip")
    assert b"dossier/a.kif" in file.data
    assert b"dossier/journal.journal" in file.data
    assert b"dossier.pdf" not in file.data


def test_whatever_is_asked_is_answered(ask):
    """What is no path, no JSON, no game or no move is refused in both languages, and nothing is raised."""
    name = opened(ask)
    asked = [
        (404, "GET", "/api/nothing", None),
        (404, "GET", "/api/g/nothing/state", None),
        (404, "GET", "/g/../etc.kif", None),
        (422, "POST", "/api/games", {"game": "no-such-game", "mode": "record"}),
        (422, "POST", "/api/games", [1]),
        (
            422,
            "POST",
            f"/api/g/{name}/events",
            {"base": 1, "event": {"id": "x", "kind": "move", "ply": 1, "text": "a\x00"}},
        ),
        (422, "POST", "/api/compare", {"a": {"id": "nothing"}, "b": {"id": name}}),
        (422, "POST", "/api/verify", {"name": "x", "data": "?"}),
        (501, "GET", f"/g/{name}.pdf?lang=ja", None),
    ]
    for status, method, path, value in asked:
        found, body = ask(method, path, value)
        assert found == status, path
        assert body["message"]["ja"], path
        assert body["message"]["en"], path
    assert asyncio.run(ask.router.handle("POST", "/api/games", '{"game":"six","game":"ace"}')).status == 422


def test_a_game_whose_journal_is_erased_goes_on(ask, store):
    """The game on the table stays when the browser's data is erased: its next event writes the whole journal, also at a second try."""
    name = opened(ask)
    move(ask, name, (1, "四04占"), 1)
    before = store.files.pop(name)
    assert ask("GET", f"/api/g/{name}/state")[1]["ply"] == 1
    store.full = True
    assert move(ask, name, (2, "一01領"), 2)[0] == 507
    store.full = False
    assert move(ask, name, (2, "一01領"), 2)[1]["status"] == "taken"
    assert store.files[name].startswith(before)
    assert Asked(store)("GET", f"/api/g/{name}/state")[1]["ply"] == 2


def test_a_link_names_the_variant_file_that_it_does_not_carry(ask):
    """Who hands on a record is told that its rules are in another file."""
    for rules, variants in (("my-king.toml last=must", ["my-king.toml"]), ("king/1", [])):
        record = f"棋種：ユニオンキング\n規則：{rules}\n手数----\n".encode()
        assert ask("POST", "/api/link", {}, record)[1]["variants"] == variants


WITH_PACKED_FILES = """
import sys
sys.modules |= dict.fromkeys(["numpy", "numba", "click", "pandas"])  # no package is in the browser
from rooms import Asked, Kept
import kifu
assert kifu.__file__.startswith(sys.argv[1]), kifu.__file__
for game in sys.argv[2:]:
    ask = Asked(Kept())
    name = ask("POST", "/api/games", {"game": game, "mode": "practice"})[1]["id"]
    state = ask("GET", f"/api/g/{name}/state")[1]
    event = {"id": "m1", "kind": "move", "ply": 1, "text": state["choices"][0]["text"]}
    assert ask("POST", f"/api/g/{name}/events", {"base": state["seq"], "event": event})[0] == 200, game
    for path in ("look", "course", "heat", "board", "to-correct"):
        assert ask("GET", f"/api/g/{name}/{path}")[0] == 200, (game, path)
    for ending in ("kif", "json", "html", "journal"):
        assert ask("GET", f"/g/{name}.{ending}")[0] == 200, (game, ending)
"""
"""A script that records and looks at games; its arguments are a folder and the games."""


def test_the_packed_files_are_enough(tmp_path):
    """Every game is recorded and looked at with the files of the archive alone, without a package."""
    for inside, data in build._program_files():
        (tmp_path / inside).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / inside).write_bytes(data)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "tests/support")])
    command = [sys.executable, "-c", WITH_PACKED_FILES, str(tmp_path), *GAMES]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
