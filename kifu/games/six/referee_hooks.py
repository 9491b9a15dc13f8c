"""Referee hooks of 6面体: the fourth occurrence of a position."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kifu.core.game.referee_hooks import Notice, RefereeHooks
from kifu.core.game.rules import Rules
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Termination
from kifu.games.six.options import FOUR_DRAW
from kifu.games.six.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

REPETITIONS = 4
"""The number of the occurrence that six.16 reports."""


class SixRefereeHooks(RefereeHooks[Position], Rules[Position]):
    """Answer the referee under the options of a set of flags."""

    _flags: int
    turn_article = "six.1"
    agreed_article = "six.16"
    decides = frozenset({Termination.ELIMINATION})
    quiet_until = REPETITIONS

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:  # noqa: ARG002
        """Return what follows when a position occurs for the fourth time (six.16).

        It is a notice, at most once in a game; under four=draw it is the end of the game, if no other has come first.
        """
        if occurrences != REPETITIONS:
            return None
        if self._flags & FOUR_DRAW:
            return None if self.outcome(positions[-1]) else Ending(Outcome.DRAW, Termination.REPETITION, "six.16")
        if max(Counter(positions[:-1]).values()) >= REPETITIONS:
            return None
        return Notice(
            "repetition",
            Message(
                "同じ局面が四回現れました。6面体に千日手の規則はなく、勝負は続きます (six.16)",
                "the same position has occurred four times; 6面体 has no rule for it and play goes on (six.16)",
            ),
        )
