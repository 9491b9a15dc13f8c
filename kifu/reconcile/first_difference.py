"""The first place where two sheets do not say the same: found in the sheets themselves, before any joint game."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.message import Message
from kifu.reconcile.line_replay import ILLEGAL, START
from kifu.reconcile.move_tokens import may_be_short
from kifu.reconcile.sheets import may_be_same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.contract.game import Game, Position
    from kifu.reconcile.line_replay import Course
    from kifu.referee.record import Variation


class Difference(NamedTuple):
    """The first place where two sheets do not say the same. Both have the same number of lines before it."""

    ply: int
    """The number of the line in either sheet, from 1; 0 if they start from different positions."""
    a: str | None
    """The line of A; None behind its last line."""
    b: str | None
    game: Game
    before: Position | None
    """The position before it, which both sheets lead to; None if they leave the rules before it."""
    part: int | None = None
    """The number of the game within a match, from 1."""
    read: tuple[str | None, str | None] = (None, None)
    """Both lines as they were read: 五05碁打 for 五05碁."""
    rules: bool = False
    """Whether it is the rules that differ, before any move."""

    @property
    def where(self) -> Message:
        """The place in words."""
        return where(self.ply, self.part, rules=self.rules)

    def to_json(self) -> dict[str, object]:
        """Return the place as a JSON object, with its position as a diagram."""
        before = None if self.before is None else self.game.spell_diagram(self.before)
        members: dict[str, object] = {"ply": self.ply, "a": self.a, "b": self.b, "before": before}
        return members if self.part is None else members | {"part": self.part}


def where(ply: int, part: int | None, *, rules: bool = False) -> Message:
    """Return the place of a first difference in words."""
    at = Message(f"{ply} 手目", f"ply {ply}") if ply else Message("開始局面", "the set-up")
    at = Message("規則", "the rules") if rules else at
    return at if part is None else Message(f"対局 {part} の{at.ja}", f"game {part}, {at.en}")


def first_difference(
    course: Course, a: Variation, b: Variation, written: tuple[Sequence[str], Sequence[str]]
) -> tuple[Difference | None, int]:
    """Return the first place where two sheets do not say the same, and the line of play that they have in common.

    `written` are the moves of each as they stand in its file.
    That line is ILLEGAL where they leave the rules before that place. A text that cannot be read says nothing: the first one
    is the place if they do not differ elsewhere.
    """
    line, doubtful = START, None
    unread = {max(1, found.ply or 1) for main in (a, b) for found in main.unread}
    ply = 0
    for ply, pair in enumerate(zip_longest(a.entries, b.entries), start=1):
        one, two = (None if entry is None else entry.text for entry in pair)
        same, after = (False, ILLEGAL) if one is None or two is None else alike(course, line, one, two)
        before = None if line == ILLEGAL else course.position(line)
        shown = [texts[ply - 1] if ply <= len(texts) else None for texts in written]
        here = Difference(ply, shown[0], shown[1], course.game, before, read=(one, two))
        if not same:
            return here, line
        if doubtful is None and (ply in unread or course.reading(one or "") is None):
            doubtful = here, line
        line = after
    if doubtful is None and unread:
        before = None if line == ILLEGAL else course.position(line)
        doubtful = Difference(ply + 1, None, None, course.game, before), line
    return doubtful or (None, line)


def alike(course: Course, line: int, one: str, two: str) -> tuple[bool, int]:
    """Return whether two texts say the same move after a line of play, and the line that goes on with it.

    A short form says the one legal move that it fits, if it is none itself: 四02武 is 四03-四02武. After a line that is
    ILLEGAL, texts are compared without a position.
    """
    moves = (None, None) if line == ILLEGAL else (course.move(line, one), course.move(line, two))
    if moves[0] is None or moves[1] is None:
        return may_be_same(course, one, two), ILLEGAL
    if moves[0] == moves[1]:
        return True, course.after(line, moves[0])
    for text, move in ((one, moves[1]), (two, moves[0])):
        if says(course, line, text, move):
            return True, course.after(line, move)
    return False, ILLEGAL


def says(course: Course, line: int, text: str, move: int) -> bool:
    """Tell whether a text says a move after a legal line of play, be it in its short form."""
    return course.move(line, text) == move or (
        may_be_short(course.signs.of_text(text), course.sign(move)) and course.shortened(line, text) == move
    )
