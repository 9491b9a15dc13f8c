"""Referee hooks of 続・連合将棋: repetition, board claims, notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.referee_hooks import RefereeHooks
from kifu.core.outcome import Side, Termination
from kifu.games.rengo import board_claims, remarks, repetition, rules
from kifu.games.rengo.check import king_attacked
from kifu.games.rengo.mandatory_capture import max_capture_bound, obligation
from kifu.games.rengo.position import GOING, KING_TAKEN, Laws, Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.referee_hooks import Notice
    from kifu.core.message import Message
    from kifu.core.outcome import Ending
    from kifu.core.special_words import Special


class RengoRefereeHooks(RefereeHooks[Position]):
    """Referee's questions, answered under laws and claimed dead units."""

    _laws: Laws
    _dead: str | None
    turn_article = "rengo.12"
    agreed_article = "rengo.56"
    decides = board_claims.DECIDES

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:  # noqa: ARG002
        """Ending or notice by repetition (rengo.51), or notice of unproven duty."""
        if occurrences >= repetition.CLAIMABLE and (event := repetition.history(positions, occurrences)) is not None:
            return event
        position = positions[-1]
        return None if max_capture_bound(position) >= 0 else next(iter(_unproven(position)), None)

    def claim(
        self, positions: Sequence[Position], ended: Ending | None, special: Special | None
    ) -> Ending | Message | None:
        """Judgement of closing words that claim something about the board (rengo.60)."""
        return board_claims.claim(positions, ended, special, self._dead)

    def standing_notices(self) -> tuple[Notice, ...]:
        """Return the notice that the board is reconstructed (rengo.2).

        It goes into every verdict.
        """
        return (remarks.reconstructed_board(self._laws.board),) if self._laws.geometry.board.reconstructed else ()

    def opening_notices(self, start: Position) -> tuple[Notice, ...]:
        """Notices about the start: king en prise (rengo.44), unproven duty."""
        if king_attacked(start, 1 - start.turn, start.ko) and any(
            rules.play(start, move).ended == KING_TAKEN for move in rules.legal_moves(start)
        ):
            return (remarks.king_in_danger(Side(start.turn)), *_unproven(start))
        return _unproven(start)

    def closing_notices(self, positions: Sequence[Position], ending: Ending) -> tuple[Notice, ...]:
        """Notices about an ending: repetition's plies (rengo.51), dead units (rengo.54)."""
        if ending.termination in {Termination.REPETITION, Termination.PERPETUAL_CHECK}:
            return (repetition.repetition_notice(positions),)
        if ending.termination is Termination.COUNT:
            return remarks.dead_units(positions[-1])
        return ()


def _unproven(position: Position) -> tuple[Notice, ...]:
    if position.ended != GOING or (compelled := obligation(position)).proven:
        return ()
    return (remarks.unproven_maximum(compelled.most),)
