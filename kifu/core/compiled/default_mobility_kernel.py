"""Mobility of a game whose rules only list legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

legal_moves: Callable[[Any], Iterator[int]]


@kernel
def mobility(position: Position) -> int:
    """Return the number of legal moves."""
    count = 0
    for _ in legal_moves(position):
        count += 1
    return count
