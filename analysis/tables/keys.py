"""The keys of all positions of a game and of their images: interpreted for a few, compiled for many."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from kifu.kernels.bind import compiles, rules_of
from kifu.kernels.keys import key
from kifu.model.extras import installed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kifu.model.game import Game, Position

MANY = 1000
"""Positions of a game after which machine code is worth the wait for it."""
_seen: Counter[str] = Counter()
"""How many positions of each game this process has had; the keys are the same either way."""


def keys_of(game: Game, positions: Sequence[Position]) -> NDArray[np.int64]:
    """Return the keys of the images of positions: an array (symmetry of the game, position), the positions' own first.

    What :func:`kifu.kernels.keys.canonical_key` returns is the lowest of a column.
    """
    found = np.empty((len(positions), len(game.symmetries)), dtype=np.int64)
    _seen[game.rules] += len(positions)
    if _seen[game.rules] > MANY and compiles(game) and installed("fast"):
        image_keys = rules_of(game)["image_keys"]
        for row, position in zip(found, positions, strict=True):
            image_keys(position, row)
    else:
        for row, position in zip(found, positions, strict=True):
            row[:] = [key(game, game.image(position, number)) for number in range(len(row))]
    return found.T
