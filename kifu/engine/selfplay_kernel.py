"""Games that the search plays whole, as machine code.

It is bound like :mod:`kifu.engine.search_kernel`, on top of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel
from kifu.engine.best_move_and_win_chance import BARRED, LENGTH, SIZES, STALE
from kifu.engine.search_kernel import FIXED, choose, close_openings, list_moves, make_search_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.core.game.game import Position
    from kifu.engine.best_move_and_win_chance import SearchState

    ResultAndPlies = tuple[int, int]
    """Who has won a game (1, 2; 3 a draw, 0 nobody yet), and its plies."""

play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
settled: Callable[[Any, int], Any]
landing: Callable[[int], int]
key_of: Callable[[Any], int]

REMEMBERED = 64
"""The number of earlier positions of the game that a search knows, to avoid repetition."""
ALL = 0


@kernel
def random_number(seed: int, ply: int) -> int:
    """Pseudo-random number below 2^31, from seed and ply alone."""
    mixed = (seed * 0x9E3779B1 + ply * 0x85EBCA6B) & 0x7FFFFFFF
    for _ in range(2):
        mixed ^= mixed >> 15
        mixed = mixed * 0x2C1B3C6D & 0x7FFFFFFF
    return mixed ^ mixed >> 13


@kernel
def random_move(position: Position, seed: int, ply: int, owed_set_sizes: int) -> int:
    """Uniformly random legal move that the opening `owed_set_sizes` allow."""
    state = make_search_state(FIXED[ALL], seed, FIXED[ALL])
    state.counters[SIZES] = owed_set_sizes
    count = list_moves(position, FIXED[ALL], FIXED[ALL], state, FIXED[ALL])
    return int(state.moves[0, random_number(seed, ply) % count])


@kernel
def is_legal(position: Position, wanted: int) -> bool:
    """Tell whether the move `wanted` is legal."""
    legal = False
    state = make_search_state(FIXED[ALL], FIXED[ALL], FIXED[ALL])
    for place in range(list_moves(position, FIXED[ALL], FIXED[ALL], state, FIXED[ALL])):
        legal = legal or state.moves[0, place] == wanted
    return legal


@kernel
def write_history(state: SearchState, past_keys: Any, ply: int) -> None:  # noqa: ANN401 - an array
    """Write recent positions' keys to the search path, for repetitions."""
    for place in range(max(0, ply - REMEMBERED), ply):
        state.path[state.counters[LENGTH]] = past_keys[place]
        state.counters[LENGTH] += 1


@kernel
def remaining_script_squares(script: Any, script_lengths: Any, used: Any) -> int:  # noqa: ANN401 - arrays
    """Return the target squares of the remaining moves of the script."""
    squares = 0
    for owner in range(2):
        for place in range(used[owner], script_lengths[owner]):
            squares |= 1 << landing(script[owner, place])
    return squares


@kernel
def play_game(
    position: Position,
    script: Any,  # noqa: ANN401
    script_lengths: Any,  # noqa: ANN401
    budgets: Any,  # noqa: ANN401
    owed_set_sizes: int,
    seed: int,
    noise: int,
    stale: int,
    moves: Any,  # noqa: ANN401
    values: Any,  # noqa: ANN401
    past_keys: Any,  # noqa: ANN401
) -> ResultAndPlies:
    """Play a game from `position`; return (result, plies).

    The result is 0 if the game is not over when `moves` is full. Row s of `script` holds the moves that side s plays
    before any others; `script_lengths` holds their number, -1 for a side that opens freely. A move of the script that is not
    legal in its turn is left out. `budgets` are the nodes of a move for each side; 0 draws moves uniformly. `owed_set_sizes` are
    the numbers of units that the sides owe (:func:`kifu.engine.search_kernel.close_openings`); no side has both a number and a
    script. The moves are written to `moves`, their values for the side that moved to `values`, and the keys of the
    positions to `past_keys`.
    """
    used = script_lengths * 0
    ply = 0
    while ply < len(moves):
        ended = result(position)
        if ended:
            return ended, ply
        turn = side(position)
        past_keys[ply] = key_of(position)
        value = 0
        if used[turn] < script_lengths[turn]:
            move = script[turn, used[turn]]
            used[turn] += 1
            if not is_legal(position, move):
                continue
        else:
            view = close_openings(position, owed_set_sizes)
            for owner in range(2):
                if 0 <= script_lengths[owner] <= used[owner]:
                    view = settled(view, owner)
            if result(view):  # the side to move can do nothing but add to its set
                view = position
            if budgets[turn] == 0:
                move = random_move(view, seed, ply, owed_set_sizes)
            else:
                state = make_search_state(budgets[turn], random_number(seed, ply), noise)
                state.counters[STALE] = stale
                state.counters[SIZES] = owed_set_sizes
                state.counters[BARRED] = remaining_script_squares(script, script_lengths, used)
                write_history(state, past_keys, ply)
                move, value = choose(view, state)
        moves[ply] = move
        values[ply] = value
        position = play(position, move)
        ply += 1
    return result(position), ply
