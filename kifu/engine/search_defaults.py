"""What a search asks a game, as a game that says nothing of its own answers it.

A game's ``evaluation`` module (see :attr:`kifu.model.game.Game.evaluation`) gives ``side``, ``result`` and ``evaluate``, and
whichever of these it can answer better.
"""

from __future__ import annotations

from typing import Any

from kifu.kernels.key_kernel import key
from kifu.kernels.mark import kernel


@kernel
def urgency(position: Any, move: int) -> int:  # noqa: ANN401, ARG001 - a position of whichever game is bound
    """Return how much a move seems to win at once: 0 for a quiet one, from 2 on for one not to stop a search before."""
    return 0


@kernel
def settled(position: Any, who: int) -> Any:  # noqa: ANN401, ARG001 - as above
    """Return the position in which the side `who` adds nothing more to its opening set."""
    return position


@kernel
def landing(move: int) -> int:  # noqa: ARG001 - as above
    """Return the number of the square where a move ends, -1 where that is not to be told."""
    return -1


@kernel
def key_of(position: Any) -> int:  # noqa: ANN401 - as above
    """Return a number that hardly any two positions share."""
    return key(position)
