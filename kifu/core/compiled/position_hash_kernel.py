"""Kernels of position keys: a position's, the lowest and all of its images'.

:mod:`kifu.core.compiled.position_hash` runs them interpreted; :mod:`kifu.core.compiled.bind_and_compile` compiles them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel, to_int64

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.core.game.game import Position

image: Callable[[Any, int], Any]
SYMMETRIES: int

START = 0x243F6A8885A308D3
"""The first digits of π. Any number would do, but a change makes the keys of all old datasets wrong."""
# Odd multipliers as signed integers: the golden ratio (Knuth), and those of the last step of MurmurHash3.
STEP = -0x61C8864680B583EB
FIRST = -0x00AE502812AA7333
SECOND = -0x3B314601E57A13AD


@kernel
def key(position: Position) -> int:
    """Hash of a position of integers, each of at most 64 bits.

    The 64 bits include the sign. The shifts copy the sign bit, so that the last step makes the key non-negative.
    """
    mixed = START
    for word in position:
        mixed = to_int64((mixed ^ word) * STEP)
        mixed ^= mixed >> 32
    mixed = to_int64((mixed ^ mixed >> 33) * FIRST)
    mixed = to_int64((mixed ^ mixed >> 33) * SECOND)
    return mixed ^ mixed >> 33


@kernel
def canonical_key(position: Position) -> int:
    """Lowest key of a position's images under the symmetries."""
    lowest = key(position)
    for symmetry in range(1, SYMMETRIES):
        lowest = min(lowest, key(image(position, symmetry)))
    return lowest


@kernel
def image_keys(position: Position, keys: Any) -> None:  # noqa: ANN401 - a position and an array
    """Write the keys of a position's images to the array `keys`.

    `keys` has SYMMETRIES integers, in the order of the game's symmetries.
    """
    for symmetry in range(SYMMETRIES):
        keys[symmetry] = key(image(position, symmetry))
