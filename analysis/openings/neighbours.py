"""Neighbouring openings: families of sets that differ in one move.

Symmetric sets are equal.

Whole sets hardly ever recur where a side places many units; families do.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from analysis.openings.opening_results import COUNTS, by_set, with_shares

if TYPE_CHECKING:
    from analysis.openings.opening_sets import Collected, Moves


class Families(NamedTuple):
    """The families of one side's openings."""

    cores: tuple[Moves, ...]
    """The moves that all sets of a family have, as turned by one of the symmetries."""
    table: pd.DataFrame
    """A row for each family shown: `core` (number in `cores`), `number` (of moves of its sets), `sets` (how many different ones),
    COUNTS, and SHARE_COLUMNS of that side; the family of the most games first."""


def families(collected: Collected, side: int, small: int, top: int) -> Families:
    """Return the `top` largest families of two or more sets.

    A family counts if at least half of its sets are in no family before it.
    """
    counted = by_set(collected, side, small).groupby("set")[COUNTS].sum()
    members: defaultdict[Moves, set[int]] = defaultdict(set)
    for number in counted.index:
        for core in _cores(collected, collected.sets[number]):
            members[core].add(int(number))
    played = counted["games"].to_dict()
    wide = [(core, sets) for core, sets in members.items() if len(sets) > 1]
    wide.sort(key=lambda each: (-sum(played[number] for number in each[1]), each[0]))
    shown: list[tuple[Moves, set[int]]] = []
    covered: set[int] = set()
    for core, sets in wide:
        if len(shown) < top and 2 * len(sets - covered) >= len(sets):
            shown.append((core, sets))
            covered |= sets
    rows = [
        {"core": place, "number": len(core) + 1, "sets": len(sets), **counted.loc[sorted(sets)].sum().to_dict()}
        for place, (core, sets) in enumerate(shown)
    ]
    table = pd.DataFrame(rows, columns=["core", "number", "sets", *COUNTS]).astype("int64")
    return Families(tuple(core for core, _ in shown), with_shares(table, side, small))


def _cores(collected: Collected, moves: Moves) -> set[Moves]:
    """Return a set's canonical subsets without one move."""
    images = [[collected.game.image_of_move(move, turn) for move in moves] for turn in collected.turns]
    return {
        min(tuple(sorted(image[:place] + image[place + 1 :])) for image in images)
        for place in range(len(moves))
        if len(moves) > 1
    }
