"""Shares helpers among the tests of reading and judging: a record from a few lines, its verdict, its diagnostics."""

import kifu
from kifu.core import games
from notation.encoding import bytes_with_new_lines
from notation.reading import read

HEAD = "棋種：6面体\n"
SIX = games.load("six")

DIAGRAM = """局面図
一二三四五六七
○○○○○○○01
○○○○○○○02
○○○武領○○03
○○○○○○○04
○占○○○○○05
○○○○○○○06
○○○○○○○07
先手の持駒：13 占不可
後手の持駒：14 占可
手番：先手
"""
"""先手's 武 may beat 後手's only 占: 四03-五03武 wins by six.14."""


def document(text, name="game.kif"):
    """Read text (as UTF-8) or bytes as a file."""
    return read(name, text if isinstance(text, bytes) else text.encode())


def record(text):
    """Read the only record of a file."""
    (only,) = document(text).records
    return only


def diagnostics_of(text):
    """Return code and line of each diagnostic of the reader on the only record of a file."""
    return [(diagnostic.code, diagnostic.line) for diagnostic in record(text).diagnostics]


def verdicts(text):
    """Judge every record of a file."""
    return kifu.verify(document(text))


def verdict(text):
    """Judge the only record of a file."""
    (only,) = verdicts(text)
    return only


def remarks(text):
    """Return code and line of each diagnostic of a file's only record."""
    return [(diagnostic.code, diagnostic.line) for diagnostic in verdict(text).diagnostics]


def texts(line):
    """Return the moves of a line of play as written."""
    return [entry.text for entry in line.entries]


def replaced(source, number, text):
    """Return the bytes of a file with the text of one line (from 1) replaced."""
    lines = [*source.lines[: number - 1], text, *source.lines[number:]]
    return bytes_with_new_lines(source, lines, source.ends)


DATA = "reconstructed-data"
"""The code of the note that every verdict of a Union game has: the figures of its page are lost."""


def codes_of(diagnostics):
    """Return the codes of diagnostics in order, without the note on reconstructed data."""
    return [diagnostic.code for diagnostic in diagnostics if diagnostic.code != DATA]


def codes_of_forms(text):
    """Return the codes of all diagnostics of the only record of a file."""
    return [diagnostic.code for diagnostic in verdict(text).diagnostics]
