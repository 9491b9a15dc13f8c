"""Tests of diagnostics drawn for a person: place, sentence, code, and the line with carets under the faulty part."""

from each import each
from helpers import HEAD, document, record
from hypothesis import given, strategies
from wcwidth import wcswidth

from kifu.core.diagnostic import error, note
from kifu.core.message import Message
from notation.diagnostic_rendering import (
    _DOUBLE,
    _SINGLE,
    WINDOW,
    _width_of_common_text,
    caret_lines,
    display_width,
    render_diagnostic,
)

WORDS = Message("ちがう", "wrong")


@each(
    ("text", "width"),
    [("", 0), ("abc", 3), ("一01占", 6), ("　", 2), ("ｱ", 1), ("か\u3099", 2), ("\u3099", 0), ("一\x07", 2)],
)
def test_widths(text, width):
    """A full-width character takes two columns, a combining one none. With a control character, characters are counted."""
    assert display_width(text) == width


COMMON = sorted(_SINGLE) + [chr(code) for first, last in _DOUBLE for code in range(ord(first), ord(last) + 1)]


def test_common_characters_are_as_wide_as_their_library_says():
    """Each character whose width is known without wcwidth has the width that wcwidth gives; others are left to it."""
    assert all(_width_of_common_text(character) == wcswidth(character) for character in COMMON)
    assert [_width_of_common_text(text) for text in ("か\u3099", "ｱ", "一\x07", "é", "")] == [None, None, None, None, 0]


@given(strategies.text(strategies.sampled_from(COMMON)))
def test_common_texts_are_as_wide_as_their_library_says(text):
    """The width of a text of common characters is the one that wcwidth gives."""
    assert display_width(text) == wcswidth(text)


@each(
    ("line", "column", "width", "before", "marks"),
    [
        ("1 一01占", 3, 4, 2, 6),
        ("1 一01占", 6, 1, 6, 2),
        ("1 一01", 6, 1, 6, 1),
        ("　一\t占", 4, 1, 5, 2),
        ("\x1b\x07占", 3, 1, 2, 2),
        ("", 1, 1, 0, 1),
    ],
)
def test_the_caret_stands_under_what_is_meant(line, column, width, before, marks):
    """The carets are as wide as the faulty part; at the end of the line there is one caret."""
    shown, under = caret_lines(line, column, width).split("\n")
    assert under == "    " + " " * before + "^" * marks
    assert "\t" not in shown
    assert "\x1b" not in shown


def test_a_long_line_is_cut_to_a_window():
    """The window of a long line holds the faulty part."""
    line = "一" * 5000 + "占" + "二" * 5000
    shown, under = caret_lines(line, 5001, 1).split("\n")
    assert len(shown) == 4 + WINDOW
    assert shown[4:].index("占") * 2 == under.index("^") - 4
    assert wcswidth(under) < wcswidth(shown)


@each(
    ("length", "column", "start", "shown"),
    [
        (60, 60, 1, 60),
        (61, 1, 1, 60),
        (61, 31, 1, 60),
        (61, 32, 2, 60),
        (61, 61, 31, 31),
        (62, 62, 32, 31),
        (200, 100, 70, 60),
        (200, 200, 170, 31),
        (200, 201, 171, 30),
        (60, 61, 1, 60),
    ],
)
def test_where_the_window_begins(length, column, start, shown):
    """A line of at most sixty characters is shown whole; of a longer one, sixty are shown, thirty before the place."""
    line = "".join(chr(0x4E00 + number) for number in range(length))
    text, under = caret_lines(line, column, 1).split("\n")
    assert text == "    " + line[start - 1 : start - 1 + shown]
    assert len(text) == 4 + shown
    assert under.index("^") == 4 + 2 * (column - start)


def test_a_diagnostic_in_full():
    """A diagnostic shows file, line, column, severity, sentence, code and the quoted line, in either language."""
    source = document(HEAD + "1 一08占\n").source
    diagnostic = error("off", WORDS, 2, 3, width=3)
    assert (
        render_diagnostic(diagnostic, "g.kif", source, "en")
        == "g.kif:2:3: error: wrong [off]\n    1 一08占\n      ^^^^"
    )
    assert render_diagnostic(diagnostic, "g.kif", source, "ja").startswith("g.kif:2:3: 誤り: ちがう [off]\n")


def test_a_diagnostic_without_a_place():
    """No line is quoted for a diagnostic of the whole file, for one without a column, or if there is no text."""
    source = record(HEAD).source
    assert render_diagnostic(note("off", WORDS), "g\x1b.kif", source, "en") == "g␛.kif: note: wrong [off]"
    assert render_diagnostic(note("off", WORDS, 1), "g.kif", source, "en") == "g.kif:1: note: wrong [off]"
    assert render_diagnostic(note("off", WORDS, 1, 1), "g.kif", None, "en") == "g.kif:1:1: note: wrong [off]"
    assert render_diagnostic(note("off", WORDS, 9, 1), "g.kif", source, "en") == "g.kif:9:1: note: wrong [off]"
