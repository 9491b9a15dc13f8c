"""How many moves are legal, in a game whose rules do not count them faster than they list them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

legal_moves: Callable[[Any], Iterator[int]]


@kernel
def mobility(position: Any) -> int:  # noqa: ANN401 - a position of whichever game is bound
    """Return how many moves are legal."""
    count = 0
    for _ in legal_moves(position):
        count += 1
    return count
