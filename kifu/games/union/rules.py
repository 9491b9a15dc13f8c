"""Rules of the Union games (union.1-11, ace.1-2, king.1-2, master.1-4).

The board, the pieces and the scores are tables: :mod:`kifu.games.union.variant_context_and_rule_tables` names them and makes them
from a variant, and :func:`kifu.core.compiled.bind_and_compile.bind` makes a copy of this module over them, interpreted or compiled, for each
game and each variant file. Three sets of points decide where a piece may go: the two that :func:`flight` returns, and
:func:`single_pieces_to_unite_with`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.games.union.position import (
    INNER,
    KINDS,
    LAST_MUST,
    NONE,
    PASS,
    PIECES,
    SIDE_PIECES,
    TURN_BIT,
    TURNED,
    UNITED,
    Position,
)
from kifu.games.union.variant_context_and_rule_tables import (
    BOARD,
    DEGREES,
    NEXT,
    OTHER_FACES,
    POINTS,
    RAYS,
    STEPS,
    TARGET,
    TARGET_COUNTS_PAIRS,
    TURNS_BACK,
    UNITES_ANY,
    WORTH_BESIDES,
    WORTH_PER_LINE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.union.position import PointSet, PointsOverAndLandings


@kernel
def occupied_points(position: Position) -> PointSet:
    """Return the set of points on which a piece stands."""
    return position.inner_white | position.inner_black | position.outer_white | position.outer_black


@kernel
def pieces(position: Position, part: int, side: int) -> PointSet:
    """Return the set of points of a side's 内コマ or 外コマ."""
    if part == INNER:
        return position.inner_black if side else position.inner_white
    return position.outer_black if side else position.outer_white


@kernel
def kind_on(position: Position, part: int, point: int) -> int:
    """Return the kind that the 内コマ or 外コマ on `point` shows.

    There must be one.
    """
    if part == INNER:
        return (
            position.inner_1 >> point & 1 | (position.inner_2 >> point & 1) << 1 | (position.inner_4 >> point & 1) << 2
        )
    return position.outer_1 >> point & 1 | (position.outer_2 >> point & 1) << 1 | (position.outer_4 >> point & 1) << 2


@kernel
def turned_on(position: Position, part: int, point: int) -> int:
    """Face of a piece on `point`: 1 if back up, else 0."""
    return (position.inner_turned if part == INNER else position.outer_turned) >> point & 1


@kernel
def turns_back(position: Position) -> int:
    """Turning rule (union.8): 1 if backs may turn again, else 0."""
    return TURNS_BACK ^ (position.options >> TURN_BIT & 1)


@kernel
def single_pieces_to_unite_with(position: Position, part: int, kind: int) -> PointSet:
    """Single pieces that a mover's piece can unite with, as points.

    The mover's piece is of `part` and shows `kind`. They are of the other part, show the same kind and stand alone on
    their point (union.6).
    """
    if part == INNER:
        others = position.outer_black if position.turn else position.outer_white
        if UNITES_ANY:
            others = position.outer_black | position.outer_white
        others &= ~(position.inner_white | position.inner_black)
        one, two, four = position.outer_1, position.outer_2, position.outer_4
    else:
        others = position.inner_black if position.turn else position.inner_white
        if UNITES_ANY:
            others = position.inner_black | position.inner_white
        others &= ~(position.outer_white | position.outer_black)
        one, two, four = position.inner_1, position.inner_2, position.inner_4
    others &= one if kind & 1 else ~one
    others &= two if kind & 2 else ~two
    return others & (four if kind & 4 else ~four)


@kernel
def flight(occupied: PointSet, ray: int) -> PointsOverAndLandings:
    """Flight in one direction: points flown over, empty landing point.

    They are sets; the second is 0 if there is no such point. A piece goes one step to an empty next point (union.3). It
    flies over an unbroken row of pieces to the first empty point behind it, if the line has one (union.4). It may stop
    on a piece that it flies over and unite with it, even if no empty point follows (union.5).
    """
    over = 0
    point = STEPS[ray]
    while point >= 0:
        if not occupied >> point & 1:
            return over, 1 << point
        over |= 1 << point
        ray += 1
        point = STEPS[ray]
    return over, 0


@kernel
def reach(occupied: PointSet, origin: int) -> PointsOverAndLandings:
    """Flights in all directions: points flown over, empty landing points."""
    over = 0
    free = NEXT[origin] & ~occupied
    runs = NEXT[origin] & occupied
    while runs:
        flown, beyond = flight(occupied, RAYS[origin * POINTS + lowest(runs)])
        over |= flown
        free |= beyond
        runs &= runs - 1
    return over, free


@kernel
def pairs(position: Position, side: int) -> PointSet:
    """Points of the scoring pairs of `side`."""
    return position.inner_black & position.outer_black if side else position.inner_white & position.outer_white


