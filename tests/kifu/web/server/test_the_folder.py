"""The folder of a server: what outlives it, and what goes wrong with its files, its disk and its address."""

import json
import os
import resource
import shutil
import stat
import subprocess
import sys

import pytest
from served import Server, served

pytest.importorskip("starlette")

BACKWARDS = """
import datetime, time

class Back(datetime.datetime):
    gone = 0

    @classmethod
    def now(cls, tz=None):
        Back.gone += 1
        return datetime.datetime.fromtimestamp(1_800_000_000 - 3600 * Back.gone, tz)

datetime.datetime = Back
own = time.time
time.time = lambda: 2 * 1_700_000_000 - own()
"""
"""A time of day that goes back an hour each time it is asked for."""


def test_keys_outlive_a_restart_and_are_private(tmp_path):
    """Tokens, PIN and cookies hold after a restart; only their owner can read them; a second server is refused."""
    with served(tmp_path) as first:
        cookie, told = first.enter(), first.told
        game = first.new(cookie)
        first.send(cookie, game, 1, "a", "move", ply=1, text="四04占")
        (keys,) = tmp_path.glob("*.keys")
        assert stat.S_IMODE(keys.stat().st_mode) == 0o600
        assert cookie.split("=", 1)[1] not in keys.read_text()
        second = subprocess.run(
            [sys.executable, "-m", "kifu", "serve", str(tmp_path), "--no-browser", "--format", "json"],
            capture_output=True,
            check=False,
            timeout=30,
        )
        assert (second.returncode, second.stdout) == (2, b"")
        assert second.stderr.count(b"\n") == 1
    with served(tmp_path) as again:
        assert {key: value.rsplit("/", 1)[-1] for key, value in again.told.items()} == {
            key: value.rsplit("/", 1)[-1] for key, value in told.items()
        }
        assert again.state(cookie, game)["moves"][0]["text"] == "四04占"
        assert again.send(cookie, game, 1, "a", "move", ply=1, text="四04占").json["status"] == "known"


def test_another_address_and_what_it_answers_to(tmp_path):
    """--host binds one address and answers to it alone."""
    with served(tmp_path, "--host", "127.0.0.2") as server:
        assert server.host == "127.0.0.2"
        cookie = server.enter()
        assert server.request("GET", "/", cookie=cookie, Host=f"127.0.0.1:{server.port}").status == 403
        assert server.request("GET", "/", cookie=cookie, Host=f"localhost:{server.port}").status == 403


def test_an_address_that_cannot_be_used(tmp_path):
    """A wrong host, a taken port and a folder that is a file are said in a line."""
    (tmp_path / "file").write_text("")
    with served(tmp_path / "one") as server:
        for words in (
            (tmp_path / "two", "--host", "256.1.1.1"),
            (tmp_path / "two", "--port", str(server.port)),
            (tmp_path / "file",),
        ):
            with pytest.raises(RuntimeError) as failed:
                Server(*words)
            assert "Traceback" not in str(failed.value)


def test_a_killed_server(tmp_path):
    """After SIGKILL and a torn line every acknowledged move is there, and the same event is known."""
    server = Server(tmp_path)
    cookie = server.enter()
    game = server.new(cookie)
    texts = ["四04占", "三03領", "四03占", "五05領", "七07占"]
    for number, text in enumerate(texts, start=1):
        assert server.send(cookie, game, number, f"m{number}", "move", ply=number, text=text).status == 200
    server.kill()
    with (tmp_path / f"{game}.journal").open("ab") as journal:
        journal.write(b'{"by":"x","event":{"id":"torn","kind":"move","te')
    with served(tmp_path) as again:
        assert [move["text"] for move in again.state(cookie, game)["moves"]] == texts
        assert again.send(cookie, game, 5, "m5", "move", ply=5, text=texts[4]).json["status"] == "known"
        assert again.send(cookie, game, 6, "m6", "move", ply=6, text="六06領").json["status"] == "taken"
    assert len(list(tmp_path.glob("*.torn-*"))) == 1


def test_a_journal_that_lost_its_last_line_is_said(tmp_path):
    """The state, the list and the console name the longer record that is kept, until it is taken away."""
    with served(tmp_path) as server:
        cookie = server.enter()
        game = server.new(cookie)
        server.send(cookie, game, 1, "a", "move", ply=1, text="四04占")
    path = tmp_path / f"{game}.journal"
    whole = path.with_suffix(".kif").read_bytes()
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with served(tmp_path) as server:
        (one,) = server.state(cookie, game)["kept"]
        assert (tmp_path / one["file"]).read_bytes() == whole
        assert set(one["message"]) == {"ja", "en"}
        rows = server.request("GET", "/api/games", cookie=cookie).json["games"]
        assert [row["kept"] for row in rows] == [[one]]
        assert server.send(cookie, game, 1, "b", "move", ply=1, text="三03占").status == 200
        assert one["file"] in server.stop()
    (tmp_path / one["file"]).unlink()
    with served(tmp_path) as server:
        assert "kept" not in server.state(cookie, game)
        assert server.stop() == ""


def test_a_damaged_journal_is_said_with_its_place(tmp_path):
    """The game cannot be used (507) and is listed with the line; other games go on."""
    with served(tmp_path) as server:
        cookie = server.enter()
        game, other = server.new(cookie), server.new(cookie)
        server.send(cookie, game, 1, "a", "move", ply=1, text="四04占")
    path = tmp_path / f"{game}.journal"
    path.write_bytes(path.read_bytes().replace("四04".encode(), "五04".encode()))
    with served(tmp_path) as server:
        reply = server.request("GET", f"/api/g/{game}/state", cookie=cookie)
        assert (reply.status, reply.json["line"]) == (507, 2)
        assert server.send(cookie, game, 2, "b", "move", ply=2, text="三03領").status == 507
        assert server.send(cookie, other, 1, "b", "move", ply=1, text="三03占").status == 200
        rows = server.request("GET", "/api/games", cookie=cookie).json["games"]
        assert [row["line"] for row in rows if "error" in row] == [2]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limit can be set for another process here")
