"""Slips in closing lines and in cells of diagrams."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidSetup
from kifu.reconcile.candidate import Edit
from kifu.reconcile.patch_text import Replacement, with_ply_count
from kifu.reconcile.slip_rules import SlipKind
from notation.scanner import split_diagram

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game, Position
    from kifu.core.game.text import DiagramText
    from kifu.referee.record import Closing, Record, Score
    from kifu.referee.verdict import Verdict

_FIGURES = re.compile("[0-9０-９]+")
_EXCHANGED = (("先手", "後手"), ("白", "黒"), ("先", "後"), ("▲", "△"), ("☗", "☖"))
_DRAW = "引き分け"


def closing_edits(record: Record, verdict: Verdict) -> tuple[Edit, ...]:
    """Return the closing lines with one slip corrected."""
    main = record.main
    # A record of a match counts no plies of its own, and the last plies of a game may stand behind a fault.
    plies = len(verdict.replay.moves) if verdict.replay is not None else None
    edits: list[Edit] = []
    for claim in (main.closing, *main.claims):
        if claim is not None:
            edits += _of_a_claim(claim, verdict.plies, plies)
    if main.score is not None and verdict.scores():
        edits += _of_a_total(record, main.score, verdict)
    return tuple(edits)


def _of_a_claim(claim: Closing, ply: int, plies: int | None) -> Iterator[Edit]:
    text = claim.text
    if claim.count is not None and plies is not None and claim.count != plies:
        yield from _edit(SlipKind.COUNT, ply, claim, with_ply_count(text, plies))
    if claim.outcome is not None:
        for one, two in _EXCHANGED:
            if (one in text) != (two in text):
                yield from _edit(
                    SlipKind.WINNER, ply, claim, text.replace(one, "\0").replace(two, one).replace("\0", two)
                )
                break
        result = re.search(r"(?:(?<=で)|(?<=、)|^)[^で、]*(?:勝ち|負け|勝|負)", text)
        if result is not None:
            yield from _edit(SlipKind.WINNER, ply, claim, text[: result.start()] + _DRAW + text[result.end() :])
    elif claim.word is not None and claim.word.startswith("引"):
        for winner in ("先手の勝ち", "後手の勝ち"):
            yield from _edit(SlipKind.WINNER, ply, claim, text.replace(claim.word, winner))


def _edit(kind: SlipKind, ply: int, claim: Closing, text: str) -> Iterator[Edit]:
    if text != claim.text:
        yield Edit(kind, ply, claim.text, text, (Replacement(claim.line, claim.column, claim.text, text),))


def _of_a_total(record: Record, score: Score, verdict: Verdict) -> Iterator[Edit]:
    """Yield the total with one of its two numbers mended."""
    counted = verdict.scores()[-1]
    line = record.source.lines[score.line - 1]
    numbers = list(_FIGURES.finditer(line, score.column - 1))
    if len(numbers) != len(counted):
        return
    wrong = [place for place, said in enumerate((score.first, score.second)) if said != counted[place]]
    if len(wrong) == 1:
        number, right = numbers[wrong[0]], f"{counted[wrong[0]]:g}"
        text = line[score.column - 1 :]
        at = number.start() - score.column + 1
        now = text[:at] + right + text[at + len(number[0]) :]
        replaced = Replacement(score.line, number.start() + 1, number[0], right)
        yield Edit(SlipKind.TOTAL, verdict.plies, text, now, (replaced,))


MAX_SETUPS_TRIED = 2000
"""The most set-ups that are tried."""


def diagram_edits(record: Record, verdict: Verdict, game: Game) -> tuple[Edit, ...]:
    """Return the diagrams with one slip corrected, unreadable set-ups included."""
    if verdict.replay is None:
        return tuple(_of_the_setup(record, verdict, game))
    edits: list[Edit] = []
    for checkpoint in record.main.checkpoints:
        if checkpoint.ply < len(verdict.replay.positions):
            position = verdict.replay.positions[checkpoint.ply]
            edits += _of_a_checkpoint(checkpoint.diagram, checkpoint.ply, game, position)
    return tuple(edits)


def _of_a_checkpoint(diagram: DiagramText, ply: int, game: Game, position: Position) -> Iterator[Edit]:
    """Yield the diagram with its one wrong line corrected by the position."""
    spelled = split_diagram(0, list(enumerate(game.spell_diagram(position).splitlines(), start=1)))
    rows = {row.number: row.cells for row in spelled.rows}
    fields = {field.key: field.value for field in spelled.fields}
    wrong: list[tuple[int, int, str, str]] = []
    for row in diagram.rows:
        right = rows.get(row.number)
        if right is not None and right != row.cells:
            wrong.append((row.line, row.column, row.cells, right))
    for field in diagram.fields:
        right = fields.get(field.key)
        if right is not None and right != field.value:
            wrong.append((field.line, field.column, field.value, right))
    for line, column, was, now in wrong:
        if _one_slip(was, now) or len(wrong) == 1:
            yield Edit(SlipKind.DIAGRAM, ply, was, now, (Replacement(line, column, was, now),))


def _one_slip(was: str, now: str) -> bool:
    """Tell whether two rows differ in one cell or exchanged neighbours."""
    differing = [at for at, (one, two) in enumerate(zip(was, now, strict=False)) if one != two]
    return len(was) == len(now) and bool(differing) and differing[-1] - differing[0] < 4  # noqa: PLR2004 - two cells of two


def _of_the_setup(record: Record, verdict: Verdict, game: Game) -> Iterator[Edit]:
    """Yield the set-up with its unreadable character replaced, deleted or preceded."""
    fault, diagram = verdict.fault, record.setup
    if fault is None or diagram is None or fault.line is None:
        return
    row = next((row for row in diagram.rows if row.line == fault.line), None)
    if row is None:
        return
    cells = _cells(game, diagram)
    size = max((len(other.cells) for other in diagram.rows), key=[len(other.cells) for other in diagram.rows].count)
    texts: dict[str, None] = {}
    for at in range(len(row.cells) + 1):
        if len(row.cells) >= size and at < len(row.cells):
            texts |= dict.fromkeys(
                row.cells[:at] + cell + row.cells[at + len(cell) :] for cell in cells if len(row.cells) == size
            )
            texts |= {row.cells[:at] + row.cells[at + 1 :]: None} if len(row.cells) > size else {}
        elif len(row.cells) < size:
            texts |= dict.fromkeys(row.cells[:at] + cell + row.cells[at:] for cell in cells)
    count = 0
    for text in texts:
        mended = diagram._replace(
            rows=tuple(other._replace(cells=text) if other is row else other for other in diagram.rows)
        )
        count += 1
        if count > MAX_SETUPS_TRIED:
            return
        try:
            game.read_diagram(mended)
        except InvalidSetup:
            continue
        replaced = Replacement(row.line, row.column, row.cells, text)
        yield Edit(SlipKind.DIAGRAM, 0, row.cells, text, (replaced,))


def _cells(game: Game, diagram: DiagramText) -> list[str]:
    """Return the characters of cells: start, diagram, empty square."""
    start = game.blank_start()
    shown = {game.cell(start, square) for square in range(game.board.columns * game.board.rows)}
    shown |= {character for row in diagram.rows for character in row.cells}
    return sorted(cell.strip() for cell in shown if cell.strip())
