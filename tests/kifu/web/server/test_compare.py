"""Two sheets are compared over HTTP: games of the folder and files that a device sends; rows become corrections."""

import base64
import importlib.util
import io
import json
import zipfile

import pytest
from click.testing import CliRunner
from served import served

from kifu.cli.main import main

pytest.importorskip("starlette")

PLAYED = ("四04占", "三02領", "五05武", "三01士", "四05騎", "二02馬")
SLIPPED = (*PLAYED[:4], "四05馬", *PLAYED[5:])
"""At ply 5 先手 writes a character of 後手."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve a folder with two files."""
    folder = tmp_path_factory.mktemp("tables")
    lines = "".join(f"{ply:4} {text}\n" for ply, text in enumerate(SLIPPED, start=1))
    (folder / "one.kif").write_bytes(f"棋種：6面体\n{lines}".encode("cp932"))
    (folder / "two.kif").write_text("棋種：6面体\n   1 四04占\n棋種：6面体\n   1 四04占\n", "utf-8")
    with served(folder) as running:
        yield running


@pytest.fixture
def recorder(server):
    """Return the cookie of a new recorder."""
    return server.enter()


def recorded(server, cookie, moves, **opening):
    """Record a game; return its id."""
    game = server.new(cookie, **opening)
    for ply, text in enumerate(moves, start=1):
        assert server.send(cookie, game, ply, f"{game}{ply}", "move", ply=ply, text=text).status == 200
    return game


def compare(server, cookie, a, b):
    """Compare two sheets."""
    return server.request("POST", "/api/compare", {"a": a, "b": b}, cookie)


def file(moves, encoding="utf-8", name="b.kif"):
    """Return a sheet as a device sends it."""
    lines = [f"{ply:4} {text}" for ply, text in enumerate(moves, start=1)]
    return {"name": name, "data": base64.b64encode("\n".join(["棋種：6面体", *lines, ""]).encode(encoding)).decode()}


def test_a_row_is_accepted_as_an_event(server, recorder):
    """The reading names the row and the event that corrects it; after the event the sheets say the same."""
    a, b = recorded(server, recorder, SLIPPED), recorded(server, recorder, PLAYED)
    reading = compare(server, recorder, {"id": a}, {"id": b}).json
    assert (reading["verdict"], reading["first_difference"]) == ("one-legal", 5)
    row = reading["rows"][4]
    assert (row["class"], row["a"], row["b"], row["joint"]) == ("slip-a", "四05馬", "四05騎", "四05騎")
    (event,) = row["fixes"]["a"]
    assert event == {"kind": "correct", "ply": 5, "was": "四05馬", "text": "四05騎"}
    assert server.send(recorder, a, reading["a"]["seq"], "fix", **event).json["status"] == "taken"
    assert compare(server, recorder, {"id": a}, {"id": b}).json["verdict"] == "identical"
    assert "訂正: 四05馬 → 四05騎" in (server.folder / f"{a}.kif").read_text("utf-8")
    journal = (server.folder / f"{a}.journal").read_text("utf-8")
    assert '"was":"四05馬"' in journal


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_a_file_of_the_device(server, recorder, encoding):
    """A file is compared in whatever encoding it is; nothing can be corrected in it."""
    a = recorded(server, recorder, PLAYED)
    reading = compare(server, recorder, {"id": a}, file((*PLAYED[:2], *PLAYED[3:]), encoding)).json
    assert reading["verdict"] == "one-legal"
    assert {row["class"] for row in reading["rows"]} == {"same", "missing-b"}
    assert all(not row["fixes"]["b"] for row in reading["rows"])
    assert (reading["b"]["id"], reading["b"]["name"]) == (None, "b.kif")


def plain(server, cookie, name):
    """Return the id of a file of the folder."""
    games = server.request("GET", "/api/games", cookie=cookie).json["games"]
    (identity,) = [game["id"] for game in games if game.get("file") == name]
    return identity


def test_a_file_of_the_folder(server, recorder):
    """It is named by its id, as a game is; nothing can be corrected in it, and its dossier has no journal."""
    a, b = recorded(server, recorder, PLAYED), plain(server, recorder, "one.kif")
    reading = compare(server, recorder, {"id": a}, {"id": b}).json
    assert (reading["verdict"], reading["b"]["id"], reading["b"]["name"]) == ("one-legal", b, "one.kif")
    assert (reading["b"]["seq"], all(not row["fixes"]["b"] for row in reading["rows"])) == (None, True)
    assert "四05騎" in reading["b"]["suspicion"]["en"]
    assert reading["a"]["suspicion"] is None
    assert server.request("GET", f"/g/{b}/view", cookie=recorder).status == 200
    if importlib.util.find_spec("reportlab"):
        reply = server.request("POST", "/api/dossier", {"a": {"id": b}}, recorder)
        with zipfile.ZipFile(io.BytesIO(reply.body)) as packed:
            assert not [name for name in packed.namelist() if name.endswith(".journal")]


