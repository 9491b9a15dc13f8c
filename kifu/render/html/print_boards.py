"""The boards of a page that paper shows: every twentieth ply, each diagram of the record, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.referee.verdict import Verdict
    from kifu.render.html.steps import Strand

EVERY = 20
"""The plies between two printed boards."""


def printed(verdict: Verdict, found: Sequence[Strand]) -> dict[int, dict[int, str]]:
    """Return the steps whose boards are printed: each with the plies since the board before, by the square they ended on.

    They are those of the game itself, not of its branches, and not of plies that were not judged. A game that begins with a
    diagram has its start too.
    """
    record = verdict.record
    diagrams = set() if record is None else {one.ply for one in record.main.checkpoints}
    steps = [step for strand in found[: 1 + len(verdict.stretches)] for step in strand.steps]
    shown: dict[int, dict[int, str]] = {}
    numbers: dict[int, str] = {}
    last = max((count for count, step in enumerate(steps) if step.legal is not None), default=0)
    for count, step in enumerate(steps[: last + 1]):
        if step.board.last is not None:
            numbers[step.board.last] = "・".join(filter(None, (numbers.get(step.board.last), str(step.ply))))
        due = step.ply in diagrams or step.ply % EVERY == 0 if step.ply else verdict.set_up
        if step.legal is False or count == last or (due and step.legal):
            shown[count], numbers = numbers, {}
    return shown
