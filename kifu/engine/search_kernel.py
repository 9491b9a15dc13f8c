"""Alpha-beta search of the best move, for all games.

:mod:`kifu.engine.bind_engine` binds its names to the rules of a game. An alpha-beta search (negamax, principal
variation search) with a transposition table, killer moves, a history heuristic, late move reductions and quiescence
search, by iterative deepening until the budget of nodes is used up. It does not assume that turns alternate. Values are
integers in the game's units of evaluation, for the side to move. A win in n plies has the value WIN - n.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kifu.core.compiled.kernel_primitives import kernel
from kifu.engine.best_move_and_win_chance import (
    BARRED,
    BUDGET,
    COUNTERS,
    DEPTH,
    HISTORY,
    LENGTH,
    MAX_DEPTH,
    MAX_MOVES,
    MAX_PATH_POSITIONS,
    NODES,
    NOISE,
    SEED,
    SIZES,
    STALE,
    STOPPED,
    SearchState,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

    MoveAndValue = tuple[int, int]
    """The move that was chosen, and its value for the side to move."""

# These names are bound to the rules and the evaluation of a game.
legal_moves: Callable[[Any], Iterator[int]]
tactical_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
"""0: 先手 is to move, 1: 後手."""
result: Callable[[Any], int]
"""0: the game goes on; 1: 先手 has won; 2: 後手 has won; 3: drawn."""
evaluate: Callable[[Any], int]
"""The value of a position for 先手."""
urgency: Callable[[Any, int], int]
landing: Callable[[int], int]
key_of: Callable[[Any], int]
settled: Callable[[Any, int], Any]
placed: Callable[[Any, int], int]
places: Callable[[int], bool]
# kifu.engine.default_kernels describes `tactical_moves` and the last six.

CELL: Any = np.int64
"""The type of the arrays; Python's own integers if a game does not compile."""

WIN = 1_000_000
SURE = WIN - 10_000
"""A value beyond this is a win that the search has seen; any other value is an estimate."""
INFINITE = 2 * WIN
EXACT, LOWER, UPPER = 1, 2, 3
LOOK_BACK = 40
"""A repetition is detected within this number of plies."""
ROOT, ALL, URGENT, QUIESCENCE, LOWEST, HIGHEST = range(6)
FIXED = (0, 0, 2, 6, -INFINITE, INFINITE)
"""The constant arguments of calls: the ply of the root, the least urgency of all moves and of urgent moves, the depth of
quiescence search, and the full window. They stand in a table because the compiler makes a copy of a function for each constant
in a call."""
EARLY, LATE = 4, 16
"""Late move reductions: none for the first `EARLY` moves, one ply for the next, two plies after `LATE`."""
DROP = 60
"""If the score of the best move falls by more than this between two iterations, the kept third of the budget is used."""
TABLE_MOVE, CAPTURE, KILLER = 1 << 40, 1 << 30, 1 << 28
"""Move ordering: the move of the transposition table, captures, killer moves; then quiet moves by the history heuristic."""


@kernel
def make_search_state(budget: int, seed: int, noise: int) -> SearchState:
    """Return the empty tables of a search of `budget` nodes."""
    size = 256
    while size < budget and size < 1 << 22:
        size *= 2
    counters = np.zeros(COUNTERS, CELL)
    counters[BUDGET] = budget
    counters[SEED] = seed
    counters[NOISE] = noise
    return SearchState(
        np.zeros(size, CELL),
        np.zeros(size, CELL),
        np.zeros(size, CELL),
        np.zeros(size, CELL),
        np.empty((MAX_DEPTH + 1, MAX_MOVES), CELL),
        np.empty((MAX_DEPTH + 1, MAX_MOVES), CELL),
        np.zeros((MAX_DEPTH + 1, 2), CELL),
        np.zeros(HISTORY, CELL),
        np.zeros((MAX_DEPTH + 2, MAX_DEPTH + 2), CELL),
        np.zeros(MAX_PATH_POSITIONS, CELL),
        counters,
    )


@kernel
def evaluation_noise(key: int, seed: int, noise: int) -> int:
    """Evaluation noise from -noise to noise, determined by key and seed."""
    mixed = (key ^ seed * 0x9E3779B1) & 0x7FFFFFFF
    mixed = mixed * 0x45D9F3B & 0x7FFFFFFF
    mixed ^= mixed >> 15
    mixed = mixed * 0x45D9F3B & 0x7FFFFFFF
    mixed ^= mixed >> 16
    return mixed % (2 * noise + 1) - noise


@kernel
def static_value(position: Position, key: int, state: SearchState) -> int:
    """Static evaluation for the side to move, with its noise."""
    value = evaluate(position)
    if state.counters[NOISE]:
        value += evaluation_noise(key, state.counters[SEED], state.counters[NOISE])
    return -value if side(position) else value


@kernel
def terminal_value(ended: int, turn: int, ply: int) -> int:
    """Score of a finished game for `turn`; an earlier win is better."""
    if ended == 3:
        return 0
    return WIN - ply if ended == turn + 1 else ply - WIN


