"""Evaluates positions of the Union games for the search: who has won, and how good a position looks.

Like the rules, this module is bound to the tables of one game or variant file.
"""

from __future__ import annotations

from kifu.games.union.names import DEGREES, NEXT, OTHER_FACES
from kifu.games.union.position import INNER, UNITED, Position
from kifu.games.union.rules import (
    ended,
    kind_on,
    mates,
    pairs,
    passed,
    pieces,
    score,
    total,
    turned_on,
    turns_back,
)
from kifu.kernels.mark import kernel, lowest

SCALE = {"ace": 100, "king": 100, "master": 100}
"""A lead of this size in :func:`evaluate` multiplies the odds of winning by e. For Ace the fit gave 94, from 2 102 positions
of 80 games that the engine played against itself with 600 nodes a move; King and Master are assumed to be equal."""


@kernel
def side(position: Position) -> int:
    """Return the side to move."""
    return position.turn


@kernel
def result(position: Position) -> int:
    """Return 0 while the game goes on, 1 when 先手 has won, 2 when 後手 has, 3 for a draw (union.10)."""
    if not ended(position):
        return 0
    white, black = score(position)
    return 3 if white == black else 1 if white > black else 2


@kernel
def chances(position: Position, owner: int) -> int:
    """Return the prospects of the single pieces of the side `owner`, in tenths of a point."""
    value = 0
    view = position if position.turn == owner else passed(position)
    united = pairs(position, owner)
    back = turns_back(position)
    for part in range(2):
        single = pieces(position, part, owner) & ~united
        while single:
            point = lowest(single)
            single &= single - 1
            value += 3 * DEGREES[point] + 15 * turned_on(position, part, point)
            if part == INNER:
                kind = kind_on(position, part, point)
                face = turned_on(position, part, point)
                beside = NEXT[point] & mates(view, part, kind)
                if back or not face:
                    beside |= NEXT[point] & mates(view, part, OTHER_FACES[part << 4 | face << 3 | kind])
                if beside:
                    value += 20
    return value


@kernel
def evaluate(position: Position) -> int:
    """Return the value for 先手 of a position that is not over, in tenths of a point."""
    lead = total(position, 0) - total(position, 1)
    return 10 * lead + chances(position, 0) - chances(position, 1)


@kernel
def urgency(position: Position, move: int) -> int:
    """Return 1 for a move that unites, else 0."""
    return 1 if move > 0 and move & UNITED else 0
