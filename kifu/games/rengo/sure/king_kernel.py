"""Kernels: whether the enemy could take a king (rengo.44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import CROWN, DISC, GO, HAND_DISC, HAND_GO, SIDE
from kifu.games.rengo.moves import GENERAL, JUMPER, LEAPER, TAKE
from kifu.games.rengo.sure.layout import (
    AHEAD,
    BOARD,
    CENSUS,
    COLUMNS,
    HAND,
    ILLEGAL,
    IMMUNE,
    JUMPS,
    KING,
    LEGAL,
    NONKING,
    RAYS,
    ROW,
    ROWS,
    SIZE,
    STANDS,
    UNSURE,
)
from kifu.games.rengo.sure.leaps_kernel import has_leapers, is_leaper, leaps
from kifu.games.rengo.sure.stones_kernel import gap, walled
from kifu.games.rengo.sure.ways_kernel import has_palace_jumper, steps
from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from kifu.games.rengo.sure.layout import Ints, Memory

FARTHEST = 3
"""The rows or columns that the longest step goes, that of 象."""


@kernel
def safety(tables: Ints, position: Ints, memory: Memory, side: int) -> int:
    """Return whether the king of `side` is safe, under no ko ban: LEGAL if it is, ILLEGAL if the enemy could take it."""
    king = position[KING + side]
    enemy = 1 - side
    if king < 0:
        return UNSURE
    protected = not tables[NONKING] and position[CENSUS + GO + SIDE * side] > 0
    taken = UNSURE if protected else ILLEGAL  # where 碁 stand, rengo.34 may forbid the enemy to take the king
    if attacked(tables, position, king, side):
        return taken
    if may_jump(tables, position, king, 1 - side):
        return UNSURE
    stand = STANDS + HAND * enemy
    if position[stand + HAND_GO] and gap(tables, position, memory, king, enemy) >= 0:
        return ILLEGAL
    if position[stand + HAND_DISC] and position[CENSUS + DISC + SIDE * enemy]:
        if not tables[IMMUNE] and flanked(tables, position, king, side):
            return taken
        if position[CENSUS + GO + SIDE * side] and walled(tables, position, memory, king):
            return UNSURE
    return UNSURE if may_leap(tables, position, king, side) else LEGAL


@kernel
def attacked(tables: Ints, position: Ints, king: int, side: int) -> bool:
    """Tell whether an enemy unit could move onto the king of `side`, apart from the jumps of :func:`may_jump`."""
    for number in range(8):
        if aimed_at(tables, position, king, side, number):
            return True
    columns = tables[COLUMNS]
    row = tables[tables[ROW] + king]
    column = king - row * columns
    for other in range(max(0, row - FARTHEST), min(tables[ROWS], row + FARTHEST + 1)):
        left = other * columns + max(0, column - FARTHEST)
        right = other * columns + min(columns, column + FARTHEST + 1)
        for origin in range(left, right):
            unit = position[BOARD + origin]
            if unit == 0 or unit // SIDE == side:
                continue
            if steps(tables, position, unit, origin, king, TAKE):
                return True
    return False


@kernel
def may_jump(tables: Ints, position: Ints, king: int, side: int) -> bool:
    """Tell whether a 包 of `side` might take the king by a jump along the lines of a palace (rengo.20)."""
    return tables[tables[JUMPS] + king] != 0 and has_palace_jumper(tables, position, side)


@kernel
def aimed_at(tables: Ints, position: Ints, king: int, side: int, number: int) -> bool:
    """Tell whether an enemy unit comes to the king of `side` along its ray `number`: also as a cannon, or as a 帥."""
    size = tables[SIZE]
    screen = 0
    at = tables[tables[AHEAD] + number * size + king]
    while at >= 0:
        there = position[BOARD + at]
        if there:
            kind = there % SIDE
            hostile = there // SIDE != side
            if screen:
                if not hostile:
                    return False
                return kind == LEAPER or (kind == JUMPER and screen % SIDE != JUMPER)
            if hostile:
                if kind != CROWN and tables[tables[RAYS] + there] >> (number ^ 4) & 1:
                    return True
                if kind == GENERAL and position[BOARD + king] % SIDE == GENERAL and number % 4 == 0:
                    return True
            if number % 2:
                return False
            screen = there
        at = tables[tables[AHEAD] + number * size + at]
    return False


@kernel
def flanked(tables: Ints, position: Ints, king: int, side: int) -> bool:
    """Tell whether a 翻 that the enemy drops would flank the king of `side` (rengo.37)."""
    disc = DISC + SIDE * (1 - side)
    for number in range(8):
        far = past_own(tables, position, king, side, number)
        if far >= 0 and position[BOARD + far] == disc:
            near = past_own(tables, position, king, side, number ^ 4)
            if near >= 0 and position[BOARD + near] == 0:
                return True
    return False


@kernel
def past_own(tables: Ints, position: Ints, king: int, side: int, number: int) -> int:
    """Return the square behind the run of units of `side` in a direction from the king, -1 off the board."""
    size = tables[SIZE]
    at = tables[tables[AHEAD] + number * size + king]
    while at >= 0 and position[BOARD + at] and position[BOARD + at] // SIDE == side:
        at = tables[tables[AHEAD] + number * size + at]
    return at


@kernel
def may_leap(tables: Ints, position: Ints, king: int, side: int) -> bool:
    """Tell whether an enemy 平 or 冠 might take the king by leaps: one that stands on the right squares has a leap."""
    columns = tables[COLUMNS]
    if not has_leapers(position, 1 - side) or not room_across(tables, position, king, side):
        return False
    for origin in range(tables[SIZE]):
        unit = position[BOARD + origin]
        if not is_leaper(unit, 1 - side):
            continue
        down = tables[tables[ROW] + origin] - tables[tables[ROW] + king]
        right = origin - king - down * columns
        if on_its_squares(unit % SIDE, down, right) and leaps(tables, position, origin):
            return True
    return False


@kernel
def on_its_squares(kind: int, down: int, right: int) -> bool:
    """Tell whether leaps could ever bring a 平 or 冠 next to a king that is `down` rows and `right` columns away."""
    if kind == CROWN:
        return (down + right) % 2 == 0
    return down % 2 == 1 and right % 2 == 1


@kernel
def room_across(tables: Ints, position: Ints, king: int, side: int) -> bool:
    """Tell whether along a diagonal both squares next to the king are empty, or hold an enemy 平 or 冠 that may leave them."""
    size = tables[SIZE]
    for number in range(1, 4, 2):
        if room(position, tables[tables[AHEAD] + number * size + king], side) and room(
            position, tables[tables[AHEAD] + (number ^ 4) * size + king], side
        ):
            return True
    return False


@kernel
def room(position: Ints, square: int, side: int) -> bool:
    """Tell whether a square is on the board and empty, or holds an enemy 平 or 冠."""
    if square < 0:
        return False
    unit = position[BOARD + square]
    return unit == 0 or is_leaper(unit, 1 - side)
