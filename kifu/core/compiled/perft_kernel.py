"""The kernel of perft for all games.

:mod:`kifu.core.compiled.bind_and_compile` binds its names to the rules of a game. The moves of the last ply are counted, not
played. `mobility` counts them, in some games without listing them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
mobility: Callable[[Any], int]


@kernel
def count(position: Position, depth: int) -> int:
    """Perft: sequences of `depth` (at least 1) legal moves from `position`."""
    if depth == 1:
        return mobility(position)
    nodes = 0
    for move in legal_moves(position):
        nodes += count(play(position, move), depth - 1)
    return nodes
