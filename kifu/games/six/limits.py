"""Says how soon a side can win a game of 6面体 at best, so that a proof leaves out what cannot come in time.

A win is the fall of the last enemy 占 (six.14) or a standstill of the enemy (six.15). Each bound holds under every option:
it counts on an empty board, and lets the enemy help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.six.position import NONE, SQUARES, Position
from kifu.games.six.rules import ARROW, KNIGHT, NEIGHBOURS, around
from kifu.kernels.mark import kernel, lowest, popcount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FAR = 99
"""A number of moves that is out of reach."""


def _moves_from(origin: int, steps: Sequence[int]) -> Iterator[int]:
    """Yield for each square the moves that a die needs from `origin` on an empty board, FAR if it never gets there."""
    found = {origin: 0}
    edge = [origin]
    while edge:
        after = {square for place in edge for square in range(SQUARES) if steps[place] >> square & 1} - found.keys()
        found |= dict.fromkeys(after, found[edge[0]] + 1)
        edge = sorted(after)
    yield from (found.get(square, FAR) for square in range(SQUARES))


MOVES = tuple(
    moves for steps in (NEIGHBOURS, KNIGHT, ARROW) for origin in range(SQUARES) for moves in _moves_from(origin, steps)
)
"""The moves of a 武, 騎 or 弓 on an empty board, at index (0, 1 or 2) × 49² + from × 49 + to."""


@kernel
def side_of(position: Position, owner: int) -> int:
    """Return the set of squares of a side's dice."""
    return position.second if owner else position.first


@kernel
def nearest(position: Position, own: int, square: int) -> int:
    """Return the moves that the 武 騎 弓 on `own` need at least to reach `square`."""
    least = FAR
    for kind in range(3):
        dice = own & (position.warriors if kind == 0 else position.horses if kind == 1 else position.archers)
        while dice:
            least = min(least, MOVES[(kind * SQUARES + lowest(dice)) * SQUARES + square])
            dice &= dice - 1
    return least


@kernel
def moves_needed(position: Position, attacker: int) -> int:
    """Return the moves that `attacker` needs at least to beat every enemy 占.

    A move beats at most one die. A die from hand beats with the next move at the soonest. A 怨 can come beside a 巫女 by a
    move of the enemy, and then beat at once (six.13).
    """
    own = side_of(position, attacker)
    targets = side_of(position, 1 - attacker) & position.territories
    other = FAR
    if own & position.maidens:
        other = 1
    elif position.hands >> 4 * attacker & 15:
        other = 2
    count = popcount(targets)
    soonest, latest = FAR, 0
    while targets:
        moves = min(other, nearest(position, own, lowest(targets)))
        soonest = min(soonest, moves)
        latest = max(latest, moves)
        targets &= targets - 1
    return max(soonest + count - 1, latest)


@kernel
def keeps_moving(position: Position, owner: int, own_plies: int, enemy_plies: int) -> bool:
    """Tell whether `owner` surely has a legal move as long as these plies last and one of its present 占 stands.

    A ply fills at most one square of the board. It bars at most two squares to the dice of `owner` (its own dice and 怨 bar
    them), and one if it is the enemy's. A die that is neither beaten nor moved, and has more free squares than can be
    barred, can move.
    """
    own = side_of(position, owner)
    empty = ~(position.first | position.second)
    territories = own & position.territories
    if position.hands >> 4 * owner & 15 > own_plies and not position.rights >> owner & 1 and territories:
        filled = own_plies + enemy_plies
        roomy = True
        while territories:
            bit = territories & -territories
            roomy = roomy and popcount(around(bit) & empty) > filled
            territories ^= bit
        if roomy:
            return True
    barred = 2 * own_plies + enemy_plies
    free = 0
    landing = ~(own | position.ghosts)
    for kind in range(3):
        dice = own & (position.warriors if kind == 0 else position.horses if kind == 1 else position.archers)
        while dice:
            square = lowest(dice)
            steps = NEIGHBOURS[square] if kind == 0 else KNIGHT[square] if kind == 1 else ARROW[square]
            free += int(popcount(steps & landing) > barred)
            dice &= dice - 1
    return free > own_plies + enemy_plies


@kernel
def in_reach(position: Position, attacker: int, depth: int) -> tuple[int, bool]:
    """Return the plies, at most `depth`, in which `attacker` may win from a position that is not over; 0 for none.

    A side only wins with its own ply. The second value tells whether only a move that :func:`presses` can win in time.
    """
    attacks = position.turn == attacker
    if attacks != (depth % 2 == 1):
        depth -= 1
    own_plies = (depth + 1) // 2
    needed = moves_needed(position, attacker)
    if needed < own_plies:
        return depth, False
    count = popcount(side_of(position, 1 - attacker) & position.territories)
    if needed == own_plies and (not attacks or count < own_plies):
        return depth, False
    if depth <= 0 or not keeps_moving(position, 1 - attacker, depth - own_plies, own_plies):
        return depth, False
    return (depth, True) if needed == own_plies else (0, False)


@kernel
def presses(position: Position, move: int) -> bool:
    """Tell whether a move beats an enemy 占."""
    enemy = position.first if position.turn else position.second
    beaten = move >> 16 & 63
    square = move >> 4 & 63 if beaten == NONE else beaten
    return move >> 10 & 63 != NONE and enemy & position.territories & 1 << square != 0
