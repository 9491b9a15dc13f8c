"""Says how soon a side can win a Union game at best, so that a proof leaves out what cannot come in time.

Black's moves end the game: its own at the target, or the last move after white has reached it (ace.2, king.2, master.4). Like the
rules, this module is bound to the tables of one game or variant file.
"""

from __future__ import annotations

from kifu.games.union.names import BEST_PAIR, POOREST_PAIR, SMALLEST_PART, TARGET, TARGET_COUNTS_PAIRS
from kifu.games.union.position import UNITED, Position
from kifu.games.union.rules import at_target, pairs, total
from kifu.kernels.mark import kernel, popcount


@kernel
def crowd(position: Position) -> int:
    """Return the number of pieces, with those that are left to place."""
    inner = popcount(position.inner_white) + popcount(position.inner_black)
    return inner + popcount(position.outer_white) + popcount(position.outer_black) + popcount(position.left)


@kernel
def bounded(position: Position) -> bool:
    """Tell whether these bounds hold: the pieces are placed, no pair costs points, and one piece can always move.

    A piece always has an empty point beside it if no connected part of the board can fill up (union.3).
    """
    return not position.left and POOREST_PAIR >= 0 and 0 < crowd(position) < SMALLEST_PART


@kernel
def unions_needed(position: Position, owner: int) -> int:
    """Return how many times `owner` has to unite at least before it stands at the target; each move unites one pair."""
    if TARGET_COUNTS_PAIRS:
        return max(0, TARGET - popcount(pairs(position, owner)))
    return (max(0, TARGET - total(position, owner)) + BEST_PAIR - 1) // max(1, BEST_PAIR)


@kernel
def enough_pieces(position: Position, owner: int) -> bool:
    """Tell whether `owner` has the pieces for the target: a pair takes an 内コマ and an 外コマ, and no piece leaves the board."""
    inner = popcount(position.inner_black if owner else position.inner_white)
    outer = popcount(position.outer_black if owner else position.outer_white)
    return min(inner, outer) * (1 if TARGET_COUNTS_PAIRS else BEST_PAIR) >= TARGET


@kernel
def moves_left(owner: int, depth: int) -> int:
    """Return the moves of `owner` in `depth` plies by which it can reach the target in time, the last ply being black's."""
    return depth // 2 if owner == 0 else (depth + 1) // 2


@kernel
def in_reach(position: Position, attacker: int, depth: int) -> tuple[int, bool]:
    """Return the plies, at most `depth`, in which `attacker` may win from a position that is not over; 0 for none.

    The second value tells whether only a move that :func:`presses` can win in time.
    """
    if not bounded(position):
        return depth, False
    if (position.turn == 1) != (depth % 2 == 1):
        depth -= 1
    if position.turn == 1 and at_target(position, 0):
        depth = min(depth, 1)  # black's last move
    if depth <= 0:
        return 0, False
    own = moves_left(attacker, depth)
    needed = unions_needed(position, attacker) if enough_pieces(position, attacker) else own + 1
    if not TARGET_COUNTS_PAIRS and needed > own:
        return 0, False
    if TARGET_COUNTS_PAIRS:
        # The enemy may reach the target with fewer points than the attacker has.
        other = moves_left(1 - attacker, depth)
        most = total(position, attacker) + own * BEST_PAIR
        reached = enough_pieces(position, 1 - attacker) and unions_needed(position, 1 - attacker) <= other
        if reached and most > TARGET * POOREST_PAIR:
            return depth, False
        if needed > own:
            return 0, False
    return depth, position.turn == attacker and needed == own and needed > 0


@kernel
def presses(position: Position, move: int) -> bool:  # noqa: ARG001 - other games use the position
    """Tell whether a move unites; no other move gains points."""
    return move > 0 and move & UNITED != 0
