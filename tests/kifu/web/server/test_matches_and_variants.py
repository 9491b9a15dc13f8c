"""A match and a variant file through the server: what it takes in, what it refuses, and what lies in the folder then."""

import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from each import each

pytest.importorskip("starlette")

from matches import HALVES, NAMES
from served import served

from kifu.core import games
from kifu.recording.state_and_clock import Instant
from kifu.recording.submit_and_replay_events import Sender
from kifu.web.server import sessions as module
from kifu.web.server.folder_store import read_new_game_setup
from kifu.web.service.requests_responses_and_ports import Unsaved

TEXT = games.game_by_name("king").default_variant()
OWN = TEXT.replace("target = 100", "target = 3")


def played(server, cookie, game, moves, *, close=True):
    """Enter moves from the first ply on."""
    events = [{"kind": "move", "ply": ply, "text": text} for ply, text in enumerate(moves, start=1)]
    for base, event in enumerate([*events, {"kind": "close"}] if close else events, start=1):
        while (reply := server.send(cookie, game, base, f"e{base}", **event)).status == 429:
            time.sleep(0.1)
        assert reply.status == 200, reply.body


def verified(path):
    """Return what `kifu verify` says of a record, as JSON."""
    said = subprocess.run(
        [sys.executable, "-m", "kifu", "verify", "--format", "json", str(path)], capture_output=True, check=False
    )
    assert b"Traceback" not in said.stderr
    return json.loads(said.stdout.splitlines()[0])


def test_a_match(tmp_path):
    """The second game is opened once; the first names it; after a restart all is as before, and kifu verify adds up."""
    with served(tmp_path) as server:
        one = server.enter()
        first = server.new(one, game="king", names=NAMES)
        refused = server.request("POST", "/api/games", {"match": first}, one)
        assert (refused.status, refused.json["error"]) == (422, "not-closed")
        played(server, one, first, HALVES[0])
        assert "match" not in server.state(one, first)
        reply = server.request("POST", "/api/games", {"match": first, "game": "king", "mode": "official"}, one)
        assert (reply.status, list(reply.json)) == (201, ["id"])
        second = reply.json["id"]
        again = server.request("POST", "/api/games", {"match": first}, one)
        assert (again.status, again.json["id"], again.json["error"]) == (409, second, "match-begun")
        assert server.state(one, first)["match"] == {"half": "first", "second": second}
        state = server.state(one, second)
        assert (state["mode"], state["names"]) == ("official", {"first": "乙", "second": "甲"})
        assert state["match"] == {"half": "second", "first": first, "before": [99, 105]}
        played(server, one, second, HALVES[1])
        course = server.request("GET", f"/api/g/{second}/course", cookie=one).json
        assert (course["verdict"]["status"], course["match"]["status"]) == ("CONFIRMED", "CONFIRMED")
        listed = {game["id"]: game for game in server.request("GET", "/api/games", cookie=one).json["games"]}
        assert [listed[game]["match"]["half"] for game in (first, second)] == ["first", "second"]
        assert server.request("POST", "/api/games", {"match": second}, one).status == 422
        assert server.request("POST", "/api/games", {"match": "none"}, one).status == 422
        assert server.request("POST", "/api/games", {"match": first}, server.enter("spectator")).status == 403
        assert server.request("GET", f"/g/{second}.json", cookie=one).status == 200
    with served(tmp_path) as server:
        assert server.state(server.enter(), first)["match"]["second"] == second
    assert verified(tmp_path / f"{second}.kif")["status"] == "CONFIRMED"
    assert verified(tmp_path / f"{first}.kif")["status"] == "CONFIRMED"
    # The journal of the second game is enough for its record.
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(tmp_path / f"{second}.journal", alone)
    with served(alone):
        assert (alone / f"{second}.kif").read_bytes() == (tmp_path / f"{second}.kif").read_bytes()


def test_a_race_for_the_second_game(server, recorder):
    """Of ten requests at once one opens it; the others are told which it is."""
    first = server.new(recorder, game="king")
    server.send(recorder, first, 1, "end", "close")
    with ThreadPoolExecutor(10) as pool:
        replies = list(pool.map(lambda _: server.request("POST", "/api/games", {"match": first}, recorder), range(10)))
    assert sorted(reply.status for reply in replies) == [201, *[409] * 9]
    assert len({reply.json["id"] for reply in replies}) == 1


