"""Turning a set of squares with its board; :mod:`kifu.kernels.bind` compiles it for the symmetries of every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

CHUNK = 7
"""Squares of a set that are turned in one step: a row of a 7 × 7 board."""
SUBSETS = 1 << CHUNK
LOW = SUBSETS - 1


@kernel
def moved(images: tuple[int, ...], squares: int, chunk: int) -> int:
    """Return where a set of squares comes to lie.

    `images` is a table of :func:`set_table`, `chunk` the symmetry's number × the chunks of the board.
    """
    image = 0
    place = chunk * SUBSETS
    while squares:
        image |= images[place + (squares & LOW)]
        squares >>= CHUNK
        place += SUBSETS
    return image


def chunks(squares: int) -> int:
    """Return how many chunks a set of so many squares has."""
    return -(-squares // CHUNK)


def set_table(permutations: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the images of every part of a set of squares, for :func:`moved`.

    `permutations` says for each symmetry where each square comes to lie. The images of the subsets of chunk c under
    symmetry s begin at (s × chunks + c) × 2^CHUNK.
    """
    images: list[int] = []
    for places in permutations:
        for start in range(0, len(places), CHUNK):
            singles = [1 << place for place in places[start : start + CHUNK]] + [0] * CHUNK
            subsets = [0]
            for single in singles[:CHUNK]:
                subsets += [subset | single for subset in subsets]
            images += subsets
    return tuple(images)
