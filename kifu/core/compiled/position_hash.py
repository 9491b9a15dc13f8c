"""Position hash: 63 bits, the same in all runs and machines.

Equal positions have equal keys. Two different positions of one game have equal keys with a probability of about 2^-60
(each word that is mixed in may lose a bit). In a million games of sixty plies, the probability of at least one such pair
is about 0.2 %. Code that needs certainty compares the positions with :func:`is_same_position`. Keys of different games or rules cannot
be compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled import position_hash_kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.game.game import Position
    from kifu.core.game.symmetries import Symmetries

MACHINE = 1 << 63
"""One more than the largest machine integer."""
LIMB = 62
"""The bits of each part of a number that does not fit a machine word."""


def position_key(game: Symmetries, position: Position) -> int:
    """Return the key of a position: a non-negative integer of 63 bits.

    Equal positions have equal keys.
    """
    return position_hash_kernel.key(pack_position(game, position))


def canonical_key(game: Symmetries, position: Position) -> int:
    """Return the lowest key of all images of a position (see :attr:`kifu.core.game.game.Game.symmetries`)."""
    return min(position_key(game, game.image(position, number)) for number in range(len(game.symmetries)))


def is_same_position(game: Symmetries, first: Position, second: Position) -> bool:
    """Tell whether two positions of a game are equal.

    Equal keys do not prove it.
    """
    return tuple(pack_position(game, first)) == tuple(pack_position(game, second))


def pack_position(game: Symmetries, position: Position) -> Iterable[int]:
    """Return a position as integers of at most 64 bits with sign.

    Two positions are equal exactly if their integers are. They are those of
    :meth:`kifu.core.game.game.Game.position_words`; an integer of more bits is cut into parts.
    """
    integers = game.position_words(position)
    return integers if all(-MACHINE <= word < MACHINE for word in integers) else _split_wide_integers(integers)


def _split_wide_integers(integers: Iterable[int]) -> Iterator[int]:
    """Non-negative machine words of a position beyond 64 points."""
    for word in integers:
        if word < MACHINE:
            yield word
            continue
        limbs = -(-word.bit_length() // LIMB)
        yield -limbs
        for limb in range(limbs):
            yield word >> limb * LIMB & (1 << LIMB) - 1
