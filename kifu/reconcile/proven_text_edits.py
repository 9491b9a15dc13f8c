"""Edits of a record's text, proven by judging it again."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import UnreadableFile
from kifu.core.message import quoted
from kifu.core.squares import BLANKS
from kifu.referee.verify import verify
from notation.encoding import bytes_with_new_lines, decode, encode
from notation.formats.kif_head_reader import RulesSource
from notation.line_kinds import NUMBER, LineKind, classify_line
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Record, Source
    from kifu.referee.verdict import Verdict

_FIGURES = re.compile("[0-9０-９]+")
_COUNT = re.compile(rf"(?:{NUMBER})(?=[{BLANKS}]*手)")


class LineReplacement(NamedTuple):
    """A replaced part of a line; line and column from 1."""

    line: int
    column: int
    old: str
    new: str


class TextChange(NamedTuple):
    """An edit of a record's text."""

    replaced: tuple[LineReplacement, ...] = ()
    inserted: tuple[int, str] | None = None
    """The line before which a line is inserted, and its text."""
    removed: int | None = None
    """The line that is left out."""
    renumbered: int = 0
    """What is added to the ply numbers behind the inserted or removed line."""
    last: int = 0
    """The last line whose number is changed."""


class Proof(NamedTuple):
    """A repaired record as a file, and the referee's verdict on it."""

    data: bytes
    sha256: str
    """SHA-256 of `data`, in hexadecimal."""
    verdict: Verdict


def rules_of_record(record: Record) -> RulesSource:
    """Return the rules by which a changed text is read."""
    if record.variant is not None:
        return RulesSource(given=record.variant._replace(options=""))
    return RulesSource(given=record.rules) if record.rules is not None else RulesSource()


def lines_with_change(record: Record, change: TextChange, comment: str) -> list[str] | None:
    """Return a record's lines with a change and its comment.

    None if the change does not fit the text, because several moves share a line.
    """
    first, last = record.span
    lines: list[str] = []
    behind = max([part.line for part in change.replaced] + [change.removed or 0]) if change.inserted is None else 0
    shifting = False
    for number in range(first, last + 1):
        text = record.source.lines[number - 1]
        if change.inserted is not None and number == change.inserted[0]:
            lines += [change.inserted[1], f"*{comment}"]
            shifting = True
        if shifting and number <= change.last:
            text = _renumber_line(text, change.renumbered)
        for part in sorted((part for part in change.replaced if part.line == number), key=lambda part: -part.column):
            at = part.column - 1
            if not text.startswith(part.old, at):
                return None
            text = text[:at] + part.new + text[at + len(part.old) :]
        if number == change.removed:
            shifting = True
        else:
            lines.append(text)
        if number == behind:
            lines.append(f"*{comment}")
    if change.inserted is not None and change.inserted[0] > last:
        lines += [change.inserted[1], f"*{comment}"]
    return lines


def judge_patched_lines(record: Record, lines: Sequence[str], rules: RulesSource) -> Proof | None:
    """Return the lines as a judged file of one record.

    None if the text no longer holds exactly one record.
    The file has the encoding of the record's own file, or UTF-8 if that lacks a character.
    """
    ends = _changed_line_ends(record, lines)
    try:
        data = encode(lines, ends, record.source.encoding, bom=record.source.bom)
    except UnreadableFile:
        data = encode(lines, ends, "utf-8")
    document = read(record.source.name, data, rules)
    if len(document.records) != 1:
        return None
    return Proof(data, document.sha256, verify(document.records[0], document.sha256, document.diagnostics))


def moves_as_file_spells(record: Record, game_record: Record) -> list[str]:
    """Return a record's moves as its file spells them.

    Those of a record, or of a game of a match: 碁 where it was read as 碁打.
    """
    entries, lines = game_record.main.entries, record.source.lines
    notes: dict[int, list[Diagnostic]] = {}
    for note in record.diagnostics:
        if note.code == "read-as" and note.line is not None:
            notes.setdefault(note.line, []).append(note)
    beside = Counter(entry.line for entry in entries)
    texts = []
    for entry in entries:
        stands = notes and lines[entry.line - 1].startswith(entry.text, entry.column - 1)
        about = [] if stands else notes.get(entry.line, [])
        texts.append(_text_that_note_is_about(about[0], lines) if len(about) == beside[entry.line] == 1 else entry.text)
    return texts


def _text_that_note_is_about(note: Diagnostic, lines: Sequence[str]) -> str:
    """Return the text that a note is about, without move number.

    Of text on several lines what the note quotes.
    """
    assert note.line is not None  # noqa: S101 - as_written looks the notes up by their lines
    at = (note.column or 1) - 1
    text = lines[note.line - 1][at : at + note.width].strip(BLANKS)
    quote = note.message.ja[1:].partition("」を「")[0]
    text = text if quoted(text) == quote else quote
    item = classify_line(text)
    return item.text if item.kind is LineKind.MOVE and item.text else text


def patched_file(source: Source, record: Record, proven_data: bytes) -> bytes:
    """Return the file's bytes with a proof's lines as its record.

    No other byte changes.
    A file of one record is the proof itself. Raises UnreadableFile for a character that the file's encoding lacks.
    """
    first, last = record.span
    if first == 1 and last == len(source.lines):
        return proven_data
    mended = decode(source.name, proven_data)
    ends = list(mended.ends)
    if record.copies:  # its plain form has line ends of its own
        ends = [_usual_end(source.ends)] * len(ends)
    elif last < len(source.lines) and ends and not ends[-1]:
        ends[-1] = _usual_end(source.ends)
    lines = (*source.lines[: first - 1], *mended.lines, *source.lines[last:])
    return bytes_with_new_lines(source, lines, (*source.ends[: first - 1], *ends, *source.ends[last:]))


def _changed_line_ends(record: Record, lines: Sequence[str]) -> list[str]:
    """Return the line ends of a changed record.

    They are those of its unchanged first and last lines, else the usual one.
    """
    first, last = record.span
    old, ends = record.source.lines[first - 1 : last], record.source.ends[first - 1 : last]
    usual = _usual_end(record.source.ends)
    if all(end == usual for end in ends):
        return [usual] * len(lines)
    shorter = min(len(old), len(lines))
    above = next((at for at in range(shorter) if old[at] != lines[at]), shorter)
    below = next((at for at in range(shorter - above) if old[-1 - at] != lines[-1 - at]), shorter - above)
    kept = [*ends[:above], *[usual] * (len(lines) - above - below), *ends[len(ends) - below :]]
    return [*(end or usual for end in kept[:-1]), *kept[-1:]]


def _usual_end(ends: Sequence[str]) -> str:
    return max(("\n", "\r\n", "\r"), key=ends.count)


def with_ply_count(text: str, plies: int) -> str:
    """Return a closing line with another ply count, if it has one."""
    return _COUNT.sub(str(plies), text, count=1)


def _renumber_line(line_text: str, shift: int) -> str:
    """Return a line with its ply number shifted, columns kept."""
    if not shift:
        return line_text
    item = classify_line(line_text)
    figures = _FIGURES.search(line_text)
    if item.number is None or figures is None or item.kind not in {LineKind.MOVE, LineKind.BRANCH}:
        return line_text
    number = f"{item.number + shift}"
    # The number keeps its right edge, so that moves stand below each other.
    before = line_text[: figures.start()]
    spare = len(number) - len(figures[0])
    if spare > 0 and before.endswith(" " * spare):
        before = before[:-spare]
    elif spare < 0 and item.kind is LineKind.MOVE:
        before += " " * -spare
    return before + number + line_text[figures.end() :]
