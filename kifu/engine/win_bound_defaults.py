"""Default kernels for lower bounds on a win's plies: none.

A game's ``win_bounds`` module (see :class:`kifu.core.game.kernels.EngineModules`) may give its own versions. They must be admissible,
because a proof prunes by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

legal_moves: Callable[[Any], Iterator[int]]


@kernel
def in_reach(position: Position, attacker: int, depth: int) -> tuple[int, bool]:  # noqa: ARG001 - other games use them
    """Upper bound of plies to `attacker`'s win; 0 for none.

    It is at most `depth`, for a position that is not over. A win within `depth` plies must be one within the plies
    returned. The second value tells whether only one of the :func:`pressing_moves` can win in time if `attacker` is to
    move, or prevent a win if the enemy is.
    """
    return depth, False


@kernel
def pressing_moves(position: Position, attacker: int) -> Iterator[int]:  # noqa: ARG001
    """Legal moves that may win in time or prevent `attacker`'s win."""
    for move in legal_moves(position):  # noqa: F821, UP028 - kifu.core.compiled.bind binds the name; compiled generators do not delegate
        yield move
