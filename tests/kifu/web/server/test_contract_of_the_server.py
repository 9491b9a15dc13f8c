"""The contract of the server, over plain HTTP."""

import http.client
import io
import json
import time

import pypdf
import pytest
from served import HOST, served

pytest.importorskip("starlette")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve an empty folder."""
    with served(tmp_path_factory.mktemp("tables") / "new") as running:
        yield running


@pytest.fixture(scope="module")
def recorder(server):
    """Return the cookie of a recorder."""
    return server.enter()


@pytest.fixture(scope="module")
def spectator(server):
    """Return the cookie of a spectator."""
    return server.enter("spectator")


def test_a_move_is_taken_known_confirmed_or_stale(server, recorder):
    """The four answers to a move, with the number and the hash of its line."""
    game = server.new(recorder)
    taken = server.send(recorder, game, 1, "a", "move", ply=1, text="四04占")
    assert (taken.status, taken.json["seq"], taken.json["status"]) == (200, 2, "taken")
    known = server.send(recorder, game, 99, "a", "move", ply=1, text="四04占")
    assert (known.status, known.json) == (200, {**taken.json, "status": "known"})
    agreed = server.send(server.enter(), game, 1, "b", "move", ply=1, text="四04占")
    assert (agreed.status, agreed.json["seq"], agreed.json["status"]) == (200, 3, "agree")
    stale = server.send(recorder, game, 1, "c", "move", ply=1, text="三03占")
    assert (stale.status, stale.json["state"]["seq"], stale.json["seq"]) == (409, 3, 3)
    assert server.send(recorder, game, 3, "d", "move", ply=5, text="三03領").status == 409
    lines = (server.folder / f"{game}.journal").read_text("utf-8").splitlines()
    assert [json.loads(line)["event"]["kind"] for line in lines] == ["open", "move", "agree"]
    assert json.loads(lines[-1])["hash"] == server.state(recorder, game)["head"]


def test_an_illegal_move_goes_on_as_text(server, recorder):
    """It is kept and marked; further moves are kept; the record has them all."""
    game = server.new(recorder)
    for number, text in enumerate(("四04占", "四04領", "三03占"), start=1):
        reply = server.send(recorder, game, number, f"m{number}", "move", ply=number, text=text)
        assert reply.status == 200
    state = server.state(recorder, game)
    assert [move["legal"] for move in state["moves"]] == [True, False, None]
    assert (state["ply"], state["moves"][1]["article"]) == (3, "six.3")
    assert "   2 四04領\n   3 三03占\n" in (server.folder / f"{game}.kif").read_text("utf-8")
    assert server.send(recorder, game, 4, "u", "undo").json["status"] == "taken"
    assert server.send(recorder, game, 5, "v", "undo").json["status"] == "taken"
    assert server.state(recorder, game)["ply"] == 1


def test_practice_and_official_mode(server, recorder):
    """Choices in practice mode only; official mode is silent until the PIN is given or the game is closed."""
    practice = server.new(recorder, mode="practice")
    assert len(server.state(recorder, practice)["choices"]) == 49
    game = server.new(recorder, mode="official")
    for number, text in enumerate(("四04占", "四04領"), start=1):
        server.send(recorder, game, number, f"m{number}", "move", ply=number, text=text)
    silent = server.request("GET", f"/api/g/{game}/state", cookie=recorder).body.decode()
    assert not any(word in silent for word in ('"legal"', '"article"', '"message"', '"choices"', "six."))
    assert "svg" not in server.request("GET", f"/g/{game}.html", cookie=recorder).body.decode()
    assert server.request("POST", f"/api/g/{game}/pin", {"pin": "x"}, recorder).status == 403
    assert server.request("POST", f"/api/g/{game}/pin", {"pin": server.told["pin"]}, recorder).status == 200
    opened = server.state(recorder, game)
    assert (opened["moves"][1]["legal"], opened["said"][0]["kind"]) == (False, "note")
    other = server.enter("spectator")
    assert "legal" not in server.state(other, game)["moves"][1]
    server.send(recorder, game, opened["seq"], "close", "close")
    assert server.state(other, game)["moves"][1]["legal"] is False


def test_the_files_of_a_game(server, recorder):
    """A record as KIF, as JSON, as a page; other endings and ids are not found."""
    game = server.new(recorder, names={"first": "<b>甲</b>"})
    server.send(recorder, game, 1, "a", "move", ply=1, text="四04占")
    kif = server.request("GET", f"/g/{game}.kif", cookie=recorder)
    assert kif.body == (server.folder / f"{game}.kif").read_bytes()
    assert server.request("GET", f"/g/{game}.json", cookie=recorder).json["format"] == "kifu/1"
    page = server.request("GET", f"/g/{game}.html", cookie=recorder).body.decode()
    assert "&lt;b&gt;甲&lt;/b&gt;" in page
    assert "<b>甲" not in page
    assert "四04占" in page
    assert "<script" not in page
    answer = server.request("GET", f"/g/{game}.html", cookie=recorder, Accept_Language="en-GB,en")
    assert 'lang="en"' in answer.body.decode()
    allowed = answer.headers["Content-Security-Policy"]
    assert allowed.startswith("default-src 'none'; style-src 'sha256-")
    assert "script" not in allowed
    for path in ("/", f"/g/{game}", f"/g/{game}/view"):
        assert server.request("GET", path, cookie=recorder).status == 200
    for path in (f"/g/{game}.exe", "/g/none", "/g/none.kif", "/api/g/none/state", "/nowhere", f"/g/{game}.kif.journal"):
        assert server.request("GET", path, cookie=recorder).status == 404
    listed = server.request("GET", "/api/games", cookie=recorder).json["games"]
    assert game in {row["id"] for row in listed}


def test_the_score_sheet_of_a_game(server, recorder):
    """A record on paper; in official mode it says nothing of what the rules say until the game is closed."""
    game = server.new(recorder, mode="official", names={"first": "甲\U0001f600"})
    for number, text in enumerate(("四04占", "四04領"), start=1):
        server.send(recorder, game, number, f"m{number}", "move", ply=number, text=text)
    silent = server.request("GET", f"/g/{game}.pdf?lang=en&size=letter&side=second", cookie=recorder)
    assert (silent.status, silent.headers["content-type"]) == (200, "application/pdf")
    shown = printed(silent)
    assert "kifu:six:second:3" in shown
    assert "ILLEGAL" not in shown
    server.send(recorder, game, 3, "close", "close")
    assert "ILLEGAL" in printed(server.request("GET", f"/g/{game}.pdf", cookie=recorder))
    assert server.request("GET", "/g/none.pdf", cookie=recorder).status == 404
    assert server.request("GET", f"/g/{game}.pdf").status == 403
    replies = [server.request("GET", f"/g/{game}.pdf", cookie=server.enter()).status for _ in range(6)]
    assert replies == [200] * 6  # each device may print
    statuses = {server.request("GET", f"/g/{game}.pdf?x={number}", cookie=recorder).status for number in range(12)}
    assert 429 in statuses


def printed(reply):
    """Return the text of a score sheet."""
    return "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(reply.body)).pages)


def test_a_stream_sends_whole_states(server, recorder, spectator):
    """A spectator gets the state at once, and again after each event."""
    game = server.new(recorder)
    connection = http.client.HTTPConnection(HOST, server.port, timeout=20)
    connection.request("GET", f"/api/g/{game}/stream", headers={"Cookie": spectator})
    stream = connection.getresponse()
    assert stream.headers["Content-Type"].startswith("text/event-stream")

    def next_state():
        while not (line := stream.readline()).startswith(b"data: "):
            assert line
        return json.loads(line[6:])

    assert next_state()["seq"] == 1
    server.send(recorder, game, 1, "a", "move", ply=1, text="四04占")
    assert next_state() == server.state(spectator, game)
    connection.close()


def test_strangers(server, recorder, spectator):
    """No cookie, a wrong one, a wrong token, a spectator who writes, foreign hosts, origins and forms: refused."""
    game = server.new(recorder)
    post, event = f"/api/g/{game}/events", {"base": 1, "event": {"id": "a", "kind": "move", "ply": 1, "text": "四04占"}}
    for path in (
        "/",
        "/api/games",
        f"/api/g/{game}/state",
        f"/api/g/{game}/stream",
        f"/g/{game}.kif",
        "/static/x",
        "/x",
    ):
        assert server.request("GET", path).status == 403
        assert server.request("GET", path, cookie=recorder[:-1]).status == 403
    assert server.request("GET", "/j/" + "A" * 22).status == 403
    assert server.request("GET", "/j/" + server.told["recorder"].rsplit("/", 1)[1][:-1]).status == 403
    assert server.request("POST", post, event).status == 403
    assert server.request("POST", post, event, spectator).status == 403
    assert server.request("POST", "/api/games", {"game": "six", "mode": "record"}, spectator).status == 403
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "", "127.0.0.2", "[::1]"):
        assert server.request("GET", "/", cookie=recorder, Host=host).status == 403
        assert server.request("GET", server.told["recorder"].split("/", 3)[3], Host=host).status in {403, 400, 404}
    for origin in ("http://evil.example", "null", f"https://{HOST}:{server.port}", f"http://{HOST}"):
        assert server.request("POST", post, event, recorder, Origin=origin).status == 403
    assert server.request("POST", post, event, recorder, Sec_Fetch_Site="cross-site").status == 403
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""):
        assert server.request("POST", post, event, recorder, Content_Type=kind).status == 415
    assert server.state(recorder, game)["ply"] == 0
    own = f"http://{HOST}:{server.port}"
    assert server.request("POST", post, event, recorder, Origin=own, Sec_Fetch_Site="same-origin").status == 200


def test_bodies(server, recorder):
    """Too large, no JSON, no event, traversal: refused, and nothing is taken."""
    game = server.new(recorder)
    post, headers = f"/api/g/{game}/events", {"Content_Type": "application/json"}
    for size in (65_537, 1_500_000):
        assert server.request("POST", post, b" " * size, recorder, **headers).status == 413
    assert server.request("POST", post, iter([b" " * 40_000] * 3), recorder, **headers).status == 413
    for body in (b"", b"{", b"\xff", b"[" * 60_000, b"[]", b"{}", b'{"base":1}', b'{"base":1e999,"event":{}}'):
        assert server.request("POST", post, body, recorder, **headers).status == 422
    for text in ("a\nb", "\x1b[2J", "占" * 201, "\u202e四04占", "", "投了"):
        assert server.send(recorder, game, 1, "x", "move", ply=1, text=text).status == 422
    for name in ("..%2f..%2fetc%2fpasswd", "..", "%2e%2e/x", f"{game}%00", "x" * 5000):
        reply = server.request("POST", f"/api/g/{name}/events", {}, recorder)
        assert reply.status in {400, 404, 405}
    for opening in ({}, {"game": "six"}, {"game": "six", "mode": "record", "names": {"first": "a\x00"}}):
        assert server.request("POST", "/api/games", opening, recorder).status == 422
    assert server.state(recorder, game)["seq"] == 1


def test_headers_of_every_answer(server, recorder):
    """A strict policy for content, no sniffing, no referrer, and no word about the server."""
    for reply in (server.request("GET", "/", cookie=recorder), server.request("GET", "/"), server.request("PUT", "/")):
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert "unsafe" not in reply.headers["Content-Security-Policy"]
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert reply.headers["Server"] is None
    cookie = server.request("GET", "/j/" + server.told["recorder"].rsplit("/", 1)[1]).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))


def test_too_fast(server):
    """After a burst of forty taken events a device has to wait; what is known or refused costs nothing."""
    cookie = server.enter()
    game, seq = server.new(cookie), 1
    answers, begun = [], time.monotonic()
    for number in range(60):
        reply = server.send(cookie, game, seq, f"n{number}", "note", text="x")
        answers.append(reply.status)
        seq = reply.json.get("seq", seq)
    assert answers[:39] == [200] * 39
    assert answers.count(200) <= 40 + 20 * (time.monotonic() - begun)
    assert set(answers) <= {200, 429}
    state = server.state(cookie, game)
    assert state["seq"] == 1 + answers.count(200)


def test_streams_are_limited(server, recorder):
    """A device of a recorder has fifty streams; one more is refused, and others still answer."""
    game = server.new(recorder)
    open_streams = []
    try:
        for number in range(51):
            connection = http.client.HTTPConnection(HOST, server.port, timeout=20)
            open_streams.append(connection)
            connection.request("GET", f"/api/g/{game}/stream", headers={"Cookie": recorder})
            assert connection.getresponse().status == (200 if number < 50 else 429)
        assert server.state(recorder, game)["seq"] == 1
    finally:
        for connection in open_streams:
            connection.close()
