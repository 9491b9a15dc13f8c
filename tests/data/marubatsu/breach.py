"""Which article a move of まるばつ breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.marubatsu.rules import fault
from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from kifu.games.marubatsu.position import Position


@kernel
def breach(position: Position, move: int) -> int:
    """Return the number of the article that `move` breaks, 0 if it is legal."""
    return fault(position, move)
