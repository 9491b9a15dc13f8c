"""The text of a journal: chained lines, a torn end, damage."""

import hashlib
import json

import pytest
from tables import Recorder

from kifu.recording.journal_and_record_mark import START, canonical_json_text, chain_line, decode_journal, encode_line
from kifu.recording.submit_and_replay_events import replay_journal
from kifu.recording.untrusted_json_fields import Rejected

TABLE = Recorder("six").move("四04占", "三03領", "四04占")
DATA = TABLE.data()


def test_each_line_holds_the_hash_of_what_came_before():
    """The hash is the SHA-256 of the hash before and of the canonical JSON without it."""
    before = "0" * 64
    for raw in DATA.decode().splitlines():
        value = json.loads(raw)
        own = value.pop("hash")
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert own == hashlib.sha256((before + text).encode()).hexdigest()
        before = own
    assert before == TABLE.state.head == decode_journal(DATA).head


def test_a_whole_journal():
    """All lines are read back, and nothing is torn."""
    journal = decode_journal(DATA)
    assert journal.lines == tuple(TABLE.lines)
    assert (journal.size, journal.torn, journal.unended, journal.damage) == (len(DATA), b"", False, None)
    assert decode_journal(b"") == ((), 0, b"", False, None)


def test_cut_at_every_byte():
    """Wherever a journal is cut, the whole lines before the cut remain, and the rest of it is torn: nothing is damaged."""
    for cut in range(len(DATA)):
        journal = decode_journal(DATA[:cut])
        whole = DATA[:cut].count(b"\n") + (DATA[cut : cut + 1] == b"\n" and cut > 0)
        assert (len(journal.lines), journal.damage) == (whole, None), cut
        assert journal.size + len(journal.torn) == cut
        assert journal.unended == (DATA[cut : cut + 1] == b"\n")


@pytest.mark.parametrize("bit", [0, 5])
def test_one_flipped_bit_anywhere(bit):
    """A flipped bit is damage at its line; no line behind it is read, and none before it is lost."""
    for place in range(len(DATA)):
        flipped = DATA[:place] + bytes([DATA[place] ^ 1 << bit]) + DATA[place + 1 :]
        journal = decode_journal(flipped)
        before = DATA[:place].count(b"\n")
        assert journal.damage is not None, place
        assert len(journal.lines) == before
        assert (journal.damage.line, journal.torn) == (before + 1, b"")
        assert str(before + 1) in journal.damage.message.en


def test_lines_that_are_left_out_exchanged_or_repeated():
    """A line that is left out, exchanged with another, or repeated breaks the chain."""
    lines = DATA.splitlines(keepends=True)
    assert decode_journal(b"".join([lines[0], *lines[2:]])).damage.line == 2
    assert decode_journal(b"".join([lines[0], lines[2], lines[1], lines[3]])).damage.line == 2
    assert decode_journal(b"".join([*lines[:2], lines[1]])).damage.line == 3


def test_what_is_no_journal():
    """Other files are damage in their first line, never an exception."""
    for data in (b"x\n", b"[]\n", b'{"seq":1}\n', b"\xff\n", b"[" * 9999 + b"\n", b"null\n"):
        assert decode_journal(data).damage.line == 1
    assert decode_journal(b"[" * 9999).torn


def test_a_chained_line_that_no_table_has_written():
    """A journal whose chain is whole but whose content is not ours is refused with the number of the line."""
    first = TABLE.lines[0]
    odd = chain_line({**TABLE.lines[1].body, "event": {"id": "x", "kind": "nothing"}}, first.hash)
    with pytest.raises(Rejected, match="line 2"):
        replay_journal(decode_journal(encode_line(first) + encode_line(odd)).lines)
    with pytest.raises(Rejected, match="line 1"):
        replay_journal([chain_line({**first.body, "event": {"kind": "move"}}, START)])
    with pytest.raises(Rejected, match="empty"):
        replay_journal([])
    assert canonical_json_text({"b": 1, "a": "一"}) == '{"a":"一","b":1}'
