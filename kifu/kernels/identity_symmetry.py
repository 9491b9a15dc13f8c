"""The symmetries of a game that gives no module for them: only the identity."""

from __future__ import annotations

from typing import Any

from kifu.kernels.mark import kernel

SYMMETRIES = 1


@kernel
def image(position: Any, _symmetry: int) -> Any:  # noqa: ANN401 - a position of any game
    """Return the position unchanged."""
    return position


@kernel
def image_of_move(move: int, _symmetry: int) -> int:
    """Return the move unchanged."""
    return move
