"""Depth-first proof-number search (df-pn) for a forced win, with weak proof numbers.

Bound like the search. It finds long, narrow wins, which iterative deepening does not reach, but not the shortest ones.
The proof number of a position estimates what is left to prove that a side wins, the disproof number what is left to
prove that it does not. At a node where all moves have to be (dis)proven, the hardest move counts whole and each other
one as 1, because of transpositions.

A win within n plies depends only on the position and n, so an entry of the table holds wherever the position comes again.
Entries are compared by the whole position, not only by its key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

    ProofNumbersAndPlies = tuple[int, int, int]
    """Proof number, disproof number, and the plies of a proven win."""
    LeastIndexSecondAndSum = tuple[int, int, int, int]
    """The least of some numbers, its index, the next one, and the weak sum of others."""

legal_moves: Callable[[Any], Iterator[int]]
mobility: Callable[[Any], int]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
in_reach: Callable[[Any, int, int], tuple[int, bool]]
pressing_moves: Callable[[Any, int], Iterator[int]]
key_of: Callable[[Any], int]
stands_at: Callable[[Any, int, Any], bool]

CELL: Any = np.int64
"""The type of the arrays."""
FARTHEST = 150
"""The plies within which a win is looked for, at most."""
MAX_MOVES = 1024
SOON = 2
"""The plies of a win that no move of the enemy prevents."""
WAYS = 4
"""The slots of a bucket of the transposition table."""
INFINITE = 1 << 30
PROVEN_WORK = 1 << 40
"""Added to the work of a proven win, so that it is replaced last."""
NODES, BUDGET = range(2)
"""The places in `counters`: the nodes visited, and the nodes allowed."""
CANNOT, OPEN = -1, -2
"""In place of the plies of a win: there is none in time, or the budget does not tell."""


class ProofNumbers(NamedTuple):
    """The tables of the search for wins of one side.

    The first six are the transposition table.
    """

    positions: Any
    """A row for each slot: the integers of its position."""
    proofs: Any
    """The proof number at the last visit; 0: none is known."""
    disproofs: Any
    """The disproof number at the last visit."""
    won: Any
    """The smallest number of plies in which a win is proven; 0: none is proven."""
    failed: Any
    """The largest number of plies in which the side cannot force a win."""
    work: Any
    """The nodes of the subtree, for replacement; 0: the slot is empty."""
    moves: Any
    """A row for each number of plies left: the moves of a position."""
    open_proofs: Any
    """The same rows: the proof number after each move."""
    open_disproofs: Any
    """The same rows: the disproof number after each move."""
    plies: Any
    """The same rows: the plies of the win after each move whose proof number is 0."""
    counters: Any
    """The numbers that NODES and BUDGET name."""


@kernel
def make_proof_number_tables(width: int, size: int) -> ProofNumbers:
    """Empty tables for about `size` (a power of two) positions."""
    slots = size + WAYS
    rows = FARTHEST + 1
    return ProofNumbers(
        np.zeros((slots, width), CELL),
        np.zeros(slots, CELL),
        np.zeros(slots, CELL),
        np.zeros(slots, CELL),
        np.zeros(slots, CELL),
        np.zeros(slots, CELL),
        np.zeros((rows, MAX_MOVES), CELL),
        np.zeros((rows, MAX_MOVES), CELL),
        np.zeros((rows, MAX_MOVES), CELL),
        np.zeros((rows, MAX_MOVES), CELL),
        np.zeros(2, CELL),
    )


@kernel
def find_slot(position: Position, numbers: ProofNumbers) -> int:
    """Return the slot that holds a position; -1: none does."""
    first = key_of(position) & len(numbers.work) - WAYS - 1
    for slot in range(first, first + WAYS):
        if numbers.work[slot] and stands_at(position, slot, numbers.positions):
            return slot
    return -1


@kernel
def slot_to_fill(position: Position, numbers: ProofNumbers) -> int:
    """Return the slot that holds a position.

    If none does, the one of its bucket with the smallest subtree is replaced.
    """
    slot = find_slot(position, numbers)
    if slot >= 0:
        return slot
    first = key_of(position) & len(numbers.work) - WAYS - 1
    slot = first
    for other in range(first + 1, first + WAYS):
        if numbers.work[other] < numbers.work[slot]:
            slot = other
    for part in range(len(position)):
        numbers.positions[slot, part] = position[part]
    numbers.proofs[slot] = 0
    numbers.disproofs[slot] = 0
    numbers.won[slot] = 0
    numbers.failed[slot] = 0
    numbers.work[slot] = 1
    return slot


@kernel
def count_listed_moves(position: Position, attacker: int, pressing: bool) -> int:  # noqa: FBT001
    """Return the number of moves that :func:`list_moves_with_numbers` will list."""
    if not pressing:
        return mobility(position)
    count = 0
    for _ in pressing_moves(position, attacker):
        count += 1
    return count


@kernel
def proof_numbers_and_plies(
    position: Position, attacker: int, plies: int, numbers: ProofNumbers
) -> ProofNumbersAndPlies:
    """Proof and disproof numbers of a win, and a proven win's plies.

    The win is one of `attacker` within `plies` plies. The proof number 0 says that a win is proven, the disproof number
    0 that there is none. A new node starts with its mobility.
    """
    slot = find_slot(position, numbers)
    if slot >= 0:
        if numbers.won[slot] and numbers.won[slot] <= plies:
            return 0, INFINITE, numbers.won[slot]
        if numbers.failed[slot] >= plies:
            return INFINITE, 0, 0
        if numbers.proofs[slot]:
            return numbers.proofs[slot], numbers.disproofs[slot], 0
    numbers.counters[NODES] += 1
    ended = result(position)
    if ended:
        return (0, INFINITE, 0) if ended == attacker + 1 else (INFINITE, 0, 0)
    plies, pressing = in_reach(position, attacker, plies)
    if plies <= 0:
        return INFINITE, 0, 0
    attacks = side(position) == attacker
    count = count_listed_moves(position, attacker, pressing)
    if count == 0:  # no move can win in time, or none prevents that the attacker wins next
        return (INFINITE, 0, 0) if attacks else (0, INFINITE, min(SOON, plies))
    proof, disproof = (1, count) if attacks else (count, 1)
    slot = slot_to_fill(position, numbers)
    numbers.proofs[slot] = proof
    numbers.disproofs[slot] = disproof
    return proof, disproof, 0


@kernel
def list_moves_with_numbers(position: Position, attacker: int, plies: int, numbers: ProofNumbers) -> int:
    """Write the moves of a position with their numbers.

    Return how many there are, up to the first that decides. Return -1 if no win can come in time.
    """
    within, pressing = in_reach(position, attacker, plies)
    if within <= 0:
        return -1
    moves = numbers.moves[plies]
    count = 0
    if pressing:
        for move in pressing_moves(position, attacker):
            moves[count] = move
            count += 1
    else:
        for move in legal_moves(position):
            moves[count] = move
            count += 1
    attacks = side(position) == attacker
    for place in range(count):
        if write_numbers_after_move(position, attacker, place, plies, numbers) == attacks:
            return place + 1
    return count


@kernel
def write_numbers_after_move(position: Position, attacker: int, place: int, plies: int, numbers: ProofNumbers) -> int:
    """Write the numbers after the move at `place`.

    Return 1 if they prove a win, 0 if they disprove it, else -1.
    """
    after = play(position, numbers.moves[plies, place])
    proof, disproof, won = proof_numbers_and_plies(after, attacker, plies - 1, numbers)
    numbers.open_proofs[plies, place] = proof
    numbers.open_disproofs[plies, place] = disproof
    numbers.plies[plies, place] = won
    return 1 if proof == 0 else 0 if disproof == 0 else -1


@kernel
def least_and_weak_sum(one_is_enough: Any, all_are_needed: Any, count: int) -> LeastIndexSecondAndSum:  # noqa: ANN401 - rows of numbers
    """Minimum of `one_is_enough`, its index, next minimum, and weak sum of `all_are_needed`.

    `one_is_enough` of one move is enough, `all_are_needed` of all moves is needed.
    """
    least, best, second = INFINITE, 0, INFINITE
    most, still = 0, 0
    for place in range(count):
        if one_is_enough[place] < least:
            least, best, second = one_is_enough[place], place, least
        elif one_is_enough[place] < second:
            second = one_is_enough[place]
        if all_are_needed[place]:
            most = max(most, all_are_needed[place])
            still += 1
    return least, best, second, min(INFINITE, most + max(0, still - 1))


@kernel
def store_numbers(
    position: Position,
    attacks: bool,  # noqa: FBT001
    plies: int,
    count: int,
    proof: int,
    disproof: int,
    work: int,
    numbers: ProofNumbers,
) -> None:
    """Store the numbers of a position whose children are listed."""
    slot = slot_to_fill(position, numbers)
    if proof == 0:
        won = INFINITE if attacks else min(SOON, plies)
        for place in range(count):
            if numbers.open_proofs[plies, place] == 0:
                after = numbers.plies[plies, place] + 1
                won = min(won, after) if attacks else max(won, after)
        if numbers.won[slot] == 0 or won < numbers.won[slot]:
            numbers.won[slot] = won
        work += PROVEN_WORK
    elif disproof == 0:
        numbers.failed[slot] = max(numbers.failed[slot], plies)
    else:
        numbers.proofs[slot] = proof
        numbers.disproofs[slot] = disproof
    numbers.work[slot] += work


@kernel
def search_subtree(
    position: Position,
    attacker: int,
    plies: int,
    proof_threshold: int,
    disproof_threshold: int,
    numbers: ProofNumbers,
) -> None:
    """Search a subtree up to its proof or disproof threshold, or budget."""
    counters = numbers.counters
    before = counters[NODES]
    attacks = side(position) == attacker
    count = list_moves_with_numbers(position, attacker, plies, numbers)
    if count < 0:
        store_numbers(position, attacks, plies, 0, INFINITE, 0, 0, numbers)
        return
    proofs, disproofs = numbers.open_proofs[plies], numbers.open_disproofs[plies]
    while True:
        easy, hard = (proofs, disproofs) if attacks else (disproofs, proofs)
        least, best, second, total = least_and_weak_sum(easy, hard, count)
        proof, disproof = (least, total) if attacks else (total, least)
        spent = counters[NODES] > counters[BUDGET]
        if proof == 0 or disproof == 0 or proof >= proof_threshold or disproof >= disproof_threshold or spent:
            work = counters[NODES] - before
            store_numbers(position, attacks, plies, count, proof, disproof, work, numbers)
            return
        most_least, most_total = (
            (proof_threshold, disproof_threshold) if attacks else (disproof_threshold, proof_threshold)
        )
        most_easy = min(most_least, second + second // 4 + 1)  # the 1 + ε trick: siblings take turns less often
        most_hard = min(INFINITE, most_total - total + hard[best])
        after = play(position, numbers.moves[plies, best])
        if attacks:
            search_subtree(after, attacker, plies - 1, most_easy, most_hard, numbers)
        else:
            search_subtree(after, attacker, plies - 1, most_hard, most_easy, numbers)
        write_numbers_after_move(position, attacker, best, plies, numbers)


@kernel
def plies_of_win_within(position: Position, attacker: int, plies: int, budget: int, numbers: ProofNumbers) -> int:
    """Proven plies of a win within `plies`, CANNOT or OPEN.

    The shortest win may be shorter. The search ends after about `budget` positions more.
    """
    proof, disproof, won = proof_numbers_and_plies(position, attacker, plies, numbers)
    if proof and disproof:
        numbers.counters[BUDGET] = numbers.counters[NODES] + budget
        search_subtree(position, attacker, plies, INFINITE, INFINITE, numbers)
        proof, disproof, won = proof_numbers_and_plies(position, attacker, plies, numbers)
    return won if proof == 0 else CANNOT if disproof == 0 else OPEN
