"""The kernel that counts the legal actions of positions; it lists those that the rules have to judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import CROWN, FRESH, PAWN, SIDE
from kifu.games.rengo.moves import GENERAL, JUMPER, LEAPER, MOVE, TAKE
from kifu.games.rengo.position import DROP, GOING, NO_SUFFIX, SQUARE_BITS, SQUARES_FROM, SUFFIX_BITS
from kifu.games.rengo.sure.board_kernel import take_stock
from kifu.games.rengo.sure.king_kernel import safety
from kifu.games.rengo.sure.layout import (
    AHEAD,
    BOARD,
    CANONICAL,
    COLUMNS,
    EN_PASSANT,
    ENDED,
    FREE_PASS,
    HAND,
    ILLEGAL,
    IN_HAND,
    KIND_IN_HAND,
    KING,
    KO,
    LEGAL,
    RAYS,
    ROW,
    SIZE,
    STANDS,
    STARTS,
    STEP,
    TURN,
    UNSURE,
)
from kifu.games.rengo.sure.leaps_kernel import leap_waits
from kifu.games.rengo.sure.play_kernel import PLACE_BITS, dropped, may_drop, moved
from kifu.games.rengo.sure.ways_kernel import has_palace_jumper, open_step, promotion, shoots
from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.games.rengo.sure.layout import Ints, Memory

ALL_ASKED = -1
"""The count of a position whose actions the rules have to list, all of them."""
ASKED = 0
"""The part of a row of `asked` that holds the number of its actions; the actions stand behind it."""


@kernel
def count(
    tables: Ints,
    positions: Sequence[Memory],
    trial: Memory,
    memory: Memory,
    counts: Memory,
    asked: Sequence[Memory],
) -> None:
    """Count the actions of each row of `positions` that are surely legal, パス included.

    Row n of `asked` gets the sound actions of row n that the rules have to judge. `counts[n]` is ALL_ASKED if they have to
    list all its actions, because one of these things is at stake: leaps, a lack of actions, kings that face each other.
    """
    for row in range(len(positions)):
        take_stock(tables, positions[row])
        counts[row] = counted(tables, positions[row], trial, memory, asked[row])


@kernel
def counted(tables: Ints, position: Ints, trial: Memory, memory: Memory, asked: Memory) -> int:
    """Return the number of actions that are surely legal, or ALL_ASKED."""
    if position[ENDED] != GOING:
        return 0
    side = position[TURN]
    if out_of_reach(tables, position, side):
        return ALL_ASKED
    asked[ASKED] = 0
    total = 0
    for origin in range(tables[SIZE]):
        unit = position[BOARD + origin]
        if unit and unit // SIDE == side:
            total += along(tables, position, trial, memory, asked, origin)
            total += stepping(tables, position, trial, memory, asked, origin)
    for place in range(HAND):
        total += dropping(tables, position, trial, memory, asked, KIND_IN_HAND[place])
    if tables[FREE_PASS]:
        answer = safety(tables, position, memory, side)
        if answer == UNSURE:
            return ALL_ASKED
        total += int(answer == LEGAL)
    if asked[ASKED] >= len(asked):
        return ALL_ASKED
    return total or ALL_ASKED


@kernel
def out_of_reach(tables: Ints, position: Ints, side: int) -> bool:
    """Tell whether the side to move has actions that this module does not list."""
    if position[KING] < 0 or position[KING + 1] < 0 or leap_waits(tables, position, side):
        return True
    if position[BOARD + position[KING]] % SIDE == GENERAL and position[BOARD + position[KING + 1]] % SIDE == GENERAL:
        return True
    return has_palace_jumper(tables, position, side)


@kernel
def along(tables: Ints, position: Ints, trial: Memory, memory: Memory, asked: Memory, origin: int) -> int:
    """Count the legal moves of the unit on `origin` along rays, or as a cannon."""
    size = tables[SIZE]
    side = position[TURN]
    unit = position[BOARD + origin]
    cannon = unit % SIDE == LEAPER or unit % SIDE == JUMPER
    total = 0
    for number in range(8):
        if not cannon and not tables[tables[RAYS] + unit] >> number & 1:
            continue
        to = tables[tables[AHEAD] + number * size + origin]
        while to >= 0 and (not cannon or number % 2 == 0):
            there = position[BOARD + to]
            hostile = there and there // SIDE != side
            if cannon:
                if (there == 0 or hostile) and shoots(tables, position, origin, to):
                    total += tried(tables, position, trial, memory, asked, origin, to)
            elif there == 0 or (hostile and unit % SIDE != CROWN):
                total += tried(tables, position, trial, memory, asked, origin, to)
            if there and not cannon:
                break
            to = tables[tables[AHEAD] + number * size + to]
    return total


@kernel
def stepping(tables: Ints, position: Ints, trial: Memory, memory: Memory, asked: Memory, origin: int) -> int:
    """Count the legal steps of the unit on `origin`; an en passant capture is asked about."""
    side = position[TURN]
    unit = position[BOARD + origin]
    key = unit * tables[SIZE] + origin
    total = 0
    for step in range(tables[tables[STARTS] + key], tables[tables[STARTS] + key + 1], STEP):
        to = tables[step]
        there = position[BOARD + to]
        mode = tables[step + 3]
        if there == 0 and to == position[EN_PASSANT] and mode == TAKE:
            if unit % SIDE == PAWN or unit % SIDE == FRESH:
                ask(tables, asked, unit % SIDE, origin, to, NO_SUFFIX)
        elif there == 0 or there // SIDE != side:
            if mode & (TAKE if there else MOVE) and open_step(tables, position, step):
                total += tried(tables, position, trial, memory, asked, origin, to)
    return total


@kernel
def dropping(tables: Ints, position: Ints, trial: Memory, memory: Memory, asked: Memory, kind: int) -> int:
    """Count the legal drops of `kind`."""
    total = 0
    if not position[STANDS + HAND * position[TURN] + IN_HAND[kind]]:
        return 0
    for square in range(tables[SIZE]):
        if position[BOARD + square] == 0 and may_drop(tables, position, kind, square):
            for part in range(len(position)):
                trial[part] = position[part]
            answer = dropped(tables, trial, memory, kind, square)
            total += int(answer == LEGAL)
            if answer == UNSURE:
                ask(tables, asked, kind, square, square, DROP)
    return total


@kernel
def tried(tables: Ints, position: Ints, trial: Memory, memory: Memory, asked: Memory, origin: int, to: int) -> int:
    """Count the legal texts of a sound move: one for each suffix that it may have."""
    if to == position[KO]:
        return 0
    for part in range(len(position)):
        trial[part] = position[part]
    kind = position[BOARD + origin] % SIDE
    answer = moved(tables, trial, memory, origin, to, NO_SUFFIX)
    if answer == ILLEGAL:
        return 0
    total = 0
    suffixes = promotion(tables, kind, position[TURN], origin, to) >> CANONICAL
    for suffix in range(CANONICAL):
        if suffixes >> suffix & 1:
            if answer == LEGAL:
                total += 1
            else:
                ask(tables, asked, kind, origin, to, suffix)
    return total


@kernel
def ask(tables: Ints, asked: Memory, kind: int, origin: int, to: int, suffix: int) -> None:
    """Add an action to those that the rules have to judge, if there is room."""
    asked[ASKED] += 1
    if asked[ASKED] < len(asked):
        squares = place_of(tables, origin)
        if suffix != DROP:
            squares |= place_of(tables, to) << SQUARE_BITS
        named = PAWN if kind == FRESH else kind
        asked[asked[ASKED]] = squares << SQUARES_FROM | named << SUFFIX_BITS | suffix


@kernel
def place_of(tables: Ints, square: int) -> int:
    """Return the place of a square (:func:`kifu.games.rengo.position.place`)."""
    columns = tables[COLUMNS]
    row = tables[tables[ROW] + square]
    return row + 1 << PLACE_BITS | square - row * columns
