"""Wins that can be forced within a number of plies, proven by looking at every defence; bound like the search.

"This side can force a win within n plies" is a property of the position and n alone, whatever came before: what is
remembered of it is right wherever the position comes again, and whole positions are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
urgency: Callable[[Any, int], int]
key_of: Callable[[Any], int]

CELL: Any = np.int64
"""What the arrays hold."""
DEEPEST = 100
WIDEST = 1024
NODES, BUDGET, STOPPED = range(3)


class Proofs(NamedTuple):
    """What is remembered of the wins of one side."""

    positions: Any
    """Row by row."""
    won: Any
    """Within so many plies it can force a win; 0: not known to."""
    failed: Any
    """Within so many it cannot."""
    replies: Any
    """The move that showed it."""
    moves: Any
    """By depth left: the moves of a position."""
    ranks: Any
    counters: Any


@kernel
def make_proofs(width: int, size: int, budget: int) -> Proofs:
    """Return empty tables for `size` (a power of two) positions of `width` integers."""
    counters = np.zeros(3, CELL)
    counters[BUDGET] = budget
    return Proofs(
        np.zeros((size, width), CELL),
        np.zeros(size, CELL),
        np.zeros(size, CELL),
        np.zeros(size, CELL),
        np.zeros((DEEPEST + 1, WIDEST), CELL),
        np.zeros((DEEPEST + 1, WIDEST), CELL),
        counters,
    )


@kernel
def stands_at(position: Any, slot: int, proofs: Proofs) -> bool:  # noqa: ANN401 - a position of whichever game is bound
    """Tell whether the position remembered in a slot is this one."""
    for part in range(len(position)):
        if proofs.positions[slot, part] != position[part]:
            return False
    return True


@kernel
def keep(position: Any, slot: int, depth: int, proven: bool, reply: int, proofs: Proofs) -> None:  # noqa: ANN401, FBT001
    """Remember whether a win within `depth` plies was proven."""
    if not stands_at(position, slot, proofs):
        for part in range(len(position)):
            proofs.positions[slot, part] = position[part]
        proofs.won[slot] = 0
        proofs.failed[slot] = 0
    proofs.replies[slot] = reply
    if proven:
        if proofs.won[slot] == 0 or depth < proofs.won[slot]:
            proofs.won[slot] = depth
    elif depth > proofs.failed[slot]:
        proofs.failed[slot] = depth


@kernel
def list_ways(position: Any, depth: int, first: int, proofs: Proofs) -> int:  # noqa: ANN401
    """Write the moves of a position, `first` and the urgent ones before others, and return how many they are."""
    moves, ranks = proofs.moves[depth], proofs.ranks[depth]
    count = 0
    for move in legal_moves(position):
        rank = 1_000_000 if move == first else urgency(position, move)
        place = count
        while place > 0 and ranks[place - 1] < rank:
            moves[place] = moves[place - 1]
            ranks[place] = ranks[place - 1]
            place -= 1
        moves[place] = move
        ranks[place] = rank
        count += 1
    return count


@kernel
def prove(position: Any, depth: int, attacker: int, proofs: Proofs) -> bool:  # noqa: ANN401
    """Tell whether `attacker` (0, 1) can force a win within `depth` plies; False, and nothing kept, out of budget."""
    how = result(position)
    if how:
        return how == attacker + 1
    if depth <= 0:
        return False
    counters = proofs.counters
    counters[NODES] += 1
    if counters[NODES] > counters[BUDGET]:
        counters[STOPPED] = 1
        return False
    slot = key_of(position) & len(proofs.won) - 1
    first = -1
    if stands_at(position, slot, proofs):
        first = proofs.replies[slot]
        if proofs.won[slot] and proofs.won[slot] <= depth:
            return True
        if proofs.failed[slot] >= depth:
            return False
    attacks = side(position) == attacker
    proven = not attacks
    reply = -1
    count = list_ways(position, depth, first, proofs)
    for place in range(count):
        move = proofs.moves[depth, place]
        wins = prove(play(position, move), depth - 1, attacker, proofs)
        if counters[STOPPED]:
            return False
        if wins == attacks:
            proven = attacks
            reply = move
            break
    keep(position, slot, depth, proven, reply, proofs)
    return proven
