"""Links that carry a record: each byte comes back, 60 plies fit into 1 000 characters, and what is damaged or huge is refused."""

import base64
import random
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linked_records import LONG, MARK, SAMPLES, sixty_plies
from tables import Recorder

import kifu
from kifu.core.errors import KifuError
from kifu.recording import record_link
from kifu.recording.journal_and_record_mark import add_journal_mark
from kifu.recording.record_link import MAX_LINK_CHARACTERS, MAX_RECORD_BYTES, record_fragment, record_of_link
from kifu.recording.state_record_conversion import record_file_bytes

FIRST_LINK = "#r=Etc5wvBDdxTQAr6nGzc-n7KBH6cRzNmSsksZ5RiyJGXWMcorMNybxcAKAA"
FIRST_RECORD = """棋種：6面体
規則：six/1
先手：山田
手数----指手---------消費時間--
   1 四04占       ( 0:05/00:00:05)
   2 三03領       ( 1:07/00:01:07)
   3 投了
"""


def refused(link):
    """Return the code with which a link is refused."""
    with pytest.raises(KifuError) as found:
        record_of_link(link)
    assert found.value.message.ja
    assert found.value.message.en
    return found.value.code


def linked(head, body, *, squeezed=True):
    """Return a link of bytes, whatever they are."""
    whole = head + (zlib.compress(body, 9, -15) if squeezed else body)
    return "#r=" + base64.urlsafe_b64encode(whole).rstrip(b"=").decode()


@pytest.mark.parametrize("game", LONG)
def test_sixty_plies_are_a_short_link(game):
    """60 plies with head, times and a table's mark are at most 1 000 characters, and are judged as the file is."""
    data = add_journal_mark(sixty_plies(game), MARK)
    link = record_fragment(data)
    assert len(link) <= 1_000
    assert re.fullmatch(r"#r=[\w-]+", link)
    assert record_of_link(f"https://example.org/kifu/{link}\n") == data
    (verdict,), (linked_verdict,) = kifu.verify(data), kifu.verify(record_of_link(link))
    assert verdict.plies == 60
    assert verdict.to_json() == linked_verdict.to_json()


def test_every_sample_comes_back_byte_by_byte():
    """Every sample that a link may carry comes back as it is, whatever its encoding."""
    for path in sorted(SAMPLES.glob("*/*.kif")):
        data = path.read_bytes()
        assert record_of_link(record_fragment(data)) == data, path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16", "euc_jp"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_come_back(encoding, end):
    """A record of any encoding and line end comes back byte by byte; the two of usual programs are as short as UTF-8."""
    text = sixty_plies("six")
    data = text.replace("\n", end).encode(encoding)
    link = record_fragment(data)
    assert record_of_link(link) == data
    if encoding in {"utf-8", "utf-8-sig", "cp932"} and end != "\r":
        assert len(link) <= len(record_fragment(text.encode())) + 16


@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode)))
def test_any_bytes_come_back(data):
    """Bytes that are no record come back too."""
    assert record_of_link(record_fragment(data)) == data


LINES = (
    "   1 一01占",
    "   2 二01領       ( 0:14/00:00:14)",
    "   3 三01占       ( 0:10/00:00:24)",
    "まで",
    "",
    "\x01",
    "  61 投了",
    "変化：2手",
    "*\x0e\x0f\x06",
)


@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_lines_in_any_order_come_back(lines):
    """Moves out of order, of several games, with signs of the packed form between them, come back."""
    data = "\n".join(lines).encode()
    assert record_of_link(record_fragment(data)) == data


def test_a_table_that_has_kept_texts_is_judged_alike():
    """A text that its recorder has kept is the same text behind a link: the mark goes with it."""
    data = record_file_bytes(Recorder().move("四04占", "44領", "三の三に領").state)
    back = record_of_link(record_fragment(data))
    assert back == data
    assert kifu.verify(back)[0].to_json() == kifu.verify(data)[0].to_json()


@given(st.data())
def test_a_damaged_link_is_refused(data):
    """A link that is cut, or has one other letter, is refused in words."""
    link = record_fragment(sixty_plies("six").encode())
    place = data.draw(st.integers(len("#r="), len(link) - 1))
    letter = data.draw(st.sampled_from(sorted(set("AZaz09-_ +/=é<\n") - {link[place]})))
    assert refused(link[:place]) == "bad-link"
    changed = f"{link[:place]}{letter}{link[place + 1 :]}"
    # The bits behind the last byte say nothing.
    if place < len(link) - 1:
        assert refused(changed) in {"bad-link", "newer-link"}


def test_hostile_links_are_refused():
    """Bombs, endless links, unknown forms and data that is none are refused, each by its code."""
    head = bytes([1 << 4 | 2, 0, 0, 0, 0])
    assert refused("#r=" + "A" * 10_000_000) == "link-too-large"
    assert refused(linked(bytes([1 << 4, 0, 0, 0, 0]), b"a" * 30_000_000)) == "link-too-large"
    assert refused(linked(head, b"\x04" + b"\n" * (MAX_RECORD_BYTES - 1))) == "link-too-large"
    assert refused(linked(head, b"\x04" + b"\x01" + b"9" * 7 + b"\n\x0e\xff\x0f")) == "bad-link"
    assert refused(linked(bytes([2 << 4 | 2, 0, 0, 0, 0]), b"")) == "newer-link"
    for link in ("", "#r=", "#r=A", "#r=%3Cscript%3E", "#r=AAAA", linked(bytes([1 << 4 | 9, 0, 0, 0, 0]), b"")):
        assert refused(link) == "bad-link", link
    assert refused(linked(head, b"\xff\xff", squeezed=False)) == "bad-link"


def test_a_record_that_is_too_large_for_a_link_is_refused():
    """A file that no link can carry is refused, not cut."""
    rng = random.Random(0)
    for data in (b"a" * (MAX_RECORD_BYTES + 1), rng.randbytes(MAX_LINK_CHARACTERS)):
        with pytest.raises(KifuError) as found:
            record_fragment(data)
        assert found.value.code == "link-too-large"


def test_version_1_stays_as_it_is():
    """Alphabet, dictionary and forms of version 1 are frozen: links that have been handed on open for ever."""
    parts = (record_link._ALPHABET, record_link._DICTIONARY, record_link._SIGNS, str(record_link._PACKED_FORMS))
    assert zlib.crc32("\0".join(parts).encode()) == 237049145
    assert record_of_link(FIRST_LINK).decode() == FIRST_RECORD
