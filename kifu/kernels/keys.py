"""Keys: a position as one number of 63 bits, the same on every machine, Python and day, so that datasets can hold it.

Equal positions have equal keys. Two different positions of one game have different ones but for an accident of about
one in 2^60 a pair (each word mixed in may lose a bit; in a million games of sixty plies it is one in some hundreds that
there is any such pair): what matters is looked at again, see :func:`same`. Keys of different games or rules mean nothing to each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.kernels import key_kernel
from kifu.model.game import image, symmetries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.model.game import Game, Position

MACHINE = 1 << 63
LIMB = 62
"""Bits of a part of a number that does not fit a machine word."""


def key(position: Position) -> int:
    """Return the key of a position, of 63 bits and not negative. It covers just what makes positions equal."""
    return key_kernel.key(words(position))


def canonical_key(game: Game, position: Position) -> int:
    """Return the lowest key of all images of a position (see :func:`kifu.model.game.symmetries`)."""
    return min(key(image(game, position, number)) for number in range(len(symmetries(game))))


def same(one: Position, other: Position) -> bool:
    """Tell whether two positions, perhaps of different records, are the same: the proof that equal keys do not give."""
    return tuple(words(one)) == tuple(words(other))


def words(position: Position) -> Iterable[int]:
    """Return what makes positions equal as integers of at most 64 bits with sign; different positions differ in them.

    A position that is not a tuple of integers has a method ``words`` that says so itself.
    """
    own = getattr(position, "words", None)
    if own is not None:
        return own()  # type: ignore[no-any-return]
    if all(-MACHINE <= word < MACHINE for word in position):
        return position  # type: ignore[no-any-return]
    return _narrow(position)


def _narrow(position: Iterable[int]) -> Iterator[int]:
    """Yield the words of a position on a board of more points than a machine word has bits; none is negative."""
    for word in position:
        if word < MACHINE:
            yield word
            continue
        limbs = -(-word.bit_length() // LIMB)
        yield -limbs
        for limb in range(limbs):
            yield word >> limb * LIMB & (1 << LIMB) - 1
