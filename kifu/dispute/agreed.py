"""Writes the joint game of two sheets as a record: the head of one sheet, the agreed moves, each difference as a comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.dispute.row_words import CLASSES
from kifu.dispute.texts import Proof, prove, recounted, rules_of, shown
from notation.formats.kif_writer import TABLE, spell_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.dispute.reconciliation import Reconciliation
    from kifu.dispute.rows import Row
    from kifu.referee.record import Record
    from notation.formats.kif_head import Rules


def agreed_record(reading: Reconciliation, sheets: tuple[Record, Record], rules: Rules | None = None) -> Proof | None:
    """Return the agreed record of a joint reading, judged again; None where there is not exactly one game.

    The head and the end are those of the first sheet whose claims follow from the game; where neither's do, the end is
    left out. `rules` are the rules that a command gave for all records.
    """
    joint = reading.joint
    if joint is None:
        return None
    for sheet in (sheet.plain for sheet in sheets):
        for ended in (True, False):
            given = rules if rules is not None and rules.given is not None else rules_of(sheet)
            proof = prove(sheet, list(_lines(reading, sheet, ended=ended)), given)
            if proof is not None and not proof.verdict.status.exit_code:
                return proof
    return None


def _lines(reading: Reconciliation, sheet: Record, *, ended: bool) -> Iterator[str]:
    parts = sheet.games or (sheet,)
    lines = sheet.source.lines
    yield from _head(sheet, lines)
    for number, part in enumerate(parts, start=1):
        rows = [row for row in reading.rows if row.part in {None, number}]
        if sheet.games:
            yield from (_head(part, lines))
        yield TABLE
        yield from _moves(rows)
        if ended:
            plies = sum(row.joint is not None for row in rows)
            yield from _end(part, lines, plies)
    if ended and sheet.games:
        yield from _claims_of_a_match(sheet, lines)


def _head(record: Record, lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines before the first move: the head, and the diagram of the start."""
    starts = [entry.line for entry in record.main.entries[:1]]
    ends = [
        end.line
        for end in (record.main.special, record.main.closing)
        if end is not None and end.line > record.span.first
    ]
    games = [record.games[0].span.first] if record.games else []
    last = min([*games, *(starts or ends), record.span.last + 1])
    for number in range(record.span.first, last):
        if not lines[number - 1].startswith("手数"):
            yield lines[number - 1]


def _moves(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.joint is not None:
            yield spell_move(row.ply, row.joint)
        if row.kind != "same":
            said = (
                f"{name} {'(なし)' if text is None else shown(text)}" for name, text in (("A", row.a), ("B", row.b))
            )
            yield f"*{CLASSES[row.kind].ja}: {'、'.join(said)} (kifu reconcile)"


def _end(part: Record, lines: Sequence[str], plies: int) -> Iterator[str]:
    """Yield the lines of a sheet that end the game; a count of its own lines follows the joint game."""
    main = part.main
    at = {end.line for end in (main.special, main.closing, main.score) if end is not None}
    last = max((entry.line for entry in main.entries), default=part.span.first)
    for number in sorted(at):
        if number <= last:
            continue
        text = lines[number - 1]
        if main.special is not None and number == main.special.line:
            yield spell_move(plies + 1, text[main.special.column - 1 :])
        elif main.closing is not None and number == main.closing.line and main.closing.count == len(main.entries):
            yield recounted(text, plies)
        else:
            yield text


def _claims_of_a_match(sheet: Record, lines: Sequence[str]) -> Iterator[str]:
    last = sheet.games[-1]
    behind = max((entry.line for entry in last.main.entries), default=last.span.first)
    at = {end.line for end in (sheet.main.closing, sheet.main.score) if end is not None}
    yield from (lines[number - 1] for number in sorted(at) if number > behind)
