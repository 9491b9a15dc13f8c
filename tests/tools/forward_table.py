"""Whole slices of 6面体 by looking forward (:mod:`forward_kernel`), for :mod:`check_tablebase`."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from kifu.core import games
from kifu.core.compiled.bind_and_compile import compiled_kernels_of_layers
from kifu.engine.bind_engine import LOWER
from kifu.engine.tablebase import KERNELS

SIX = games.load("six")
OWN = (f"{__package__}." if __package__ else "") + "forward_kernel"
EVALUATION, _, SLICES = (module.__name__ for module in SIX.engine_modules())
FORWARD = compiled_kernels_of_layers(SIX, (*LOWER, EVALUATION, OWN))
COMPARE = compiled_kernels_of_layers(SIX, (*LOWER, EVALUATION, SLICES, KERNELS, OWN, OWN.replace("forward", "compare")))
NAMES = "占武騎弓巫領士馬矢女怨"
"""Each kind by its number."""
GHOST = NAMES.index("怨")
NEVER = 255
"""No value of a position."""
WAYS = 48
"""The room for moves, for each position of a slice on the average."""


class Values(NamedTuple):
    """The values of a slice by number."""

    numbers: np.ndarray
    values: np.ndarray


def turns(whole):
    """Return the turns of the board that make two positions one: none but the board as it is, if `whole`."""
    board = np.arange(49).reshape(7, 7)
    images = [np.rot90(each, quarter) for each in (board, board.T) for quarter in range(4)]
    return np.array([each.ravel() for each in (images[:1] if whole else images)])


def exchanged(kinds):
    """Return the same dice with the sides exchanged."""
    return tuple(sorted(kind if kind == GHOST else (kind + 5) % 10 for kind in kinds))


def moves_on(kinds):
    """Tell whether both sides have a die that may move."""
    return any(0 < kind < 5 for kind in kinds) and any(5 < kind < 10 for kind in kinds)


def named(kinds):
    """Return the name that the table gives these dice, 先手's first."""
    first, second, ghosts = (
        "".join(NAMES[kind] for kind in kinds if kind in part) for part in (range(5), range(5, 10), (GHOST,))
    )
    return f"{first}-{second}" + (f"+{ghosts}" if ghosts else "")


def materials(dice, known):
    """Return the dice of each slice with this number of dice, most 怨 first, as the table `known` names them."""
    found = [kinds for kinds in combinations_with_replacement(range(len(NAMES)), dice) if moves_on(kinds)]
    for kinds in found:
        if (named(kinds) in known) + (named(exchanged(kinds)) in known) != 1 + (kinds == exchanged(kinds)):
            raise LookupError(named(kinds))
    return sorted((kinds for kinds in found if named(kinds) in known), key=lambda kinds: (-kinds.count(GHOST), kinds))


def lower(kinds, done):
    """Return for each die what the dice are once it is 怨: as `done` holds them, whether exchanged, and their values."""
    size = 2 * 49 ** len(kinds)
    rows, swaps, values = [], [], []
    for die in range(len(kinds)):
        beaten = tuple(sorted((*kinds[:die], *kinds[die + 1 :], GHOST)))
        swap = beaten not in done
        rows.append(exchanged(beaten) if swap else beaten)
        swaps.append(int(swap))
        # Without a die that may move a side has lost at once: such a slice is not asked, and must not be.
        values.append(done[rows[-1]].values if rows[-1] in done else np.broadcast_to(np.uint8(NEVER), size))
    return np.array(rows), np.array(swaps), np.stack(values)


def decided(kinds, done, images):
    """Return the values of a slice; `done` holds those with one 怨 more."""
    dice = np.array(kinds)
    size = 2 * 49 ** len(kinds)
    work = np.zeros((2, len(kinds)), np.int64)
    numbers = np.zeros(size, np.int32)
    numbers = numbers[: FORWARD["listed"](dice, images, work, numbers)].copy()
    starts = np.zeros(len(numbers) + 1, np.int64)
    ways = np.empty(WAYS * len(numbers) + 4096, np.int32)
    values = np.zeros(size, np.uint8)
    filled = FORWARD["after_each"](dice, images, work, numbers, *lower(kinds, done), starts, ways, values)
    if filled > len(ways):
        raise OverflowError(named(kinds))
    ways = ways[:filled]
    last_known = -1 - int(ways.min(initial=-1))
    if last_known == NEVER:
        raise LookupError(named(kinds))
    plies = 0
    while True:
        plies += 1
        if not FORWARD["look"](plies, numbers, starts, ways, values) and plies >= last_known:
            return Values(numbers, values)


def whole(table, dice, only=""):
    """Yield for each slice with this number of dice its name, its positions and how many the table has otherwise.

    With `only`, the name of a slice, only that one and those that it can lead to are compared. The positions are those of both
    sides to move, the sides not exchanged; with four dice the turns of a position are one position.
    """
    images = turns(whole=dice < 4)
    known = {each.name for each in table.slices}
    done = {}
    for kinds in materials(dice, known):
        if only and not leads(only, named(kinds)):
            continue
        done[kinds] = decided(kinds, done, images)
        wrong = COMPARE["different"](np.array(kinds), *done[kinds], table.codes, table.offsets, table.values)
        yield named(kinds), len(done[kinds].numbers), int(wrong)
        if GHOST not in kinds:
            del done[kinds]


def leads(above, below):
    """Tell whether moves can lead from a slice to another, or to the same: some of its dice are 怨 there."""
    dice = [NAMES.index(each) for each in above if each in NAMES]
    there = [NAMES.index(each) for each in below if each in NAMES]
    return any(
        all(dice.count(kind) >= row.count(kind) for kind in range(GHOST)) and len(row) == len(dice)
        for row in (there, list(exchanged(there)))
    )
