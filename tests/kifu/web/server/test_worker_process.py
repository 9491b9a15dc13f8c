"""What holds a reader up holds nobody else up: it is read beside the server, for a limited time, and that is remembered."""

import asyncio
import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest
from ended import LONG, family, left
from served import served

pytest.importorskip("starlette")

from kifu.core import games
from kifu.recording.sheet_comparison_json import decode_base64
from kifu.recording.untrusted_json_fields import Rejected
from kifu.web.server.plain_records import plain_record_state
from kifu.web.server.worker_process import TOO_SLOW, WorkerProcess, WorkersBusy
from notation.random_record import random_game_as_kif

ROOT = Path(__file__).parents[4]
STUCK = ("(a+)+", "a" * 50 + "b")
"""An expression that holds the interpreter for hours, and the text on which it does."""
INJECTED = """
import re, sys
sys.path.insert(0, {root!r})
import notation.reading as reading
def held(text):
    if "SLOW" in text:
        with open({log!r}, "a") as log:
            log.write("read\\n")
        re.fullmatch("(a+)+", "a" * 50 + "b")
read = reading.read
def slow_read(name, data, *more):
    held(data.decode(errors="replace"))
    return read(name, data, *more)
reading.read = slow_read
import kifu.recording.untrusted_json_fields as fields
line = fields.one_line_field
def slow_line(value, what, **more):
    if what in ("moves", "head"):
        held(str(value))
    return line(value, what, **more)
fields.one_line_field = slow_line
import kifu.web.server.worker_process as process
process.RECORD_SECONDS = process.PAGE_SECONDS = process.PHOTOGRAPH_SECONDS = {seconds}
"""
"""A reader that is held up by a word, in the server and in its processes alike."""


@pytest.fixture
def worker():
    """Return a process that calls functions."""
    one = WorkerProcess(2)
    yield one
    one.kill()


def test_values_and_errors_come_back(worker):
    """What a function returns or raises, the server returns or raises."""
    assert asyncio.run(worker.call(100, len, "abc")) == 3
    with pytest.raises(Rejected) as wrong:
        worker.call_blocking(100, decode_base64, 3, "a.data")
    assert (wrong.value.code, "base64" in wrong.value.message.en) == ("bad-member", True)
    with pytest.raises(TypeError):
        worker.call_blocking(100, len)


@pytest.mark.parametrize("game", games.ids())
def test_games_come_back(worker, game):
    """The record of each game is the same state as if it had been read here."""
    text = random_game_as_kif(games.load(game), 3, 12)
    given = ("x.kif", text.encode(), "2026-01-01T00:00:00.000+00:00")
    here, there = (
        _shown(lambda: plain_record_state(*given)),
        _shown(lambda: worker.call_blocking(1000, plain_record_state, *given)),
    )
    assert here == there


def _shown(state):
    try:
        found = state()
    except Rejected as wrong:
        return wrong.code
    return found.game.id, found.game.rules, found.moves, [stretch.replay.positions for stretch in found.stretches]


@pytest.mark.parametrize(("seconds", "function", "given"), [(0.3, re.fullmatch, STUCK), (0.2, time.sleep, (1000,))])
def test_too_slow_is_remembered(worker, seconds, function, given):
    """What takes too much of the processor, or of the day, is ended; who asks again begins nothing."""
    for _ in range(2):
        with pytest.raises(Rejected) as wrong:
            worker.call_blocking(seconds, function, *given)
        assert wrong.value.code == TOO_SLOW
        assert worker._process is None
        with pytest.raises(Rejected):
            asyncio.run(worker.call(seconds, function, *given))
    assert worker.call_blocking(100, len, "abc") == 3


def test_a_process_that_ends_is_begun_anew(worker):
    """A process that the system has ended says nothing of what it read: the next one may try."""
    for _ in range(2):
        with pytest.raises(Rejected) as wrong:
            worker.call_blocking(100, os._exit, 3)
        assert wrong.value.code == "reader-ended"
    assert worker.call_blocking(100, len, "abc") == 3


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold a process to it")
def test_memory_is_limited(worker):
    """What needs more memory than there should be is refused, and the process goes on."""
    with pytest.raises(Rejected) as wrong:
        worker.call_blocking(100, bytes, 8 << 30)
    assert wrong.value.code == "too-large"
    assert worker.call_blocking(100, len, "abc") == 3


