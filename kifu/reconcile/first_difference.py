"""First difference of two sheets: found, drawn, and as text."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.reconcile.line_tree import ILLEGAL, START
from kifu.reconcile.sheet_distance import may_say_move, may_say_same_move
from kifu.render.board import text_board
from kifu.render.position_drawing import Arrow, draw_position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.reconcile.line_tree import LineTree
    from kifu.referee.record import Variation
    from kifu.render.shapes_and_svg import DrawingOptions, Scene


class FirstDifference(NamedTuple):
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
        at = Message(f"{self.ply} 手目", f"ply {self.ply}") if self.ply else Message("開始局面", "the set-up")
        at = Message("規則", "the rules") if self.rules else at
        return at if self.part is None else Message(f"対局 {self.part} の{at.ja}", f"game {self.part}, {at.en}")

    def to_json(self) -> dict[str, object]:
        """Return the place as JSON, with its position as a diagram."""
        before = None if self.before is None else self.game.spell_diagram(self.before)
        members: dict[str, object] = {"ply": self.ply, "a": self.a, "b": self.b, "before": before}
        return members if self.part is None else members | {"part": self.part}


def first_difference_and_line(
    tree: LineTree, a: Variation, b: Variation, move_texts: tuple[Sequence[str], Sequence[str]]
) -> tuple[FirstDifference | None, int]:
    """Return the first difference, and the line of play before it.

    `move_texts` are the moves of each as they stand in its file.
    That line is ILLEGAL where they leave the rules before that place. A text that cannot be read says nothing: the first one
    is the place if they do not differ elsewhere.
    """
    line, doubtful = START, None
    unread = {max(1, found.ply or 1) for main in (a, b) for found in main.unread}
    ply = 0
    for ply, pair in enumerate(zip_longest(a.entries, b.entries), start=1):
        one, two = (None if entry is None else entry.text for entry in pair)
        same, after = (
            (False, ILLEGAL) if one is None or two is None else move_sameness_and_next_line(tree, line, one, two)
        )
        before = None if line == ILLEGAL else tree.position(line)
        shown = [texts[ply - 1] if ply <= len(texts) else None for texts in move_texts]
        here = FirstDifference(ply, shown[0], shown[1], tree.game, before, read=(one, two))
        if not same:
            return here, line
        if doubtful is None and (ply in unread or tree.parse_move(one or "") is None):
            doubtful = here, line
        line = after
    if doubtful is None and unread:
        before = None if line == ILLEGAL else tree.position(line)
        doubtful = FirstDifference(ply + 1, None, None, tree.game, before), line
    return doubtful or (None, line)


def move_sameness_and_next_line(tree: LineTree, line: int, text_a: str, text_b: str) -> tuple[bool, int]:
    """Compare two texts as moves, and return the line that follows.

    A short form says the one legal move that it fits, if it is none itself: 四02武 is 四03-四02武. After a line that is
    ILLEGAL, texts are compared without a position.
    """
    moves = (None, None) if line == ILLEGAL else (tree.move_of_text(line, text_a), tree.move_of_text(line, text_b))
    if moves[0] is None or moves[1] is None:
        return may_say_same_move(tree, text_a, text_b), ILLEGAL
    if moves[0] == moves[1]:
        return True, tree.line_after_move(line, moves[0])
    for text, move in ((text_a, moves[1]), (text_b, moves[0])):
        if may_say_move(tree, line, text, move):
            return True, tree.line_after_move(line, move)
    return False, ILLEGAL


_MARKS = (("[", "]"), ("(", ")"))
_BOTH = ("{", "}")
ARROW_COLOURS = ("#0b57a4", "#b3261e")
SHIFT = 0.07
"""How far the arrow of each sheet lies beside the middle of the squares."""
MAX_QUOTED_CHARACTERS = 80


def difference_drawing_and_caption(difference: FirstDifference, look: DrawingOptions) -> tuple[Scene, Message] | None:
    """Return the board before a difference, both arrows, and the caption.

    None where no position is known.
    """
    if difference.before is None:
        return None
    arrows = [
        Arrow(squares_of_written_move(difference.game, read), letter, colour, shift)
        for read, letter, colour, shift in zip(difference.read, "AB", ARROW_COLOURS, (-SHIFT, SHIFT), strict=True)
    ]
    captions = [_arrow_caption(letter, text) for letter, text in zip("AB", (difference.a, difference.b), strict=True)]
    caption = Message("、".join(said.ja for said in captions), ", ".join(said.en for said in captions))
    return draw_position(difference.game, difference.before, arrows=arrows, look=look), caption


def difference_text(difference: FirstDifference, language: Language) -> Iterator[str]:
    """Yield the board as text, with each sheet's squares marked.

    Squares of A stand in [ ], those of B in ( ), those of both in { }.
    """
    if difference.before is None:
        return
    ply, texts = difference.ply, (difference.a, difference.b)
    yield f"{Message(f'{ply} 手目の前の局面', f'the position before ply {ply}').in_language(language)}:"
    a, b = (set(squares_of_written_move(difference.game, text)) for text in difference.read)
    marks = dict.fromkeys(a, _MARKS[0]) | dict.fromkeys(b, _MARKS[1]) | dict.fromkeys(a & b, _BOTH)
    yield from (f"  {line}".rstrip() for line in text_board(difference.game, difference.before, marks).splitlines())
    for letter, text, mark in zip("AB", texts, _MARKS, strict=True):
        yield f"  {' '.join(mark)} {_arrow_caption(letter, text).in_language(language)}"


def squares_of_written_move(game: Game, move_text: str | None) -> tuple[int, ...]:
    """Return the squares of a written move; none if it is unreadable."""
    try:
        return () if move_text is None else tuple(game.read(move_text).written.squares)
    except InvalidMove:
        return ()


def _arrow_caption(sheet_letter: str, move_text: str | None) -> Message:
    return (
        Message(f"{sheet_letter}: (なし)", f"{sheet_letter}: (nothing)")
        if move_text is None
        else Message(
            f"{sheet_letter}: {quoted(move_text, MAX_QUOTED_CHARACTERS)}",
            f"{sheet_letter}: {quoted(move_text, MAX_QUOTED_CHARACTERS)}",
        )
    )
