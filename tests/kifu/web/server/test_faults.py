"""What goes wrong with disks and processes: nothing that was acknowledged is lost, nothing is invented."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import verdict as verdict_on
from tables import Recorder

pytest.importorskip("filelock")

from kifu.recording.game_setup import read_setup
from kifu.web.server import session_files
from kifu.web.server.credentials import Credentials
from kifu.web.server.session_files import JournalFile, open_and_repair_journal
from kifu.web.server.sessions import DamagedJournal, Sessions
from kifu.web.service.requests_responses_and_ports import Unsaved

ROOT = Path(__file__).parents[4]
SENDER = Recorder().sender()
TEXTS = ["四04占", "三03領", "四03占", "五05領"]


def move(state, text):
    """Return the request for the next move."""
    event = {"id": f"e{state.seq}", "kind": "move", "ply": state.ply + 1, "text": text}
    return {"base": state.seq, "event": event}


@pytest.fixture
def table(tmp_path):
    """Return a table with four moves in a folder."""
    table = Sessions(tmp_path).open(read_setup({"game": "six", "mode": "record"}), SENDER)
    for text in TEXTS:
        table.submit(move(table.state, text), SENDER)
    return table


def crashed(folder, *words):
    """Run the program that is killed, and return its counts."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests/support/crashing.py"), words[0], str(folder), *words[1:]],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        timeout=600,
    )
    return json.loads(done.stdout)


def test_killed_at_each_step_of_a_write(tmp_path):
    """A process that dies before any call of a write loses no acknowledged move, and invents none."""
    counts = crashed(tmp_path, "steps")
    assert counts["killed"] > 10
    assert (counts["lost"], counts["invented"], counts["stale"], counts["left"]) == (0, 0, 0, 0)


def test_killed_at_random_moments(tmp_path):
    """Two hundred processes die somewhere in a game: lost 0, invented 0, and the record is always whole."""
    counts = crashed(tmp_path, "random", "200")
    assert counts["killed"] == 200
    assert counts["acknowledged"] > 100
    assert (counts["lost"], counts["invented"], counts["stale"], counts["left"]) == (0, 0, 0, 0)


def test_a_journal_cut_at_every_byte_of_its_last_two_lines(table, tmp_path):
    """What was whole before the cut is there, the torn rest is kept beside, and the game goes on."""
    path = tmp_path / f"{table.name}.journal"
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    first = len(data) - len(lines[-1]) - len(lines[-2])
    for cut in range(first, len(data) + 1):
        path.write_bytes(data[:cut])
        found = Sessions(tmp_path).find(table.name)
        whole = data[:cut].count(b"\n") + (cut + 1 in {len(data), first + len(lines[-2])})
        assert found.state.seq == whole, cut
        assert [played.text for played in found.state.moves] == TEXTS[: whole - 1]
        torn = list(tmp_path.glob(f"{path.name}.torn-*"))
        assert b"".join(one.read_bytes() for one in torn) == (
            b"" if found.state.seq > data[:cut].count(b"\n") else data[:cut].rpartition(b"\n")[2]
        )
        for one in torn:
            one.unlink()
        found.submit(move(found.state, "七07占" if found.state.ply % 2 == 0 else "七07領"), SENDER)
        assert Sessions(tmp_path).find(table.name).state.seq == whole + 1
        record = (tmp_path / f"{table.name}.kif").read_text("utf-8")
        assert verdict_on(record).plies == whole


