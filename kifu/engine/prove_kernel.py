"""AND/OR search for a win within some plies, with a transposition table.

Whether a side can force a win within n plies depends only on the position and n, so an entry of the table holds wherever the
position comes again. Entries are compared by the whole position, not only by its key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
urgency: Callable[[Any, int], int]
in_reach: Callable[[Any, int, int], tuple[int, bool]]
pressing_moves: Callable[[Any, int], Iterator[int]]
key_of: Callable[[Any], int]

CELL: Any = np.int64
"""The type of the arrays."""
MAX_DEPTH = 100
MAX_MOVES = 1024
PROBE_DEPTH = 3
PROBE_MOVES = 24
"""Probe the transposition table for children first at this depth and above, with at most this many moves."""
UNKNOWN = -2
"""In place of a move."""
NODES, BUDGET, STOPPED, PROBES = range(4)
PROBES_PER_NODE = 28
"""The budget allows this many generated moves for each node: most of them are pruned at once by :func:`in_reach`."""


class ProofTable(NamedTuple):
    """The tables of the proofs about one side.

    The first four are the transposition table.
    """

    positions: Any
    """A row for each slot: the integers of its position."""
    won: Any
    """The smallest number of plies in which a win is proven; 0: none is proven."""
    failed: Any
    """The largest number of plies in which the side cannot force a win."""
    replies: Any
    """The move that proved or refuted it."""
    moves: Any
    """A row for each remaining depth: the moves of a position."""
    ranks: Any
    """A row for each remaining depth: the ranks of the moves."""
    killers: Any
    """A row for each remaining depth: its killer moves, the last two that proved or refuted a win."""
    counters: Any
    """The numbers that NODES, BUDGET, STOPPED and PROBES name."""


@kernel
def make_proof_table(width: int, size: int, budget: int) -> ProofTable:
    """Empty tables for `size` (a power of two) positions."""
    counters = np.zeros(4, CELL)
    counters[BUDGET] = budget
    return ProofTable(
        np.zeros((size, width), CELL),
        np.zeros(size, CELL),
        np.zeros(size, CELL),
        np.zeros(size, CELL),
        np.zeros((MAX_DEPTH + 1, MAX_MOVES), CELL),
        np.zeros((MAX_DEPTH + 1, MAX_MOVES), CELL),
        np.full((MAX_DEPTH + 1, 2), UNKNOWN, CELL),
        counters,
    )


@kernel
def stands_at(position: Position, slot: int, positions: Any) -> bool:  # noqa: ANN401 - a position of the bound game, an array
    """Tell whether a slot holds this position.

    `positions` has a row for each slot. It takes the array alone: kept machine code must not know a type of a module
    above its own.
    """
    for part in range(len(position)):
        if positions[slot, part] != position[part]:
            return False
    return True


@kernel
def store_proof(position: Position, slot: int, depth: int, proven: bool, reply: int, proofs: ProofTable) -> None:  # noqa: FBT001
    """Store a result in the transposition table; always replace.

    The result says whether a win within `depth` plies was proven.
    """
    if not stands_at(position, slot, proofs.positions):
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
def insert_move_by_rank(position: Position, move: int, depth: int, first: int, count: int, proofs: ProofTable) -> None:
    """Insertion sort, one step: insert a move among `count`, stably."""
    moves, ranks, killers = proofs.moves[depth], proofs.ranks[depth], proofs.killers[depth]
    proofs.counters[PROBES] += 1
    if move == first:
        rank = 1_000_000
    elif move == killers[0]:
        rank = 900_000
    elif move == killers[1]:
        rank = 800_000
    else:
        rank = urgency(position, move)
    place = count
    while place > 0 and ranks[place - 1] < rank:
        moves[place] = moves[place - 1]
        ranks[place] = ranks[place - 1]
        place -= 1
    moves[place] = move
    ranks[place] = rank


@kernel
def write_moves_by_rank(
    position: Position,
    attacker: int,
    depth: int,
    first: int,
    pressing: bool,  # noqa: FBT001
    proofs: ProofTable,
) -> int:
    """Write the moves of a position in their order.

    Return their number: `first`, killer moves, tactical moves, then the others. If `pressing`, only its pressing moves
    are written.
    """
    count = 0
    if pressing:
        for move in pressing_moves(position, attacker):
            insert_move_by_rank(position, move, depth, first, count, proofs)
            count += 1
    else:
        for move in legal_moves(position):
            insert_move_by_rank(position, move, depth, first, count, proofs)
            count += 1
    return count


@kernel
def wins_at_once(position: Position, attacker: int, pressing: bool, counters: Any) -> bool:  # noqa: ANN401, FBT001
    """Tell whether `attacker`, who is to move, wins with one move."""
    won = False
    if pressing:
        for move in pressing_moves(position, attacker):
            counters[PROBES] += 1
            if not won:
                won = result(play(position, move)) == attacker + 1
    else:
        for move in legal_moves(position):
            counters[PROBES] += 1
            if not won:
                won = result(play(position, move)) == attacker + 1
    return won


@kernel
def probe_slot(position: Position, depth: int, proofs: ProofTable) -> int:
    """Transposition table probe: 1 win within `depth`, -1 none, 0 unknown."""
    slot = key_of(position) & len(proofs.won) - 1
    if not stands_at(position, slot, proofs.positions):
        return 0
    if proofs.won[slot] and proofs.won[slot] <= depth:
        return 1
    return -1 if proofs.failed[slot] >= depth else 0


@kernel
def can_force_win_within(position: Position, depth: int, attacker: int, proofs: ProofTable) -> bool:
    """Tell whether `attacker` (0, 1) can force a win within `depth` plies.

    If the budget is used up, it returns False and stores nothing.
    """
    counters = proofs.counters
    counters[PROBES] += 1
    ended = result(position)
    if ended:
        return ended == attacker + 1
    depth, pressing = in_reach(position, attacker, depth)
    if depth <= 0:
        return False
    counters[NODES] += 1
    if counters[NODES] > counters[BUDGET] or counters[PROBES] // PROBES_PER_NODE > counters[BUDGET]:
        counters[STOPPED] = 1
        return False
    attacks = side(position) == attacker
    if depth == 1 and attacks:
        return wins_at_once(position, attacker, pressing, counters)
    slot = key_of(position) & len(proofs.won) - 1
    first = UNKNOWN
    if stands_at(position, slot, proofs.positions):
        first = proofs.replies[slot]
        if proofs.won[slot] and proofs.won[slot] <= depth:
            return True
        if proofs.failed[slot] >= depth:
            return False
    proven = not attacks
    reply = UNKNOWN
    count = write_moves_by_rank(position, attacker, depth, first, pressing, proofs)
    if depth >= PROBE_DEPTH and count <= PROBE_MOVES:
        for place in range(count):
            move = proofs.moves[depth, place]
            if probe_slot(play(position, move), depth - 1, proofs) == (1 if attacks else -1):
                store_proof(position, slot, depth, attacks, move, proofs)
                return attacks
    for place in range(count):
        move = proofs.moves[depth, place]
        wins = can_force_win_within(play(position, move), depth - 1, attacker, proofs)
        if counters[STOPPED]:
            return False
        if wins == attacks:
            proven = attacks
            reply = move
            if proofs.killers[depth, 0] != move:
                proofs.killers[depth, 1] = proofs.killers[depth, 0]
                proofs.killers[depth, 0] = move
            break
    store_proof(position, slot, depth, proven, reply, proofs)
    return proven
