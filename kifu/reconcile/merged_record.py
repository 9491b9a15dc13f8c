"""Merged record of two sheets: agreed lines, differences as comments.

Nothing in it depends on which sheet is A but the letters in the comments: what nothing decides is left out.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kifu.core.message import visible
from kifu.reconcile.alignment_rows import CLASSES, SAME
from kifu.reconcile.field_comparison import canonical_field_key
from kifu.reconcile.proven_text_edits import Proof, judge_patched_lines, rules_of_record, with_ply_count
from kifu.reconcile.reconciliation import CONFLICTS, DIAGRAM, OF_THE_END, POINTS, REASON, RESULT, TIME
from notation.formats.kif_canonical_writer import TABLE, spell_clock, spell_move_line
from notation.formats.kif_head_reader import RESULT_KEYS
from notation.line_kinds import MoveClock, split_move_and_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.reconcile.reconciliation import Reconciliation, SheetField
    from kifu.referee.record import Record
    from notation.formats.kif_head_reader import RulesSource

_LETTERS = "AB"


class _Ending(Enum):
    """Ways to write the end: the first that proves is taken."""

    KEPT = "in the words of a sheet"
    SPELLED = "in the program's own words: a name may have been left out of the head"
    NONE = "not at all: both texts stand in comments"


def judged_merged_record(
    reconciliation: Reconciliation, sheets: tuple[Record, Record], rules: RulesSource | None = None
) -> Proof | None:
    """Return the merged record, judged again.

    None where there is not exactly one game.
    What both sheets have in a field stands in it, and what one has alone. What they do not agree on is what the rules say,
    or is left out; a comment has both texts. `rules` are the rules that a command gave for all records.
    """
    if reconciliation.joint is None:
        return None
    plain = [sheet.plain for sheet in sheets]
    # The sheets are taken in an order of their own, so that the order of A and B chooses nothing.
    order = sorted((0, 1), key=lambda number: (sheets[number].refused is not None, tuple(plain[number].source.lines)))
    for base in order:
        given = rules if rules is not None and rules.given is not None else rules_of_record(plain[base])
        ends = sorted(order, key=lambda number: (_claims_fail(reconciliation, number), number != base))
        for way in _Ending:
            writer = _MergedRecordWriter(reconciliation, plain, base, ends, way)
            proof = judge_patched_lines(plain[base], list(writer.lines()), given)
            if proof is not None and not proof.verdict.status.exit_code:
                return proof
    return None


def _claims_fail(reading: Reconciliation, number: int) -> bool:
    slip = f"slip-{_LETTERS[number].lower()}"
    return any(field.field in {RESULT, REASON, POINTS} and field.kind == slip for field in reading.fields)


class _MergedRecordWriter:
    """Writer of the merged record, over the head of one sheet.

    `ends` are the sheets as their ends are trusted.
    """

    def __init__(
        self, reading: Reconciliation, sheets: Sequence[Record], base: int, ends: Sequence[int], way: _Ending
    ) -> None:
        self.reading = reading
        self.sheets = sheets
        self.base, self.other = sheets[base], sheets[1 - base]
        self.lacking = f"missing-{'ab'[base]}"
        """The class of the fields that the other sheet alone has."""
        self.ends = ends
        self.way = way

    def lines(self) -> Iterator[str]:
        """Yield the lines of the merged record."""
        games = self.base.games
        for number, part in enumerate(games or (self.base,), start=1):
            place = number if games else None
            rows = [row for row in self.reading.rows if row.part == place]
            fields = [field for field in self.reading.fields if field.part == place]
            if number == 1 and games:
                whole = [field for field in self.reading.fields if field.part is None]
                yield from self._head_lines(self.base, self.other, whole)
            yield from self._head_lines(part, self.other.games[number - 1] if games else self.other, fields)
            yield TABLE
            if number == 1 and games:
                yield from _field_comments(field for field in whole if field.field not in OF_THE_END)
            yield from _field_comments(field for field in fields if field.ply is None and not _is_of_the_end(field))
            if number == 1 and any(_holds_more(sheet) for sheet in self.sheets):
                yield "*注釈・変化・途中の局面図は写していません (kifu reconcile)"
            yield from self._move_lines(rows, fields, number if games else None)
            yield from _field_comments(
                (field for field in fields if _is_of_the_end(field)), self._names_agreed_statements
            )
            if self.way is not _Ending.NONE:
                parts = [sheet.games[number - 1] if games else sheet for sheet in self.sheets]
                yield from self._end_lines(parts, fields, sum(row.joint is not None for row in rows))
        if games:
            yield from _field_comments(
                (field for field in whole if _is_of_the_end(field)), self._names_agreed_statements
            )
            if self.way is _Ending.KEPT and not any(field.disputed for field in whole):
                ordered = (list(_match_claim_lines(self.sheets[number])) for number in self.ends)
                yield from next(filter(None, ordered), [])

    @property
    def _names_agreed_statements(self) -> bool:
        """True if comments also name agreed statements about the end.

        They stand nowhere else then.
        """
        return self.way is _Ending.NONE

    def _head_lines(self, record: Record, other: Record, fields: Sequence[SheetField]) -> Iterator[str]:
        """Yield the lines before the first move, diagram included."""
        by_key = {field.field: field for field in fields}
        headers = {header.line: header for header in record.headers}
        written: set[str] = set()
        lacking = [field for field in fields if field.kind == self.lacking and field.joint is not None]
        added = [f"{field.field}：{field.joint}" for field in lacking if _is_of_the_head(field)]
        if self.way is _Ending.KEPT and any(field.field in {RESULT, REASON} for field in lacking):
            added += [f"{header.key}：{header.value}" for header in other.headers if header.key in RESULT_KEYS]
        undecided = any(field.field in {RESULT, REASON} and field.kind in CONFLICTS for field in self.reading.fields)
        dropped = undecided or self.way is not _Ending.KEPT
        for number in range(record.span.first, _line_number_behind_head(record)):
            text = record.source.lines[number - 1]
            header = headers.get(number)
            field = None if header is None else by_key.get(canonical_field_key(header.key))
            if text.startswith("手数") or (header is not None and header.key in RESULT_KEYS and dropped):
                continue
            if header is None or field is None or field.kind not in CONFLICTS:
                yield text
            elif field.joint is not None and field.field not in written:
                yield f"{field.field}：{field.joint}"
            if header is not None:
                written.add(canonical_field_key(header.key))
                yield from added
                added = []

    def _move_lines(
        self, rows: Sequence[AlignmentRow], fields: Sequence[SheetField], game_number: int | None
    ) -> Iterator[str]:
        """Yield the moves of the joint game, with differences as comments."""
        times = {field.ply: field for field in fields if field.field == TIME and field.ply is not None}
        own = [
            {
                entry.ply: entry.seconds
                for entry in (sheet.games[game_number - 1] if game_number else sheet).main.entries
            }
            for sheet in self.sheets
        ]
        totals: list[int | None] = [0, 0]
        for row in rows:
            if row.joint is not None:
                seconds = [times_.get(ply) for times_, ply in zip(own, (row.ply_a, row.ply_b), strict=True) if ply]
                known = {one for one in seconds if one is not None}
                spent = known.pop() if len(known) == 1 else None
                side = row.ply % 2
                before = totals[side]
                totals[side] = None if spent is None or before is None else before + spent
                clock = "" if spent is None else spell_clock(MoveClock(spent, totals[side], branches=False))
                yield spell_move_line(row.ply, row.joint, clock)
            if row.kind != SAME:
                said = (
                    f"{name} {'(なし)' if text is None else visible(text)}"
                    for name, text in (("A", row.a), ("B", row.b))
                )
                yield f"*{CLASSES[row.kind].ja}: {'、'.join(said)} (kifu reconcile)"
            if row.joint is not None and row.ply in times:
                yield from _field_comments([times.pop(row.ply)])
        yield from _field_comments([*times.values(), *(field for field in fields if field.field == DIAGRAM)])

    def _end_lines(self, parts: Sequence[Record], fields: Sequence[SheetField], plies: int) -> Iterator[str]:
        """Yield the lines that end the game; none if disputed."""
        if any(field.disputed for field in fields):
            return
        ordered = [parts[number] for number in self.ends]
        special = next((part for part in ordered if part.main.special is not None), None)
        if special is not None and special.main.special is not None:
            text = split_move_and_time(
                special.source.lines[special.main.special.line - 1][special.main.special.column - 1 :]
            )[0]
            seconds = {part.main.special.seconds for part in parts if part.main.special is not None} - {None}
            spent = seconds.pop() if len(seconds) == 1 else None
            clock = "" if spent is None else spell_clock(MoveClock(spent, None, branches=False))
            yield spell_move_line(plies + 1, text.rstrip(), clock)
        closing = next((part for part in ordered if _stands_below_moves(part, part.main.closing)), None)
        if self.way is _Ending.SPELLED:
            result = next((field for field in fields if field.field == RESULT), None)
            if result is not None and result.said[2] is not None:
                yield f"まで{plies}手で{result.said[2].ja}"
        elif closing is not None and closing.main.closing is not None:
            yield with_ply_count(closing.source.lines[closing.main.closing.line - 1], plies)
        score = next((part for part in ordered if _stands_below_moves(part, part.main.score)), None)
        wrong = any(field.field == POINTS and field.kind in CONFLICTS and field.joint is None for field in fields)
        if score is not None and score.main.score is not None and not wrong:
            yield score.source.lines[score.main.score.line - 1]


def _stands_below_moves(game_record: Record, claim: object) -> bool:
    """Tell whether a closing line or total stands below the moves."""
    line = getattr(claim, "line", None)
    last = max((entry.line for entry in game_record.main.entries), default=game_record.span.first)
    return line is not None and line > last


def _is_of_the_end(field: SheetField) -> bool:
    return field.field in OF_THE_END


def _is_of_the_head(field: SheetField) -> bool:
    return not _is_of_the_end(field) and field.ply is None and field.field != TIME


def _field_comments(fields: Iterator[SheetField] | Sequence[SheetField], agreed_too: bool = False) -> Iterator[str]:  # noqa: FBT001, FBT002
    for field in fields:
        if field.kind != SAME or agreed_too:
            a, b = ("(なし)" if text is None else visible(text.ja) for text in field.texts)
            yield f"*{field.class_label.ja}: {visible(field.label.ja)} A {a}、B {b} (kifu reconcile)"


def _holds_more(sheet: Record) -> bool:
    """Tell whether a sheet has comments, branches or diagrams."""
    return any(len(part.lines) > 1 or part.main.comments or part.main.checkpoints for part in (sheet, *sheet.games))


def _line_number_behind_head(record: Record) -> int:
    """Return the line number behind the head and start diagram."""
    starts = [entry.line for entry in record.main.entries[:1]]
    ends = [
        end.line
        for end in (record.main.special, record.main.closing)
        if end is not None and end.line > record.span.first and end.line not in {one.line for one in record.headers}
    ]
    games = [record.games[0].span.first] if record.games else []
    return min([*games, *(starts or ends), record.span.last + 1])


def _match_claim_lines(sheet: Record) -> Iterator[str]:
    last = sheet.games[-1]
    behind = max((entry.line for entry in last.main.entries), default=last.span.first)
    at = {end.line for end in (sheet.main.closing, sheet.main.score) if end is not None}
    yield from (sheet.source.lines[number - 1] for number in sorted(at) if number > behind)
