"""Distance of two sheets, and their first difference: found, drawn, told."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove, KifuError
from kifu.core.message import Message, quoted
from kifu.reconcile.line_tree import ILLEGAL, START
from kifu.reconcile.move_tokens import may_abbreviate_move
from kifu.reconcile.slip_rules import slip_between
from kifu.render.board import text_board
from kifu.render.position_drawing import Arrow, draw_position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.reconcile.line_tree import LineTree
    from kifu.referee.record import Record, Variation
    from kifu.render.shapes_and_svg import DrawingOptions, Scene


def may_say_move(tree: LineTree, line: int, move_text: str, move: int) -> bool:
    """Tell whether a text says a move, be it in short form.

    The move is legal after the line of play.
    """
    return tree.move_of_text(line, move_text) == move or (
        may_abbreviate_move(tree.tokenizer.token_of_text(move_text), tree.token(move))
        and tree.short_form_move(line, move_text) == move
    )


MAX_PAIRS = 400_000
"""The most pairs of lines that are compared. Longer sheets are compared only near the same ply."""
BAND_PLIES = 8
"""The number of plies by which two lines may be apart, beyond the difference of their lengths, when few slips are looked
for. A game in which two lines are farther apart needs more slips than this."""
_TWO_SLIPS = 2
_WINDOWS = tuple((s, t) for s in range(1, 6) for t in range(1, 6) if abs(s - t) <= 1)
"""The numbers of lines of the two sheets that two slips may mix up together."""
NEVER = 1 << 30
"""The cost of what no slips explain."""


class TooLong(Exception):
    """Sheets too long and too unequal in length to compare."""


class SlipBounds:
    """Lower bounds on the slips between the rests of two sheets.

    They hold whatever the rules say.
    `of(i, j)` is never more than what a legal joint game costs from line `i` of the one and line `j` of the other. Only
    lines at most BAND_PLIES plies apart are compared unless `wide` is set; it is not heeded for sheets that are too long.
    `whole` tells whether all pairs are compared. Raises TooLong if even those near each other are too many.
    """

    def __init__(self, tree: LineTree, a: Sequence[str], b: Sequence[str], *, compare_all: bool = False) -> None:
        self._tree = tree
        self._texts = (a, b)
        self._costs: dict[tuple[str, str], int] = {}
        longest, apart = max(len(a), len(b)), abs(len(a) - len(b))
        pairs = (len(a) + 1) * (len(b) + 1)
        self.band = longest if compare_all and pairs <= MAX_PAIRS else min(longest, apart + BAND_PLIES)
        self.whole = self.band == longest
        if min(pairs, (2 * self.band + 1) * (min(len(a), len(b)) + 1)) > MAX_PAIRS:
            raise TooLong
        self._rows: list[tuple[int, list[int]]] = [(0, [])] * (len(a) + 1)
        for i in range(len(a), -1, -1):
            start, end = max(0, i - self.band), min(len(b), i + self.band)
            self._rows[i] = (start, [NEVER] * (end - start + 1))
            for j in range(end, start - 1, -1):
                self._rows[i][1][j - start] = self._compute_min_slips(i, j)

    def min_slips_from(self, index_a: int, index_b: int) -> int:
        """Return the bound from lines `index_a`, `index_b` on; NEVER outside the band."""
        if index_a >= len(self._rows):
            return NEVER
        start, row = self._rows[index_a]
        at = index_b - start
        return row[at] if 0 <= at < len(row) else NEVER

    def _compute_min_slips(self, index_a: int, index_b: int) -> int:
        a, b = self._texts
        if index_a == len(a) and index_b == len(b):
            return 0
        best = min(total for total, _, _ in self._steps_from(index_a, index_b))
        return (
            best
            if best <= _TWO_SLIPS
            else min(best, *(total for total, _, _ in self._nested_slip_steps(index_a, index_b)))
        )

    def _steps_from(self, index_a: int, index_b: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ways on: rest's cost, lines read of each sheet."""
        a, b = self._texts
        if index_a < len(a) and index_b < len(b):
            yield self.slips_between_lines(a[index_a], b[index_b]) + self.min_slips_from(index_a + 1, index_b + 1), 1, 1
            for apart in (1, 2):
                if index_a + apart < len(a) and index_b + apart < len(b):
                    exchanged = (
                        1
                        + self.slips_between_lines(a[index_a + apart], b[index_b])
                        + self.slips_between_lines(a[index_a], b[index_b + apart])
                    )
                    yield (
                        exchanged + self.min_slips_from(index_a + apart + 1, index_b + apart + 1),
                        apart + 1,
                        apart + 1,
                    )
        yield 1 + self.min_slips_from(index_a + 1, index_b), 1, 0
        yield 1 + self.min_slips_from(index_a, index_b + 1), 0, 1

    def _nested_slip_steps(self, i: int, j: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ways with two nested slips."""
        for s, t in _WINDOWS:
            yield _TWO_SLIPS + self.min_slips_from(i + s, j + t), s, t

    def aligned_pairs(self) -> Iterator[tuple[int | None, int | None]]:
        """Yield the indices of aligned lines of a cheapest reading.

        Both sheets keep their order.
        """
        a, b = self._texts
        i = j = 0
        while i < len(a) or j < len(b):
            least = self.min_slips_from(i, j)
            ways = chain(self._steps_from(i, j), self._nested_slip_steps(i, j))
            s, t = next((s, t) for total, s, t in ways if total == least)
            for place in range(max(s, t)):
                yield i + place if place < s else None, j + place if place < t else None
            i, j = i + s, j + t

    def slips_between_lines(self, text: str, other_text: str) -> int:
        """Return the least number of slips between two lines' moves."""
        if text == other_text:
            return 2 * self._tree.tokenizer.token_of_text(text).unread
        key = (text, other_text)
        cost = self._costs.get(key)
        if cost is None:
            cost = self._costs[key] = self._slips_between_texts(text, other_text)
        return cost

    def _slips_between_texts(self, text: str, other_text: str) -> int:
        """Return the least slips between two texts: 0, 1 or 2."""
        tokens = self._tree.tokenizer.token_of_text(text), self._tree.tokenizer.token_of_text(other_text)
        unread = tokens[0].unread + tokens[1].unread
        if unread:
            return unread
        if (
            may_say_same_move(self._tree, text, other_text)
            or may_abbreviate_move(*tokens)
            or may_abbreviate_move(*tokens[::-1])
        ):
            return 0
        return 1 if slip_between(*tokens, self._tree.size) is not None else 2


def may_say_same_move(tree: LineTree, move_text: str, other_move_text: str) -> bool:
    """Tell whether two lines may say the same move.

    In some position; a text that is no move equals itself.
    """
    if move_text == other_move_text:
        return True
    readings = tree.parse_move(move_text), tree.parse_move(other_move_text)
    if readings[0] is None or readings[1] is None:
        return False
    moves = readings[0].move, readings[1].move
    if None not in moves:
        return moves[0] == moves[1]
    tokens = tree.tokenizer.token_of_text(move_text), tree.tokenizer.token_of_text(other_move_text)
    return tokens[0].squares == tokens[1].squares and not tokens[0].units.isdisjoint(tokens[1].units)


MIN_COMPARED_LINES = 8
"""Sheets with fewer lines are compared whatever they say."""
MIN_SHARED_LINES_DIVISOR = 4
"""At least a line in four of the shorter sheet stands in the other too, or they are not of one game. Of unrelated random games
up to 23 % of the lines do; of a game with a slip in every second line half."""


class NotOneGame(KifuError):
    """Two sheets that cannot be of one game. Nothing was compared."""


def pair_games(a: Record, b: Record) -> list[tuple[Record, Record]]:
    """Return the games of two sheets in pairs.

    None if a game or its rules are not known. Raises NotOneGame.
    """
    if a.game is None or b.game is None:
        return []
    if a.game.id != b.game.id:
        raise NotOneGame(
            "different-games",
            Message(
                f"A は{a.game.name.ja}、B は{b.game.name.ja}の棋譜です。一つの対局の二枚を渡してください",
                f"A is a record of {a.game.name.en}, and B of {b.game.name.en}; give two sheets of one game",
            ),
        )
    if len(a.games) != len(b.games):
        games = [max(1, len(sheet.games)) for sheet in (a, b)]
        raise NotOneGame(
            "different-games",
            Message(
                f"A は {games[0]} 局、B は {games[1]} 局です。同じ対局の数の二枚を渡してください",
                f"A holds {games[0]} game(s), and B {games[1]}; give two sheets with the same games",
            ),
        )
    return list(zip(a.games, b.games, strict=True)) or [(a, b)]


def require_one_game(pairs: Sequence[tuple[LineTree, Record, Record]]) -> None:
    """Raise NotOneGame if two sheets share too few lines."""
    shared = shorter = 0
    for tree, a, b in pairs:
        texts = [[entry.text for entry in sheet.main.entries] for sheet in (a, b)]
        shared += _count_shared_lines(tree, *texts)
        shorter += min(map(len, texts))
    if shorter >= MIN_COMPARED_LINES and shared * MIN_SHARED_LINES_DIVISOR < shorter:
        raise NotOneGame(
            "little-in-common",
            Message(
                f"違う対局のようです: 短いほうの {shorter} 手のうち、もう一方にもあるのは {shared} 手です。"
                "一つの対局の二枚を渡してください",
                f"they seem to be different games: of the {shorter} moves of the shorter sheet {shared} stand in the other; "
                "give two sheets of one game",
            ),
        )


def _count_shared_lines(tree: LineTree, a: list[str], b: list[str]) -> int:
    """Return how many lines two sheets share in order.

    A line that cannot be read may say anything.
    """
    shared = sum(one == two for one, two in zip(a, b, strict=False))
    for wide in (False, True):
        if shared * MIN_SHARED_LINES_DIVISOR >= min(len(a), len(b)):
            break
        try:
            bounds = SlipBounds(tree, a, b, compare_all=wide)
        except TooLong:
            return min(len(a), len(b))
        beside = [(a[i], b[j]) for i, j in bounds.aligned_pairs() if i is not None and j is not None]
        tokens = tree.tokenizer.token_of_text
        shared = sum(
            tokens(one).unread or tokens(two).unread or not bounds.slips_between_lines(one, two) for one, two in beside
        )
        if bounds.whole:
            break
    return shared


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
