"""A client that knows the server's contract alone: plain HTTP, no code of the table."""

import os
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from each import each
from served import served
from strangers import Stranger

pytest.importorskip("starlette")

MOVES = ("三03占", "六03領", "一03占", "二04領", "七02占", "四07領", "五04占", "七06領")
"""The first moves of a game of 6面体."""
ILLEGAL = "三03領"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve a new folder."""
    with served(tmp_path_factory.mktemp("stranger")) as running:
        yield running


@pytest.fixture(scope="module")
def one(server):
    """Return a recorder."""
    return Stranger(server.told["recorder"])


@pytest.fixture(scope="module")
def other(server):
    """Return a second recorder."""
    return Stranger(server.told["recorder"])


def test_the_addresses(server, one):
    """The first line names them; each exchanges its token for a strict cookie that no script can read."""
    assert set(server.told) >= {"recorder", "spectator", "pin"}
    assert "httponly" in one.set_cookie
    assert "samesite=strict" in one.set_cookie
    assert server.told["recorder"].rsplit("/", 1)[1] not in one.cookie


@pytest.mark.parametrize("base", ["zero", "seq"])
def test_the_first_move(one, base):
    """A client that has seen nothing sends 0 for a new game; one that has asked sends what it was told."""
    game = one.new()
    first = 0 if base == "zero" else one.state(game)["seq"]
    status, body = one.send(game, first, "move", ply=1, text=MOVES[0])
    assert (status, body["status"]) == (200, "taken")
    assert set(body) == {"seq", "head", "status"}
    state = one.state(game)
    assert (state["seq"], state["head"], state["ply"]) == (body["seq"], body["head"], 1)
    assert one.send(game, 0, "move", ply=2, text=MOVES[1])[0] == 409


def test_two_recorders(one, other):
    """Known, a confirmation, and a conflict, whose answer has the members of the state."""
    game = one.new()
    seen = one.state(game)["seq"]
    _, taken = one.send(game, seen, "move", "same id", ply=1, text=MOVES[0])
    for base in (seen, taken["seq"], 999):
        assert one.send(game, base, "move", "same id", ply=1, text=MOVES[0]) == (200, {**taken, "status": "known"})
    status, agreed = other.send(game, seen, "move", ply=1, text=MOVES[0])
    assert (status, agreed["status"]) == (200, "agree")
    status, stale = other.send(game, seen, "move", ply=1, text=MOVES[2])
    state = one.state(game)
    assert status == 409
    assert {key: stale[key] for key in state} == state == stale["state"]
    assert [move["text"] for move in state["moves"]] == [MOVES[0]]


@each("ply", [1, 3, 0, -1, None, "2"])
def test_another_ply(one, ply):
    """A ply that is not the next takes nothing."""
    game = one.new()
    one.move(game, MOVES[0])
    before = one.state(game)
    assert one.send(game, before["seq"], "move", ply=ply, text=MOVES[1])[0] in {409, 422}
    assert one.state(game) == before


@each("identity", ["a", "é 一 \u202e", "x" * 200, '"\\\n\x00'])
def test_ids(one, identity):
    """The id of an event is any string."""
    game = one.new()
    assert one.send(game, 0, "move", identity, ply=1, text=MOVES[0])[1]["status"] == "taken"
    assert one.send(game, 0, "move", identity, ply=1, text=MOVES[0])[1]["status"] == "known"


@each("identity", [5, ["a"], "x" * 201, "\ud800"])
def test_what_is_no_id(one, identity):
    """What is no string, or too long, is refused; so is half a character, which no file can hold."""
    assert one.send(one.new(), 0, "move", identity, ply=1, text=MOVES[0])[0] == 422


@each("text", ["a\nb", "a\x07", "x" * 201, "a\x00", "a\x1b[31m", "\ud800", "a\u2028b", "a\u202eb", "", 7])
def test_a_text_that_no_record_has(one, text):
    """Such a move takes nothing."""
    game = one.new()
    before = one.state(game)
    assert one.send(game, 0, "move", ply=1, text=text)[0] == 422
    assert one.state(game) == before


def test_after_an_illegal_move(one):
    """It is taken and marked. What follows is kept as text and not played, until it is taken back."""
    game = one.new()
    one.move(game, MOVES[0])
    played = one.state(game)["position"]
    for text in (ILLEGAL, MOVES[1], "!?"):
        one.move(game, text)
    state = one.state(game)
    assert [move["text"] for move in state["moves"]] == [MOVES[0], ILLEGAL, MOVES[1], "!?"]
    assert [move["legal"] for move in state["moves"]][:2] == [True, False]
    assert state["moves"][1]["article"].startswith("six.")
    assert {**state["position"], "turn": None} == {**played, "turn": None}
    for _ in range(3):
        assert one.send(game, one.state(game)["seq"], "undo")[1]["status"] == "taken"
    one.move(game, MOVES[1])
    assert [move["legal"] for move in one.state(game)["moves"]] == [True, True]


def test_official_mode(server, one, other):
    """Nothing is judged for anybody until the PIN; then for the device that gave it, and for all when the game is closed."""
    game = one.new("official")
    for text in (MOVES[0], ILLEGAL, MOVES[1]):
        one.move(game, text)
    silent = {"legal", "article", "message"}
    state = one.state(game)
    assert not any(silent & set(move) for move in state["moves"])
    assert not {"choices", "ending"} & set(state)
    assert one.json("POST", f"/api/g/{game}/pin", {"pin": "wrong"})[0] == 403
    assert one.json("POST", f"/api/g/{game}/pin", {"pin": server.told["pin"]})[0] == 200
    assert one.state(game)["moves"][1]["legal"] is False
    assert not any(silent & set(move) for move in other.state(game)["moves"])
    one.send(game, one.state(game)["seq"], "close")
    assert other.state(game)["moves"][1]["legal"] is False


def test_choices_in_practice_mode_only(one):
    """Each choice is a move that is then legal."""
    assert "choices" not in one.state(one.new())
    game = one.new("practice")
    choice = one.state(game)["choices"][5]
    one.move(game, choice["text"])
    assert one.state(game)["moves"][0]["legal"] is True


@each(
    ("body", "kind", "status"),
    [
        (b'{"base": 0, "event": "' + b"x" * 65536 + b'"}', "application/json", 413),
        (b"base=0", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/plain", 415),
        (b"{", "application/json", 422),
        (b'{"base":0,"base":0,"event":{"id":"a","kind":"note","text":"x"}}', "application/json", 422),
        (b'{"base":NaN,"event":{"id":"a","kind":"note","text":"x"}}', "application/json", 422),
        (b'{"base":1e400,"event":{"id":"a","kind":"note","text":"x"}}', "application/json", 422),
        (b'{"base":' + b"9" * 5000 + b',"event":{"id":"a","kind":"note","text":"x"}}', "application/json", 422),
        (b'{"base":0,"event":' + b"[" * 30000 + b"]" * 30000 + b"}", "application/json", 422),
        (b'{"base":0,"event":' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}", "application/json", 422),
    ],
)
def test_bodies(one, body, kind, status):
    """A body that is too large, of another kind, or of two meanings takes nothing."""
    game = one.new()
    before = one.state(game)
    assert one.ask("POST", f"/api/g/{game}/events", body, Content_Type=kind)[0] == status
    assert one.state(game) == before


@each("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_other_methods(one, method):
    """Other methods do nothing, and are answered with the same headers."""
    status, headers, _ = one.ask(method, "/api/games")
    assert status in {403, 405, 415}
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_files(server, one):
    """The journal and the record have the id as their name; the addresses give the record."""
    game = one.new()
    one.move(game, MOVES[0])
    lines = (server.folder / f"{game}.journal").read_text("utf-8").splitlines()
    assert len(lines) == one.state(game)["seq"]
    record = (server.folder / f"{game}.kif").read_bytes()
    status, _, body = one.ask("GET", f"/g/{game}.kif")
    assert (status, body) == (200, record)
    assert one.json("GET", f"/g/{game}.json")[0] == 200
    assert MOVES[0] in one.ask("GET", f"/g/{game}.html")[2].decode()
    assert game in [item["id"] for item in one.json("GET", "/api/games")[1]["games"]]


def test_killed_with_a_torn_line(tmp_path):
    """Each acknowledged move is there after SIGKILL and half a line behind it; tokens and cookies still hold."""
    with served(tmp_path) as first:
        one = Stranger(first.told["recorder"])
        game = one.new()
        heads = [one.move(game, text)["head"] for text in MOVES]
        first.kill()
    with (tmp_path / f"{game}.journal").open("ab") as file:
        file.write(b'{"by":"recorder:x","event":{"id":"to')
    with served(tmp_path) as again:
        assert [urlsplit(again.told[role]).path for role in ("recorder", "spectator")] == [
            urlsplit(first.told[role]).path for role in ("recorder", "spectator")
        ]
        one.port = urlsplit(again.told["recorder"]).port
        state = one.state(game)
        assert [move["text"] for move in state["moves"]] == list(MOVES)
        assert state["head"] == heads[-1]
        one.move(game, "六06領" if state["turn"] == "second" else "六06占")


def test_a_record_without_a_journal(tmp_path):
    """It is listed and can be looked at; nothing can be added. Its name, a link and a pipe lead nowhere."""
    sample = (Path(__file__).parents[4] / "samples/six/cp932.kif").read_bytes()
    (tmp_path / "<b>一 局.kif").write_bytes(sample)
    (tmp_path / "two.kif").write_bytes(sample + b"\n" + sample)
    (tmp_path / "link.kif").symlink_to("/etc/passwd")
    (tmp_path / "link.journal").symlink_to("/etc/passwd")
    for name in ("pipe.kif", "pipe.journal"):
        os.mkfifo(tmp_path / name)
    with served(tmp_path) as server:
        one = Stranger(server.told["recorder"])
        listed = {item["file"]: item for item in one.json("GET", "/api/games")[1]["games"]}
        assert sorted(listed) == ["<b>一 局.kif", "two.kif"]
        assert all(item["readonly"] for item in listed.values())
        assert listed["two.kif"]["error"] == "not-one-game"
        game = listed["<b>一 局.kif"]["id"]
        assert (len(one.state(game)["moves"]), listed["<b>一 局.kif"]["game"]) == (52, "six")
        assert one.ask("GET", f"/g/{game}.kif")[2] == sample
        assert one.ask("GET", f"/g/{game}/view")[0] == 200
        assert one.send(game, one.state(game)["seq"], "comment", ply=0, text="x")[0] == 422
        assert one.ask("GET", "/g/link.kif")[0] == 404
        assert one.ask("GET", f"/g/{quote('<b>一 局.kif')}")[0] == 404
    assert (tmp_path / "<b>一 局.kif").read_bytes() == sample
