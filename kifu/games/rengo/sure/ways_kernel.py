"""Kernels: where a piece may go by form and geometry, and how its move may promote it (rengo.15-25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import CROWN, MAN, SIDE
from kifu.games.rengo.moves import JUMPER, LEAPER, MOVE, TAKE
from kifu.games.rengo.sure.layout import (
    AHEAD,
    BOARD,
    CENSUS,
    JUMPS,
    RAYS,
    ROW,
    ROWS,
    SIZE,
    STARTS,
    STEP,
    SUFFIXES,
    ZONE,
)
from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from kifu.games.rengo.sure.layout import Ints


@kernel
def depth(tables: Ints, side: int, square: int) -> int:
    """Return the row of a square counted from the last row of `side`, which is 1."""
    row = tables[tables[ROW] + square]
    return tables[ROWS] - row if side else row + 1


@kernel
def promotion(tables: Ints, kind: int, side: int, origin: int, to: int) -> int:
    """Return the suffixes of a move (see `suffixes` of the tables)."""
    within = int(depth(tables, side, origin) <= tables[ZONE])
    place = (2 * kind + within) * (tables[ROWS] + 1) + depth(tables, side, to)
    return tables[tables[SUFFIXES] + place]


@kernel
def reaches(tables: Ints, position: Ints, origin: int, to: int) -> bool:
    """Tell whether the unit on `origin` may go to `to`, where no unit of its own side stands.

    A leap, an en passant capture, a jump of a 包 along the lines of a palace, and a 帥 that takes the other 帥 along a
    column are left out.
    """
    unit = position[BOARD + origin]
    kind = unit % SIDE
    empty = position[BOARD + to] == 0
    if kind == LEAPER or kind == JUMPER:
        return shoots(tables, position, origin, to)
    if (kind == MAN or kind == CROWN) and not empty:
        return False
    return steps(tables, position, unit, origin, to, MOVE if empty else TAKE) or slides(
        tables, position, unit, origin, to
    )


@kernel
def steps(tables: Ints, position: Ints, unit: int, origin: int, to: int, mode: int) -> bool:
    """Tell whether a step of `unit` leads from `origin` to `to`."""
    key = unit * tables[SIZE] + origin
    for step in range(tables[tables[STARTS] + key], tables[tables[STARTS] + key + 1], STEP):
        if tables[step] == to and tables[step + 3] & mode and open_step(tables, position, step):
            return True
    return False


@kernel
def open_step(tables: Ints, position: Ints, step: int) -> bool:
    """Tell whether the squares that a step passes are empty."""
    first = tables[step + 1]
    second = tables[step + 2]
    return (first < 0 or position[BOARD + first] == 0) and (second < 0 or position[BOARD + second] == 0)


@kernel
def slides(tables: Ints, position: Ints, unit: int, origin: int, to: int) -> bool:
    """Tell whether `unit` comes from `origin` to `to` along a ray over empty squares."""
    size = tables[SIZE]
    for number in range(8):
        if tables[tables[RAYS] + unit] >> number & 1:
            at = tables[tables[AHEAD] + number * size + origin]
            while at >= 0:
                if at == to:
                    return True
                if position[BOARD + at]:
                    break
                at = tables[tables[AHEAD] + number * size + at]
    return False


@kernel
def shoots(tables: Ints, position: Ints, origin: int, to: int) -> bool:
    """Tell whether the 炮 or 包 on `origin` goes to `to` along a row or column (rengo.19, 20)."""
    size = tables[SIZE]
    kind = position[BOARD + origin] % SIDE
    for number in range(0, 8, 2):
        screen = 0
        at = tables[tables[AHEAD] + number * size + origin]
        while at >= 0:
            there = position[BOARD + at]
            if at == to:
                if kind == LEAPER:
                    return (there == 0) == (screen == 0)
                return screen > 0 and there % SIDE != JUMPER
            if there:
                if screen or (kind == JUMPER and there % SIDE == JUMPER):
                    break
                screen = there
            at = tables[tables[AHEAD] + number * size + at]
    return False


@kernel
def has_palace_jumper(tables: Ints, position: Ints, side: int) -> bool:
    """Tell whether a 包 of `side` stands where it might jump along the lines of a palace (rengo.20)."""
    if not position[CENSUS + JUMPER + SIDE * side]:
        return False
    for square in range(tables[SIZE]):
        if tables[tables[JUMPS] + square] and position[BOARD + square] == JUMPER + SIDE * side:
            return True
    return False