def test_a_crowd_is_told_to_come_again(worker):
    """Two may wait; others are refused. The end of the server ends those who wait."""

    async def asked():
        waiting = [asyncio.create_task(worker.call(1000, time.sleep, 1000)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(WorkersBusy):
            await worker.call(1000, len, "abc")
        while worker._process is None:  # noqa: ASYNC110 - the thread that begins it tells nobody
            await asyncio.sleep(0.01)
        process = worker._process[0]
        worker.kill()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        process.join(LONG)
        return [type(one) for one in found], process.is_alive()

    assert asyncio.run(asked()) == ([WorkersBusy] * 2, False)


def _injected(place, seconds):
    """Return the environment of a server whose reader can be held up, and the file in which it tells that it is."""
    place.mkdir()
    log = place / "log"
    (place / "sitecustomize.py").write_text(INJECTED.format(root=str(ROOT), log=str(log), seconds=seconds), "utf-8")
    return {"PYTHONPATH": f"{place}{os.pathsep}{ROOT}"}, log


def _until(true):
    end = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def _reads(log):
    return len(log.read_text().splitlines()) if log.exists() else 0


def test_events_go_on_while_a_reader_is_stuck(tmp_path):
    """A file that never ends to be read: events are taken, streams tell them, and the server leaves nothing behind."""
    environment, log = _injected(tmp_path / "injected", 100_000)
    folder = tmp_path / "tables"
    with served(folder, environment=environment) as server:
        recorder = server.enter()
        game = server.new(recorder)
        (folder / "slow.kif").write_text("SLOW", "utf-8")
        asking = threading.Thread(target=server.request, args=("GET", "/api/games", None, recorder), daemon=True)
        asking.start()
        _until(lambda: _reads(log))
        assert server.send(recorder, game, 1, "a", "move", ply=1, text="四04占").json["status"] == "taken"
        assert server.state(recorder, game)["ply"] == 1
        assert server.request("GET", f"/g/{game}.html", cookie=recorder).status == 200
        rows = server.request("GET", "/api/games", cookie=recorder).json["games"]
        assert [row.get("error") for row in rows] == [None, "not-read-yet"]
        assert server.request("GET", f"/g/{rows[1]['id']}.kif", cookie=recorder).body == b"SLOW"
        assert server.request("GET", f"/g/{rows[1]['id']}.html", cookie=recorder).json["error"] == "not-read-yet"
        assert _reads(log) == 1
        children = family(server.process)[1:]
    assert left(children) == []


def test_a_slow_file_is_read_once(tmp_path):
    """Too slow is its answer, for the list, its page, its data and the explorer, until the file changes."""
    environment, log = _injected(tmp_path / "injected", 0.5)
    folder = tmp_path / "tables"
    with served(folder, environment=environment) as server:
        recorder = server.enter()
        path = folder / "slow.kif"
        path.write_text("SLOW", "utf-8")

        def row():
            return server.request("GET", "/api/games", cookie=recorder).json["games"][0]

        _until(lambda: row()["error"] == TOO_SLOW)
        assert set(row()["message"]) == {"ja", "en"}
        for ending in ("html", "json", "pdf"):
            answer = server.request("GET", f"/g/{row()['id']}.{ending}", cookie=recorder)
            assert (answer.status, answer.json["error"]) == (422, TOO_SLOW)
        assert server.request("GET", "/api/explorer", cookie=recorder).status == 200
        assert _reads(log) == 1
        path.write_text("SLOW again", "utf-8")
        _until(lambda: row() and _reads(log) == 2)


def test_whatever_is_sent_is_read_beside_the_server(tmp_path):
    """Each address that reads text of strangers answers that it is too slow, and answers at once the second time."""
    environment, log = _injected(tmp_path / "injected", 0.5)
    sheet = {"name": "x.kif", "data": "U0xPVw=="}
    comment = {"id": "a", "kind": "comment", "ply": 0, "text": "SLOW\n" * 500}
    with served(tmp_path / "tables", environment=environment) as server:
        recorder = server.enter()
        game = server.new(recorder)
        sent = (
            ("/api/compare", {"a": sheet, "b": sheet}),
            ("/api/dossier", {"a": sheet}),
            ("/api/games", {"game": "six", "mode": "record", "head": {"SLOW": "x"}}),
            ("/api/setup", {"game": "six", "head": {"SLOW": "x"}}),
            (f"/api/g/{game}/try", {"ply": 0, "moves": ["SLOW"]}),
            (f"/api/g/{game}/search", {"ply": 0, "moves": ["SLOW"]}),
            (f"/api/g/{game}/events", {"base": 1, "event": comment}),
            ("/api/scan/board", {"head": ["SLOW"], "texts": []}),
        )
        for number, (path, body) in enumerate(sent):
            for _ in range(2):
                answer = server.request("POST", path, body, recorder)
                assert (path, answer.status, answer.json["error"]) == (path, 422, TOO_SLOW)
            assert _reads(log) == number + 1, path
        assert server.send(recorder, game, 1, "b", "move", ply=1, text="四04占").json["status"] == "taken"
