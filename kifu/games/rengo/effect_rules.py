"""Find the articles that an action breaks by its effect: 着手禁止 (rengo.34) and a king left in danger (rengo.45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.check import king_attacked
from kifu.games.rengo.data import GO, SIDE
from kifu.games.rengo.go_stones import any_enclosed
from kifu.games.rengo.position import FIVE, KING_TAKEN

if TYPE_CHECKING:
    from kifu.games.rengo.apply_move import MoveEffect
    from kifu.games.rengo.position import Position


def violated_by_effect(position: Position, deed: MoveEffect) -> int:
    """Return 34 or 45 if that article forbids the effect of an action, else 0 (rengo.13, 7 to 10)."""
    side, after = position.turn, deed.after
    laws = position.laws
    taken = after.ended == KING_TAKEN
    if GO + SIDE * (1 - side) in after.board and not (taken and laws.options.kinshi == "nonking"):  # noqa: SIM102
        if any_enclosed(laws.geometry, after.board, deed.touched, side):
            return 34
    if taken or after.ended == FIVE:
        return 0
    return 45 if king_attacked(after, side, after.ko) else 0
