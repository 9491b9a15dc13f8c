"""The default answers to what a search asks a game.

A game's ``evaluation`` module (see :class:`kifu.contract.kernels.EngineModules`) gives ``side``, ``result`` and ``evaluate``. It
may also give its own versions of the functions below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.kernels.kernel_mark import kernel
from kifu.kernels.key_kernel import key

if TYPE_CHECKING:
    from kifu.contract.game import Position


@kernel
def urgency(position: Position, move: int) -> int:  # noqa: ARG001 - other games use the arguments
    """Return how much a move seems to win at once: 0 for a quiet move. A search does not stop before a move of 2 or more."""
    return 0


@kernel
def settled(position: Position, owner: int) -> Any:  # noqa: ANN401, ARG001 - other games use the arguments
    """Return the position in which the side `owner` adds no more units to its opening set."""
    return position


@kernel
def landing(move: int) -> int:  # noqa: ARG001 - other games use the argument
    """Return the number of the square where a move ends; -1 if it is not known."""
    return -1


@kernel
def key_of(position: Position) -> int:
    """Return a number that is almost certainly different for different positions."""
    return key(position)


@kernel
def swing(position: Position) -> int:  # noqa: ARG001 - other games use the argument
    """Return how much a quiet move improves the evaluation at most, nearly always; -1 if that is not known.

    A search leaves out quiet moves that do not reach far enough by it, so no quiet move may end the game.
    """
    return -1
