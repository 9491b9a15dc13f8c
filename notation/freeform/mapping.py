"""Turns the record that was read from a copy into the record of the file: the places in it become those of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.errors import InvalidSetup
from kifu.referee.record import Record, Source, Variation
from notation.formats.kif_moves import reads

if TYPE_CHECKING:
    from kifu.referee.record import Span
    from notation.freeform.copies import Copy


def of_copy(source: Source, copy: Copy) -> Source:
    """Return the copy as the text of a file."""
    lines = tuple(line.text for line in copy.lines)
    return source._replace(data="\n".join(lines).encode("utf-8", "replace"), lines=lines, ends=("\n",) * len(lines))


def mapped(plain: Record, copy: Copy, source: Source, span: Span) -> Record:
    """Return the record of the file on the lines of `span`, whose copy was read as `plain`."""
    record: Record = _moved(plain._replace(diagnostics=()), copy)._replace(
        source=source, span=span, copies=(plain,), refused=_refused(plain.refused, copy)
    )
    diagnostics = [_moved(one, copy) for one in plain.diagnostics]
    ordered = sorted([*copy.notes, *diagnostics], key=lambda one: one.line or 0)
    games = tuple(game._replace(source=source) for game in record.games)
    return record._replace(diagnostics=tuple(ordered), games=games)


def with_reasons(record: Record, copy: Copy) -> Record:
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
            if entry.unread is not None and record.game is not None and reads(record.game, entry.text)
        )
        unread = sorted((*line.unread, *doubted), key=lambda one: one.ply or 0)
        return line._replace(entries=entries, unread=tuple(unread))

    games = tuple(with_reasons(game, copy) for game in record.games)
    return record._replace(lines=tuple(map(reasons, record.lines)), games=games)


def _moved(value: Any, copy: Copy) -> Any:  # noqa: ANN401 - any part of a record
    """Return a part of a record with the places of the file."""
    if isinstance(value, Source) or not isinstance(value, tuple):
        return value
    fields = getattr(value, "_fields", ())
    if not fields:
        return tuple(_moved(part, copy) for part in value)
    parts: dict[str, Any] = {name: _moved(part, copy) for name, part in zip(fields, value, strict=True)}
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


def _refused(refused: InvalidSetup | None, copy: Copy) -> InvalidSetup | None:
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
