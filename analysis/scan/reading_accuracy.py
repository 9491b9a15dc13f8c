"""Reading accuracy against the record: boxes, plies, review questions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.scan.draft import ScanDraft
    from analysis.scan.move_likelihood import PlyInk
    from kifu.referee.verdict import Verdict


def canonical_moves(verdict: Verdict) -> list[list[str]]:
    """Return the canonical moves of each game of a record, up to an illegal one."""
    return [
        [one.game.spell(move) for move in one.replay.moves]
        for one in verdict.games or (verdict,)
        if one.game is not None and one.replay is not None
    ]


def score_reading(scan: ScanDraft, truth: Sequence[Sequence[str]]) -> dict[str, object]:
    """Return accuracy measures as JSON; `truth` has the canonical moves.

    `boxes` gives for each place the boxes whose best symbol is right, and all. `unasked_wrong` is what matters most: the
    plies that are wrong without a question.
    """
    plies = [
        (ply, text)
        for draft, moves in zip(scan.drafts, truth, strict=False)
        for ply, text in zip(draft.plies, moves, strict=False)
    ]
    total = sum(map(len, truth))
    right = sum(ply.text == text for ply, text in plies)
    boxes: Counter[tuple[str, bool]] = Counter()
    for sheets, moves in zip(scan.inks, truth, strict=False):
        for inks in sheets:
            boxes.update(pair for ink, text in zip(inks, moves, strict=False) for pair in _box_correctness(ink, text))
    return {
        "plies": total,
        "right": right,
        "asked": sum(ply.asked for ply in scan.plies),
        "unasked_wrong": sum(not ply.asked and ply.text != text for ply, text in plies),
        "whole": right == total == len(scan.plies),
        "written_right": [
            sum(
                ink.says == text
                for sheets, moves in zip(scan.inks, truth, strict=False)
                for ink, text in zip(sheets[number], moves, strict=False)
            )
            for number in range(len(scan.sheets))
        ],
        "boxes": {
            place: [boxes[place, True], boxes[place, True] + boxes[place, False]]
            for place in sorted({place for place, _ in boxes})
        },
    }


def _box_correctness(ink: PlyInk, text: str) -> Iterator[tuple[str, bool]]:
    """Yield box places of a ply, each with its best symbol's correctness."""
    boxes = [[box for box in row.boxes if box.place != "digit"] for row in ink.rows]
    for row, symbols in zip(boxes, ink.rows_of(text), strict=False):
        yield from ((box.place, box.best == symbol) for box, symbol in zip(row, symbols, strict=False))
