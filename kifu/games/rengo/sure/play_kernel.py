"""Kernels: they carry out one action on a packed position and tell whether it is legal (rengo.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import CROWN, DISC, FRESH, GO, MAN, PAWN, PEARL, SIDE
from kifu.games.rengo.form import CASSIA, FOOTMAN, LANCE
from kifu.games.rengo.moves import JANGGI
from kifu.games.rengo.position import (
    BECOMES,
    DROP,
    FACED,
    FIVE,
    GOING,
    KIND_BITS,
    NO_SUFFIX,
    PASS,
    PASSED_TWICE,
    PROMOTED,
    SQUARE_BITS,
    SQUARES_FROM,
    SUFFIX_BITS,
)
from kifu.games.rengo.sure.board_kernel import put
from kifu.games.rengo.sure.king_kernel import safety
from kifu.games.rengo.sure.layout import (
    AHEAD,
    BOARD,
    BY_ITSELF,
    CAMP,
    CAPTIVES,
    CENSUS,
    COLUMNS,
    EN_PASSANT,
    ENDED,
    FACE,
    FACING,
    FOR_A_PAWN,
    FREE_PASS,
    GOES_TO,
    HAND,
    ILLEGAL,
    IN_HAND,
    IS_KING,
    KING,
    KO,
    LEGAL,
    PASSED,
    ROW,
    ROWS,
    SIZE,
    STANDS,
    TURN,
    TURNED,
    UNSURE,
    VICTIMS,
    ZONE,
)
from kifu.games.rengo.sure.leaps_kernel import leap_waits, most_units, victim_of
from kifu.games.rengo.sure.stones_kernel import enclosed, flanks, has_five
from kifu.games.rengo.sure.ways_kernel import depth, promotion, reaches
from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from kifu.games.rengo.sure.layout import Ints, Memory

ONE_PLACE, ONE_KIND, ONE_SUFFIX = (1 << SQUARE_BITS) - 1, (1 << KIND_BITS) - 1, (1 << SUFFIX_BITS) - 1
PLACE_BITS = 5
"""The bits of the column in a place."""
NOWHERE = -1


@kernel
def played(tables: Ints, position: Memory, memory: Memory, move: int) -> int:
    """Carry out `move` and return LEGAL if it is surely legal; UNSURE otherwise, with the position in disorder.

    It has the code of :func:`kifu.games.rengo.sure.door.code_of`.
    """
    side = position[TURN]
    if position[ENDED] != GOING or position[KING] < 0 or position[KING + 1] < 0 or move < 0:
        return UNSURE
    if leap_waits(tables, position, side):
        return leaping(tables, position, memory, move)
    if move == PASS:
        return handed_over(tables, position, memory, NOWHERE, 1) if tables[FREE_PASS] else UNSURE
    kind = move >> SUFFIX_BITS & ONE_KIND
    suffix = move & ONE_SUFFIX
    first = square_at(tables, move >> SQUARES_FROM & ONE_PLACE)
    last = square_at(tables, move >> SQUARES_FROM + SQUARE_BITS & ONE_PLACE)
    if first < 0 or move >> SQUARES_FROM + 2 * SQUARE_BITS:
        return UNSURE
    if suffix == DROP:
        if not may_drop(tables, position, kind, first):
            return UNSURE
        return dropped(tables, position, memory, kind, first)
    if last < 0 or not is_its_own(position, kind, first) or not may_move(tables, position, first, last):
        return UNSURE
    suffix = suffix_of(tables, side, kind, suffix, last)
    if not promotion(tables, position[BOARD + first] % SIDE, side, first, last) >> suffix & 1:
        return UNSURE
    return moved(tables, position, memory, first, last, suffix)


@kernel
def leaping(tables: Ints, position: Memory, memory: Memory, move: int) -> int:
    """Carry out a sequence of leaps that takes as many units as any sequence could, even an illegal one (rengo.42)."""
    side = position[TURN]
    size = tables[SIZE]
    kind = move >> SUFFIX_BITS & ONE_KIND
    places = move >> SQUARES_FROM
    origin = square_at(tables, places & ONE_PLACE)
    if move & ONE_SUFFIX == DROP or origin < 0 or (kind != MAN and kind != CROWN):
        return UNSURE
    if not is_its_own(position, kind, origin):
        return UNSURE
    most = most_units(tables, position, memory, side)
    at = origin
    length = 0
    places >>= SQUARE_BITS
    while places:
        to = square_at(tables, places & ONE_PLACE)
        victim = NOWHERE if to < 0 else victim_of(tables, position, origin, at, to)
        if victim < 0 or IS_KING[position[BOARD + victim] % SIDE]:
            return UNSURE
        for before in range(length):
            if memory[VICTIMS * size + before] == victim:
                return UNSURE
        memory[VICTIMS * size + length] = victim
        length += 1
        at = to
        places >>= SQUARE_BITS
    suffix = suffix_of(tables, side, kind, move & ONE_SUFFIX, at)
    if length == 0 or length != most or at == position[KO]:
        return UNSURE
    if not promotion(tables, kind, side, origin, at) >> suffix & 1:
        return UNSURE
    for place in range(length):
        victim = memory[VICTIMS * size + place]
        taken(position, side, position[BOARD + victim] % SIDE)
        put(position, victim, 0)
    return moved(tables, position, memory, origin, at, suffix)


@kernel
def is_its_own(position: Ints, kind: int, square: int) -> bool:
    """Tell whether a unit of the side to move, and of `kind` as a move names it, stands on a square."""
    unit = position[BOARD + square]
    return unit > 0 and unit // SIDE == position[TURN] and kind == (PAWN if unit % SIDE == FRESH else unit % SIDE)


@kernel
def suffix_of(tables: Ints, side: int, kind: int, suffix: int, to: int) -> int:
    """Return the suffix of a move; a 平 or 貝 that must promote where it ends does so by itself (rengo.59)."""
    if suffix != BY_ITSELF:
        return suffix
    zone = 1 if kind == MAN else tables[ZONE]
    return PROMOTED if depth(tables, side, to) <= zone else NO_SUFFIX


@kernel
def square_at(tables: Ints, place: int) -> int:
    """Return the square of a place, -1 off the board."""
    row = (place >> PLACE_BITS) - 1
    column = place & (1 << PLACE_BITS) - 1
    columns = tables[COLUMNS]
    return row * columns + column if 0 <= row < tables[ROWS] and column < columns else NOWHERE


@kernel
def may_move(tables: Ints, position: Ints, origin: int, to: int) -> bool:
    """Tell whether form and geometry and the ko ban let the unit on `origin` go to `to`; it does not leap."""
    there = position[BOARD + to]
    if to == position[KO] or (there and there // SIDE == position[TURN]):
        return False
    return reaches(tables, position, origin, to)


@kernel
def may_drop(tables: Ints, position: Ints, kind: int, square: int) -> bool:
    """Tell whether rengo.27, 28, 30 and 35 allow a drop; 打ち歩詰め and rengo.29 are not judged."""
    side = position[TURN]
    if IN_HAND[kind] < 0 or not position[STANDS + HAND * side + IN_HAND[kind]]:
        return False
    if position[BOARD + square] or square == position[KO]:
        return False
    row = depth(tables, side, square)
    if kind == PEARL:
        return row < tables[CAMP]
    if kind == FOOTMAN:
        return row > 1 and not on_column(tables, position, FOOTMAN + SIDE * side, square)
    if kind == LANCE:
        return row > 1
    return kind != CASSIA or row > 2


@kernel
def on_column(tables: Ints, position: Ints, unit: int, square: int) -> bool:
    """Tell whether `unit` stands on the column of a square."""
    columns = tables[COLUMNS]
    at = square - tables[tables[ROW] + square] * columns
    while at < tables[SIZE]:
        if position[BOARD + at] == unit:
            return True
        at += columns
    return False


@kernel
def moved(tables: Ints, position: Memory, memory: Memory, origin: int, to: int, suffix: int) -> int:
    """Carry out a move that is sound in form and geometry; it takes nothing en passant.

    A 平 or 冠 that leaps may come back to its origin; the units that it takes have been taken.
    """
    side = position[TURN]
    unit = position[BOARD + origin]
    kind = unit % SIDE
    put(position, origin, 0)
    victim = position[BOARD + to] % SIDE
    if IS_KING[victim]:
        return UNSURE
    if victim:
        taken(position, side, victim)
    passed = NOWHERE
    if kind == FRESH:
        unit += PAWN - FRESH
        if abs(to - origin) == 2 * tables[COLUMNS]:
            passed = (origin + to) // 2
    if suffix == PROMOTED:
        unit = FACE[kind] + SIDE * side
    elif suffix >= BECOMES:
        unit = FOR_A_PAWN[suffix - BECOMES] + SIDE * side
    put(position, to, unit)
    if IS_KING[kind]:
        position[KING + side] = to
    if enclosed(tables, position, memory, to):
        return ILLEGAL
    return handed_over(tables, position, memory, passed, 0)


@kernel
def taken(position: Memory, side: int, kind: int) -> None:
    """Give `side` a unit of `kind` that it has taken, which is no king (rengo.26)."""
    if GOES_TO[kind] >= 0:
        position[STANDS + HAND * side + GOES_TO[kind]] += 1
    else:
        position[CAPTIVES + side] += 1


@kernel
def dropped(tables: Ints, position: Memory, memory: Memory, kind: int, square: int) -> int:
    """Carry out a drop that :func:`may_drop` allows. ILLEGAL: a 翻 that must flank does not (rengo.29)."""
    side = position[TURN]
    size = tables[SIZE]
    turned = 0
    if kind == DISC and position[CENSUS + DISC + SIDE * side]:
        turned = flanks(tables, position, memory, square, side)
        if turned == 0:
            return ILLEGAL
        if turned < 0:
            return UNSURE
    if kind == FOOTMAN and tables[tables[AHEAD] + (4 if side else 0) * size + square] == position[KING + 1 - side]:
        return UNSURE
    put(position, square, kind + SIDE * side)
    position[STANDS + HAND * side + IN_HAND[kind]] -= 1
    for at in range(turned):
        if not turned_over(position, memory[TURNED * size + at], side):
            return UNSURE
    if kind == GO and encloses(tables, position, memory, square):
        return UNSURE
    if enclosed(tables, position, memory, square):
        return ILLEGAL
    for at in range(turned):
        if enclosed(tables, position, memory, memory[TURNED * size + at]):
            return ILLEGAL
    return handed_over(tables, position, memory, NOWHERE, 0)


@kernel
def turned_over(position: Memory, square: int, side: int) -> bool:
    """Give the unit on `square` to `side` (rengo.38); it is no king. Return False for a 碁, which might enclose a unit."""
    kind = position[BOARD + square] % SIDE
    if kind == GO:
        return False
    put(position, square, (PAWN if kind == FRESH else kind) + SIDE * side)
    return True


@kernel
def encloses(tables: Ints, position: Ints, memory: Memory, stone: int) -> bool:
    """Tell whether the 碁 on `stone` takes an enemy chain (rengo.32)."""
    size = tables[SIZE]
    side = position[TURN]
    for number in range(0, 8, 2):
        to = tables[tables[AHEAD] + number * size + stone]
        if to >= 0 and position[BOARD + to] and position[BOARD + to] // SIDE != side:
            if enclosed(tables, position, memory, to):
                return True
    return False


@kernel
def handed_over(tables: Ints, position: Memory, memory: Memory, en_passant: int, passing: int) -> int:
    """Give the turn to the other side if the mover's king is safe, or if it has made five. `passing` is 1 for パス, else 0."""
    side = position[TURN]
    five = has_five(tables, position, side)
    if passing or not five:
        answer = safety(tables, position, memory, side)
        if answer != LEGAL:
            return answer
    facing = faces(tables, position)
    if five:
        position[ENDED] = FIVE
    elif facing and position[FACING]:
        position[ENDED] = FACED
    elif passing and position[PASSED]:
        position[ENDED] = PASSED_TWICE
    position[TURN] = 1 - side
    position[EN_PASSANT] = en_passant
    position[KO] = NOWHERE
    position[PASSED] = passing
    position[FACING] = int(facing)
    return LEGAL


@kernel
def faces(tables: Ints, position: Ints) -> bool:
    """Tell whether both kings are 楚 and stand on a column with no unit between (rengo.48)."""
    size = tables[SIZE]
    first = position[KING]
    second = position[KING + 1]
    if position[BOARD + first] % SIDE != JANGGI or position[BOARD + second] % SIDE != JANGGI:
        return False
    for number in range(0, 8, 4):
        at = tables[tables[AHEAD] + number * size + first]
        while at >= 0 and position[BOARD + at] == 0:
            at = tables[tables[AHEAD] + number * size + at]
        if at == second:
            return True
    return False
