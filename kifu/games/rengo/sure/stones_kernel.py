"""Kernels: the effects of stones, and chains (rengo.32-40)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import DISC, GO, PEARL, SIDE
from kifu.games.rengo.stones import FIVE_IN_A_ROW
from kifu.games.rengo.sure.layout import AHEAD, BOARD, CENSUS, CHAIN, IMMUNE, IS_KING, LAST, SIZE, STAMPS, TURNED
from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from kifu.games.rengo.sure.layout import Ints, Memory

NOT = -1


@kernel
def begin_chain(size: int, memory: Memory, square: int) -> int:
    """Begin a chain with one square; return the stamp that its squares get."""
    stamp = memory[LAST * size] + 1
    memory[LAST * size] = stamp
    memory[CHAIN * size] = square
    memory[STAMPS * size + square] = stamp
    return stamp


@kernel
def join_chain(size: int, memory: Memory, stamp: int, length: int, square: int) -> int:
    """Add a square to a chain that does not have it; return the length of the chain."""
    if memory[STAMPS * size + square] == stamp:
        return length
    memory[STAMPS * size + square] = stamp
    memory[CHAIN * size + length] = square
    return length + 1


@kernel
def enclosed(tables: Ints, position: Ints, memory: Memory, square: int) -> int:
    """Return the length of the chain of the unit on `square` if enemy 碁 alone surround it (rengo.32), else 0.

    The squares of the chain are then the first of the memory.
    """
    size = tables[SIZE]
    side = position[BOARD + square] // SIDE
    fence = GO + SIDE * (1 - side)
    stamp = begin_chain(size, memory, square)
    length = 1
    at = 0
    fenced = False
    while at < length:
        for number in range(0, 8, 2):
            to = tables[tables[AHEAD] + number * size + memory[CHAIN * size + at]]
            if to < 0:
                continue
            there = position[BOARD + to]
            if there == fence:
                fenced = True
            elif there == 0 or there // SIDE != side:
                return 0
            else:
                length = join_chain(size, memory, stamp, length, to)
        at += 1
    return length if fenced else 0


@kernel
def gap(tables: Ints, position: Ints, memory: Memory, king: int, side: int) -> int:
    """Return the only gap in a fence of 碁 of `side` round the king's chain, -1 if there is no such gap."""
    size = tables[SIZE]
    fence = GO + SIDE * side
    stamp = begin_chain(size, memory, king)
    length = 1
    at = 0
    last = NOT
    while at < length:
        for number in range(0, 8, 2):
            to = tables[tables[AHEAD] + number * size + memory[CHAIN * size + at]]
            if to < 0:
                continue
            there = position[BOARD + to]
            if there == 0:
                if last >= 0 and last != to:
                    return NOT
                last = to
            elif there // SIDE != side:
                length = join_chain(size, memory, stamp, length, to)
            elif there != fence:
                return NOT
        at += 1
    return last


@kernel
def walled(tables: Ints, position: Ints, memory: Memory, king: int) -> bool:
    """Tell whether only 碁 stand next to the king and the units of its side joined to it by units that are no 碁.

    Else nothing that is turned over can enclose the king: a unit next to it that is no 碁 stays no 碁.
    """
    size = tables[SIZE]
    side = position[BOARD + king] // SIDE
    stamp = begin_chain(size, memory, king)
    length = 1
    at = 0
    while at < length:
        for number in range(0, 8, 2):
            to = tables[tables[AHEAD] + number * size + memory[CHAIN * size + at]]
            if to < 0 or position[BOARD + to] % SIDE == GO:
                continue
            there = position[BOARD + to]
            if there == 0 or there // SIDE != side:
                return False
            length = join_chain(size, memory, stamp, length, to)
        at += 1
    return True


@kernel
def flanks(tables: Ints, position: Ints, memory: Memory, square: int, side: int) -> int:
    """Return how many units a 翻 of `side` on `square` flanks (rengo.37); -1 if a king would be one of them.

    Their squares are then those of the memory from TURNED on.
    """
    size = tables[SIZE]
    own = DISC + SIDE * side
    count = 0
    for number in range(8):
        length = 0
        kings = 0
        at = tables[tables[AHEAD] + number * size + square]
        while at >= 0 and position[BOARD + at] and position[BOARD + at] // SIDE != side:
            memory[TURNED * size + count + length] = at
            kings += IS_KING[position[BOARD + at] % SIDE]
            length += 1
            at = tables[tables[AHEAD] + number * size + at]
        if at >= 0 and position[BOARD + at] == own:
            if not kings:
                count += length
            elif not tables[IMMUNE]:
                return NOT
    return count


@kernel
def has_five(tables: Ints, position: Ints, side: int) -> bool:
    """Tell whether five or more 珠 of `side` stand in an unbroken line (rengo.39)."""
    size = tables[SIZE]
    pearl = PEARL + SIDE * side
    if position[CENSUS + pearl] < FIVE_IN_A_ROW:
        return False
    for square in range(size):
        if position[BOARD + square] == pearl:
            for number in range(4):
                length = 0
                at = square
                while at >= 0 and position[BOARD + at] == pearl:
                    length += 1
                    at = tables[tables[AHEAD] + number * size + at]
                if length >= FIVE_IN_A_ROW:
                    return True
    return False
