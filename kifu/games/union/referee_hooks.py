"""Referee hooks of a Union game: repetition, declined move, notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.decorators import popcount
from kifu.core.game.options import Options
from kifu.core.game.referee_hooks import Notice, RefereeHooks
from kifu.core.game.rules import Rules
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Termination
from kifu.games.union import variant_words
from kifu.games.union.diagrams import EMPTY, TURNED_MARK
from kifu.games.union.options import FIRST_SIDE, FOUR_DRAW
from kifu.games.union.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from kifu.games.union.diagrams import Diagrams
    from kifu.games.union.variant import Points

REPETITIONS = 4
"""The number of the occurrence that union.11 reports."""


class UnionRefereeHooks(RefereeHooks[Position], Rules[Position], Options):
    """Answer the referee for a game over the data of one variant."""

    board: Points
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
        return (*self._notice_of_data(start), *self._notice_of_placing(start))

    def _notice_of_data(self, start: Position) -> tuple[Notice, ...]:
        used = {key: label for key, label in self.reconstructed.items() if key != "start" or start == self._start}
        return (variant_words.reconstructed_notice(self.name, used),) if used else ()

    def _notice_of_placing(self, start: Position) -> tuple[Notice, ...]:
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
