"""The width of a text in half-width columns.

A full-width character takes two.
"""

from __future__ import annotations

import unicodedata

_TWO = frozenset({"W", "F"})
_NARROW = frozenset({"Na", "N", "H"})
_NO_ROOM = frozenset({"Mn", "Me"})


def terminal_columns(text: str) -> int:
    """Width in a terminal, ambiguous characters like ▲ one column."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(character) in _NO_ROOM
        else 2
        if unicodedata.east_asian_width(character) in _TWO
        else 1
        for character in text
    )


def columns(text: str) -> int:
    """Width in a Japanese font, ambiguous characters like ▲ two columns."""
    return sum(1 if unicodedata.east_asian_width(character) in _NARROW else 2 for character in text)


def cut_to_width(text: str, width: int) -> str:
    """Return `text`, cut to at most `width` columns of a Japanese font.

    A cut text ends in ….
    """
    if columns(text) <= width:
        return text
    room = width - columns("…")
    kept = []
    for character in text:
        room -= columns(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept) + "…"
