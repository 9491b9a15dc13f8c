"""Journal format: JSON lines chained by SHA-256, and a record's journal mark.

The hash of a line is the SHA-256 of the hash of the line before (64 hexadecimal digits; zeros before the first line) followed
by the canonical JSON of the line without its member ``hash``: sorted keys, no blanks, UTF-8, as in ``{"a":1,"b":"一"}``.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message
from notation.formats.kif_head_reader import KEPT_BY_A_TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

START = "0" * 64
"""The hash before the first line."""


class JournalLine(NamedTuple):
    """One line of a journal: its content and its hash."""

    body: dict[str, Any]
    hash: str


class Damage(NamedTuple):
    """The first damaged line of a journal.

    `line` counts from 1, `offset` is in bytes from 0.
    """

    line: int
    offset: int
    message: Message


class Journal(NamedTuple):
    """A journal's whole lines, and the damage behind them.

    `torn` is the beginning of a last line whose writing was cut off; it is empty for a whole journal. `size` is the number
    of bytes of the whole lines, and `unended` says that only the line end of the last one is missing.
    """

    lines: tuple[JournalLine, ...]
    size: int
    torn: bytes = b""
    unended: bool = False
    damage: Damage | None = None

    @property
    def head(self) -> str:
        """The hash of the last whole line."""
        return self.lines[-1].hash if self.lines else START


def canonical_json_text(value: object) -> str:
    """Return a JSON value as the one text that is hashed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def chain_line(body: dict[str, Any], before: str) -> JournalLine:
    """Return the line that follows the line with the hash `before`."""
    return JournalLine(body, hashlib.sha256((before + canonical_json_text(body)).encode()).hexdigest())


def encode_line(line: JournalLine) -> bytes:
    """Return the bytes of a line with its line end."""
    return f"{canonical_json_text({**line.body, 'hash': line.hash})}\n".encode()


def decode_journal(data: bytes) -> Journal:
    """Read a journal up to its first damaged line; never raises.

    A torn last line is set apart.
    A last line without a line end is torn if it is no whole JSON object; no other damage is taken for that.
    """
    lines: list[JournalLine] = []
    before, offset = START, 0
    *whole, rest = data.split(b"\n")
    for number, raw in enumerate(whole, start=1):
        line = _verified_line(raw, before, number)
        if line is None:
            return Journal(tuple(lines), offset, damage=_damage_at_line(number, offset))
        lines.append(line)
        before, offset = line.hash, offset + len(raw) + 1
    if not rest:
        return Journal(tuple(lines), offset)
    last = _verified_line(rest, before, len(lines) + 1)
    if last is not None:
        return Journal((*lines, last), offset + len(rest), unended=True)
    if _is_last_line_cut(rest):
        return Journal(tuple(lines), offset, rest)
    return Journal(tuple(lines), offset, damage=_damage_at_line(len(lines) + 1, offset))


def _verified_line(line_bytes: bytes, previous_hash: str, line_number: int) -> JournalLine | None:
    """Return a line whose hash follows from `previous_hash`, or None."""
    try:
        value = json.loads(line_bytes.decode())
        if not isinstance(value, dict) or canonical_json_text(value).encode() != line_bytes:
            return None
    except (ValueError, RecursionError):
        return None
    body = {key: member for key, member in value.items() if key != "hash"}
    line = chain_line(body, previous_hash)
    return line if line.hash == value.get("hash") and body.get("seq") == line_number else None


def _is_last_line_cut(raw: bytes) -> bool:
    """Tell whether a last line without line end was cut off.

    A whole one with something behind it was not.
    """
    text = raw.decode(errors="replace")
    try:
        json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return True
    return False


def _damage_at_line(line_number: int, offset: int) -> Damage:
    message = Message(
        f"記録簿の {line_number} 行目 ({offset} バイト目から) が、書いたときのままではありません",
        f"line {line_number} of the journal (from byte {offset}) is not what was written",
    )
    return Damage(line_number, offset, message)


BEGINNING = KEPT_BY_A_TABLE.encode()
_MARK = re.compile(rb"# kifu-table/1 ([1-9][0-9]{0,8}) ([0-9a-f]{64}) ([0-9a-f]{64})\n")
_LAST = re.compile(rb"%s\Z" % _MARK.pattern)

CHANGED = Message(
    "棋譜が、記録中にほかから変えられていました", "the record was changed by somebody else during the game"
)
AGREES = Message("いまの記録簿と食い違いません", "it agrees with the journal as it is now")


class JournalMark(NamedTuple):
    """A record's journal: its number of lines and last hash."""

    lines: int
    head: str


def add_journal_mark(text: str, mark: JournalMark) -> bytes:
    """Return the bytes of a record with its mark."""
    data = text.encode()
    return data + f"# kifu-table/1 {mark.lines} {mark.head} {hashlib.sha256(data).hexdigest()}\n".encode()


def unmarked_bytes(text: str) -> bytes:
    """Return the bytes of a marked record, read alike without its mark."""
    return text.encode("utf-8", "surrogatepass") + BEGINNING + b"1\n"


def read_journal_mark(data: bytes) -> JournalMark | None:
    """Return the mark of an unchanged record, or None."""
    found = _LAST.search(data, max(0, data.rfind(BEGINNING))) or _MARK.match(data)
    if found is None:
        return None
    rest = data[found.end() :] or data[: found.start()]
    if found[3].decode() != hashlib.sha256(rest).hexdigest():
        return None
    return JournalMark(int(found[1]), found[2].decode())


def journal_mark_mismatch(record_bytes: bytes, lines: Sequence[JournalLine]) -> Message | None:
    """Return a record's mismatch with a journal; None if it fits.

    It may be older than the last line.
    The journal is written first: a record that is some events behind was overtaken by the end of the program.
    """
    mark = read_journal_mark(record_bytes)
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
