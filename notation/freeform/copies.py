"""The copy of a record in the plain form of the notation, while it grows and when it is complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.diagnostic import Diagnostic, note
from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.referee.record import Source, Unread
    from notation.freeform.fold import Passage, Place
    from notation.freeform.layout import Laid

SHOWN = 3
"""The number of lines of the notation that a note shows."""


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


class Copy(NamedTuple):
    """A record in the plain form."""

    lines: tuple[Copied, ...]
    start: int
    """The line with 棋種, from 1."""
    notes: tuple[Diagnostic, ...]
    """What was read for what, with places in the file."""


class Sheet:
    """The lines of a copy so far, and the notes on them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.lines: list[Copied] = []
        self.notes: list[Diagnostic] = []

    def keep(self, laid: Laid) -> None:
        """Copy a line as it stands."""
        if laid.raw is None and laid.passage.places:
            self.put(laid.passage, [laid.passage.text])
        else:
            self.lines.append(Copied(laid.raw or "", None, laid.line))

    def add(self, passage: Passage, lines: Sequence[str], unread: Unread | None = None) -> None:
        """Add lines of the notation that were read from a passage, without a note; `unread` tells why the move on the first is not read."""
        place, width, written = passage.place, passage.width, self.written(passage)
        for at, text in enumerate(lines):
            self.lines.append(Copied(text, place, place[0], width, None if at else unread, shifted=text == written))

    def put(self, passage: Passage, lines: Sequence[str], ply: int | None = None) -> None:
        """Add lines of the notation that were read from a passage, with the note that says so."""
        self.add(passage, lines)
        self.tell(passage, lines, ply)

    def tell(self, passage: Passage, lines: Sequence[str], ply: int | None = None) -> None:
        """Add the note that a passage was read as `lines`; none where it stands there so."""
        written = self.written(passage)
        if list(lines) == [written] and len({line for line, _ in passage.places}) == 1:
            return
        text = quoted(written.strip())
        shown = [quoted(re.sub(r"\s+", " ", line.strip())) for line in lines[:SHOWN] if line.strip()]
        if shown == [text]:  # a mark of quotation was taken away
            text = quoted(self.source.lines[passage.place[0] - 1].strip())
        more = "…" if len(lines) > SHOWN else ""
        ja, en = "」「".join(shown) + more, "', '".join(shown) + more
        message = (
            Message(f"「{text}」を「{ja}」と読みました", f"'{text}' was read as '{en}'")
            if shown
            else Message(f"「{text}」は表の罫線と読みました", f"'{text}' was read as a line of a table's frame")
        )
        diagnostic = note("read-as", message, *passage.place, width=passage.width)
        self.notes.append(diagnostic if ply is None else diagnostic._replace(ply=ply))

    def written(self, passage: Passage) -> str:
        """Return a passage as it stands in the file; parts on several lines follow each other."""
        ends: dict[int, tuple[int, int]] = {}
        for line, column in passage.places:
            first, last = ends.get(line, (column, column))
            ends[line] = (min(first, column), max(last, column))
        return "".join(self.source.lines[line - 1][first - 1 : last] for line, (first, last) in ends.items())
