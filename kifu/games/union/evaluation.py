"""Evaluation of the Union games for the search.

Like the rules, this module is bound to the tables of one game or variant file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.decorators import kernel, lowest, popcount
from kifu.games.union.position import INNER, OUTER, TURNED, UNITED, Position
from kifu.games.union.rules import (
    after_pass,
    ended,
    kind_on,
    mates,
    occupied_points,
    pairs,
    pieces,
    reach,
    score,
    total,
    turned_on,
    turns_back,
    uniting_moves,
    worth,
)
from kifu.games.union.table_names import (
    DEGREES,
    NEXT,
    OTHER_FACES,
    TARGET,
    TARGET_COUNTS_PAIRS,
    TURNS_BACK,
    UNITES_ANY,
    WORTH_BESIDES,
    WORTH_PER_LINE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@kernel
def side(position: Position) -> int:
    """Return the side to move."""
    return position.turn


@kernel
def result(position: Position) -> int:
    """Result: 0 going on, 1 先手, 2 後手, 3 draw (union.10)."""
    if not ended(position):
        return 0
    white, black = score(position)
    return 3 if white == black else 1 if white > black else 2


# What counts, in tenths of a point, in the order of the places below: a row for Ace, King and Master each.
WEIGHTS = (
    (11, 2, 9, 8, 26, -24, 30, 5, 3, 0),
    (10, 3, 15, 20, 10, 0, 0, 5, 3, 60),
    (11, 5, 0, 0, 10, 23, 20, 5, 3, 0),
)
POINT, LINE, TURNED_OVER, BESIDE, TURN, PAIR, READY, NEXT_GAIN, LATER_GAIN, THREAT = range(10)
FITTED = ("WEIGHTS",)
"""The tables that `benchmarks/fit.py` fits. The value is a sum of their numbers, each times what is counted."""


@kernel
def family() -> int:
    """Row of the game in tables: 0 Ace, 1 King, 2 Master."""
    return TURNS_BACK + UNITES_ANY


@kernel
def best_union(position: Position, point: int, partners: int) -> int:
    """Points of the best pair of `point` with `partners`; 0 for none.

    The 内コマ on `point` reaches the 外コマ on `partners`. Either may move to the other, and the one that moves may turn
    over.
    """
    back = turns_back(position)
    kind, face = kind_on(position, INNER, point), turned_on(position, INNER, point)
    other = OTHER_FACES[face << 3 | kind]
    best = 0
    while partners:
        mate = lowest(partners)
        partners &= partners - 1
        shown, side_up = kind_on(position, OUTER, mate), turned_on(position, OUTER, mate)
        faces = face | side_up << 1
        lines = max(DEGREES[point], DEGREES[mate])
        if kind == shown:
            best = max(best, WORTH_PER_LINE[faces] * lines + WORTH_BESIDES[faces])
        if (back or not face) and other == shown:
            best = max(best, WORTH_PER_LINE[faces ^ 1] * DEGREES[mate] + WORTH_BESIDES[faces ^ 1])
        if (back or not side_up) and OTHER_FACES[OUTER << 4 | side_up << 3 | shown] == kind:
            best = max(best, WORTH_PER_LINE[faces ^ 2] * DEGREES[point] + WORTH_BESIDES[faces ^ 2])
    return best


@kernel
def chances(position: Position, owner: int) -> int:
    """Prospects of `owner` in tenths: pairs, single pieces, next unions."""
    weights = WEIGHTS[family()]
    united = pairs(position, owner)
    value = weights[PAIR] * popcount(united)
    view = position if position.turn == owner else after_pass(position)
    back = turns_back(position)
    occupied = occupied_points(position)
    ready, most = 0, 0
    for part in range(2):
        single = pieces(position, part, owner) & ~united
        while single:
            point = lowest(single)
            single &= single - 1
            face = turned_on(position, part, point)
            value += weights[LINE] * DEGREES[point] + weights[TURNED_OVER] * face
            if part == INNER:
                kind = kind_on(position, part, point)
                beside = mates(view, part, kind)
                if back or not face:
                    beside |= mates(view, part, OTHER_FACES[face << 3 | kind])
                if beside & NEXT[point]:
                    value += weights[BESIDE]
                mine = (position.outer_black if owner else position.outer_white) & ~united
                if not position.left and mine:
                    over, _ = reach(occupied, point)
                    best = best_union(position, point, over & mine)
                    ready += 1 if best else 0
                    most = max(most, best)
    value += weights[READY] * ready + weights[NEXT_GAIN if position.turn == owner else LATER_GAIN] * most
    stands = popcount(united) + (1 if most else 0) if TARGET_COUNTS_PAIRS else total(position, owner) + most
    if position.turn != owner and stands >= TARGET:
        value += weights[THREAT]
    return value


@kernel
def evaluate(position: Position) -> int:
    """Evaluation for 先手 of an unfinished position, in tenths of points."""
    weights = WEIGHTS[family()]
    lead = weights[POINT] * (total(position, 0) - total(position, 1))
    turn = -weights[TURN] if position.turn else weights[TURN]
    return lead + chances(position, 0) - chances(position, 1) + turn


@kernel
def points_gained(position: Position, move: int) -> int:
    """Return the points that the mover gains by a move that unites.

    What it loses by parting a pair is subtracted.
    """
    origin, to, part = move >> 9 & 511, move & 511, move >> 21 & 1
    own = position.turn
    value = -worth(position, origin) if pairs(position, own) >> origin & 1 else 0
    if pieces(position, 1 - part, own) >> to & 1:
        face = turned_on(position, part, origin) ^ (1 if move & TURNED else 0)
        faces = face << part | turned_on(position, 1 - part, to) << 1 - part
        value += WORTH_PER_LINE[faces] * DEGREES[to] + WORTH_BESIDES[faces]
    return value


@kernel
def urgency(position: Position, move: int) -> int:
    """Rank of a uniting move: 1 and its points; else 0."""
    if move <= 0 or not move & UNITED:
        return 0
    return 1 + max(0, points_gained(position, move))


@kernel
def tactical_moves(position: Position) -> Iterator[int]:
    """Yield the moves that unite."""
    for move in uniting_moves(position):  # noqa: UP028 - compiled generators do not delegate
        yield move
