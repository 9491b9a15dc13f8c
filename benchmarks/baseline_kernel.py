"""Public baselines that know only the rules and the score. They are bound like :mod:`kifu.engine.search_kernel`, on top of it.

A win at once is taken, and a loss at once avoided where the player sees it; equal moves are drawn by lot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.decorators import kernel
from kifu.engine.selfplay_kernel import random_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
score: Callable[[Any], tuple[float, float]]

SURE = 1 << 40
"""The lead of a game that is won."""
NEVER = 1 << 41


@kernel
def lead(position: Position, turn: int) -> float:
    """Return the score of the side `turn` less that of the other; SURE for a game that it has won, 0 for a drawn one."""
    ended = result(position)
    if ended == 3:
        return 0
    if ended:
        return SURE if ended == turn + 1 else -SURE
    first, second = score(position)
    return second - first if turn else first - second


@kernel
def worst(after: Position, turn: int, enough: float) -> tuple[float, int]:
    """Return the least lead of `turn` after a move in `after`, and the moves seen; any value below `enough` may stand for the least."""
    own = side(after) == turn
    best = -NEVER if own else NEVER
    seen = 0
    for reply in legal_moves(after):
        value = lead(play(after, reply), turn)
        seen += 1
        best = max(best, value) if own else min(best, value)
        if not own and best < enough:
            break
    return best, seen


@kernel
def greedy(position: Position, seed: int) -> tuple[int, int]:
    """Return the move after which the mover leads most, by lot among equals, and the moves seen."""
    turn = side(position)
    best, chosen, equals, seen = -NEVER, 0, 0, 0
    for move in legal_moves(position):
        value = lead(play(position, move), turn)
        seen += 1
        if value > best:
            best, equals = value, 0
        if value == best:
            equals += 1
            if random_number(seed, equals) % equals == 0:
                chosen = move
    return chosen, seen


@kernel
def two_ply(position: Position, seed: int) -> tuple[int, int]:
    """Return the move after which the mover leads most when the opponent has answered, by lot among equals, and the moves seen."""
    turn = side(position)
    best, chosen, equals, seen = -NEVER, 0, 0, 0
    for move in legal_moves(position):
        after = play(position, move)
        seen += 1
        if result(after):
            value = lead(after, turn)
        else:
            value, replies = worst(after, turn, best)
            seen += replies
        if value > best:
            best, equals = value, 0
        if value == best:
            equals += 1
            if random_number(seed, equals) % equals == 0:
                chosen = move
    return chosen, seen