@kernel
def worth(position: Position, point: int) -> int:
    """Points of the pair on `point` (ace.1, king.1, master.3)."""
    faces = position.inner_turned >> point & 1 | (position.outer_turned >> point & 1) << 1
    return WORTH_PER_LINE[faces] * DEGREES[point] + WORTH_BESIDES[faces]


@kernel
def total_points(position: Position, side: int) -> int:
    """Return the points of a side: the sum over its pairs."""
    points = 0
    united = pairs(position, side)
    while united:
        points += worth(position, lowest(united))
        united &= united - 1
    return points


@kernel
def score(position: Position) -> tuple[int, int]:
    """Return the points of white (先手) and of black."""
    return total_points(position, 0), total_points(position, 1)


@kernel
def has_reached_target(position: Position, side: int) -> bool:
    """Target test: 100 points (ace.2, king.2), or five pairs (master.4)."""
    if TARGET_COUNTS_PAIRS:
        return popcount(pairs(position, side)) >= TARGET
    return total_points(position, side) >= TARGET


@kernel
def last_move(position: Position) -> bool:
    """Tell whether black has the last move after white's target."""
    return position.turn == 1 and has_reached_target(position, 0)


@kernel
def ended_at_target(position: Position) -> bool:
    """Tell whether the target ends the game (ace.2, king.2, master.4)."""
    if has_reached_target(position, 0):
        return position.turn == 0
    return has_reached_target(position, 1)


@kernel
def can_move(position: Position) -> bool:
    """Tell whether the side to move can move any piece (union.9)."""
    occupied = occupied_points(position)
    back = turns_back(position)
    for part in range(2):
        own = pieces(position, part, position.turn)
        while own:
            origin = lowest(own)
            own &= own - 1
            over, free = reach(occupied, origin)
            if free:
                return True
            kind = kind_on(position, part, origin)
            if over & single_pieces_to_unite_with(position, part, kind):
                return True
            face = turned_on(position, part, origin)
            if (back or not face) and over & single_pieces_to_unite_with(
                position, part, OTHER_FACES[part << 4 | face << 3 | kind]
            ):
                return True
    return False


@kernel
def is_standstill(position: Position) -> bool:
    """Standstill test: neither side can move, none at target (union.9).

    No piece is left to place.
    """
    if position.left or has_reached_target(position, 0) or has_reached_target(position, 1):
        return False
    return not can_move(position) and not can_move(after_pass(position))


@kernel
def ended(position: Position) -> int:
    """Cause of the end: 1 target, 2 standstill (union.9), 0 none."""
    if ended_at_target(position):
        return 1
    return 2 if is_standstill(position) else 0


@kernel
def ending(position: Position) -> int:
    """Kind of ending: 3 × :func:`ended` + sign of white's lead."""
    cause = ended(position)
    if not cause:
        return 0
    white, black = score(position)
    return 3 * cause + (white > black) - (white < black)


@kernel
def may_decline(position: Position) -> bool:
    """Tell whether black has the last move and may decline it.

    Under last=must only if it has no other move.
    """
    if not last_move(position):
        return False
    return not position.options & LAST_MUST or (not position.left and not can_move(position))


@kernel
def ending_if_closed(position: Position) -> int:
    """Return :func:`ending` after black has declined the last move.

    0 if there is no last move that it may decline.
    """
    return ending(after_pass(position)) if may_decline(position) else 0


@kernel
def may_pass(position: Position) -> bool:
    """Tell whether パス is legal: last move, or only the other moves.

    It declines the last move, or only the other side can move.
    """
    if position.left or ended_at_target(position):
        return False
    if last_move(position):
        return may_decline(position)
    return not can_move(position) and can_move(after_pass(position))


@kernel
def legal_moves(position: Position) -> Iterator[int]:
    """Legal moves, once each: 内 before 外, by origin, then landing.

    Moves without 反 come first, パス last.
    """
    if ended_at_target(position):
        return
    occupied = occupied_points(position)
    if position.left:
        mark = (2 - position.turn) << 22 | NONE << 9
        hand = position.left >> PIECES * (1 - position.turn) & SIDE_PIECES
        while hand:
            piece = lowest(hand)
            stem = mark | piece % KINDS << 18 | piece // KINDS << 21
            targets = BOARD & ~occupied
            while targets:
                yield stem | lowest(targets)
                targets &= targets - 1
            hand &= hand - 1
        return
    reached = 0
    back = turns_back(position)
    for part in range(2):
        own = pieces(position, part, position.turn)
        while own:
            origin = lowest(own)
            own &= own - 1
            kind = kind_on(position, part, origin)
            face = turned_on(position, part, origin)
            over, free = reach(occupied, origin)
            stem = origin << 9 | kind << 18 | part << 21
            for way in range(2 if back or not face else 1):
                if way:
                    kind = OTHER_FACES[part << 4 | face << 3 | kind]
                    stem = origin << 9 | kind << 18 | part << 21 | TURNED
                unions = over & single_pieces_to_unite_with(position, part, kind)
                reached |= free | unions
                targets = free
                while targets:
                    yield stem | lowest(targets)
                    targets &= targets - 1
                while unions:
                    yield stem | lowest(unions) | UNITED
                    unions &= unions - 1
    if may_decline(position) or (not reached and may_pass(position)):
        yield PASS


