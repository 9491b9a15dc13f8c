"""Measures of the Union games, and the score by pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import lowest, popcount
from kifu.core.game.counting import Counting, Measure, ScorePart, Trace
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.games.union.position import INNER, NONE, OUTER, PASS, UNITED, Position
from kifu.games.union.unit_words_and_move_text import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from kifu.games.union.variant import BoardPoints, Family

POINTS, PAIRS = "points", "pairs"
"""Keys of the measures that may have a target."""
MEASURES = (
    Measure(POINTS, Message("得点", "points")),
    Measure(PAIRS, Message("自色の合体", "pairs of one colour")),
    Measure("turned", Message("裏返った駒", "pieces turned over")),
    Measure("mobility", Message("指せる手 (手番だとして)", "legal moves (as if to move)")),
)

PLACED = "placement"
"""The kind of trace that occurs only in a game with a placing half."""
TRACES = {
    PLACED: Message("置いた点", "placements"),
    "landing": Message("動いた先", "landings"),
    "union": Message("合体した点", "unions made"),
    "breaking": Message("合体を解いた点", "pairs broken"),
    "earned": Message("合体で得た得点", "points earned by unions"),
    "stood": Message("立っていた手数", "plies stood"),
}


def unit_of(family: Family, part: int, kind: int) -> str:
    """ASCII name of a unit in traces: shown kind, then part."""
    return family.ascii_kinds[kind] + "ie"[part]


def units_of(family: Family) -> dict[str, Message]:
    """Return the kinds of unit of a family with their labels."""
    names = [(part, kind, name + PARTS[part]) for part in (INNER, OUTER) for kind, name in enumerate(family.kinds)]
    return {unit_of(family, part, kind): Message(name, name) for part, kind, name in names}


def layers_of(family: Family) -> tuple[frozenset[str], ...]:
    """Units of each part, since a point holds one of each."""
    return tuple(frozenset(unit_of(family, part, kind) for kind in range(len(family.kinds))) for part in (INNER, OUTER))


class UnionCounting(Counting[Position]):
    """Count for one board."""

    measures = MEASURES
    board: BoardPoints
    _family: Family
    _laws: ModuleType

    def measure(self, position: Position) -> tuple[tuple[float, float], ...]:
        """Return the MEASURES of a position, each as (white, black).

        Mobility counts a side's moves as if it were its turn.
        """
        laws = self._laws
        turned = [
            popcount(laws.pieces(position, INNER, side) & position.inner_turned)
            + popcount(laws.pieces(position, OUTER, side) & position.outer_turned)
            for side in (0, 1)
        ]
        united = [popcount(laws.pairs(position, side)) for side in (0, 1)]
        moves = [sum(move != PASS for move in laws.legal_moves(position._replace(turn=side))) for side in (0, 1)]
        return (laws.score(position), (united[0], united[1]), (turned[0], turned[1]), (moves[0], moves[1]))

    def shares(self, position: Position) -> tuple[ScorePart, ...]:
        """Return the points of each pair of one colour, white's pairs first.

        Their sums are the score.
        """
        shares = []
        for side in Side:
            united = self._laws.pairs(position, side)
            while united:
                point = lowest(united)
                united &= united - 1
                shares.append(self._score_part_of_pair(position, side, point))
        return tuple(shares)

    def _score_part_of_pair(self, position: Position, side: Side, point: int) -> ScorePart:
        """Points of the pair on a point, with its label."""
        inner, outer = (bool(self._laws.turned_on(position, part, point)) for part in (INNER, OUTER))
        kind = self._family.kinds[self._laws.kind_on(position, INNER, point)]
        lines = self._laws.DEGREES[point]
        label = _piece_label(self._family, inner=inner, outer=outer)
        if self._laws.WORTH_PER_LINE[inner | outer << 1]:
            label = Message(f"{label.ja}、線 {lines} 本", f"{label.en}, {lines} lines")
        return ScorePart(
            self.board.squares[point],
            side,
            self._laws.worth(position, point),
            Message(f"{kind} {label.ja}", f"{kind} {label.en}"),
            {"kind": kind, "lines": lines, "inner_turned": inner, "outer_turned": outer},
        )

    def trace(self, position: Position, move: int) -> tuple[Trace, ...]:
        """Marks of a legal move: landing, union, and broken pair."""
        if move == PASS:
            return ()
        to, origin, kind, part = move & 511, move >> 9 & 511, move >> 18 & 7, move >> 21 & 1
        unit = unit_of(self._family, part, kind)
        square = self.board.squares[to]
        if origin == NONE:
            return (Trace(PLACED, square, Side(1 - position.turn), unit),)
        side = Side(position.turn)
        marks = [Trace("landing", square, side, unit)]
        if move & UNITED:
            marks.append(Trace("union", square, side, unit))
            after = self._laws.play(position, move)
            earned = self._laws.worth(after, to) if self._laws.pairs(after, side) >> to & 1 else 0
            marks += [Trace("earned", square, side, unit)] * earned
        partners = self._laws.pieces(position, 1 - part, 0) | self._laws.pieces(position, 1 - part, 1)
        if partners >> origin & 1:
            marks.append(Trace("breaking", self.board.squares[origin], side, unit))
        return tuple(marks)

    def standing(self, position: Position) -> Iterator[Trace]:
        """Yield one mark for each piece on the board."""
        for part in (INNER, OUTER):
            for side in Side:
                points = self._laws.pieces(position, part, side)
                while points:
                    point = lowest(points)
                    points &= points - 1
                    kind = self._laws.kind_on(position, part, point)
                    yield Trace("stood", self.board.squares[point], side, unit_of(self._family, part, kind))


FIGURES = (
    Message("准2重合体", "准2重合体 (neither turned)"),
    Message("内図合体", "内図合体 (both show 内図)"),
    Message("外図合体", "外図合体 (both show 外図)"),
    Message("正2重合体", "正2重合体 (both turned)"),
)


def _piece_label(family: Family, *, inner: bool, outer: bool) -> Message:
    if family.figures:
        return FIGURES[inner | outer << 1]
    promoted = inner + outer
    return Message(f"合体 (昇格 {promoted})", f"pair ({promoted} 昇格)")
