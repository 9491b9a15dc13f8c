"""Public baselines that know only the rules and the score. They are bound like :mod:`kifu.engine.search_kernel`, on top of it.

A win at once is taken, and a loss at once avoided where the player sees it; equal moves are drawn by lot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel
from kifu.engine.selfplay_kernel import random_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
score: Callable[[Any], tuple[float, float]]

SURE = float(1 << 40)
"""The lead of a game that is won."""
NEVER = float(1 << 41)


@kernel
def lead(position: Position, turn: int) -> float:
    """Return the score of the side `turn` less that of the other; SURE for a game that it has won, 0 for a drawn one."""
    ended = result(position)
    if ended == 3:
        return 0.0
    if ended:
        return SURE if ended == turn + 1 else -SURE
    first, second = score(position)
    return float(second - first if turn else first - second)


@kernel
def foreseen(position: Position, turn: int, plies: int, low: float, high: float) -> tuple[float, int]:
    """Return the lead of `turn` after the best play of both sides for `plies`, and the moves seen.

    Any value below `low` may stand for one below it, and any from `high` on for one that is no less.
    """
    if plies == 0 or result(position):
        return lead(position, turn), 0
    own = side(position) == turn
    best, seen = -NEVER if own else NEVER, 0
    for move in legal_moves(position):
        value, more = foreseen(play(position, move), turn, plies - 1, low, high)
        seen += 1 + more
        if own:
            best = max(best, value)
            low = max(low, best)
            if best >= high:
                break
        else:
            best = min(best, value)
            high = min(high, best)
            if best < low:
                break
    return (best, seen) if seen else (lead(position, turn), 0)


@kernel
def foresighted(position: Position, seed: int, plies: int) -> tuple[int, int]:
    """Return the move after which the mover leads most when `plies` more are played, by lot among equals, and the moves seen."""
    turn = side(position)
    best, chosen, equals, seen = -NEVER, 0, 0, 0
    for move in legal_moves(position):
        value, replies = foreseen(play(position, move), turn, plies, best, NEVER)
        seen += 1 + replies
        if value > best:
            best, equals = value, 0
        if value == best:
            equals += 1
            if random_number(seed, equals) % equals == 0:
                chosen = move
    return chosen, seen


@kernel
def greedy(position: Position, seed: int) -> tuple[int, int]:
    """Return the move after which the mover leads most, and the moves seen."""
    return foresighted(position, seed, 0)


@kernel
def two_ply(position: Position, seed: int) -> tuple[int, int]:
    """Return the move after which the mover leads most when the opponent has answered, and the moves seen."""
    return foresighted(position, seed, 1)


@kernel
def three_ply(position: Position, seed: int) -> tuple[int, int]:
    """Return the move after which the mover leads most when the opponent and it have moved again, and the moves seen."""
    return foresighted(position, seed, 2)
