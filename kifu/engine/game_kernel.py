"""Whole games, played without leaving the machine code; bound like :mod:`kifu.engine.search_kernel`, over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.engine.memory import BARRED, LENGTH, STALE
from kifu.engine.search_kernel import FIXED, choose, list_moves, make_memory
from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.engine.memory import Memory

play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
settled: Callable[[Any, int], Any]
landing: Callable[[int], int]
key_of: Callable[[Any], int]

REMEMBERED = 64
"""Positions of the game that a search takes into account as repeated."""
ALL = 0


@kernel
def draw_of(seed: int, ply: int) -> int:
    """Return a number from 0 to 2^31 - 1 that follows from seed and ply alone."""
    mixed = (seed * 0x9E3779B1 + ply * 0x85EBCA6B) & 0x7FFFFFFF
    for _ in range(2):
        mixed ^= mixed >> 15
        mixed = mixed * 0x2C1B3C6D & 0x7FFFFFFF
    return mixed ^ mixed >> 13


@kernel
def any_move(position: Any, seed: int, ply: int) -> int:  # noqa: ANN401 - a position of whichever game is bound
    """Return a legal move drawn uniformly."""
    memory = make_memory(FIXED[ALL], seed, FIXED[ALL])
    count = list_moves(position, FIXED[ALL], FIXED[ALL], memory, FIXED[ALL])
    return int(memory.moves[0, draw_of(seed, ply) % count])


@kernel
def among(position: Any, wanted: int) -> bool:  # noqa: ANN401
    """Tell whether a move is legal."""
    found = False
    memory = make_memory(FIXED[ALL], FIXED[ALL], FIXED[ALL])
    for place in range(list_moves(position, FIXED[ALL], FIXED[ALL], memory, FIXED[ALL])):
        found = found or memory.moves[0, place] == wanted
    return found


@kernel
def remember(memory: Memory, past: Any, ply: int) -> None:  # noqa: ANN401 - an array
    """Put the keys of the last positions of the game into the path of a search."""
    for place in range(max(0, ply - REMEMBERED), ply):
        memory.path[memory.counters[LENGTH]] = past[place]
        memory.counters[LENGTH] += 1


@kernel
def waiting(script: Any, given: Any, used: Any) -> int:  # noqa: ANN401 - arrays
    """Return the squares that the moves still to be played from the script lead to."""
    squares = 0
    for who in range(2):
        for place in range(used[who], given[who]):
            squares |= 1 << landing(script[who, place])
    return squares


@kernel
def play_game(
    position: Any,  # noqa: ANN401
    script: Any,  # noqa: ANN401
    given: Any,  # noqa: ANN401
    budgets: Any,  # noqa: ANN401
    seed: int,
    noise: int,
    stale: int,
    moves: Any,  # noqa: ANN401
    values: Any,  # noqa: ANN401
    past: Any,  # noqa: ANN401
) -> tuple[int, int]:
    """Play a game from `position`; return (result, plies), the result 0 if it is not over when `moves` is full.

    `script` holds moves that each side (row) plays before any others, `given` how many they are, -1 for a side that has
    no set of its own; one that is not legal in its turn is left out. `budgets` are the nodes of a move for each side; 0 draws moves uniformly. What is played and what
    the search thought it worth (to the side that moved) is written to `moves` and `values`; `past` takes the keys.
    """
    used = given * 0
    ply = 0
    while ply < len(moves):
        how = result(position)
        if how:
            return how, ply
        turn = side(position)
        past[ply] = key_of(position)
        value = 0
        if used[turn] < given[turn]:
            move = script[turn, used[turn]]
            used[turn] += 1
            if not among(position, move):
                continue
        elif budgets[turn] == 0:
            move = any_move(position, seed, ply)
        else:
            view = position
            for who in range(2):
                if 0 <= given[who] <= used[who]:
                    view = settled(view, who)
            memory = make_memory(budgets[turn], draw_of(seed, ply), noise)
            memory.counters[STALE] = stale
            memory.counters[BARRED] = waiting(script, given, used)
            remember(memory, past, ply)
            move, value = choose(view, memory)
        moves[ply] = move
        values[ply] = value
        position = play(position, move)
        ply += 1
    return result(position), ply
