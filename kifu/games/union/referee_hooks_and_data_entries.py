"""Referee hooks of a Union game: repetition, declined move, notices, data in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import popcount
from kifu.core.game.options import DataEntry, Options
from kifu.core.game.rules import Notice, RefereeHooks, Rules
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Termination
from kifu.games.union.diagrams import EMPTY, TURNED_MARK
from kifu.games.union.measures_and_score import FIGURES
from kifu.games.union.position import FIRST_SIDE, FOUR_DRAW, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

    from kifu.games.union.diagrams import Diagrams
    from kifu.games.union.variant import BoardPoints, Family, PairWorth, Variant


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
