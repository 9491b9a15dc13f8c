"""Draws a diagnostic for a person: place, text, and the line with a caret under what is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from kifu.model.diagnostic import Diagnostic, Severity
    from kifu.model.message import Language
    from kifu.model.record import Source

WINDOW = 60
"""How many characters of a long line are shown round the place."""

SEVERITY_LABELS = {
    "error": Message("誤り", "error"),
    "warning": Message("注意", "warning"),
    "note": Message("お知らせ", "note"),
}


def display_width(text: str) -> int:
    """Return how many terminal columns `text` takes: a full-width character takes two."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415 - most runs print nothing wide

    width = wcswidth(text)
    return width if width >= 0 else len(text)


def display_column(line: str, column: int) -> int:
    """Return the terminal column (from 1) of the character `column` (from 1) of a line."""
    return display_width(visible(line[: column - 1])) + 1


def label(severity: Severity, language: Language) -> str:
    """Return the word for a severity."""
    return SEVERITY_LABELS[severity].in_language(language)


def place(found: Diagnostic) -> str:
    """Return `line:column`, as far as they are known."""
    if found.line is None:
        return ""
    return f":{found.line}" if found.column is None else f":{found.line}:{found.column}"


def render(found: Diagnostic, file: str, source: Source | None, language: Language) -> str:
    """Return one diagnostic as lines of text, the last two being the quoted line and its caret."""
    text = visible(found.message.in_language(language))
    first = f"{visible(file)}{place(found)}: {label(found.severity, language)}: {text} [{found.code}]"
    if source is None or found.line is None or found.column is None or found.line > len(source.lines):
        return first
    return f"{first}\n{caret(source.lines[found.line - 1], found.column, found.width)}"


def caret(line: str, column: int, width: int) -> str:
    """Return the line, cut to a window round the place, and under it a caret line aligned in the terminal."""
    start = max(0, column - 1 - WINDOW // 2) if len(line) > WINDOW else 0
    window = line[start : start + WINDOW]
    at = min(column - 1 - start, len(window))
    before = visible(window[:at]).replace("\t", " ")
    meant = visible(window[at : at + width]).replace("\t", " ")
    shown = visible(window).replace("\t", " ")
    marks = "^" * max(1, display_width(meant))
    return f"    {shown}\n    {' ' * display_width(before)}{marks}"
