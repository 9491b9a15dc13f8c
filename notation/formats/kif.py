"""Reads the KIF family. Each line of a file becomes part of a record, or a diagnostic names it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kifu.core.diagnostic import Severity, too_large_diagnostic
from kifu.core.squares import BLANKS
from kifu.referee.record import Record, Source, Span
from notation import freeform, limits
from notation.formats.kif_head_reader import GAME, RulesSource, is_game_name
from notation.formats.kif_record_reader import Reader, RecordPart
from notation.formats.line_and_diagram_builders import LineBuilder
from notation.lazy_pattern import lazy_pattern
from notation.line_diagnostics import end_in_comment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.core.diagnostic import Diagnostic

ENDINGS = (".kif", ".kifu", ".txt")
MAX_CHARACTERS_BY_HAND = 1 << 16
"""The most characters of a line that people may have written, with a whole game on it; a longer one is a program's output."""


def read(source: Source, rules: RulesSource | None = None) -> tuple[Record, ...]:
    """Return the records of a file in order; empty if no line of it names a game."""
    rules = rules or RulesSource()
    starts = [number for number, line in enumerate(source.lines) if is_game_line(line)]
    if not starts:
        return _read_without_title(source, rules)
    firsts = [0, *starts[1:]]
    lasts = [*starts[1:], len(source.lines)]
    found: list[Record] = []
    for first, last, start in zip(firsts, lasts, starts, strict=True):
        span = Span(first + 1, last)
        record = read_record_in_span(source, len(found), span, start + 1, rules)
        strange = record.copies or any(one.severity is Severity.ERROR for one in record.diagnostics)
        for begun_anew in (False, True):
            if (begun_anew and freeform.may_hold_several_games(record)) or (strange and not begun_anew):
                read_them = partial(_records_of_sections, begun_anew=begun_anew)
                found += _read_within_limits(read_them, source, len(found), span, rules, line=start + 1)
            if found and found[-1].span.last == last:
                break
        found += [record] if not found or found[-1].span.last < last else []
    return tuple(found)


def _read_without_title(source: Source, rules: RulesSource) -> tuple[Record, ...]:
    """Return the records of a file without a plain 棋種 line: one, or several within a quoted mail."""
    for firsts in ([0, *freeform.quoted_record_starts(source)[1:]], [0]):
        lasts = [*firsts[1:], len(source.lines)]
        spans = [Span(first + 1, last) for first, last in zip(firsts, lasts, strict=True)]
        found: list[Record] = []
        for span in spans:
            found += _read_within_limits(_read_untitled, source, len(found), span, rules, line=span.first)
            if not found or found[-1].span.last < span.last:
                break
        else:
            return tuple(found)
    return ()


def _read_untitled(source: Source, index: int, span: Span, rules: RulesSource) -> tuple[Record, ...]:
    """Return the records of a text without a plain 棋種 line; nothing if it names no game, and its moves tell none."""
    if sections := _records_of_sections(source, index, span, rules):
        return sections
    record = _read_freeform_record(source, index, span, rules, None)
    if (record is None or freeform.may_hold_several_games(record)) and (
        sections := _records_of_sections(source, index, span, rules, begun_anew=True)
    ):
        return sections
    return () if record is None else (_with_warning_on_comments(record),)


def _records_of_sections(
    source: Source, index: int, span: Span, rules: RulesSource, *, begun_anew: bool = False
) -> tuple[Record, ...]:
    """Return the records of a text that holds several games, below headings or one behind the other; else nothing."""
    by_hand = _is_small_enough_to_be_by_hand(source, span)
    return freeform.read_sections(source, index, span, rules, begun_anew=begun_anew) if by_hand else ()


