"""The body of perft, written once for every game; :mod:`kifu.kernels.bind` binds the names to one game's rules.

The moves of the last ply are counted, not played; compiled rules that have a `mobility` do not even list them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
mobility: Callable[[Any], int]


@kernel
def count(position: Any, depth: int) -> int:  # noqa: ANN401 - a position of whichever game is bound
    """Return how many sequences of `depth` (at least 1) legal moves start from `position`."""
    if depth == 1:
        return mobility(position)
    nodes = 0
    for move in legal_moves(position):
        nodes += count(play(position, move), depth - 1)
    return nodes
