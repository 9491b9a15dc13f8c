"""Slips in closing lines: wrong count, winner or total."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.reconcile.candidate import Edit
from kifu.reconcile.patch_text import Replacement, with_ply_count
from kifu.reconcile.slip_rules import SlipKind

if TYPE_CHECKING:
    from collections.abc import Iterator

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
