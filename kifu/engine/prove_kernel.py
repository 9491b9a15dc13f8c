"""Proves that a side can force a win within a number of plies: it tries each defence. It is bound like the search.

Whether a side can force a win within n plies depends only on the position and n. So a remembered proof holds wherever
the position comes again. Whole positions are compared, not only keys.
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
"""The type of the arrays."""
DEEPEST = 100
WIDEST = 1024
NODES, BUDGET, STOPPED = range(3)


class Proofs(NamedTuple):
    """The proofs about one side that are remembered: a slot for each position."""

    positions: Any
    """A row for each slot: the integers of its position."""
    won: Any
    """The smallest number of plies in which a win is proven; 0: none is proven."""
    failed: Any
    """The largest number of plies in which the side cannot force a win."""
    replies: Any
    """The move that proves it."""
    moves: Any
    """A row for each remaining depth: the moves of a position."""
    ranks: Any
    """A row for each remaining depth: how urgent each move is."""
    counters: Any
    """The numbers that NODES, BUDGET and STOPPED name."""


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
def stands_at(position: Any, slot: int, proofs: Proofs) -> bool:  # noqa: ANN401 - a position of the bound game
    """Tell whether a slot holds this position."""
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
    """Write the moves of a position, `first` and urgent moves before the others; return their number."""
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
    """Tell whether `attacker` (0, 1) can force a win within `depth` plies.

    If the budget is used up, it returns False and remembers nothing.
    """
    ended = result(position)
    if ended:
        return ended == attacker + 1
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
