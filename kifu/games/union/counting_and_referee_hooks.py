"""Measures and score of a Union game, and its referee hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import lowest, popcount
from kifu.core.game.counting import Counting, Measure, ScorePart, Trace
from kifu.core.game.options import DataEntry, Options
from kifu.core.game.rules import Notice, RefereeHooks, Rules
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.games.union.diagrams import EMPTY, TURNED_MARK
from kifu.games.union.position import FIRST_SIDE, FOUR_DRAW, INNER, NONE, OUTER, PASS, UNITED, Position
from kifu.games.union.unit_words_and_move_text import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

    from kifu.games.union.diagrams import Diagrams
    from kifu.games.union.variant import BoardPoints, Family, PairWorth, Variant

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


TITLES = {
    "board": Message("盤: 点から出る線の数", "The board: how many lines leave each point"),
    "start": Message("初形", "The starting layout"),
    "back": Message("表の種類と裏の種類", "The kinds on the front and on the back"),
    "score": Message("得点と目標", "Points and target"),
}

LABELS = {
    "board": Message("盤", "board"),
    "start": Message("初形", "starting layout"),
    "back": Message("裏の種類", "kinds on the backs"),
    "score": Message("得点表の一部", "part of the table of points"),
}
"""What a verdict calls a reconstructed section."""


def reconstructed_notice(game: Message, data: Mapping[str, Message]) -> Notice:
    """Return the notice that a verdict stands on these reconstructed data."""
    ja, en = "・".join(label.ja for label in data.values()), ", ".join(label.en for label in data.values())
    return Notice(
        "reconstructed-data",
        Message(
            f"{game.ja}のページの図は失われています。再構成したデータで判定しました: {ja} (`kifu rules` が一つずつ示します)",
            f"the figures of the page are lost; judged by reconstructed data: {en} (`kifu rules` shows each)",
        ),
    )


def variant_data_entries(
    family: Family, data: Variant, points: BoardPoints, degrees: tuple[int, ...], start: str
) -> Iterator[DataEntry]:
    """Yield the entries of a variant.

    `start` is the diagram of its starting layout.
    """
    shown = {
        "board": _board_texts(data, points, degrees),
        "start": tuple(_same_in_both_languages(line) for line in start.splitlines()),
        "back": tuple(
            _same_in_both_languages(f"{part}：{family.kinds} → {''.join(family.kinds[kind] for kind in back)}")
            for part, back in zip("内外", data.backs, strict=True)
        ),
        "score": tuple(_score_texts(family, data)),
    }
    for key, origin in data.provenance:
        yield DataEntry(key, TITLES[key], shown[key], origin)


def _same_in_both_languages(text: str) -> Message:
    return Message(text, text)


def _board_texts(data: Variant, points: BoardPoints, degrees: tuple[int, ...]) -> tuple[Message, ...]:
    """Board in words: points and lines, then the degrees row by row."""
    total = Message(
        f"点 {len(data.points)}、線 {len(data.lines)}", f"{len(data.points)} points, {len(data.lines)} lines"
    )
    rows = [points.head]
    for row in range(points.rows):
        cells = [
            str(degrees[point]) if (point := points.find(square)) is not None else "　"
            for square in range(row * points.columns, (row + 1) * points.columns)
        ]
        rows.append(f"{' '.join(cell.rjust(2) if cell != '　' else cell for cell in cells)} {row + 1:02d}")
    return (total, *map(_same_in_both_languages, rows))


def _score_texts(family: Family, data: Variant) -> Iterator[Message]:
    """Yield the points of each kind of pair, then the target."""
    for faces, worth in enumerate(data.worths):
        promoted = faces.bit_count()
        if family.figures:
            name = FIGURES[faces]
        elif faces == 2:  # noqa: PLR2004 - as good as 1: only the number of turned pieces counts
            continue
        else:
            name = Message(f"昇格 {promoted} 個の合体", f"a pair with {promoted} 昇格")
        value = _worth_formula(worth)
        yield Message(f"{name.ja}：{value.ja}", f"{name.en}: {value.en}")
    if family.target_counts_pairs:
        yield Message(f"目標：{data.target} 組", f"target: {data.target} pairs")
    else:
        yield Message(f"目標：{data.target} 点", f"target: {data.target} points")


def _worth_formula(worth: PairWorth) -> Message:
    """Return the formula for the points of a pair: 線の数×2 + 5."""
    if not worth.lines:
        return _same_in_both_languages(str(worth.plus))
    times, plus = f"×{worth.lines}" * (worth.lines > 1), f" + {worth.plus}" * bool(worth.plus)
    return Message(f"線の数{times}{plus}", f"lines{times}{plus}")


REPETITIONS = 4
"""The number of the occurrence that union.11 reports."""


class UnionRefereeHooks(RefereeHooks[Position], Rules[Position], Options):
    """Answer the referee for a game over the data of one variant."""

    board: BoardPoints
    _flags: int
    _laws: ModuleType
    _start: Position
    _diagrams: Diagrams
    turn_article = "union.1"
    agreed_article = "union.11"
    decides = frozenset({Termination.TARGET})
    quiet_until = REPETITIONS

    def double_turn(self, start: Callable[[], Position]) -> int | None:
        """Ply that places the last piece, before white's double turn (master.1).

        None if none is left to place. Under first=side black places the last piece, and turns alternate.
        """
        return None if self._flags & FIRST_SIDE else popcount(start().left) or None

    def closed(self, position: Position) -> Ending | None:
        """Ending if black declines the last move here, or None."""
        return self.outcome(self._laws.after_pass(position)) if self._laws.may_decline(position) else None

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:  # noqa: ARG002
        """Return what follows from the fourth occurrence of a position (union.11).

        None for every other occurrence. It is a notice; under four=draw it is the end of the game, if no other has come
        first.
        """
        if occurrences != REPETITIONS or positions.count(positions[-1]) != REPETITIONS:
            return None
        if self._flags & FOUR_DRAW:
            return None if self.outcome(positions[-1]) else Ending(Outcome.DRAW, Termination.REPETITION, "union.11")
        name = self.name
        return Notice(
            "repetition",
            Message(
                f"同じ局面が四回現れました。{name.ja}に千日手の規則はなく、勝負は続きます (union.11)",
                f"the same position has occurred four times; {name.en} has no rule for it and play goes on (union.11)",
            ),
        )

    def opening_notices(self, start: Position) -> tuple[Notice, ...]:
        """Notices of reconstructed data and of an impossible setup.

        A setup in the placing half that placing never leads to is still valid as a study (master.2).
        """
        return (*self._notice_of_data(start), *self._impossible_setup_notices(start))

    def _notice_of_data(self, start: Position) -> tuple[Notice, ...]:
        used = {key: label for key, label in self.reconstructed.items() if key != "start" or start == self._start}
        return (reconstructed_notice(self.name, used),) if used else ()

    def _impossible_setup_notices(self, start: Position) -> tuple[Notice, ...]:
        """Notice of a setup that placing never leads to (master.2)."""
        cells = [self._diagrams.cell(start, point) for point in range(len(self.board.squares))] if start.left else []
        odd = next((point for point, cell in enumerate(cells) if TURNED_MARK in cell or EMPTY not in cell), None)
        if odd is None:
            return ()
        there = self.board.name(odd)
        return (
            Notice(
                "never-placed",
                Message(
                    f"配置の途中なのに、{there} に裏返った、または合体したコマがあります。配置だけではこの局面になりません (master.2)",
                    f"pieces are left to place, but one on {there} is turned over or united: placing never leads to this position (master.2)",
                ),
            ),
        )