def test_a_disk_that_is_full(tmp_path):
    """507, and nothing is taken; when there is room again the same event is taken."""
    with served(tmp_path) as server:
        cookie = server.enter()
        game = server.new(cookie)
        server.send(cookie, game, 1, "a", "move", ply=1, text="四04占")
        size = (tmp_path / f"{game}.journal").stat().st_size
        unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 10, resource.RLIM_INFINITY))
        reply = server.send(cookie, game, 2, "b", "move", ply=2, text="三03領")
        assert (reply.status, reply.json["error"]) == (507, "not-recorded")
        assert server.request("POST", "/api/games", {"game": "rengo", "mode": "record"}, cookie).status == 507
        assert server.state(cookie, game)["seq"] == 2
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert server.send(cookie, game, 2, "b", "move", ply=2, text="三03領").json["status"] == "taken"


def test_record_opens_one_game(tmp_path):
    """Kifu record serves a folder with one new game under the options given."""
    options = (
        "--game",
        "six",
        "--mode",
        "practice",
        "--first",
        "甲",
        "--clock",
        "byoyomi:60:10",
        "--head",
        "場所=会館",
    )
    with served(tmp_path, *options, command="record") as server:
        (game,) = server.request("GET", "/api/games", cookie=server.enter()).json["games"]
        assert (game["mode"], game["names"]["first"], game["head"]) == ("practice", "甲", {"場所": "会館"})


def test_a_clock_that_goes_back(tmp_path):
    """A time of day that goes back loses nothing, orders nothing anew, and gives no move a time below zero."""
    code = tmp_path / "code"
    code.mkdir()
    (code / "sitecustomize.py").write_text(BACKWARDS)
    environment, folder = {"PYTHONPATH": str(code)}, tmp_path / "tables"
    texts = ("三03占", "六03領", "一03占", "二04領")
    with served(folder, environment=environment) as server:
        cookie = server.enter()
        game = server.new(cookie, clock={"kind": "fischer", "main": 60, "increment": 5})
        server.send(cookie, game, 0, "go", "clock", action="start")
        for number, text in enumerate(texts[:2], start=1):
            assert server.send(cookie, game, number + 1, text, "move", ply=number, text=text).status == 200
        server.kill()
    with served(folder, environment=environment) as server:
        for number, text in enumerate(texts[2:], start=3):
            assert server.send(cookie, game, number + 1, text, "move", ply=number, text=text).status == 200
        state = server.state(cookie, game)
    assert [move["text"] for move in state["moves"]] == list(texts)
    assert [move["seconds"] for move in state["moves"][:2]] == [0, 0]
    times = [json.loads(line)["time"] for line in (folder / f"{game}.journal").read_text("utf-8").splitlines()]
    assert times[:3] == sorted(times[:3], reverse=True)
    assert len(set(times)) > 1


def test_a_folder_that_may_not_be_written(tmp_path):
    """Without the right to write, an event is refused with 507 and taken when the right is back; a start is refused in words."""
    folder = tmp_path / "tables"
    folder.mkdir()
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("root may write anywhere, and nothing here takes that right away")
    program = ["setpriv", "--bounding-set=-all"] if os.geteuid() == 0 else []
    with served(folder, program=program) as server:
        cookie = server.enter()
        game = server.new(cookie)
        assert server.send(cookie, game, 0, "a", "move", ply=1, text="三03占").status == 200
        before = (folder / f"{game}.journal").read_bytes()
        for path, mode, back in ((folder, 0o500, 0o700), (folder / f"{game}.journal", 0o400, 0o600)):
            path.chmod(mode)
            for _ in range(2):
                reply = server.send(cookie, game, 2, "b", "move", ply=2, text="六03領")
                assert (reply.status, reply.json["error"]) == (507, "not-recorded")
            assert (folder / f"{game}.journal").read_bytes() == before
            assert server.state(cookie, game)["ply"] == 1
            path.chmod(back)
        assert server.send(cookie, game, 2, "b", "move", ply=2, text="六03領").json["status"] == "taken"
        assert sorted(path.suffix for path in folder.iterdir() if not path.name.startswith(".")) == [".journal", ".kif"]
    empty = tmp_path / "empty"
    empty.mkdir(0o500)
    words = [*program, sys.executable, "-m", "kifu", "serve", str(empty), "--no-browser"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    with pytest.raises(RuntimeError, match=r"served|開けません"):
        Server(empty, program=program)


def test_the_page_of_a_file_of_several_records(server, recorder):
    """A file without a journal that holds several records cannot be opened as a table, but it has its page."""
    text = "棋種：6面体\n先手：<i>甲\n   1 四04占\n\n棋種：6面体\n   1 四04領\n"
    (server.folder / "several.kif").write_text(text, "utf-8")
    listed = server.request("GET", "/api/games", cookie=recorder).json["games"]
    (name,) = [row["id"] for row in listed if row.get("file") == "several.kif"]
    answer = server.request("GET", f"/g/{name}.html", cookie=recorder)
    page = answer.body.decode()
    assert answer.status == 200
    assert page.count("<section id=") == 2
    assert "&lt;i&gt;甲" in page
    assert "ILLEGAL" in page
