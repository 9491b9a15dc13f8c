"""Last line of a written record: journal length, head hash, digest.

``# kifu-table/1 12 <head> <digest>`` is a comment of the file, which every reader passes over. The digest is the SHA-256 of all
that stands above the line. So a record tells by itself whether it is as it was written, and which journal it is from. Earlier
versions wrote the line first, with the SHA-256 of all below.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from notation.formats.kif_head import KEPT_BY_A_TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.recording.journal import Line

BEGINNING = KEPT_BY_A_TABLE.encode()
_MARK = re.compile(rb"# kifu-table/1 ([1-9][0-9]{0,8}) ([0-9a-f]{64}) ([0-9a-f]{64})\n")
_LAST = re.compile(rb"%s\Z" % _MARK.pattern)

CHANGED = Message(
    "棋譜が、記録中にほかから変えられていました", "the record was changed by somebody else during the game"
)
AGREES = Message("いまの記録簿と食い違いません", "it agrees with the journal as it is now")


class Mark(NamedTuple):
    """A record's journal: its number of lines and last hash."""

    lines: int
    head: str


def with_mark(text: str, mark: Mark) -> bytes:
    """Return the bytes of a record with its mark."""
    data = text.encode()
    return data + f"# kifu-table/1 {mark.lines} {mark.head} {hashlib.sha256(data).hexdigest()}\n".encode()


def unmarked_bytes(text: str) -> bytes:
    """Return the bytes of a record that is read as one with a mark is, without it."""
    return text.encode("utf-8", "surrogatepass") + BEGINNING + b"1\n"


def mark_of(data: bytes) -> Mark | None:
    """Return the mark of an unchanged record, or None."""
    found = _LAST.search(data, max(0, data.rfind(BEGINNING))) or _MARK.match(data)
    if found is None:
        return None
    rest = data[found.end() :] or data[: found.start()]
    if found[3].decode() != hashlib.sha256(rest).hexdigest():
        return None
    return Mark(int(found[1]), found[2].decode())


def mark_mismatch(data: bytes, lines: Sequence[Line]) -> Message | None:
    """Return a record's mismatch with a journal; None if it fits.

    It may be older than the last line.
    The journal is written first: a record that is some events behind was overtaken by the end of the program.
    """
    mark = mark_of(data)
    if mark is None:
        return Message(
            "記録簿から作ったままの棋譜ではありません",
            "it is not as it was made from the journal: somebody has changed it",
        )
    if mark.lines > len(lines):
        return Message(
            f"棋譜は記録簿の {mark.lines} 行目までですが、記録簿は {len(lines)} 行しかありません",
            f"it goes to line {mark.lines} of its journal, but the journal has only {len(lines)} lines",
        )
    if lines[mark.lines - 1].hash != mark.head:
        return Message("別の記録簿から作った棋譜です", "it was made from another journal")
    return None
