"""Lower bounds on the plies of a win of a Union game.

Black's moves end the game: its own at the target, or the last move after white has reached it (ace.2, king.2, master.4). Like the
rules, this module is bound to the tables of one game or variant file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.games.union.position import INNER, OUTER, UNITED, Position
from kifu.games.union.rules import (
    after_pass,
    has_reached_target,
    legal_moves,
    occupied_points,
    pairs,
    pieces,
    play,
    total_points,
    turned_on,
    uniting_moves,
    worth,
)
from kifu.games.union.variant_context_and_rule_tables import (
    BEST_PAIR,
    DEGREES,
    NEXT,
    POINTS,
    POOREST_PAIR,
    RAYS,
    SMALLEST_PART,
    STEPS,
    TARGET,
    TARGET_COUNTS_PAIRS,
    UNITES_ANY,
    WORTH_BESIDES,
    WORTH_PER_LINE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.compiled.kernel_primitives import PlyBoundAndPressing
    from kifu.games.union.position import PointSet

    ByAnyAndByOneWithoutUnion = tuple[bool, bool]
    """Whether it can be done, and whether also with one move that unites nothing."""

MAX_COUNTED_MOVES = 12
"""The moves up to which it is counted where pairs can be made. Of more moves each is taken for the best."""


@kernel
def piece_count(position: Position) -> int:
    """Return the number of pieces, with those that are left to place."""
    inner = popcount(position.inner_white) + popcount(position.inner_black)
    return inner + popcount(position.outer_white) + popcount(position.outer_black) + popcount(position.left)


@kernel
def do_bounds_hold_for_game(position: Position) -> bool:
    """Validity of these bounds: placed pieces, no negative pairs, free moves.

    One piece can always move. A piece always has an empty point beside it if no connected part of the board can fill up
    (union.3).
    """
    return not position.left and POOREST_PAIR >= 0 and 0 < piece_count(position) < SMALLEST_PART


@kernel
def unions_needed(position: Position, owner: int) -> int:
    """Lower bound of unions before `owner` is at the target."""
    if TARGET_COUNTS_PAIRS:
        return max(0, TARGET - popcount(pairs(position, owner)))
    return (max(0, TARGET - total_points(position, owner)) + BEST_PAIR - 1) // max(1, BEST_PAIR)


@kernel
def has_enough_pieces(position: Position, owner: int) -> bool:
    """Tell whether `owner` has pieces enough for the target.

    A pair takes an 内コマ and an 外コマ, and no piece leaves the board.
    """
    inner = popcount(position.inner_black if owner else position.inner_white)
    outer = popcount(position.outer_black if owner else position.outer_white)
    return min(inner, outer) * (1 if TARGET_COUNTS_PAIRS else BEST_PAIR) >= TARGET


@kernel
def max_moves_left(owner: int, depth: int) -> int:
    """Moves of `owner` that count within `depth` plies.

    By them it can reach the target in time; the last ply is black's.
    """
    return depth // 2 if owner == 0 else (depth + 1) // 2


@kernel
def max_pair_points_with(position: Position, part: int, point: int) -> int:
    """Points of the best pair by landing on the piece on `point`.

    The piece that lands may turn over, the one that stands does not.
    """
    face = turned_on(position, part, point) << part
    other = face | 2 >> part
    lines = DEGREES[point]
    return max(
        WORTH_PER_LINE[face] * lines + WORTH_BESIDES[face],
        WORTH_PER_LINE[other] * lines + WORTH_BESIDES[other],
    )


@kernel
def max_points_gained(position: Position, owner: int, point: int) -> int:
    """Upper bound of points that `owner` gains by uniting on `point`.

    It has one piece there, or a pair that parts before.
    """
    inner = pieces(position, INNER, owner) >> point & 1
    outer = pieces(position, OUTER, owner) >> point & 1
    best = 0
    if inner:
        best = max_pair_points_with(position, INNER, point)
    if outer:
        best = max(best, max_pair_points_with(position, OUTER, point))
    return best - worth(position, point) if inner and outer else best


@kernel
def can_gain(position: Position, owner: int, missing: int, moves: int) -> ByAnyAndByOneWithoutUnion:
    """Upper-bound test: whether `owner` can gain the `missing` points in `moves`.

    The second answer is for moves with one that unites nothing. One move unites where a piece of its own stands already;
    elsewhere it takes two, and the first of them unites nothing.
    """
    if moves // 2 * BEST_PAIR >= missing:
        return True, True
    left = pieces(position, INNER, owner) | pieces(position, OUTER, owner)
    gained = 0
    for united in range(1, moves + 1):
        best, at = 0, 0
        points = left
        while points:
            point = points & -points
            here = max_points_gained(position, owner, lowest(point))
            if here > best:
                best, at = here, point
            points ^= point
        left ^= at
        gained += best
        if gained + best * (moves - united) + (moves - united) // 2 * BEST_PAIR < missing:
            return False, False  # what follows gains no more than the best so far
        if united < moves and gained + (moves - united) // 2 * BEST_PAIR >= missing:
            return True, True
    return gained >= missing, False


@kernel
def can_near_target(position: Position, owner: int, moves: int) -> ByAnyAndByOneWithoutUnion:
    """Upper-bound test: whether `owner` can reach the target in `moves`.

    The second answer is for moves with one that unites nothing.
    """
    needed = unions_needed(position, owner)
    if needed > moves or not has_enough_pieces(position, owner):
        return False, False
    if not needed or TARGET_COUNTS_PAIRS or UNITES_ANY or moves > MAX_COUNTED_MOVES:
        return True, needed < moves or not needed
    return can_gain(position, owner, TARGET - total_points(position, owner), moves)


@kernel
def enemy_may_lose(position: Position, attacker: int, depth: int) -> bool:
    """Tell whether the enemy may reach the target with fewer points."""
    if not TARGET_COUNTS_PAIRS or not has_enough_pieces(position, 1 - attacker):
        return False
    most = total_points(position, attacker) + max_moves_left(attacker, depth) * BEST_PAIR
    reached = unions_needed(position, 1 - attacker) <= max_moves_left(1 - attacker, depth)
    return reached and most > TARGET * POOREST_PAIR


@kernel
def run_between(occupied: PointSet, origin: int, to: int) -> int:
    """Points of the unbroken row from `origin` to `to` (union.4)."""
    runs = NEXT[origin] & occupied
    while runs:
        ray = RAYS[origin * POINTS + lowest(runs)]
        runs &= runs - 1
        between = 0
        point = STEPS[ray]
        while point >= 0 and occupied >> point & 1:
            if point == to:
                return between
            between |= 1 << point
            ray += 1
            point = STEPS[ray]
    return 0


@kernel
def threat(position: Position) -> int:
    """Points where the mover can break the enemy's winning row; else -1.

    -1 means that no answer is needed. The enemy threatens to reach the target by uniting. This stays legal while the
    row to the union is unbroken, for nobody can land on its pieces. It wins if the side to move gains no points before;
    white has to be out of black's reach also for the last move.
    """
    enemy = 1 - position.turn
    if (
        TARGET_COUNTS_PAIRS
        or UNITES_ANY
        or has_reached_target(position, enemy)
        or not can_near_target(position, enemy, 1)[0]
    ):
        return -1
    singles = pieces(position, INNER, position.turn) ^ pieces(position, OUTER, position.turn)
    least = -1
    other = after_pass(position)
    for move in uniting_moves(other):
        reached = total_points(play(other, move), enemy) if least != 0 else 0
        if reached < TARGET or (enemy == 0 and can_gain(position, 1, reached - total_points(position, 1), 2)[1]):
            continue
        row = run_between(occupied_points(position), move >> 9 & 511, move & 511) & singles
        if least < 0 or popcount(row) < popcount(least):
            least = row
    return least


@kernel
def in_reach(position: Position, attacker: int, depth: int) -> PlyBoundAndPressing:
    """Upper bound of plies to `attacker`'s win; 0 for none.

    It is at most `depth`, for a position that is not over. The second value tells whether only one of the
    :func:`pressing_moves` can win in time, or with the enemy to move prevent it.
    """
    if not do_bounds_hold_for_game(position):
        return depth, False
    if (position.turn == 1) != (depth % 2 == 1):
        depth -= 1
    last = position.turn == 1 and has_reached_target(position, 0)
    if last:
        depth = min(depth, 1)  # black's last move
    if depth <= 0:
        return 0, False
    if last and attacker == 0 and total_points(position, 0) > total_points(position, 1):
        return depth, True
    if position.turn != attacker and depth > 1 and threat(position) >= 0:
        return depth, True
    near, slack = can_near_target(position, attacker, max_moves_left(attacker, depth))
    if enemy_may_lose(position, attacker, depth):
        return depth, False
    return (depth, position.turn == attacker and not slack) if near else (0, False)


@kernel
def pressing_moves(position: Position, attacker: int) -> Iterator[int]:
    """Uniting moves, and moves that break a threatening row.

    The row is that of a :func:`threat`; it is broken if the enemy of `attacker` is to move.
    """
    for move in uniting_moves(position):
        yield move
    row = threat(position) if position.turn != attacker else -1
    if row > 0:
        for move in legal_moves(position):
            if move > 0 and not move & UNITED and row >> (move >> 9 & 511) & 1:
                yield move
