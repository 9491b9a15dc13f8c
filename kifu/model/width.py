"""How wide a text stands, in half-width columns: a full-width character takes two."""

from __future__ import annotations

import unicodedata

_TWO = frozenset({"W", "F"})
_NARROW = frozenset({"Na", "N", "H"})
_NO_ROOM = frozenset({"Mn", "Me"})


def terminal_columns(text: str) -> int:
    """Return the columns of a text in a terminal, where ▲ and other ambiguous characters take one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(one) in _NO_ROOM else 2 if unicodedata.east_asian_width(one) in _TWO else 1
        for one in text
    )


def columns(text: str) -> int:
    """Return the columns of a text in a Japanese font, where ▲ and other ambiguous characters take two."""
    return sum(1 if unicodedata.east_asian_width(one) in _NARROW else 2 for one in text)


def shortened(text: str, width: int) -> str:
    """Return `text` cut with … to at most `width` columns of a Japanese font."""
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