def moves_are_equal(reading):
    """Tell whether the moves of both sheets are equal, and the table alone has a head and times."""
    lacking = {field["class"] for field in reading["fields"]} == {"same", "missing-b"}
    return reading["verdict"] == "same-game" and lacking and {row["class"] for row in reading["rows"]} == {"same"}


def test_lines_that_are_missing_or_too_many(server, recorder):
    """A line is put in, and another is taken out, each by its own event."""
    a = recorded(server, recorder, (PLAYED[0], *PLAYED[2:]))
    reading = compare(server, recorder, {"id": a}, file(PLAYED)).json
    (event,) = [event for row in reading["rows"] for event in row["fixes"]["a"]]
    assert event == {"kind": "correct", "ply": 2, "was": "", "text": "三02領"}
    server.send(recorder, a, reading["a"]["seq"], "in", **event)
    assert moves_are_equal(compare(server, recorder, {"id": a}, file(PLAYED)).json)
    twice = recorded(server, recorder, (*PLAYED[:4], PLAYED[3], *PLAYED[4:]))
    reading = compare(server, recorder, {"id": twice}, file(PLAYED)).json
    events = [event for row in reading["rows"] for event in row["fixes"]["a"]]
    assert [(event["was"], event["text"]) for event in events] == [("三01士", "")]
    server.send(recorder, twice, reading["a"]["seq"], "out", **events[0])
    assert moves_are_equal(compare(server, recorder, {"id": twice}, file(PLAYED)).json)


def test_official_games_keep_silent(server, recorder):
    """A game in official mode is not compared before it is closed; a closed one is corrected by an arbiter only."""
    a = recorded(server, recorder, SLIPPED, mode="official")
    assert compare(server, recorder, {"id": a}, file(PLAYED)).json["error"] == "silent"
    server.send(recorder, a, len(SLIPPED) + 1, "close", "close")
    reading = compare(server, recorder, {"id": a}, file(PLAYED)).json
    assert reading["rows"][4]["fixes"]["a"] == []
    assert server.request("POST", f"/api/g/{a}/pin", {"pin": server.told["pin"]}, recorder).status == 200
    reading = compare(server, recorder, {"id": a}, file(PLAYED)).json
    (event,) = reading["rows"][4]["fixes"]["a"]
    assert server.send(server.enter(), a, reading["a"]["seq"], "x", **event).json["error"] == "closed"
    assert server.send(recorder, a, reading["a"]["seq"], "y", **event).json["status"] == "taken"


@pytest.mark.parametrize(
    ("b", "code"),
    [
        ({"id": "nobody"}, "no-game"),
        ({"id": "../two"}, "no-game"),
        ({"name": "x.kif", "data": "***"}, "bad-member"),
        ({"name": "x.kif", "data": 5}, "bad-member"),
        ({"name": "x\u001b[2J.kif", "data": ""}, "bad-member"),
        ({"name": "x.kif", "data": ""}, "not-one-game"),
        ({"name": "x.kif"}, "bad-member"),
        ("x", "bad-member"),
        (None, "bad-member"),
    ],
)
def test_what_is_no_sheet(server, recorder, b, code):
    """It is refused with its code, and the server goes on."""
    a = recorded(server, recorder, PLAYED[:1])
    reply = compare(server, recorder, {"id": a}, b)
    assert (reply.status, reply.json["error"]) == (422, code)


def test_a_file_with_two_games(server, recorder):
    """A file of the folder with several games is no sheet."""
    two = plain(server, recorder, "two.kif")
    assert compare(server, recorder, {"id": two}, {"id": two}).json["error"] == "not-one-game"


def test_another_game_and_markup(server, recorder):
    """Sheets of two games are refused, with the reason; hostile texts come back as text."""
    a = recorded(server, recorder, PLAYED[:2])
    hostile = file(("<script>alert(1)</script>",), name="<b>.kif")
    reading = compare(server, recorder, {"id": a}, hostile).json
    assert reading["b"]["name"] == "<b>.kif"
    king = {"name": "k.kif", "data": base64.b64encode("棋種：ユニオンキング\n   1 四07-四06五外合\n".encode()).decode()}
    refused = compare(server, recorder, {"id": a}, king)
    assert (refused.status, refused.json["error"]) == (422, "different-games")
    assert "give two sheets of one game" in refused.json["message"]["en"]
    if importlib.util.find_spec("reportlab"):
        reply = server.request("POST", "/api/dossier", {"a": {"id": a}, "b": king}, recorder)
        assert (reply.status, reply.json["error"]) == (422, "different-games")


