"""The score sheet of a game where the extra is not installed, and of records that have no game."""

import pytest
from served import served

from kifu.core.errors import KifuError
from kifu.web.server.worker_functions import record_pdf

BLOCK = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "reportlab":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
"""


def test_without_the_extra_the_answer_names_it(tmp_path):
    """The server works, and says what installs the part that is absent."""
    (tmp_path / "sitecustomize.py").write_text(BLOCK, "utf-8")
    with served(tmp_path / "tables", environment={"PYTHONPATH": str(tmp_path)}) as server:
        recorder = server.enter()
        game = server.new(recorder)
        reply = server.request("GET", f"/g/{game}.pdf", cookie=recorder)
        assert reply.status == 501
        assert reply.json["error"] == "missing-extra"
        assert ".[paper]" in reply.json["message"]["en"]
        assert server.request("GET", f"/g/{game}.kif", cookie=recorder).status == 200


def test_a_record_that_was_put_into_the_folder(tmp_path):
    """A file without a journal is printed too; one of no known game is refused."""
    (tmp_path / "file.kif").write_text("棋種：6面体\n先手：甲\n   1 四04占\n", "utf-8")
    (tmp_path / "other.kif").write_text("棋種：不明\n   1 四04占\n", "utf-8")
    with served(tmp_path) as server:
        recorder = server.enter()
        listed = server.request("GET", "/api/games", cookie=recorder).json["games"]
        ids = {row["file"]: row["id"] for row in listed}
        assert server.request("GET", f"/g/{ids['file.kif']}.pdf", cookie=recorder).body.startswith(b"%PDF")
        reply = server.request("GET", f"/g/{ids['other.kif']}.pdf", cookie=recorder)
        assert (reply.status, reply.json["error"]) == (422, "unknown-game")


def test_no_game():
    """A document without any known game raises the error that the answer holds."""
    with pytest.raises(KifuError, match="not known"):
        record_pdf("x.kif", "棋種：不明\n".encode(), None, {}, silent=True)
