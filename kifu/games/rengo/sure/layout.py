"""The arrays of the kernels: a packed position, the tables of a board under its laws, and the memory for a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import FOR_PAWN, FRESH, HAND_PLACE, HANDS, KINGS, PROMOTES, SIDE, TO_HAND

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    Ints = Sequence[int]
    Memory = MutableSequence[int]

UNSURE, LEGAL, ILLEGAL = 0, 1, 2
"""The answers about a move."""

# The parts of a packed position. Those of both sides are that of 先手 and that of 後手.
TURN, EN_PASSANT, KO, CAPTIVES, KING, PASSED, FACING, ENDED, SUM, STANDS = 0, 1, 2, 3, 5, 7, 8, 9, 10, 11
# SUM belongs to the key of the position (:func:`.board_kernel.put`).
HAND = len(HANDS)
"""The number of parts of one stand."""
CENSUS = STANDS + 2 * HAND
"""From here on stands the number of units on the board, by unit."""
BOARD = CENSUS + 2 * SIDE
"""The first square."""

# The tables are one array. First come the numbers of the board, its laws, and where each part of the tables begins.
COLUMNS, ROWS, SIZE, ZONE, CAMP, FREE_PASS, IMMUNE, NONKING = 0, 1, 2, 3, 4, 5, 6, 7
AHEAD, STARTS, RAYS, SUFFIXES, JUMPS, ROW = 8, 9, 10, 11, 12, 13
FIRST_PART = 14
# AHEAD: number × squares + square: the next square in a direction, -1 off the board.
# STARTS: unit × squares + square: the place in the tables where the steps of a unit from a square begin; they end where
# the next begin. Each has STEP entries: the target, two squares that must be empty (-1: none), the mode.
# RAYS: unit: the bits of the directions in which it goes any distance.
# SUFFIXES: for a kind, the zone at the start and the depth at the end (`ways_kernel.promotion`) the bits of the suffixes that a
# move may have; above them, from bit CANONICAL on, the bits of those that its canonical text may have.
# JUMPS: square: 1 where a 包 may jump along the lines of a palace, else 0.
# ROW: square: its row.
STEP = 4
CANONICAL = 16
BY_ITSELF = 15
"""The suffix of a move whose text leaves it to the position whether a 平 or 貝 promotes (rengo.59)."""


# The parts of the memory, each with an entry for each square: the chain that was found last, or the squares of a sequence
# of leaps; the stamp of each square of a chain; the units that were turned over or leapt over last; for leaps see
# :func:`.leaps_kernel.longest`. Behind them stands the last stamp.
CHAIN, STAMPS, TURNED, VICTIMS, CHOICES, LEAPT, LAST = 0, 1, 2, 3, 4, 5, 6


def memory_size(squares: int) -> int:
    """Return the length of the memory for a board."""
    return LAST * squares + 1


IS_KING = tuple(int(kind in KINGS) for kind in range(SIDE))
FACE = tuple(PROMOTES.get(kind, 0) for kind in range(SIDE))
"""The promoted face of each kind, 0 if it has none."""
FOR_A_PAWN = FOR_PAWN
GOES_TO = (*TO_HAND, *(-1 for _ in range(FRESH + 1, SIDE)))
"""The index in HANDS of the kind that a taken unit becomes, -1 if it becomes アゲハマ."""
IN_HAND = tuple(HAND_PLACE.get(kind, -1) for kind in range(SIDE))
"""The index of each kind in HANDS, -1 if no stand holds it."""
KIND_IN_HAND = HANDS