@kernel
def uniting_moves(position: Position) -> Iterator[int]:
    """Yield the moves that unite; no other move gains points."""
    if position.left:
        return
    occupied = occupied_points(position)
    back = turns_back(position)
    for part in range(2):
        own = pieces(position, part, position.turn)
        while own:
            origin = lowest(own)
            own &= own - 1
            kind = kind_on(position, part, origin)
            face = turned_on(position, part, origin)
            over, _ = reach(occupied, origin)
            stem = origin << 9 | kind << 18 | part << 21 | UNITED
            for way in range(2 if back or not face else 1):
                if way:
                    kind = OTHER_FACES[part << 4 | face << 3 | kind]
                    stem = origin << 9 | kind << 18 | part << 21 | TURNED | UNITED
                unions = over & single_pieces_to_unite_with(position, part, kind)
                while unions:
                    yield stem | lowest(unions)
                    unions &= unions - 1


@kernel
def mobility(position: Position) -> int:
    """Return the number of legal moves.

    It counts the targets that :func:`legal_moves` lists.
    """
    if ended_at_target(position):
        return 0
    occupied = occupied_points(position)
    if position.left:
        hand = position.left >> PIECES * (1 - position.turn) & SIDE_PIECES
        return popcount(hand) * popcount(BOARD & ~occupied)
    count = 0
    back = turns_back(position)
    for part in range(2):
        own = pieces(position, part, position.turn)
        while own:
            origin = lowest(own)
            own &= own - 1
            kind = kind_on(position, part, origin)
            face = turned_on(position, part, origin)
            over, free = reach(occupied, origin)
            count += popcount(free) + popcount(over & single_pieces_to_unite_with(position, part, kind))
            if back or not face:
                turned = OTHER_FACES[part << 4 | face << 3 | kind]
                count += popcount(free) + popcount(over & single_pieces_to_unite_with(position, part, turned))
    return count + int(may_decline(position) or (not count and may_pass(position)))


@kernel
def after_pass(position: Position) -> Position:
    """Return the position with the other side to move."""
    turn, iw, ib, ow, ob, i1, i2, i4, o1, o2, o4, inner_turned, outer_turned, left, options = position
    return Position(1 - turn, iw, ib, ow, ob, i1, i2, i4, o1, o2, o4, inner_turned, outer_turned, left, options)


@kernel
def play(position: Position, move: int) -> Position:
    """Return the position after the legal `move`. Legality is not checked."""
    if move == PASS:
        return after_pass(position)
    turn, iw, ib, ow, ob, i1, i2, i4, o1, o2, o4, inner_turned, outer_turned, left, options = position
    to = 1 << (move & 511)
    origin = move >> 9 & 511
    kind = move >> 18 & 7
    part = move >> 21 & 1
    if origin == NONE:
        side = 1 - turn
        left &= ~(1 << PIECES * side + KINDS * part + kind)
        kept = ~to
        swap = to
        face = 0
    else:
        side = turn
        kept = ~(1 << origin | to)
        swap = 1 << origin | to
        face = (inner_turned if part == INNER else outer_turned) >> origin & 1
        if move & TURNED:
            face = 1 - face
    if part == INNER:
        if side:
            ib ^= swap
        else:
            iw ^= swap
        i1 = i1 & kept | (to if kind & 1 else 0)
        i2 = i2 & kept | (to if kind & 2 else 0)
        i4 = i4 & kept | (to if kind & 4 else 0)
        inner_turned = inner_turned & kept | (to if face else 0)
    else:
        if side:
            ob ^= swap
        else:
            ow ^= swap
        o1 = o1 & kept | (to if kind & 1 else 0)
        o2 = o2 & kept | (to if kind & 2 else 0)
        o4 = o4 & kept | (to if kind & 4 else 0)
        outer_turned = outer_turned & kept | (to if face else 0)
    # White makes the first move, also after the piece that it places last itself (master.1). Under first=side black places
    # the last piece, so the same line holds.
    turn = 1 - turn if left or origin != NONE else 0
    return Position(turn, iw, ib, ow, ob, i1, i2, i4, o1, o2, o4, inner_turned, outer_turned, left, options)