def _read_within_limits(  # noqa: PLR0913 - how the record is read, and where it stands
    read: Callable[[Source, int, Span, RulesSource], tuple[Record, ...]],
    source: Source,
    index: int,
    span: Span,
    rules: RulesSource,
    *,
    line: int,
) -> tuple[Record, ...]:
    """Return the records that `read` finds on the lines of `span`.

    What is too large for the machine is one record that is not read; its diagnostic stands at `line`, and says why.
    """
    try:
        return read(source, index, span, rules)
    except Exception as failed:
        beyond = too_large_diagnostic(failed, line)
        if beyond is None:
            raise
        return (unread_record(source, index, span, beyond),)


def write(source: Source, _records: Callable[[], Sequence[Record]]) -> bytes:
    """Return the bytes of the file unchanged, because its text is in this format."""
    return source.data


def read_record_in_span(
    source: Source, index: int, span: Span, title_line: int, rules: RulesSource | None = None
) -> Record:
    """Return the record on the lines of `span`. Its number in the file is `index`, and its 棋種 stands on line `title_line`.

    A record that is too large for the limits or for the machine is not read; its diagnostic says why.
    """
    large = limits.record_limit_diagnostic(source.lines[span.first - 1 : span.last], span.first, title_line)
    if large is not None:
        return unread_record(source, index, Span(span.first, title_line), large)

    def read_one(source: Source, index: int, span: Span, rules: RulesSource) -> tuple[Record, ...]:
        strict = Reader(RecordPart(source, index, span, title_line), rules).read_record()
        by_hand = _read_freeform_record(source, index, span, rules, strict) if freeform.needs_freeform(strict) else None
        return (_with_warning_on_comments(by_hand or freeform.with_compared_counts(strict)),)

    (record,) = _read_within_limits(read_one, source, index, span, rules or RulesSource(), line=title_line)
    return record


_END_IN_COMMENT = lazy_pattern(r"\s*[*#]\s*(?=\S)(.*(?:勝ち|の勝|負け|投了|時間切れ|引き?分け|反則負|中断).*)")


def _with_warning_on_comments(record: Record) -> Record:
    """Return a record without an end, with a warning on each comment below its last move that may tell one."""
    main = record.main
    if not main.entries or main.special or main.closing or main.claims or record.games:
        return record
    first, last = main.entries[-1].line, record.lines[1].line if len(record.lines) > 1 else record.span.last
    below = enumerate(record.source.lines[first:last], start=first + 1)
    found = tuple(
        end_in_comment(number, told.start(1) + 1, told[1])
        for number, text in below
        if (told := _END_IN_COMMENT.match(text))
    )
    return record._replace(diagnostics=(*record.diagnostics, *found)) if found else record


def _read_freeform_record(
    source: Source, index: int, span: Span, rules: RulesSource, strict: Record | None
) -> Record | None:
    """Return the record of a text that has not the form of the notation; None if it cannot be read so either."""
    if not _is_small_enough_to_be_by_hand(source, span):
        return None
    return freeform.read(source, index, span, rules, strict)


def _is_small_enough_to_be_by_hand(source: Source, span: Span) -> bool:
    """Return whether people may have written the lines: neither the record nor a line is too large for that."""
    lines = source.lines[span.first - 1 : span.last]
    return (
        limits.record_limit_diagnostic(lines, span.first, span.first) is None
        and max(map(len, lines)) <= MAX_CHARACTERS_BY_HAND
    )


def unread_record(source: Source, index: int, span: Span, diagnostic: Diagnostic) -> Record:
    """Return a record that was not read; `diagnostic` is its only diagnostic."""
    return Record(
        source=source,
        index=index,
        span=span,
        game=None,
        rules=None,
        headers=(),
        setup=None,
        lines=(LineBuilder(1, None, span.first, (0, 0)).to_variation(),),
        diagnostics=(diagnostic,),
    )


def is_game_line(line: str) -> bool:
    """Return whether a line begins a record: it is 棋種：…, with or without its colon."""
    if GAME not in line:
        return False
    before, _, behind = line.partition(GAME)
    value = behind.lstrip(BLANKS)
    return not before.strip(BLANKS) and (value.startswith(("：", ":")) or is_game_name(value))