@each("member", ["first", "seq", "hash"])
def test_no_client_writes_a_first_game_of_its_own(server, recorder, member):
    """Only the server says what the first game of a match was."""
    value = {"id": "x", "hash": "0" * 64, "record": "棋種：ユニオンキング\n規則：king/1\n"}
    reply = server.request("POST", "/api/games", {"game": "king", "mode": "record", member: value}, recorder)
    assert (reply.status, reply.json["error"]) == (422, "bad-member")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve a folder with variant files, and with what only looks like one; outside of it lies one too."""
    folder = tmp_path_factory.mktemp("outer") / "tables"
    (folder / "below").mkdir(parents=True)
    (folder / "my-king.toml").write_text(OWN, "utf-8")
    (folder / "規則<b>.toml").write_text(OWN.replace("\n", "\r\n"), "utf-8")
    (folder / "broken.toml").write_text("x = [", "utf-8")
    (folder / "cp932.toml").write_bytes("# 規則".encode("cp932"))
    (folder / "large.toml").write_text(OWN + "#" * 70_000, "utf-8")
    (folder / ".hidden.toml").write_text(OWN, "utf-8")
    (folder / "below" / "my.toml").write_text(OWN, "utf-8")
    (folder.parent / "outside.toml").write_text(OWN, "utf-8")
    (folder / "link.toml").symlink_to(folder.parent / "outside.toml")
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    with served(folder) as running:
        yield running


@pytest.fixture(scope="module")
def recorder(server):
    """Return the cookie of a recorder."""
    return server.enter()


@pytest.mark.parametrize("name", ["my-king.toml", "規則<b>.toml"])
def test_a_variant_file_of_the_folder(server, recorder, tmp_path, name):
    """Its text is taken into the journal. Later changes of the file change no game, and the copied folder judges alike."""
    game = server.new(recorder, game="king", rules=f"{name} last=must")
    played(server, recorder, game, HALVES[0][:2], close=False)
    record = (server.folder / f"{game}.kif").read_text("utf-8")
    named = record.split("規則：")[1].split("\n")[0]
    copy = named.removesuffix(" last=must")
    assert named.endswith(".toml last=must")
    assert (server.folder / copy).read_text("utf-8") == OWN
    before = verified(server.folder / f"{game}.kif")
    assert before["status"] == "CONFIRMED"  # three points end the game
    for file in (f"{game}.journal", f"{game}.kif", copy):
        shutil.copy(server.folder / file, tmp_path)
    assert verified(tmp_path / f"{game}.kif")["status"] == before["status"]
    # Without the copy the next server writes it from the journal, also in the place of a link.
    (tmp_path / copy).unlink()
    (tmp_path / copy).symlink_to("/etc/hostname")
    with served(tmp_path) as again:
        assert again.state(again.enter(), game)["ply"] == 2
        assert (tmp_path / copy).read_text("utf-8") == OWN
        assert not (tmp_path / copy).is_symlink()
        assert again.request("GET", f"/g/{game}.json", cookie=again.enter()).status == 200


def test_a_text_that_is_sent(server, recorder):
    """A client may send the text itself; the name it gives leads nowhere."""
    before = set(server.folder.parent.iterdir())
    for name in ("../evil.toml", "/evil.toml", "my-king.toml"):
        game = server.new(recorder, game="king", rules=name, variant=OWN)
        assert server.state(recorder, game)["rules"].startswith(("king-", "my-king-"))
    assert set(server.folder.parent.iterdir()) == before
    assert not (server.folder / "evil.toml").exists()


@each(
    "name",
    [
        "../outside.toml",
        "below/my.toml",
        "link.toml",
        "pipe.toml",
        "folder.toml",
        ".hidden.toml",
        "/etc/passwd.toml",
        "none.toml",
        "broken.toml",
        "cp932.toml",
        "large.toml",
        "a\u202eb.toml",
        "C:my-king.toml",
        "x" * 190 + ".toml",
        "~/my.toml",
        "\x00.toml",
        "規" * 190 + ".toml",
    ],
    ids=range(17),
)
def test_a_name_that_is_not_taken_in(server, recorder, name):
    """Nothing outside of the folder is read, nor links, pipes, hidden, faulty and large files; the reason is said."""
    files = sorted(server.folder.iterdir())
    for path in ("/api/games", "/api/setup"):
        value = {"game": "king", "rules": name, **({"mode": "record"} if path == "/api/games" else {})}
        reply = server.request("POST", path, value, recorder)
        assert (reply.status, set(reply.json["message"])) == (422, {"ja", "en"})
        assert not any(ord(each) == 0x202E or ord(each) < 32 for each in reply.json["message"]["en"])
    assert sorted(server.folder.iterdir()) == files


def test_the_form_offers_the_files_of_the_folder(server, recorder):
    """Plain files by their names; the copies that games use are among them."""
    listed = server.request("GET", "/api/catalogue", cookie=recorder).json["files"]
    assert {"my-king.toml", "規則<b>.toml"} <= set(listed)
    assert not {"link.toml", "pipe.toml", ".hidden.toml", "folder.toml"} & set(listed)


def test_a_disk_that_is_full_opens_no_game(tmp_path, monkeypatch):
    """If the copy cannot be written, nothing is left behind and no game is there."""
    tables = module.Sessions(tmp_path)

    def full(_file, _data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.RecordFile, "prepare", full)
    sender = Sender("recorder:test", "2026-11-22T00:00:00.000+00:00", Instant("run", 0))
    with pytest.raises(Unsaved):
        tables.open(
            read_new_game_setup(tables, {"game": "king", "mode": "record", "rules": "my.toml", "variant": OWN}), sender
        )
    assert list(tmp_path.iterdir()) == []
    assert not tables.all
