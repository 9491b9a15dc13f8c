"""Judges a whole move space at once, as machine code."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.core.game.game import Game, Position


def broken(game: Game, breach: object, position: Position) -> tuple[np.ndarray, np.ndarray]:
    """Return the move space of a position, and for each move the number of the article that it breaks; 0 for none.

    `breach` is the compiled kernel of that name.
    """
    space = np.fromiter(game.move_space(position), dtype=np.int64)
    return space, _judge()(breach, position, space)


@cache
def _judge() -> Callable[..., np.ndarray]:
    import numba  # noqa: PLC0415 - numba is an extra

    def judge(breach: Any, position: Any, moves: np.ndarray) -> np.ndarray:  # pragma: no cover - runs as machine code
        numbers = np.empty(len(moves), np.int64)
        for index, move in enumerate(moves):
            numbers[index] = breach(position, move)
        return numbers

    return numba.njit(judge)  # type: ignore[no-any-return]
