"""The copy of a record in the plain form: its lines while it grows, and the way from its places back to those of the file."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.errors import InvalidSetup
from kifu.core.message import Message
from kifu.core.move_grammar import split_side
from kifu.core.squares import BLANKS
from kifu.referee.record import Record, Source, Variation
from notation.formats.kif_moves_of_line import is_move
from notation.line_kinds import classify_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.referee.record import Span, Unread
    from notation.freeform.fold_text import LocatedText, Place


class StatementLine:
    """A line that statements are taken from: its characters, and what stands for them in the file."""

    def __init__(
        self, passage: LocatedText, written: Callable[[LocatedText], str], sender: str = "", *, quoted: bool = False
    ) -> None:
        self.passage, self.written, self.sender, self.quoted = passage, written, sender, quoted
        self.label: LocatedText | None = None
        self._texts: dict[tuple[int, int], str] = {}

    def with_label_above(self, label: LocatedText) -> StatementLine:
        """Return the line with the label that stands above its first turn."""
        line = StatementLine(self.passage, self.written, self.sender, quoted=self.quoted)
        line.label = label
        return line

    def text_in_file(self, start: int, end: int) -> str:
        """Return what stands in the file between two places of the line."""
        if (start, end) not in self._texts:
            said = bool(self.passage.text[start:end].strip())
            self._texts[start, end] = self.written(self.passage.cut(start, end)) if said else ""
        return self._texts[start, end]

    def located_part(self, start: int, end: int) -> LocatedText:
        """Return the characters between two places with their places in the file."""
        part = self.passage.cut(start, end)
        return part if part.text else self.passage.part(start, end or start + 1)


class CopyLine(NamedTuple):
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


LineOfItemId = tuple[int, CopyLine]
"""The identity of an item of a hypothesis (`id`), and what its first line becomes."""


def copy_line(passage: LocatedText, text: str, written: str | None = None, unread: Unread | None = None) -> CopyLine:
    """Return a line that was read from a passage, which stands in the file as `written`."""
    return CopyLine(text, passage.place, passage.place[0], passage.width, unread, shifted=text == written)


class PlainCopy(NamedTuple):
    """A record in the plain form."""

    lines: tuple[CopyLine, ...]
    start: int
    """The line with 棋種, from 1."""
    notes: tuple[Diagnostic, ...]
    """What was read for what, with places in the file."""


def move_text_of_line(line: str) -> str:
    """Return the move of a line of the notation, without its number, its side and its time."""
    _, move = split_side(classify_line(line).text)
    return unicodedata.normalize("NFKC", move.strip(BLANKS))


def copy_as_source(source: Source, copy: PlainCopy) -> Source:
    """Return the copy as the text of a file."""
    lines = tuple(line.text for line in copy.lines)
    return source._replace(data="\n".join(lines).encode("utf-8", "replace"), lines=lines, ends=("\n",) * len(lines))


def record_at_places_of_file(plain: Record, copy: PlainCopy, source: Source, span: Span) -> Record:
    """Return the record of the file on the lines of `span`, whose copy was read as `plain`."""
    record: Record = _part_with_file_places(plain._replace(diagnostics=()), copy)._replace(
        source=source, span=span, copies=(plain,), refused=_refusal_error(plain.refused, copy)
    )
    diagnostics = [_part_with_file_places(one, copy) for one in plain.diagnostics]
    ordered = sorted([*copy.notes, *diagnostics], key=lambda one: one.line or 0)
    games = tuple(game._replace(source=source) for game in record.games)
    return record._replace(diagnostics=tuple(ordered), games=games)


def with_reasons_of_unread_moves(record: Record, copy: PlainCopy) -> Record:
    """Return the record of a copy whose moves that are not read tell why."""
    if not any(line.unread for line in copy.lines):
        return record

    def reasons(line: Variation) -> Variation:
        entries = tuple(entry._replace(unread=copy.lines[entry.line - 1].unread) for entry in line.entries)
        # a text that the game reads is no move either, if its reason says that it may not be the one that was played
        doubted = (
            error(
                entry.unread.code, entry.unread.message, entry.line, entry.column, ply=entry.ply, width=len(entry.text)
            )
            for entry in entries
            if entry.unread is not None and record.game is not None and is_move(record.game, entry.text)
        )
        unread = sorted((*line.unread, *doubted), key=lambda one: one.ply or 0)
        return line._replace(entries=entries, unread=tuple(unread))

    games = tuple(with_reasons_of_unread_moves(game, copy) for game in record.games)
    return record._replace(lines=tuple(map(reasons, record.lines)), games=games)


def _part_with_file_places(value: Any, copy: PlainCopy) -> Any:  # noqa: ANN401 - any part of a record
    """Return a part of a record with the places of the file."""
    if not isinstance(value, tuple) or isinstance(value, Source | Message):
        return value
    fields = getattr(value, "_fields", ())
    if not fields:
        return tuple(_part_with_file_places(part, copy) for part in value)
    parts: dict[str, Any] = {name: _part_with_file_places(part, copy) for name, part in zip(fields, value, strict=True)}
    line = parts.get("line")
    if isinstance(line, int) and 0 < line <= len(copy.lines):
        copied = copy.lines[line - 1]
        parts["line"] = copied.line
        if copied.place is not None:
            if isinstance(parts.get("column"), int):
                parts["column"] = copied.place[1] + (parts["column"] - 1 if copied.shifted else 0)
            if isinstance(value, Diagnostic) and not copied.shifted:
                parts["width"] = copied.width
    if isinstance(value, Record):
        first, last = value.span
        parts["span"] = type(value.span)(copy.lines[first - 1].line, copy.lines[last - 1].line)
    return type(value)(**parts)


def _refusal_error(refused: InvalidSetup | None, copy: PlainCopy) -> InvalidSetup | None:
    """Return the error of a refused setup with the line of the file in place of that of the copy."""
    if refused is None or refused.line is None:
        return refused
    return InvalidSetup(
        refused.code,
        refused.message,
        offset=refused.offset,
        width=refused.width,
        line=copy.lines[refused.line - 1].line,
        article=refused.article,
        key=refused.key,
    )
