"""The identity, for a game that gives no module of symmetries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from kifu.core.game.game import Position

SYMMETRIES = 1


@kernel
def image(position: Position, _symmetry: int) -> Position:
    """Return the position unchanged."""
    return position


@kernel
def image_of_move(move: int, _symmetry: int) -> int:
    """Return the move unchanged."""
    return move