def test_a_flipped_byte_is_refused_with_its_place(table, tmp_path):
    """A damaged journal is neither used nor changed, and the message names its line; other games go on."""
    path = tmp_path / f"{table.name}.journal"
    data = path.read_bytes()
    for place in range(0, len(data), 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        before = path.read_bytes()
        tables = Sessions(tmp_path)
        with pytest.raises(DamagedJournal) as wrong:
            tables.find(table.name)
        assert wrong.value.line == data[:place].count(b"\n") + 1
        assert path.read_bytes() == before
        assert not list(tmp_path.glob("*.torn-*"))
    other = tables.open(read_setup({"game": "ace", "mode": "record"}), SENDER)
    assert tables.find(other.name) is other


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("call", ["write", "fsync", "open"])
def test_a_full_disk_takes_nothing(table, tmp_path, monkeypatch, call, number):
    """Whichever call fails, nothing is taken, the files are as they were, and the same event is taken later."""
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    real, count = getattr(os, call), 0
    state = table.state
    for failing in range(2):
        count = 0

        def failed(*arguments, now=failing):
            nonlocal count
            count += 1
            if count == now + 1:
                if call == "write":  # a part of the line is written before the disk is full
                    real(arguments[0], bytes(arguments[1])[:5])
                raise OSError(number, os.strerror(number))
            return real(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(session_files.os, call, failed)
            with pytest.raises(Unsaved):
                table.submit(move(state, "七07占"), SENDER)
        assert table.state is state
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert table.submit(move(state, "七07占"), SENDER).status == "taken"
    assert Sessions(tmp_path).find(table.name).state.ply == 5


def test_a_journal_that_cannot_be_put_back(table, tmp_path, monkeypatch):
    """After a half-written line that stays, nothing more is written; a new start sets it aside and goes on."""
    real = os.write
    with monkeypatch.context() as patch:

        def half(descriptor, data):
            if bytes(data).startswith(b'{"by"'):
                real(descriptor, bytes(data)[:9])
                raise OSError(errno.ENOSPC, "full")
            return real(descriptor, data)

        patch.setattr(session_files.os, "write", half)
        patch.setattr(session_files.os, "ftruncate", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "broken")))
        with pytest.raises(Unsaved):
            table.submit(move(table.state, "七07占"), SENDER)
    with pytest.raises(Unsaved):
        table.submit(move(table.state, "七07占"), SENDER)
    again = Sessions(tmp_path).find(table.name)
    assert again.state.ply == 4
    assert again.submit(move(again.state, "七07占"), SENDER).status == "taken"


def test_a_journal_that_another_program_has_changed(table, tmp_path):
    """A line that somebody else has added is noticed before anything is written."""
    path = tmp_path / f"{table.name}.journal"
    path.write_bytes(path.read_bytes() + b"x\n")
    with pytest.raises(Unsaved):
        table.submit(move(table.state, "七07占"), SENDER)
    assert path.read_bytes().endswith(b"x\n")


def test_a_record_that_was_lost_is_written_anew(table, tmp_path):
    """A deleted or changed record is made again from its journal when the folder is opened."""
    path = tmp_path / f"{table.name}.kif"
    text = path.read_bytes()
    for spoil in (path.unlink, lambda: path.write_text("x")):
        spoil()
        Sessions(tmp_path)
        assert path.read_bytes() == text


def test_a_new_game_on_a_full_disk(tmp_path, monkeypatch):
    """A game that cannot be written is not opened, and leaves no file."""
    tables = Sessions(tmp_path)

    def full(*_):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(session_files.os, "fsync", full)
    with pytest.raises(Unsaved):
        tables.open(read_setup({"game": "six", "mode": "record"}), SENDER)
    assert (list(tmp_path.iterdir()), dict(tables.all)) == ([], {})


def test_files_that_are_no_journals(tmp_path):
    """Odd names and links are left alone; an empty or foreign journal is damaged, and a folder is none."""
    (tmp_path / "a b.journal").write_text("x")
    (tmp_path / "folder.journal").mkdir()
    (tmp_path / "link.journal").symlink_to("/etc/passwd")
    (tmp_path / "empty.journal").write_text("")
    (tmp_path / "foreign.journal").write_text("x\n")
    tables = Sessions(tmp_path)
    assert sorted(tables.damaged) == ["empty", "foreign"]
    assert not tables.all


def test_an_appended_line_is_on_the_disk(tmp_path, monkeypatch):
    """Each line is synced before `append` returns, and a missing line end is put right."""
    synced = []
    real = os.fsync
    monkeypatch.setattr(session_files.os, "fsync", lambda descriptor: (synced.append(descriptor), real(descriptor)))
    file = JournalFile(tmp_path / "x.journal")
    data = Recorder().data()
    file.create(data)
    created = len(synced)
    file.append(b"x\n")
    assert (created >= 1, len(synced)) == (True, created + 1)
    file.path.write_bytes(data[:-1])
    assert open_and_repair_journal(file.path)[1].unended
    assert file.path.read_bytes() == data


def test_damaged_keys(tmp_path):
    """A damaged file of keys is said, and not replaced by other keys."""
    keys = Credentials(tmp_path)
    assert Credentials(tmp_path).tokens == keys.tokens
    (path,) = tmp_path.iterdir()
    for text in ("", "{}", '{"recorder": 1}', "[]"):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"."):
            Credentials(tmp_path)
        assert path.read_text() == text
