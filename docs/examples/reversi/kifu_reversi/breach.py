"""Which article of rulebook.toml a move breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel
from kifu_reversi.position import PASS
from kifu_reversi.rules import ended, stuck, turned

if TYPE_CHECKING:
    from kifu_reversi.position import Position


@kernel
def breach(position: Position, move: int) -> int:
    """Return the number of the article that `move` breaks; 0 exactly for a legal move."""
    if ended(position):
        return 5
    if move == PASS:
        return 0 if stuck(position) else 4
    if (position.first | position.second) >> move & 1:
        return 2
    return 0 if turned(position, move) else 3
