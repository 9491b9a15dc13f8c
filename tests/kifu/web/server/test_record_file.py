"""The record beside a journal: what is not of the journal is reported and kept, and never overwritten."""

import os

import pytest
from tables import Recorder

pytest.importorskip("filelock")

from kifu.core import games
from kifu.recording.game_setup import read_setup
from kifu.recording.journal_and_record_mark import read_journal_mark
from kifu.recording.state_record_conversion import record_text
from kifu.web.server import session_files
from kifu.web.server.sessions import Sessions

SENDER = Recorder().sender()
TEXTS = ["四04占", "三03領", "四03占", "五05領"]


def move(table, text):
    """Write the next move."""
    state = table.state
    event = {"id": f"e{state.seq}", "kind": "move", "ply": state.ply + 1, "text": text}
    table.submit({"base": state.seq, "event": event}, SENDER)


def opened(folder):
    """Open the folder as a server does; return its only table and what was said."""
    said = []
    (table,) = Sessions(folder, said.append).all.values()
    return table, said


def kept(folder):
    """Return the records that are kept."""
    return [path.read_bytes() for path in sorted(folder.glob("*.kept-*"))]


@pytest.fixture
def table(tmp_path):
    """Return a table with four moves in a folder."""
    table = Sessions(tmp_path).open(read_setup({"game": "six", "mode": "record"}), SENDER)
    for text in TEXTS:
        move(table, text)
    return table


@pytest.fixture
def paths(table, tmp_path):
    """Return the paths of the journal and of the record."""
    return tmp_path / f"{table.name}.journal", tmp_path / f"{table.name}.kif"


def test_the_record_names_its_journal(table, paths):
    """The mark has the number of the journal's lines and its head."""
    assert read_journal_mark(paths[1].read_bytes()) == (5, table.state.head)


def test_a_journal_cut_at_every_line_end(paths, tmp_path):
    """The longer record is kept and said, at this start and at the next, and the game goes on from the journal."""
    journal, record = paths
    lines, whole = journal.read_bytes().splitlines(keepends=True), record.read_bytes()
    for number in range(1, len(lines)):
        journal.write_bytes(b"".join(lines[:number]))
        record.write_bytes(whole)
        found, said = opened(tmp_path)
        assert (found.state.seq, kept(tmp_path)) == (number, [whole])
        assert f"only {number} lines" in said[0].en
        move(found, "七07占" if number % 2 else "七07領")
        again, said = opened(tmp_path)
        assert (again.state.seq, kept(tmp_path), list(again.conflicts), len(said)) == (
            number + 1,
            [whole],
            list(found.conflicts),
            1,
        )
        for path in tmp_path.glob("*.kept-*"):
            path.unlink()
        assert opened(tmp_path)[0].conflicts == {}


def test_a_program_that_ended_between_journal_and_record(paths, tmp_path):
    """A record that is behind its journal, by one event or by all, is no damage: it is written anew without a word."""
    journal, record = paths
    lines, whole = journal.read_bytes().splitlines(keepends=True), record.read_bytes()
    for number in range(1, len(lines) + 1):
        (tmp_path / f"at{number}").mkdir()
        place = tmp_path / f"at{number}" / journal.name
        place.write_bytes(b"".join(lines[:number]))
        assert opened(place.parent)[1] == []
        record.write_bytes(place.with_suffix(".kif").read_bytes())
        found, said = opened(tmp_path)
        assert (said, found.conflicts, kept(tmp_path), record.read_bytes()) == ([], {}, [], whole), number


def test_records_from_before_there_were_marks(table, paths, tmp_path):
    """One that is the journal's last or last but one gets its mark without a word; another one is kept."""
    _, record = paths
    whole = record.read_bytes()
    text = record_text(table.state).encode()
    for old, is_kept in ((text, False), (text.rpartition(b"   4 ")[0], False), (text.rpartition(b"   3 ")[0], True)):
        record.write_bytes(old)
        _, said = opened(tmp_path)
        assert (record.read_bytes(), kept(tmp_path), len(said)) == (whole, [old] * is_kept, is_kept)


