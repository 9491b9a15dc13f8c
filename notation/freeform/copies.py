"""The copy of a record in the plain form of the notation, while it grows and when it is complete."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.movetext import split_side
from kifu.core.squares import BLANKS
from notation.scanner import classify

if TYPE_CHECKING:
    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Unread
    from notation.freeform.fold import Passage, Place


class Copied(NamedTuple):
    """A line of the copy, and where it comes from."""

    text: str
    place: Place | None
    """Where the text stands that it was read from; None: the line itself stands in the file, unchanged."""
    line: int
    """The line of the file that it comes from."""
    width: int = 1
    unread: Unread | None = None
    """Why the move on it is not read."""
    kind: str = ""
    """`unread` for a line that is left as it stands because it is not understood."""
    shifted: bool = False
    """Whether the text stands in the file as it is, from `place` on; else its places are all `place`."""


def copied(passage: Passage, text: str, written: str | None = None, unread: Unread | None = None) -> Copied:
    """Return a line that was read from a passage, which stands in the file as `written`."""
    return Copied(text, passage.place, passage.place[0], passage.width, unread, shifted=text == written)


class Copy(NamedTuple):
    """A record in the plain form."""

    lines: tuple[Copied, ...]
    start: int
    """The line with 棋種, from 1."""
    notes: tuple[Diagnostic, ...]
    """What was read for what, with places in the file."""


def move_of(line: str) -> str:
    """Return the move of a line of the notation, without its number, its side and its time."""
    _, move = split_side(classify(line).text)
    return unicodedata.normalize("NFKC", move.strip(BLANKS))
