"""Renders a diagnostic as text: place, sentence, quoted line with carets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import visible
from kifu.referee import verdict_text as words

if TYPE_CHECKING:
    from kifu.core.diagnostic import Diagnostic
    from kifu.core.message import Language
    from kifu.referee.record import Source

WINDOW = 60
"""The number of characters of a long line that are shown round the place."""
_SINGLE = frozenset(map(chr, range(ord(" "), ord("~") + 1))) | frozenset("▲△▽☗☖→○◎×")
"""Common characters that take one column."""
_DOUBLE = (
    ("\u3000", "\u3029"),
    ("\u3041", "\u3096"),
    ("\u309b", "\u30ff"),
    ("\u4e00", "\u9fff"),
    ("\uff01", "\uff60"),
)
"""Runs of kana, kanji and full-width forms, which take two columns each. Combining characters are in none of them."""


def display_width(text: str) -> int:
    """Return the number of terminal columns of `text`; a full-width character takes two."""
    if text.isascii():
        return len(text)
    common = _width_of_common_text(text)
    if common is not None:
        return common
    from wcwidth import wcswidth  # noqa: PLC0415 - its tables take as long to load as all else of a small command

    width = wcswidth(text)
    return width if width >= 0 else len(text)


def _width_of_common_text(text: str) -> int | None:
    """Return the width of a text of common characters; None for a text with any other."""
    width = 0
    for character in text:
        if character in _SINGLE:
            width += 1
        elif any(first <= character <= last for first, last in _DOUBLE):
            width += 2
        else:
            return None
    return width


def diagnostic_place(diagnostic: Diagnostic) -> str:
    """Return the place of a diagnostic as `:line:column`, as far as they are known; empty if neither is."""
    if diagnostic.line is None:
        return ""
    return f":{diagnostic.line}" if diagnostic.column is None else f":{diagnostic.line}:{diagnostic.column}"


def render_diagnostic(diagnostic: Diagnostic, file: str, source: Source | None, language: Language) -> str:
    """Return a diagnostic as text. If its place is known, the quoted line and a line of carets follow the first line.

    `file` is the name to show, and `source` is the text of the file, None if there is none.
    """
    said = words.diagnostic_sentence(diagnostic).in_language(language)
    first = visible(f"{file}{diagnostic_place(diagnostic)}: {said}")
    if source is None or diagnostic.line is None or diagnostic.column is None or diagnostic.line > len(source.lines):
        return first
    return f"{first}\n{caret_lines(source.lines[diagnostic.line - 1], diagnostic.column, diagnostic.width)}"


def caret_lines(line: str, column: int, width: int) -> str:
    """Return a line and, below it, carets under its characters from `column` (from 1), `width` of them.

    A long line is cut to WINDOW characters round the place. The carets are aligned for a terminal.
    """
    start = max(0, column - 1 - WINDOW // 2) if len(line) > WINDOW else 0
    window = line[start : start + WINDOW]
    at = min(column - 1 - start, len(window))
    before = visible(window[:at]).replace("\t", " ")
    meant = visible(window[at : at + width]).replace("\t", " ")
    shown = visible(window).replace("\t", " ")
    marks = "^" * max(1, display_width(meant))
    return f"    {shown}\n    {' ' * display_width(before)}{marks}"
