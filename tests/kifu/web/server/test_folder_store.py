"""The store of a folder: what is read beside the server, how long it may take, and what encoding a record has."""

import asyncio
import json

import pytest

pytest.importorskip("starlette")

from kifu.web.server import worker_functions
from kifu.web.server.app import ServerApp
from kifu.web.server.credentials import Credentials
from kifu.web.server.plain_records import plain_record_id
from kifu.web.server.sessions import Sessions
from kifu.web.server.worker_process import RECORD_SECONDS
from kifu.web.service import executor_functions
from kifu.web.service.requests_responses_and_ports import LocalClient, Request

TEXT = "棋種：6面体\n*第①局 髙\n   1 四04占\n"
CHARSETS = {
    "utf-8": "utf-8",
    "utf-8-sig": "utf-8",
    "cp932": "shift_jis",
    "cp51932": "euc-jp",
    "cp50221": "iso-2022-jp",
    "utf-16": "utf-16le",
}


class Site:
    """A server of a folder whose lanes call each function here, and note it."""

    def __init__(self, folder, monkeypatch):
        self.app = ServerApp(Sessions(folder), Credentials(folder))
        self.read = []
        for lane in (self.app.lanes.files, self.app.lanes.requests):
            monkeypatch.setattr(lane, "call", self.call)

    async def call(self, seconds, function, *given, **named):
        """Call a function as a lane does."""
        self.read.append((function, seconds))
        return function(*given, **named)

    def ask(self, method, path, value=None):
        """Return the answer to a request."""
        return asyncio.run(self.app.router.handle(Request(method, path, value, client=LocalClient())))


def test_a_long_event_is_read_beside_the_server(tmp_path, monkeypatch):
    """What counts is the event, not the length that its request names."""
    site = Site(tmp_path, monkeypatch)
    game = json.loads(site.ask("POST", "/api/games", {"game": "six", "mode": "record"}).text)["id"]
    site.read.clear()
    for base, (text, beside) in enumerate([("短い", False), ("長い\n" * 300, True)], start=1):
        event = {"id": f"c{base}", "kind": "comment", "ply": 0, "text": text}
        assert site.ask("POST", f"/api/g/{game}/events", {"base": base, "event": event}).status == 200
        assert (worker_functions.submit_event in dict(site.read)) is beside


def test_the_encoding_of_a_record(tmp_path, monkeypatch):
    """Each encoding that is read has its name in the answer, and finding it takes no longer than reading one record."""
    data = {f"{codec}.kif": TEXT.encode(codec) for codec in CHARSETS} | {"euc_jp.kif": "棋種：6面体\n".encode("euc_jp")}
    for name, written in data.items():
        (tmp_path / name).write_bytes(written)
    site = Site(tmp_path, monkeypatch)
    site.app.sessions.list_plain_records()
    for name, written in data.items():
        answer = site.ask("GET", f"/g/{plain_record_id(name)}.kif")
        charset = CHARSETS.get(name.removesuffix(".kif"), "euc-jp")
        assert (answer.body, answer.type) == (written, f"text/plain; charset={charset}"), name
    assert set(site.read) == {(executor_functions.record_charset, RECORD_SECONDS)}
