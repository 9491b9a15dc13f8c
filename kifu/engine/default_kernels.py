"""Default kernels for what a search and a proof ask a game.

A game's ``evaluation`` module (see :class:`kifu.core.game.kernels.EngineModules`) gives ``side``, ``result`` and ``evaluate``. It
may also give its own versions of the functions below, but for the last two: those are bounds on the plies of a win, which its
``win_bounds`` module may give. Its versions must be admissible, because a proof prunes by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel
from kifu.core.compiled.position_hash_kernel import key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.compiled.kernel_primitives import PlyBoundAndPressing
    from kifu.core.game.game import Position

legal_moves: Callable[[Any], Iterator[int]]


@kernel
def urgency(position: Position, move: int) -> int:  # noqa: ARG001 - other games use the arguments
    """Return the rank of a tactical move, 0 for a quiet one.

    Quiescence search follows moves of 2 or more.
    """
    return 0


@kernel
def tactical_moves(position: Position) -> Iterator[int]:
    """Legal moves for quiescence search.

    All whose :func:`urgency` is 2 or more must be there.
    """
    for move in legal_moves(position):  # noqa: F821, UP028 - kifu.core.compiled.bind_and_compile binds the name; compiled generators do not delegate
        yield move


@kernel
def settled(position: Position, owner: int) -> Any:  # noqa: ANN401, ARG001 - other games use the arguments
    """Position in which `owner` adds no more units to its opening set."""
    return position


@kernel
def placed(position: Position, owner: int) -> int:  # noqa: ARG001 - other games use the arguments
    """Units of its opening set placed by `owner`; -1 for none open.

    The default is for games without opening sets.
    """
    return -1


@kernel
def places(move: int) -> bool:  # noqa: ARG001 - other games use the argument
    """Tell whether a move places a unit of an opening set."""
    return False


@kernel
def landing(move: int) -> int:  # noqa: ARG001 - other games use the argument
    """Return the number of the square where a move ends.

    -1 if it is not known.
    """
    return -1


@kernel
def key_of(position: Position) -> int:
    """Return the hash key of a position, for the transposition table."""
    return key(position)


@kernel
def in_reach(position: Position, attacker: int, depth: int) -> PlyBoundAndPressing:  # noqa: ARG001 - other games use them
    """Upper bound of plies to `attacker`'s win; 0 for none.

    It is at most `depth`, for a position that is not over. A win within `depth` plies must be one within the plies
    returned. The second value tells whether only one of the :func:`pressing_moves` can win in time if `attacker` is to
    move, or prevent a win if the enemy is.
    """
    return depth, False


@kernel
def pressing_moves(position: Position, attacker: int) -> Iterator[int]:  # noqa: ARG001
    """Legal moves that may win in time or prevent `attacker`'s win."""
    for move in legal_moves(position):  # noqa: F821, UP028 - kifu.core.compiled.bind_and_compile binds the name; compiled generators do not delegate
        yield move
