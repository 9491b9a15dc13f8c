"""First difference of two sheets, found before any joint game."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.reconcile.line_replay import ILLEGAL, START
from kifu.reconcile.move_tokens import may_be_short
from kifu.reconcile.slip_bounds import may_be_same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game, Position
    from kifu.reconcile.line_replay import LineTree
    from kifu.referee.record import Variation


class Difference(NamedTuple):
    """The first difference; both sheets have equally many lines before it."""

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
        return place_in_words(self.ply, self.part, rules=self.rules)

    def to_json(self) -> dict[str, object]:
        """Return the place as JSON, with its position as a diagram."""
        before = None if self.before is None else self.game.spell_diagram(self.before)
        members: dict[str, object] = {"ply": self.ply, "a": self.a, "b": self.b, "before": before}
        return members if self.part is None else members | {"part": self.part}


def place_in_words(ply: int, part: int | None, *, rules: bool = False) -> Message:
    """Return the place of a first difference in words."""
    at = Message(f"{ply} 手目", f"ply {ply}") if ply else Message("開始局面", "the set-up")
    at = Message("規則", "the rules") if rules else at
    return at if part is None else Message(f"対局 {part} の{at.ja}", f"game {part}, {at.en}")


def first_difference(
    tree: LineTree, a: Variation, b: Variation, written: tuple[Sequence[str], Sequence[str]]
) -> tuple[Difference | None, int]:
    """Return the first difference, and the line of play before it.

    `written` are the moves of each as they stand in its file.
    That line is ILLEGAL where they leave the rules before that place. A text that cannot be read says nothing: the first one
    is the place if they do not differ elsewhere.
    """
    line, doubtful = START, None
    unread = {max(1, found.ply or 1) for main in (a, b) for found in main.unread}
    ply = 0
    for ply, pair in enumerate(zip_longest(a.entries, b.entries), start=1):
        one, two = (None if entry is None else entry.text for entry in pair)
        same, after = (False, ILLEGAL) if one is None or two is None else moves_alike(tree, line, one, two)
        before = None if line == ILLEGAL else tree.position(line)
        shown = [texts[ply - 1] if ply <= len(texts) else None for texts in written]
        here = Difference(ply, shown[0], shown[1], tree.game, before, read=(one, two))
        if not same:
            return here, line
        if doubtful is None and (ply in unread or tree.parse(one or "") is None):
            doubtful = here, line
        line = after
    if doubtful is None and unread:
        before = None if line == ILLEGAL else tree.position(line)
        doubtful = Difference(ply + 1, None, None, tree.game, before), line
    return doubtful or (None, line)


def moves_alike(tree: LineTree, line: int, one: str, two: str) -> tuple[bool, int]:
    """Compare two texts as moves, and return the line that follows.

    A short form says the one legal move that it fits, if it is none itself: 四02武 is 四03-四02武. After a line that is
    ILLEGAL, texts are compared without a position.
    """
    moves = (None, None) if line == ILLEGAL else (tree.move(line, one), tree.move(line, two))
    if moves[0] is None or moves[1] is None:
        return may_be_same(tree, one, two), ILLEGAL
    if moves[0] == moves[1]:
        return True, tree.after(line, moves[0])
    for text, move in ((one, moves[1]), (two, moves[0])):
        if says_move(tree, line, text, move):
            return True, tree.after(line, move)
    return False, ILLEGAL


def says_move(tree: LineTree, line: int, text: str, move: int) -> bool:
    """Tell whether a text says a move, be it in short form.

    The move is legal after the line of play.
    """
    return tree.move(line, text) == move or (
        may_be_short(tree.tokenizer.of_text(text), tree.token(move)) and tree.short_form_move(line, text) == move
    )
