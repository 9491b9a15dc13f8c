"""The rows of a joint reading: what each sheet says at a ply, how the two lines differ, and what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.dispute.course import ILLEGAL, START
from kifu.dispute.joint import Step
from kifu.dispute.sheets import may_be_same
from kifu.model.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.dispute.course import Course
    from kifu.model.record import Record

CLASSES = {
    "same": Message("同じ", "same"),
    "same-meaning": Message("同じ意味", "same meaning"),
    "slip-a": Message("A の書き違い", "slip in A"),
    "slip-b": Message("B の書き違い", "slip in B"),
    "both-differ": Message("どちらも違う", "both differ"),
    "missing-a": Message("A に抜け", "missing in A"),
    "missing-b": Message("B に抜け", "missing in B"),
    "illegible": Message("読めない", "illegible"),
}
"""The classes of rows: a closed set, with their words."""


class Row(NamedTuple):
    """One row. `ply` counts from 1 along the joint game, or along the longer sheet where there is none."""

    ply: int
    a: str | None
    b: str | None
    kind: str
    """One of CLASSES."""
    joint: str | None
    """The canonical move that all joint games have here; None if they differ, or if there is none."""
    legal_a: bool | None
    """Whether the line of A is legal after the lines of A before it; None for no line, or behind an illegal one."""
    legal_b: bool | None
    part: int | None = None
    """The number of the game within a match, from 1."""

    def to_json(self) -> dict[str, object]:
        """Return the row as a JSON object."""
        members: dict[str, object] = {
            "ply": self.ply,
            "a": self.a,
            "b": self.b,
            "class": self.kind,
            "joint": self.joint,
            "legal_a": self.legal_a,
            "legal_b": self.legal_b,
        }
        return members if self.part is None else members | {"part": self.part}


def rows_of(
    course: Course, a: Record, b: Record, games: Sequence[tuple[Step, ...]], part: int | None = None
) -> tuple[Row, ...]:
    """Return the rows of one game of two sheets.

    `games` are the steps of the joint games; the rows are those of the first. Without any, line stands beside line.
    """
    texts = [entry.text for entry in a.main.entries], [entry.text for entry in b.main.entries]
    legal = [_legal(course, lines) for lines in texts]
    steps = games[0] if games else _side_by_side(course, *texts)
    others = [_moves_by_lines(game) for game in games[1:]]
    rows: list[Row] = []
    ply = 0
    for step in steps:
        ply += step.move is not None or not games or not ply
        one = None if step.a is None else texts[0][step.a]
        two = None if step.b is None else texts[1][step.b]
        agreed = bool(games) and all(other.get((step.a, step.b), -1) == step.move for other in others)
        rows.append(
            Row(
                ply=ply,
                a=one,
                b=two,
                kind=_class(course, one, two, step),
                joint=course.game.spell(step.move) if agreed and step.move is not None else None,
                legal_a=None if step.a is None else legal[0].get(step.a),
                legal_b=None if step.b is None else legal[1].get(step.b),
                part=part,
            )
        )
    return tuple(rows)


def first_difference(rows: Sequence[Row]) -> int | None:
    """Return the ply of the first row in which the sheets do not say the same; None if there is none."""
    return next((row.ply for row in rows if row.kind not in {"same", "same-meaning"} and row.a != row.b), None)


def _class(course: Course, one: str | None, two: str | None, step: Step) -> str:
    if one is None or two is None:
        return "missing-a" if one is None else "missing-b"
    if any(course.signs.of_text(text).unread for text in (one, two)):
        return "illegible"
    if step.slip_a or step.slip_b:
        return "both-differ" if step.slip_a and step.slip_b else "slip-a" if step.slip_a else "slip-b"
    if one == two:
        return "same"
    return "same-meaning" if may_be_same(course, one, two) else "both-differ"


def _legal(course: Course, texts: Sequence[str]) -> dict[int, bool]:
    """Return which lines of a sheet are legal, up to its first that is not."""
    legal: dict[int, bool] = {}
    line = START
    for index, text in enumerate(texts):
        line = course.follow(line, text)
        legal[index] = line != ILLEGAL
        if line == ILLEGAL:
            break
    return legal


def _moves_by_lines(steps: Sequence[Step]) -> dict[tuple[int | None, int | None], int | None]:
    return {(step.a, step.b): step.move for step in steps}


def _side_by_side(course: Course, a: Sequence[str], b: Sequence[str]) -> tuple[Step, ...]:
    """Return the lines of two sheets beside each other: equal lines by difflib's longest runs, the rest in order.

    difflib does not treat its two sequences alike, so they are given to it in an order of their own.
    """
    from difflib import SequenceMatcher  # noqa: PLC0415 - needed only where there is no joint game

    if list(b) < list(a):
        return tuple(step.swapped for step in _side_by_side(course, b, a))
    steps: list[Step] = []
    keys = [[course.signs.of_text(text).text for text in lines] for lines in (a, b)]
    for _, a_from, a_to, b_from, b_to in SequenceMatcher(None, keys[0], keys[1]).get_opcodes():
        for offset in range(max(a_to - a_from, b_to - b_from)):
            one = a_from + offset if a_from + offset < a_to else None
            two = b_from + offset if b_from + offset < b_to else None
            steps.append(Step(one, two, None))
    return tuple(steps)
