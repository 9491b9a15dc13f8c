"""Tests the guard of standard output and error, and the few ways past it."""

import io
import json
import re
import sys
import unicodedata

import click
import pytest
from click.testing import CliRunner

from kifu.cli.main import main
from kifu.cli.printing import guarded_output_and_progress
from kifu.core.message import CONTROL, escape_json, visible, visible_lines

RULING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
KEPT = frozenset("\t\n")


def ruling():
    """Return every character that rules a terminal, or is not seen in it."""
    return {chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in RULING} - KEPT


def test_all_that_rules_a_terminal_is_made_visible():
    """Every way of printing replaces control characters by visible ones."""
    for character in ruling():
        assert re.fullmatch(CONTROL, character), hex(ord(character))
        assert visible(character).isprintable()
        assert visible_lines(character).isprintable()
        assert escape_json(character).isprintable()


def test_what_people_write_stays():
    """Kana, 漢字, full-width blanks, tabs and similar characters are printed unchanged."""
    text = "先手　山田\t▲7六 ﾊﾝｶｸ ①㈱"
    assert (visible(text), visible_lines(f"{text}\n{text}"), escape_json(text)) == (text, f"{text}\n{text}", text)


def test_what_is_escaped_is_the_same_json():
    """JSON escapes are read back, also beyond U+FFFF and for a lone surrogate."""
    for character in sorted(ruling()):
        line = escape_json(json.dumps(f"漢{character}字", ensure_ascii=False))
        assert line.isprintable()
        assert json.loads(line).encode("utf-8", "surrogatepass") == f"漢{character}字".encode("utf-8", "surrogatepass")


def replaced(monkeypatch):
    """Make standard output and error plain text streams over bytes; a fixture would do so before pytest does."""
    both = [io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="backslashreplace") for _ in range(2)]
    monkeypatch.setattr(sys, "stdout", both[0])
    monkeypatch.setattr(sys, "stderr", both[1])
    return both


def written(stream):
    """Return the bytes that have been written to a stream."""
    stream.flush()
    return stream.buffer.getvalue()


def test_click_does_not_go_past_the_guard(monkeypatch):
    """It looks for the bytes below a stream of ASCII, to write UTF-8 there."""
    streams = replaced(monkeypatch)
    with guarded_output_and_progress.guard_streams():
        click.echo("a\x1b]0;\u202eb\nc")
        click.echo("a\x1b]0;", err=True)
        sys.stderr.write("x\x9b\n")
        sys.stderr.writelines(["\u200b", "\n"])
    assert written(streams[0]) == rb"a\u241b]0;<U+202E>b" + b"\nc\n"
    assert written(streams[1]) == rb"a\u241b]0;" + b"\nx<U+009B>\n<U+200B>\n"
    assert [sys.stdout, sys.stderr] == streams


def test_the_streams_stay_guarded_for_a_traceback(monkeypatch):
    """The interpreter prints it when the program is over."""
    streams = replaced(monkeypatch)

    def fails():
        with guarded_output_and_progress.guard_streams():
            raise RuntimeError("\x1b[2J")

    with pytest.raises(RuntimeError):
        fails()
    assert isinstance(sys.stderr, guarded_output_and_progress.GuardedStream)
    assert sys.stdout.stream is streams[0]


@pytest.mark.parametrize("ended", [SystemExit, KeyboardInterrupt, click.UsageError("")])
def test_the_streams_are_put_back(monkeypatch, ended):
    """Where the program ends as it means to."""
    streams = replaced(monkeypatch)

    def ends():
        with guarded_output_and_progress.guard_streams():
            raise ended

    with pytest.raises((SystemExit, KeyboardInterrupt, click.UsageError)):
        ends()
    assert [sys.stdout, sys.stderr] == streams


def test_bytes_are_text_on_a_terminal(monkeypatch):
    """A program gets each byte; a terminal gets nothing that rules it."""
    streams = replaced(monkeypatch)
    with guarded_output_and_progress.guard_streams():
        guarded_output_and_progress.print_bytes(b"\x1b[2J\xff")
        monkeypatch.setattr(streams[0], "isatty", lambda: True)
        guarded_output_and_progress.print_bytes(b"|\x1b[2J\xff")
    assert written(streams[0]) == b"\x1b[2J\xff" + rb"|\u241b[2J\xff"


def test_what_click_says_of_a_command_line():
    """Names of commands and options come from outside too."""
    for arguments in (["\x1b[2J"], ["verify", "--\x1b[2J"], ["perft", "--game", "six", "\u202e1"], ["games", "\x9b"]):
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 2
        assert visible_lines(done.output) == done.output
