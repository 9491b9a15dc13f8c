"""Builds a tablebase in memory; `kifu study tablebase` builds one as a file."""

import numpy as np

from kifu.engine.tablebase import decide_slices, join_slices, slice_kernels, slices_in_order


def build_tablebase(game, dice):
    """Return the tablebase of all positions with up to `dice` units.

    Raises ValueError for a game without slices.
    """
    size_of = slice_kernels(game)["size_of"]
    codes = [code for count in range(2, dice + 1) for code in slices_in_order(game, count)]
    values = np.zeros(sum(int(size_of(code)) for code in codes), np.uint8)
    return join_slices(list(decide_slices(game, codes, values)), values)
