"""Kernels: the leaps of 平 and 冠, and an upper bound of the units that they could take (rengo.41, 42)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import CROWN, MAN, SIDE
from kifu.games.rengo.sure.layout import AHEAD, BOARD, CENSUS, CHAIN, CHOICES, LEAPT, SIZE, VICTIMS
from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from kifu.games.rengo.sure.layout import Ints, Memory

TRIED = 400
"""The leaps of one piece that are tried before the search gives up."""
LANDINGS = 32
"""More than the squares of a diagonal. Leap number n × LANDINGS + m goes to landing m along diagonal n."""
LEAPS = 4 * LANDINGS
NOTHING = -1


@kernel
def is_leaper(unit: int, side: int) -> bool:
    """Tell whether a unit is a 平 or 冠 of `side`."""
    return unit == MAN + SIDE * side or unit == CROWN + SIDE * side


@kernel
def has_leapers(position: Ints, side: int) -> bool:
    """Tell whether `side` has a 平 or 冠 on the board."""
    return position[CENSUS + MAN + SIDE * side] + position[CENSUS + CROWN + SIDE * side] > 0


@kernel
def leap_waits(tables: Ints, position: Ints, side: int) -> bool:
    """Tell whether a 平 or 冠 of `side` has a leap."""
    if not has_leapers(position, side):
        return False
    for square in range(tables[SIZE]):
        if is_leaper(position[BOARD + square], side) and leaps(tables, position, square):
            return True
    return False


@kernel
def leaps(tables: Ints, position: Ints, origin: int) -> bool:
    """Tell whether the 平 or 冠 on `origin` has a leap."""
    for number in range(1, 8, 2):
        if leapt(tables, position, origin, origin, number) >= 0:
            return True
    return False


@kernel
def leapt(tables: Ints, position: Ints, origin: int, start: int, number: int) -> int:
    """Return the unit that the 平 or 冠 of `origin` may leap over from `start` in a direction, -1 if there is none.

    The squares of the piece itself count as empty.
    """
    size = tables[SIZE]
    piece = position[BOARD + origin]
    at = tables[tables[AHEAD] + number * size + start]
    if piece % SIDE == CROWN:
        while at >= 0 and (position[BOARD + at] == 0 or at == origin):
            at = tables[tables[AHEAD] + number * size + at]
    if at < 0 or at == origin or position[BOARD + at] == 0 or position[BOARD + at] // SIDE == piece // SIDE:
        return NOTHING
    beyond = tables[tables[AHEAD] + number * size + at]
    return at if beyond >= 0 and (position[BOARD + beyond] == 0 or beyond == origin) else NOTHING


@kernel
def landing(tables: Ints, position: Ints, origin: int, victim: int, number: int, place: int) -> int:
    """Return the landing number `place` behind the unit on `victim`, -1 if there is none."""
    size = tables[SIZE]
    if place and position[BOARD + origin] % SIDE != CROWN:
        return NOTHING
    at = victim
    for _ in range(place + 1):
        at = tables[tables[AHEAD] + number * size + at]
        if at < 0 or (position[BOARD + at] and at != origin):
            return NOTHING
    return at


@kernel
def most_units(tables: Ints, position: Ints, memory: Memory, side: int) -> int:
    """Return the most units that a 平 or 冠 of `side` could take if every sequence were legal; -1 if that takes too long."""
    most = 0
    for origin in range(tables[SIZE]):
        if is_leaper(position[BOARD + origin], side):
            units = longest(tables, position, memory, origin)
            if units < 0:
                return NOTHING
            most = max(most, units)
    return most


@kernel
def longest(tables: Ints, position: Ints, memory: Memory, origin: int) -> int:
    """Return the most units that the 平 or 冠 on `origin` could take; -1 if more than TRIED leaps have to be tried.

    Entry n of the parts CHAIN, VICTIMS and CHOICES of the memory has the square before leap n, the unit it takes, and its
    number; the part LEAPT has 1 for each unit taken so far.
    """
    size = tables[SIZE]
    for square in range(size):
        memory[LEAPT * size + square] = 0
    memory[CHAIN * size] = origin
    memory[CHOICES * size] = 0
    length = 0
    most = 0
    tried = 0
    while length >= 0:
        choice = memory[CHOICES * size + length]
        if choice == LEAPS:
            length -= 1
            if length >= 0:
                memory[LEAPT * size + memory[VICTIMS * size + length]] = 0
            continue
        memory[CHOICES * size + length] = choice + 1
        number = 2 * (choice // LANDINGS) + 1
        victim = leapt(tables, position, origin, memory[CHAIN * size + length], number)
        to = NOTHING
        if victim >= 0 and not memory[LEAPT * size + victim]:
            to = landing(tables, position, origin, victim, number, choice % LANDINGS)
        if to < 0:
            memory[CHOICES * size + length] = (choice // LANDINGS + 1) * LANDINGS
            continue
        tried += 1
        if tried > TRIED:
            return NOTHING
        memory[VICTIMS * size + length] = victim
        memory[LEAPT * size + victim] = 1
        length += 1
        memory[CHAIN * size + length] = to
        memory[CHOICES * size + length] = 0
        most = max(most, length)
    return most


@kernel
def victim_of(tables: Ints, position: Ints, origin: int, start: int, to: int) -> int:
    """Return the unit that the 平 or 冠 of `origin` takes by a leap from `start` to `to`, -1 if there is no such leap."""
    for number in range(1, 8, 2):
        victim = leapt(tables, position, origin, start, number)
        if victim >= 0:
            for place in range(LANDINGS):
                at = landing(tables, position, origin, victim, number, place)
                if at == to:
                    return victim
                if at < 0:
                    break
    return NOTHING
