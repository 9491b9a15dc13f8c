"""Evaluation of the Union games for the search.

Like the rules, this module is bound to the tables of one game or variant file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.core.compiled.network_kernel import NEURONS, Sums, add_row, network_value, read_network, row_of
from kifu.games.union.position import INNER, OUTER, PIECES, SIDE_PIECES, TURNED, UNITED, Position
from kifu.games.union.rules import (
    after_pass,
    ended,
    kind_on,
    occupied_points,
    pairs,
    pieces,
    reach,
    score,
    single_pieces_to_unite_with,
    total_points,
    turned_on,
    turns_back,
    uniting_moves,
    worth,
)
from kifu.games.union.variant_context_and_rule_tables import (
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

    from kifu.games.union.position import PointSet


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


# The features of a side, as rows of the first layer; those of the other side follow. In the view of black the sides change places.
MAX_DEGREE = 8
"""Points with more lines count as points with this many."""
PAIR = 2 * 2 * 5 * (MAX_DEGREE + 1)
"""Before it, its single pieces: part, face, how soon they unite (:func:`nearness`), and lines. Here, its pairs: faces and lines."""
GAIN = PAIR + 4 * (MAX_DEGREE + 1)
"""The points of its best union."""
GAINS = GAIN + 32
"""The points of the best union of each 内コマ that can unite."""
READY = GAINS + 32
"""Its 内コマ that can unite."""
POINTS_LEFT = READY + 8
"""The points to the target, by threes; where the target is a number of pairs, its points."""
AFTER = POINTS_LEFT + 48
"""The same after its best union."""
COUNT = AFTER + 48
"""Its pairs."""
LEFT = COUNT + 8
"""Its pieces to place."""
VIEW = LEFT + PIECES + 1
ROWS = 2 * VIEW + 1
_NETWORKS = [read_network(f"kifu.games.{name}") for name in ("ace", "king", "master")]
LAYER = sum((network.layer for network in _NETWORKS), ())
OUTPUT = sum((network.output for network in _NETWORKS), ())
"""The networks of Ace, King and Master, one after the other."""
NOW, BESIDE, SOON, FAR, MIXED = range(5)
"""How soon a single piece unites: at once, from beside, after a move, later, or not where it stands, on a piece of the other side."""


@kernel
def family() -> int:
    """Network of the game: 0 Ace, 1 King, 2 Master."""
    return TURNS_BACK + UNITES_ANY


@kernel
def best_pair_points(position: Position, point: int, partners: PointSet) -> int:
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
def nearness(point: int, over: PointSet, free: PointSet, partners: PointSet) -> int:
    """How soon the piece on `point` unites with one of `partners`.

    It flies over `over` and may land on `free`.
    """
    if over & partners:
        return NOW
    near = 0
    while partners:
        near |= NEXT[lowest(partners)]
        partners &= partners - 1
    if near >> point & 1:
        return BESIDE
    return SOON if near & free else FAR


@kernel
def add_feature_to_both_views(sums: tuple[Sums, Sums], owner: int, row: int) -> tuple[Sums, Sums]:
    """Add a feature of the side `owner` to the views of white and black."""
    first = family() * ROWS + row
    return (
        add_row(sums[0], LAYER, first + VIEW * owner),
        add_row(sums[1], LAYER, first + VIEW * (1 - owner)),
    )


@kernel
def activate(position: Position, sums: tuple[Sums, Sums]) -> tuple[Sums, Sums]:
    """Add the features of a position to the views of white and black."""
    back = turns_back(position)
    occupied = occupied_points(position)
    for owner in range(2):
        united = pairs(position, owner)
        rest = united
        while rest:
            point = lowest(rest)
            rest &= rest - 1
            faces = turned_on(position, INNER, point) | turned_on(position, OUTER, point) << 1
            sums = add_feature_to_both_views(
                sums, owner, PAIR + faces * (MAX_DEGREE + 1) + min(DEGREES[point], MAX_DEGREE)
            )
        view = position if position.turn == owner else after_pass(position)
        ready, most = 0, 0
        for part in range(2):
            single = pieces(position, part, owner) & ~united
            while single:
                point = lowest(single)
                single &= single - 1
                kind, face = kind_on(position, part, point), turned_on(position, part, point)
                partners = single_pieces_to_unite_with(view, part, kind)
                if back or not face:
                    partners |= single_pieces_to_unite_with(view, part, OTHER_FACES[part << 4 | face << 3 | kind])
                partners &= pieces(position, 1 - part, owner)
                near = MIXED if pieces(position, 1 - part, 1 - owner) >> point & 1 else FAR
                if partners:
                    over, free = reach(occupied, point)
                    near = nearness(point, over, free, partners)
                    if part == INNER and near == NOW and not position.left:
                        best = best_pair_points(position, point, over & pieces(position, OUTER, owner) & ~united)
                        if best:
                            ready += 1
                            most = max(most, best)
                            sums = add_feature_to_both_views(sums, owner, GAINS + min(best, 31))
                state = (part << 1 | face) * 5 + near
                sums = add_feature_to_both_views(
                    sums, owner, state * (MAX_DEGREE + 1) + min(DEGREES[point], MAX_DEGREE)
                )
        points = total_points(position, owner)
        after = points + most
        if not TARGET_COUNTS_PAIRS:
            points, after = max(TARGET - points, 0), max(TARGET - after, 0)
        sums = add_feature_to_both_views(sums, owner, GAIN + min(most, 31))
        sums = add_feature_to_both_views(sums, owner, READY + min(ready, 7))
        sums = add_feature_to_both_views(sums, owner, POINTS_LEFT + min(points // 3, 47))
        sums = add_feature_to_both_views(sums, owner, AFTER + min(after // 3, 47))
        sums = add_feature_to_both_views(sums, owner, COUNT + popcount(united))
        sums = add_feature_to_both_views(sums, owner, LEFT + popcount(position.left >> PIECES * owner & SIDE_PIECES))
    return sums


@kernel
def evaluate(position: Position) -> int:
    """Evaluation for 先手 of an unfinished position."""
    constants = row_of(LAYER, family() * ROWS + 2 * VIEW)
    white, black = activate(position, (constants, constants))
    weights = family() * (2 * NEURONS + 1)
    if position.turn:
        return -network_value(black, white, OUTPUT, weights)
    return network_value(white, black, OUTPUT, weights)


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
