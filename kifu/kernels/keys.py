"""Keys: a position as one number of 63 bits, the same on every machine, Python and day, so that datasets can hold it.

Equal positions have equal keys. Two different positions of one game have different ones but for an accident of about
one in 2^60 a pair (each word mixed in may lose a bit; in a million games of sixty plies it is one in some hundreds that
there is any such pair): what matters is looked at again, see :func:`same`. Keys of different games or rules mean nothing to each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.kernels import key_kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.model.game import Game, Position

MACHINE = 1 << 63
LIMB = 62
"""Bits of a part of a number that does not fit a machine word."""


def key(game: Game, position: Position) -> int:
    """Return the key of a position, of 63 bits and not negative. It covers just what makes positions equal."""
    return key_kernel.key(words(game, position))


def canonical_key(game: Game, position: Position) -> int:
    """Return the lowest key of all images of a position (see :attr:`kifu.model.game.Game.symmetries`)."""
    return min(key(game, game.image(position, number)) for number in range(len(game.symmetries)))


def same(game: Game, one: Position, other: Position) -> bool:
    """Tell whether two positions of a game, perhaps of different records, are the same: equal keys do not prove it."""
    return tuple(words(game, one)) == tuple(words(game, other))


def words(game: Game, position: Position) -> Iterable[int]:
    """Return what makes positions equal as integers of at most 64 bits with sign; different positions differ in them.

    They are the game's own (:meth:`kifu.model.game.Game.position_words`), those of more bits cut in pieces.
    """
    own = game.position_words(position)
    return own if all(-MACHINE <= word < MACHINE for word in own) else _narrow(own)


def _narrow(own: Iterable[int]) -> Iterator[int]:
    """Yield the words of a position on a board of more points than a machine word has bits; none is negative."""
    for word in own:
        if word < MACHINE:
            yield word
            continue
        limbs = -(-word.bit_length() // LIMB)
        yield -limbs
        for limb in range(limbs):
            yield word >> limb * LIMB & (1 << LIMB) - 1