@kernel
def close_openings(position: Position, owed_set_sizes: int) -> Position:
    """Position in which complete opening sets take no more units.

    A set is complete when its side has placed as many units as it owes. `owed_set_sizes` is 先手's number + 256 × 後手's. Until a
    side has placed its number, it may do nothing else; 0: it places what it likes.
    """
    for owner in range(2):
        if 0 < owed_set_sizes >> 8 * owner & 255 <= placed(position, owner):
            position = settled(position, owner)
    return position


@kernel
def owes(position: Position, owed_set_sizes: int) -> bool:
    """Tell whether the mover still owes units of its opening set."""
    turn = side(position)
    return 0 <= placed(position, turn) < (owed_set_sizes >> 8 * turn & 255)


@kernel
def list_moves(position: Position, table_move: int, ply: int, state: SearchState, min_urgency: int) -> int:
    """List moves of urgency `min_urgency` or more with ranks; return their number."""
    barred = 0 if ply else state.counters[BARRED]
    bound = state.counters[SIZES] and owes(position, state.counters[SIZES])
    count = 0
    if min_urgency > FIXED[ALL]:
        for move in tactical_moves(position):
            if not bound or places(move):
                count += append_ranked_move(position, move, table_move, ply, state, min_urgency, barred, count)
    else:
        for move in legal_moves(position):
            if not bound or places(move):
                count += append_ranked_move(position, move, table_move, ply, state, min_urgency, barred, count)
    return count


@kernel
def append_ranked_move(
    position: Position,
    move: int,
    table_move: int,
    ply: int,
    state: SearchState,
    min_urgency: int,
    barred_squares: int,
    count: int,
) -> int:
    """Write a move with its rank as number `count`.

    Return 1, or 0 if it is left out.
    """
    urgent = urgency(position, move)
    if urgent < min_urgency or count == MAX_MOVES or (barred_squares and barred_squares >> landing(move) & 1):
        return 0
    if move == table_move:
        rank = TABLE_MOVE
    elif urgent:
        rank = CAPTURE + urgent
    elif state.killers[ply, 0] == move or state.killers[ply, 1] == move:
        rank = KILLER
    else:
        rank = state.history[(move ^ move >> 12) & HISTORY - 1]
    state.moves[ply, count] = move
    state.order[ply, count] = rank
    return 1


@kernel
def move_best_to_place(place: int, count: int, ply: int, state: SearchState) -> int:
    """Selection sort, one stable step: highest-ranked move to `place`; return it."""
    moves, order = state.moves[ply], state.order[ply]
    best = place
    for other in range(place + 1, count):
        if order[other] > order[best]:
            best = other
    move, rank = moves[best], order[best]
    while best > place:  # the other moves keep their order
        moves[best] = moves[best - 1]
        order[best] = order[best - 1]
        best -= 1
    moves[place] = move
    order[place] = rank
    return int(move)


@kernel
def quiescence(
    position: Position, key: int, alpha: int, beta: int, ply: int, plies_left: int, state: SearchState
) -> int:
    """Quiescence search, `plies_left` plies deep; standing pat is allowed."""
    state.counters[NODES] += 1
    state.line[ply, 0] = 0
    ended = result(position)
    turn = side(position)
    if ended:
        return terminal_value(ended, turn, ply)
    best = static_value(position, key, state)
    if state.counters[NODES] >= state.counters[BUDGET]:
        state.counters[STOPPED] = 1
    if best >= beta or plies_left == 0 or ply >= MAX_DEPTH or state.counters[STOPPED]:
        return best
    alpha = max(alpha, best)
    count = list_moves(position, state.killers[ply, 0], ply, state, FIXED[URGENT])
    for place in range(count):
        move = move_best_to_place(place, count, ply, state)
        after = play(position, move)
        if side(after) == turn:
            value = quiescence(after, key_of(after), alpha, beta, ply + 1, plies_left - 1, state)
        else:
            value = -quiescence(after, key_of(after), -beta, -alpha, ply + 1, plies_left - 1, state)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                update_principal_variation(move, ply, state)
        if best >= beta or state.counters[STOPPED]:
            break
    return best


@kernel
def update_principal_variation(move: int, ply: int, state: SearchState) -> None:
    """Set this ply's principal variation: `move`, then the next ply's."""
    line = state.line
    length = line[ply + 1, 0]
    line[ply, 1] = move
    for place in range(length):
        line[ply, place + 2] = line[ply + 1, place + 1]
    line[ply, 0] = length + 1


@kernel
def is_repeated(key: int, state: SearchState) -> bool:
    """Tell whether a position with this key occurred on the path.

    The present position is not on the path yet.
    """
    last = state.counters[LENGTH]
    first = max(0, last - LOOK_BACK)
    for place in range(first, last):
        if state.path[place] == key:
            return True
    return False