def test_exchanged_lines(server, recorder):
    """The columns are the sheets, with their own numbers; each line that is out of place is put right by its own event."""
    wrong = (*PLAYED[:2], PLAYED[4], PLAYED[3], PLAYED[2], PLAYED[5])
    a = recorded(server, recorder, (*wrong[:5], "〓"))
    reading = compare(server, recorder, {"id": a}, file(PLAYED)).json
    assert [(row["ply_a"], row["a"]) for row in reading["rows"]] == list(enumerate((*wrong[:5], "〓"), start=1))
    assert [(row["ply_b"], row["b"]) for row in reading["rows"]] == list(enumerate(PLAYED, start=1))
    assert [row["class"] for row in reading["rows"]][2:5] == ["exchanged", "same", "exchanged"]
    events = [event for row in reading["rows"] for event in row["fixes"]["a"]]
    assert [(event["ply"], event["was"], event["text"]) for event in events] == [
        (3, PLAYED[4], PLAYED[2]),
        (5, PLAYED[2], PLAYED[4]),
        (6, "〓", PLAYED[5]),
    ]
    assert (reading["first_difference"], reading["difference"]["where"]["en"]) == (3, "ply 3")
    assert reading["difference"]["board"]["said"]["en"] == f"A: {PLAYED[4]}, B: {PLAYED[2]}"
    letters = [shape["text"] for shape in reading["difference"]["board"]["shapes"] if shape.get("text") in {"A", "B"}]
    assert letters == ["A", "B"]  # an arrow for each sheet
    for seq, event in enumerate(events, start=reading["a"]["seq"]):
        assert server.send(recorder, a, seq, f"fix{seq}", **event).json["status"] == "taken"
    assert moves_are_equal(compare(server, recorder, {"id": a}, file(PLAYED)).json)


def test_the_dossier_of_a_game(server, recorder, tmp_path):
    """It is a ZIP file with the journal among its inputs, the same twice, and `kifu dossier --check` finds it the same."""
    pytest.importorskip("reportlab")
    a = recorded(server, recorder, SLIPPED)
    asked = {"a": {"id": a}, "b": file(PLAYED, "cp932")}
    reply, again = (server.request("POST", "/api/dossier", asked, recorder) for _ in range(2))
    assert (reply.status, reply.body) == (200, again.body)
    fingerprint = reply.headers["Kifu-Fingerprint"]
    assert reply.headers["Content-Disposition"] == f'attachment; filename="dossier-{fingerprint[:8]}.zip"'
    with zipfile.ZipFile(io.BytesIO(reply.body)) as packed:
        packed.extractall(tmp_path)
    assert (tmp_path / "dossier/journal.journal").read_bytes() == (server.folder / f"{a}.journal").read_bytes()
    checked = CliRunner().invoke(main, ["dossier", "--check", str(tmp_path / "dossier"), "--format", "json"])
    assert (checked.exit_code, json.loads(checked.stdout)["fingerprint"]) == (0, fingerprint)
    alone = server.request("POST", "/api/dossier", {"a": {"id": a}}, recorder)
    assert (alone.status, alone.headers["Kifu-Fingerprint"] == fingerprint) == (200, False)
    unknown = {"name": "x.kif", "data": base64.b64encode("棋種：将棋\n   1 ７六歩\n".encode()).decode()}
    reply = server.request("POST", "/api/dossier", {"a": unknown}, recorder)
    assert (reply.status, reply.json["error"]) == (422, "unknown-game")
    assert server.request("POST", "/api/dossier", {"b": {"id": a}}, recorder).json["error"] == "bad-member"
    assert server.request("POST", "/api/dossier", asked, server.enter("spectator")).status == 403


def test_who_may_compare(server, recorder):
    """A spectator may not; nobody may without a cookie; a large file is refused."""
    a = recorded(server, recorder, PLAYED[:1])
    assert compare(server, server.enter("spectator"), {"id": a}, {"id": a}).status == 403
    assert compare(server, None, {"id": a}, {"id": a}).status == 403
    large = {"name": "x.kif", "data": "A" * 70_000}
    assert compare(server, recorder, {"id": a}, large).status == 413
    assert server.request("GET", "/compare", cookie=recorder).status == 200


def test_there_are_boards_wherever_the_sheets_part_again(server, recorder):
    """Behind the first difference too, where one joint game leads there: a board with its place and what both sheets say."""
    a = recorded(server, recorder, SLIPPED)
    reading = compare(server, recorder, {"id": a}, file((*PLAYED[:2], *PLAYED[3:]))).json
    (place,) = reading["further"]
    assert (reading["first_difference"], place["where"]["en"]) == (3, "ply 5")
    assert place["board"]["said"]["ja"] == "A: 四05馬、B: 四05騎"
    assert place["board"]["shapes"]
    assert compare(server, recorder, {"id": a}, {"id": a}).json["further"] == []
