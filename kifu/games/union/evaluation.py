"""Evaluates positions of the Union games for the search: who has won, and how good a position looks.

Like the rules, this module is bound to the tables of one game or variant file.
"""

from __future__ import annotations

from kifu.games.union.position import INNER, UNITED, Position
from kifu.games.union.rules import (
    ended,
    kind_on,
    last_move,
    mates,
    pairs,
    passed,
    pieces,
    reach,
    score,
    taken,
    total,
    turned_on,
    turns_back,
)
from kifu.games.union.table_names import DEGREES, NEXT, OTHER_FACES, TURNS_BACK, UNITES_ANY
from kifu.kernels.kernel_mark import kernel, lowest, popcount

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


# What counts, in tenths of a point, in the order of the places below: a row for Ace, King and Master each.
WEIGHTS = (
    (11, 2, 9, 8, 26, -24, 59, 11),
    (10, 3, 15, 20, 0, 0, 0, 0),
    (11, 5, -18, 0, 0, 23, 63, 20),
)
POINT, LINE, TURNED_OVER, BESIDE, TURN, PAIR, GAIN, GAIN_TURN = range(8)
FITTED = ("WEIGHTS",)
"""The tables that `benchmarks/fit.py` fits. The value is a sum of their numbers, each times what is counted."""


SWING = (100, -1, 100)
"""The most that a move which unites nothing improves the value, nearly always: for Ace, King (not used) and Master."""


@kernel
def family() -> int:
    """Return the row of the game in the tables: 0 for Ace, 1 for King, 2 for Master, with any variant file."""
    return TURNS_BACK + UNITES_ANY


@kernel
def chances(position: Position, owner: int) -> int:
    """Return the prospects of the side `owner`, in tenths of a point: those of its single pieces, and its pairs."""
    weights = WEIGHTS[family()]
    united = pairs(position, owner)
    value = weights[PAIR] * popcount(united)
    view = position if position.turn == owner else passed(position)
    back = turns_back(position)
    occupied = taken(position)
    gain = 0
    for part in range(2):
        single = pieces(position, part, owner) & ~united
        while single:
            point = lowest(single)
            single &= single - 1
            value += weights[LINE] * DEGREES[point] + weights[TURNED_OVER] * turned_on(position, part, point)
            if part == INNER:
                kind = kind_on(position, part, point)
                face = turned_on(position, part, point)
                beside = mates(view, part, kind)
                if back or not face:
                    beside |= mates(view, part, OTHER_FACES[part << 4 | face << 3 | kind])
                if beside & NEXT[point]:
                    value += weights[BESIDE]
                if beside:
                    over, _ = reach(occupied, point)
                    gain += popcount(over & beside & (position.outer_black if owner else position.outer_white))
    value += weights[GAIN] * gain
    if gain and position.turn == owner:
        value += weights[GAIN_TURN]
    return value


@kernel
def evaluate(position: Position) -> int:
    """Return the value for 先手 of a position that is not over, in tenths of a point."""
    weights = WEIGHTS[family()]
    lead = weights[POINT] * (total(position, 0) - total(position, 1))
    turn = -weights[TURN] if position.turn else weights[TURN]
    return lead + chances(position, 0) - chances(position, 1) + turn


@kernel
def urgency(position: Position, move: int) -> int:
    """Return the rank of a tactical move: 1 for a move that unites, else 0."""
    return 1 if move > 0 and move & UNITED else 0


@kernel
def swing(position: Position) -> int:
    """Return the futility margin of quiet moves, what they improve the evaluation by at most, nearly always; -1: no pruning.

    It is -1 where a quiet move may end the game, and in King, whose play gains nothing by it.
    """
    return -1 if last_move(position) else SWING[family()]
