"""The body of perft, written once for every game; :mod:`kifu.compiled` binds the two names to one game's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]


@kernel
def count(position: Any, depth: int) -> int:  # noqa: ANN401 - a position of whichever game is bound
    """Return how many sequences of `depth` (at least 1) legal moves start from `position`."""
    nodes = 0
    if depth == 1:
        for _ in legal_moves(position):
            nodes += 1
        return nodes
    for move in legal_moves(position):
        nodes += count(play(position, move), depth - 1)
    return nodes
