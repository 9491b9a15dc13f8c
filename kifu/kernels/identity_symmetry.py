"""The symmetries of a game that has no module of its own for them: none but to leave it as it is."""

from __future__ import annotations

from typing import Any

from kifu.kernels.mark import kernel

SYMMETRIES = 1


@kernel
def image(position: Any, _symmetry: int) -> Any:  # noqa: ANN401 - a position of whichever game
    """Return the position as it is."""
    return position


@kernel
def image_of_move(move: int, _symmetry: int) -> int:
    """Return the move as it is."""
    return move
