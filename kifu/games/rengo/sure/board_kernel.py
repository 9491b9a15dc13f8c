"""Kernels: they change the board of a packed position, and keep its census and its sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.sure.layout import BOARD, CENSUS, SIZE, SUM
from kifu.kernels.mark import kernel, wrapped

if TYPE_CHECKING:
    from kifu.games.rengo.sure.layout import Ints, Memory

TWIST = -0x61C8864680B583EB
"""An odd multiplier: the golden ratio (Knuth), as a signed integer."""


@kernel
def put(position: Memory, square: int, unit: int) -> None:
    """Put `unit` on a square in place of what stands there; 0 empties the square."""
    before = position[BOARD + square]
    position[BOARD + square] = unit
    position[CENSUS + before] -= 1
    position[CENSUS + unit] += 1
    position[SUM] = wrapped(position[SUM] + wrapped((unit - before) * mixed(square)))


@kernel
def take_stock(tables: Ints, position: Memory) -> None:
    """Fill in the census and the sum of a position that :func:`kifu.games.rengo.sure.door.pack` has packed."""
    for square in range(tables[SIZE]):
        unit = position[BOARD + square]
        position[CENSUS + unit] += 1
        position[SUM] = wrapped(position[SUM] + wrapped(unit * mixed(square)))


@kernel
def mixed(number: int) -> int:
    """Return a number whose bits depend on all bits of `number`."""
    code = wrapped((number + 1) * TWIST)
    code = wrapped((code ^ code >> 29) * TWIST)
    return code ^ code >> 32
