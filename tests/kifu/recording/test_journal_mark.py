"""The line of a record that names its journal: it changes nothing that a reader sees, and shows every change above it."""

import hashlib

import pytest
from helpers import verdict
from hypothesis import given
from hypothesis import strategies as st
from tables import GAMES, Recorder

from kifu.recording.journal_and_record_mark import (
    JournalMark,
    add_journal_mark,
    journal_mark_mismatch,
    read_journal_mark,
)
from kifu.recording.state_record_conversion import record_file_bytes, record_text
from notation.reading import read

LINES = Recorder().move("四04占", "三03領").lines
MARK = JournalMark(12, "0" * 64)


def first_marked(text, mark):
    """Return a record with its mark as earlier versions wrote it."""
    data = text.encode()
    return f"# kifu-table/1 {mark.lines} {mark.head} {hashlib.sha256(data).hexdigest()}\n".encode() + data


def test_a_marked_record_reads_as_before():
    """In every game the record with its mark has the same verdict, moves and diagnostics; so has one of an earlier version."""
    for game in GAMES:
        state = Recorder(game).state
        plain, own, earlier = map(
            verdict, (record_text(state), record_file_bytes(state), first_marked(record_text(state), MARK))
        )
        for marked, further in ((own, 0), (earlier, 1)):
            assert (marked.status, marked.plies, marked.game.id) == (plain.status, plain.plies, game)
            assert [(one.code, one.line and one.line - further) for one in marked.diagnostics] == [
                (one.code, one.line) for one in plain.diagnostics
            ], game
        assert len(read("a.kif", record_file_bytes(state)).records) == 1


@given(st.text("a\n手", max_size=20), st.data())
def test_a_change_is_seen(text, data):
    """What was marked has its mark; with one byte flipped, taken out or put in it has none."""
    mark = MARK
    whole = data.draw(st.sampled_from([add_journal_mark, first_marked]))(f"{text}\n", mark)
    assert read_journal_mark(whole) == mark
    place = data.draw(st.integers(0, len(whole) - 1))
    flipped = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
    begin = whole.index(b"# kifu-table/")
    line = range(begin, whole.index(b"\n", begin) + 1)
    for changed in (flipped, whole[:place] + whole[place + 1 :], whole[:place] + b"x" + whole[place:]):
        # Another number of lines or another hash is another mark, and the journal tells that it is wrong.
        found = read_journal_mark(changed)
        assert found is None or (place in line and found != mark)


def test_whether_a_record_is_of_a_journal():
    """A record that is as new as the journal or older is of it; one that goes further, of another one or changed is not."""
    for number, line in enumerate(LINES, start=1):
        assert journal_mark_mismatch(add_journal_mark("x\n", JournalMark(number, line.hash)), LINES) is None
    for data, said in (
        (add_journal_mark("x\n", JournalMark(4, "0" * 64)), "only 3 lines"),
        (add_journal_mark("x\n", JournalMark(3, LINES[0].hash)), "another journal"),
        (add_journal_mark("x\n", JournalMark(0, LINES[-1].hash)), "changed"),
        (add_journal_mark("x\n", JournalMark(3, LINES[-1].hash)) + b"*", "changed"),
        (b"y" + add_journal_mark("x\n", JournalMark(3, LINES[-1].hash)), "changed"),
        (b"", "changed"),
    ):
        assert said in journal_mark_mismatch(data, LINES).en


@pytest.mark.parametrize("written", [record_file_bytes, lambda state: first_marked(record_text(state), MARK)])
def test_a_text_that_is_kept_is_kept(written):
    """What a person may read as a move, but the recorder has kept as a text, is the same text in the file, and at fault."""
    state = Recorder().move("四04占", "44領", "C1", "三の三に領").state
    (record,) = read("a.kif", written(state)).records
    assert [entry.text for entry in record.main.entries] == ["四04占", "44領", "C1", "三の三に領"]
    assert [one.code for one in record.diagnostics if one.code == "read-as"] == []
    assert verdict(written(state)).fault.ply == 2
