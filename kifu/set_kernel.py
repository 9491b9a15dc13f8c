"""Turning a set of squares with its board; :mod:`kifu.compiled` compiles it for the symmetries of every game."""

from __future__ import annotations

from kifu.kernel import kernel
from kifu.symmetry import CHUNK

SUBSETS = 1 << CHUNK
LOW = SUBSETS - 1


@kernel
def moved(images: tuple[int, ...], squares: int, chunk: int) -> int:
    """Return where a set of squares comes to lie.

    `images` is a table of :func:`kifu.symmetry.set_table`, `chunk` the symmetry's number × the chunks of the board.
    """
    image = 0
    place = chunk * SUBSETS
    while squares:
        image |= images[place + (squares & LOW)]
        squares >>= CHUNK
        place += SUBSETS
    return image
