"""Image of a set of squares under a symmetry, from tables.

:mod:`kifu.core.compiled.bind_and_compile` compiles it for all games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

CHUNK = 7
"""The number of squares that are mapped in one step: a row of a 7 × 7 board."""
SUBSETS = 1 << CHUNK
LOW = SUBSETS - 1


@kernel
def map_set(images: tuple[int, ...], squares: int, chunk: int) -> int:
    """Return the image of a set of squares under a symmetry.

    `images` is a table of :func:`subset_image_table`; `chunk` is the number of the symmetry × the chunks of the board.
    """
    image = 0
    place = chunk * SUBSETS
    while squares:
        image |= images[place + (squares & LOW)]
        squares >>= CHUNK
        place += SUBSETS
    return image


def chunk_count(squares: int) -> int:
    """Return the number of chunks of a board with `squares` squares."""
    return -(-squares // CHUNK)


def subset_image_table(permutations: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the images of all subsets of each chunk, for :func:`map_set`.

    `permutations` gives for each symmetry the new square of each square. The images of the subsets of chunk c under
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
