"""Untrusted text in CSV cells, where formulas get a quote, and in file names, which are files on every system."""

import re
import unicodedata
from decimal import Decimal

import pytest
from each import each
from hypothesis import example, given
from hypothesis import strategies as st

from kifu.core.escapes_confusables_and_text_width import MAX_STEM_BYTES, claim_unused_stem, file_stem, safe_csv_cell


@each(
    "text",
    ["=1+1", "+81 3", "-cmd", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a", '=HYPERLINK("http://x")'],
)
def test_text_that_would_be_run(text):
    """Text that would be run gets a ' before it, by which spreadsheets know text."""
    assert safe_csv_cell(text) == f"'{text}"


@each("value", [-1.5, -3, Decimal(-1), None, True, "", "四04占", "'=1", "a=b", "-1.5", "+3", "-2e-05", " =1"])
def test_what_runs_nothing(value):
    """Numbers stay numbers, also as text; other text that would not be run is unchanged."""
    assert safe_csv_cell(value) is value


DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in "0123456789¹²³")}


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("game", "game"),
        ("七対八 (決勝)", "七対八 (決勝)"),
        ("CON", "_CON"),
        ("con.1", "_con.1"),
        ("Lpt1 .x", "_Lpt1 .x"),
        ("COM¹", "_COM¹"),
        ("CONTEST", "CONTEST"),
        ("COM10", "COM10"),
        ("a:b", "a_b"),
        ('<>"/\\|?*', "_" * 8),
        ("a\x1b[2J\n\tb", "a_[2J__b"),
        ("a\u202eb", "a_b"),
        ("bad\udcff", "bad_"),
        ("a. .", "a"),
        ("..", "_"),
        ("", "_"),
        ("か\u3099", "が"),
        ("-rf", "_-rf"),
        ("--output=x", "_--output=x"),
    ],
)
def test_stems(text, stem):
    """What no name may hold becomes _; devices of Windows, ends that it drops, letters in parts, and options of commands."""
    assert file_stem(text) == stem


@given(st.text(max_size=300) | st.sampled_from(sorted(DEVICES)).map(lambda name: f"{name.lower()}.x"))
@example("棋" * 100)
@example("e\u0301" * 100)
def test_any_text(text):
    """A name that all three systems have, in no more bytes than fit, the same again."""
    stem = file_stem(text)
    assert 0 < len(stem.encode()) <= MAX_STEM_BYTES
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f\x7f]', stem)
    assert stem == unicodedata.normalize("NFC", stem)
    assert not stem.endswith((".", " "))
    assert not stem.startswith("-")
    assert stem.split(".")[0].rstrip().upper() not in DEVICES
    assert file_stem(stem) == stem


@given(st.lists(st.text("aAbéÉe\u0301ﬁfiＡ:*", max_size=3), max_size=12))
def test_no_two_are_one(texts):
    """No system takes two stems for one: in other cases, in other forms of letters, or cleared of what no name may hold."""
    taken = set()
    stems = [claim_unused_stem(text, taken) for text in texts]
    seen = {unicodedata.normalize("NFD", unicodedata.normalize("NFD", stem).casefold()) for stem in stems}
    assert len(seen) == len(texts)
    assert taken == {unicodedata.normalize("NFKC", stem.casefold()) for stem in stems}


def test_long_names_differ():
    """By a digest of the whole text, also where what is left out differs alone."""
    assert (
        len({file_stem("a" * 300), file_stem("a" * 299), file_stem("a" * 299 + "b"), file_stem("a" * 299 + "\x00")})
        == 4
    )
