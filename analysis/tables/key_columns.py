"""Position hash columns, with symmetric images; compiled for many positions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from kifu.kernels.bind import compiles, rules_of
from kifu.kernels.position_keys import key
from kifu.model.extras import installed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kifu.contract.game import Game, Position

COMPILED_FROM = 1000
"""The number of positions of a game from which on machine code is worth the time that loading it takes."""
_seen: Counter[str] = Counter()
"""How many positions this process has seen, by rules. The keys do not depend on it."""


def keys_of(game: Game, positions: Sequence[Position]) -> NDArray[np.int64]:
    """Return the keys of the images of positions: an array (symmetry of the game, position).

    Row 0 holds the keys of the positions themselves. The lowest key of a column is the one that
    :func:`kifu.kernels.position_keys.canonical_key` returns.
    """
    keys = np.empty((len(positions), len(game.symmetries)), dtype=np.int64)
    _seen[game.rules] += len(positions)
    if _seen[game.rules] > COMPILED_FROM and compiles(game) and installed("fast"):
        image_keys = rules_of(game)["image_keys"]
        for row, position in zip(keys, positions, strict=True):
            image_keys(position, row)
    else:
        for row, position in zip(keys, positions, strict=True):
            row[:] = [key(game, game.image(position, number)) for number in range(len(row))]
    return keys.T
