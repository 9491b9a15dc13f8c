"""The keys of positions, written once: :mod:`kifu.kernels.keys` runs them as they are, :mod:`kifu.kernels.bind` binds them to a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.kernels.mark import kernel, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable

image: Callable[[Any, int], Any]
SYMMETRIES: int

START = 0x243F6A8885A308D3
"""The first digits of π: any number does, but another one makes all keys of old datasets worthless."""
# Odd multipliers as signed numbers: the golden ratio (Knuth), and the two of MurmurHash3's last step.
STEP = -0x61C8864680B583EB
FIRST = -0x00AE502812AA7333
SECOND = -0x3B314601E57A13AD


@kernel
def key(position: Any) -> int:  # noqa: ANN401 - a position of whichever game is bound, or any integers
    """Return the key of a position that is a tuple of integers, each of at most 64 bits with its sign.

    The shifts keep the sign, so that the last leaves none.
    """
    found = START
    for word in position:
        found = wrapped((found ^ word) * STEP)
        found ^= found >> 32
    found = wrapped((found ^ found >> 33) * FIRST)
    found = wrapped((found ^ found >> 33) * SECOND)
    return found ^ found >> 33


@kernel
def canonical_key(position: Any) -> int:  # noqa: ANN401 - likewise
    """Return the lowest key of a position's images under the symmetries of its game."""
    lowest = key(position)
    for symmetry in range(1, SYMMETRIES):
        lowest = min(lowest, key(image(position, symmetry)))
    return lowest


@kernel
def image_keys(position: Any, found: Any) -> None:  # noqa: ANN401 - likewise; an array of SYMMETRIES numbers
    """Put the keys of a position's images, in the order of the symmetries of its game, into `found`."""
    for symmetry in range(SYMMETRIES):
        found[symmetry] = key(image(position, symmetry))