@kernel
def search(position: Position, key: int, depth: int, alpha: int, beta: int, ply: int, state: SearchState) -> int:
    """Return the score of a position, searched `depth` plies deep; fail-soft.

    A score of `beta` or more is a lower bound, one of `alpha` or less an upper bound. If the budget is used up, the score below
    the root is 0 and must not be used.
    """
    counters = state.counters
    state.line[ply, 0] = 0
    if ply and is_repeated(key, state):
        return int(state.counters[STALE])
    if depth <= 0 or ply >= MAX_DEPTH:
        return quiescence(position, key, alpha, beta, ply, FIXED[QUIESCENCE], state)
    counters[NODES] += 1
    if counters[NODES] >= counters[BUDGET]:
        counters[STOPPED] = 1
        return 0
    turn = side(position)
    ended = result(position)
    if ended:
        return terminal_value(ended, turn, ply)
    slot = (key ^ key >> 32) & len(state.keys) - 1
    table_move = 0
    if state.depths[slot] and state.keys[slot] == key:
        table_move = state.replies[slot]
        value = state.values[slot]
        if value > SURE:
            value -= ply
        elif value < -SURE:
            value += ply
        bound = state.depths[slot] & 3
        if ply and state.depths[slot] >> 2 >= depth:
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                return int(value)
    count = list_moves(position, table_move, ply, state, FIXED[ALL])
    state.path[counters[LENGTH]] = key
    counters[LENGTH] += 1
    best, reply, floor = -INFINITE, 0, alpha
    for place in range(count):
        move = move_best_to_place(place, count, ply, state)
        quiet = state.order[ply, place] < KILLER
        after = play(position, move)
        if counters[SIZES]:  # the moves of a quiescence search close nothing: they beat dice, and place none
            after = close_openings(after, counters[SIZES])
        again = side(after) == turn
        sign = 1 if again else -1
        code = key_of(after)
        less = 0
        if place >= EARLY and depth > 1 and quiet:
            less = 1 if place < LATE or depth == 2 else 2
        if place == 0:
            low, high = (alpha, beta) if again else (-beta, -alpha)
            value = sign * search(after, code, depth - 1, low, high, ply + 1, state)
        else:
            low, high = (alpha, alpha + 1) if again else (-alpha - 1, -alpha)
            value = sign * search(after, code, depth - 1 - less, low, high, ply + 1, state)
            if less and value > alpha and not counters[STOPPED]:
                value = sign * search(after, code, depth - 1, low, high, ply + 1, state)
            if alpha < value < beta and not counters[STOPPED]:
                low, high = (alpha, beta) if again else (-beta, -alpha)
                value = sign * search(after, code, depth - 1, low, high, ply + 1, state)
        if counters[STOPPED]:
            break
        if value > best:
            best, reply = value, move
            if value > alpha:
                alpha = value
                update_principal_variation(move, ply, state)
                if value >= beta:
                    if quiet:
                        state.history[(move ^ move >> 12) & HISTORY - 1] += depth * depth
                        if state.killers[ply, 0] != move:
                            state.killers[ply, 1] = state.killers[ply, 0]
                            state.killers[ply, 0] = move
                    break
    counters[LENGTH] -= 1
    if counters[STOPPED] and (ply or best == -INFINITE):
        return 0
    value = best
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    state.keys[slot] = key
    state.values[slot] = value
    state.replies[slot] = reply
    state.depths[slot] = depth << 2 | (LOWER if best >= beta else EXACT if best > floor else UPPER)
    return best


@kernel
def choose(position: Position, state: SearchState) -> MoveAndValue:
    """Return the best move and its score by iterative deepening.

    The game must not be over in `position`. A third of the budget is kept for the case that the score of the best move
    falls in the last iteration.
    """
    counters = state.counters
    root = FIXED[ROOT]
    if list_moves(position, root, root, state, FIXED[ALL]) == 0:
        counters[BARRED] = 0
        list_moves(position, root, root, state, FIXED[ALL])
    best, worth_of_best = state.moves[0, 0], FIXED[LOWEST]
    key = key_of(position)
    whole = counters[BUDGET]
    counters[BUDGET] = whole * 2 // 3
    for depth in range(1, MAX_DEPTH):
        value = search(position, key, depth, FIXED[LOWEST], FIXED[HIGHEST], root, state)
        worse = state.line[0, 0] == 0 or value < worth_of_best - DROP
        if counters[STOPPED] and worse:
            counters[STOPPED] = 0
            counters[BUDGET] = whole
            value = search(position, key, depth, FIXED[LOWEST], FIXED[HIGHEST], root, state)
            worse = state.line[0, 0] == 0 or value < worth_of_best - DROP
        if state.line[0, 0] and not (counters[STOPPED] and worse):
            best, worth_of_best = state.line[0, 1], value
            for place in range(state.line[0, 0] + 1):
                state.line[MAX_DEPTH + 1, place] = state.line[0, place]
        if counters[STOPPED]:
            break
        counters[DEPTH] = depth
        if abs(value) > SURE:
            break
    return best, worth_of_best