def test_a_record_that_was_changed_by_hand(table, paths, tmp_path):
    """A change, a link, a pipe or the record of another game is kept, whether the table is open or not."""
    _, record = paths
    whole = record.read_bytes()
    (tmp_path / "other").mkdir()
    strange = Sessions(tmp_path / "other").open(read_setup({"game": "six", "mode": "official"}), SENDER)
    own = (tmp_path / "other" / f"{strange.name}.kif").read_bytes()
    for data in (whole.replace("四04占".encode(), "五05占".encode()), whole + b"*\n", b"", own):
        record.write_bytes(data)
        _, said = opened(tmp_path)
        assert (kept(tmp_path), record.read_bytes(), len(said)) == ([data], whole, 1)
        next(tmp_path.glob("*.kept-*")).unlink()
    for text, spoil in (
        ("七07占", lambda: record.write_bytes(b"x")),
        ("七07領", lambda: record.symlink_to("/etc/passwd")),
        ("七06占", lambda: os.mkfifo(record)),
    ):
        record.unlink()
        spoil()
        move(table, text)
        assert read_journal_mark(record.read_bytes()).head == table.state.head
    assert len(table.conflicts) == len(list(tmp_path.glob("*.kept-*"))) == 3


def test_what_a_killed_program_had_prepared_is_removed(paths, tmp_path):
    """Files under the names of prepared ones go at the next start, and nothing else."""
    name = paths[1].name
    ours = [f".{name}.0123abcd", ".my-king-0123.toml.0123abcd", ".kifu-table.keys.0123abcd"]
    others = [f".{name}.0123abcz", f"{name}.0123abcd", f".{name}.0123abcd.txt", ".kif.0123abcd", ".x y.kif.0123abcd"]
    for each in ours + others:
        (tmp_path / each).write_text("x")
    (tmp_path / f".{name}.0123aaaa").symlink_to("/etc/passwd")
    (tmp_path / f".{name}.0123bbbb").mkdir()
    before = {path.name for path in tmp_path.iterdir()}
    opened(tmp_path)
    assert before - {path.name for path in tmp_path.iterdir()} == set(ours)


def test_a_variant_file_that_was_changed_is_kept(tmp_path):
    """The copy of a variant file is written anew from the journal, and what stood there is kept and said."""
    text = games.load("king").default_variant()
    opening = read_setup({"game": "king", "mode": "record", "rules": "my.toml", "variant": text})
    table = Sessions(tmp_path).open(opening, SENDER)
    copy = tmp_path / table.state.opening.variant.name
    copy.write_text("# mine\n")
    _, said = opened(tmp_path)
    assert (copy.read_text("utf-8"), kept(tmp_path), len(said)) == (table.state.opening.variant.text, [b"# mine\n"], 1)


def test_a_journal_that_is_too_long(table, paths, tmp_path, monkeypatch):
    """A journal with more lines or bytes than a table writes is not read, and says its limit."""
    whole = paths[0].read_bytes()
    paths[0].write_bytes(whole + b"{}\n" * 3_000)
    for limit in (session_files.MAX_JOURNAL_BYTES, 100):
        monkeypatch.setattr(session_files, "MAX_JOURNAL_BYTES", limit)
        said = []
        tables = Sessions(tmp_path, said.append)
        assert tables.damaged[table.name].code == "too-long"
        assert "2,020 lines" in said[0].en
        paths[0].write_bytes(whole)


def test_a_record_that_is_listed_while_its_table_is_opened(tmp_path, monkeypatch):
    """It is no file without a journal afterwards: as a file it would tell what official mode keeps silent."""
    tables = Sessions(tmp_path)
    settled = tables._add
    listed = []
    monkeypatch.setattr(tables, "_add", lambda table: (listed.extend(tables.plain_records()), settled(table)))
    tables.open(read_setup({"game": "six", "mode": "official"}), SENDER)
    assert len(listed) == 1
    assert tables.find(listed[0]) is None
    assert tables.stored_game(listed[0], ()) is None
