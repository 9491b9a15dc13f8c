"""Evaluation of 6面体 for the search."""

from __future__ import annotations

from kifu.core.compiled.decorators import kernel, lowest, popcount
from kifu.games.six.position import DICE, FACES, GHOST, NONE, TERRITORY, Position
from kifu.games.six.rules import ARROW, KNIGHT, NEIGHBOURS, around, loser


@kernel
def side(position: Position) -> int:
    """Return the side to move."""
    return position.turn


@kernel
def result(position: Position) -> int:
    """Result: 0 going on, 1 先手 won, 2 後手 won (six.14, six.15)."""
    lost = loser(position)
    return 3 - lost if lost else 0


@kernel
def settled(position: Position, owner: int) -> Position:
    """Position in which `owner` may no longer place 占."""
    turn, first, second, territories, warriors, horses, archers, maidens, ghosts, hands, rights, fallen, options = (
        position
    )
    rights &= ~(1 << owner)
    return Position(
        turn, first, second, territories, warriors, horses, archers, maidens, ghosts, hands, rights, fallen, options
    )


@kernel
def placed(position: Position, owner: int) -> int:
    """Return how many 占 the side `owner` has placed.

    -1 if it may place none any more (six.3).
    """
    return DICE - (position.hands >> 4 * owner & 15) if position.rights >> owner & 1 else -1


@kernel
def places(move: int) -> bool:
    """Tell whether a move places 占."""
    return move >> 10 & 63 == NONE and (move & 15) % FACES == TERRITORY


@kernel
def landing(move: int) -> int:
    """Return the square where a move ends."""
    return move >> 4 & 63


@kernel
def threatened(position: Position, own: int) -> int:
    """Squares that 武 騎 弓 on `own` attack on an empty board."""
    squares = 0
    fighters = own & position.warriors
    while fighters:
        squares |= NEIGHBOURS[lowest(fighters)]
        fighters &= fighters - 1
    fighters = own & position.horses
    while fighters:
        squares |= KNIGHT[lowest(fighters)]
        fighters &= fighters - 1
    fighters = own & position.archers
    while fighters:
        squares |= ARROW[lowest(fighters)]
        fighters &= fighters - 1
    return squares


# What a side's 占 are worth by their number, while it may still place some and afterwards. Seven are worth most; more of them
# are dice that do not fight (docs/engine.md).
KEPT = (-4, 13, 30, 47, 63, 73, 77, 84, 77, 41, 8, -17, -65, -121, -67, -316)
SPENT = (-237, -231, -68, 14, 80, 151, 182, 204, 199, 166, 156, 140, 111, 83, 20, 20)
# What else counts, in the order of the places below.
WEIGHTS = (10, -3, 103, 29, 40, 31, -16, 213, -8, 41, 16)
KEPT_HAND, HAND, PAIR_IN_HAND, REACHED, FIGHTER, MAIDEN, BESET, STRUCK_SHARE, STRUCK, STRIKES, TURN = range(11)
FITTED = ("KEPT", "SPENT", "WEIGHTS")
"""The tables that `benchmarks/fit.py` fits. The value is a sum of their numbers, each times what is counted."""


@kernel
def assets(position: Position, side: int) -> int:
    """Return the value of the dice of `side`, in units of evaluation."""
    own, enemy = position.first, position.second
    if side:
        own, enemy = enemy, own
    hand = position.hands >> 4 * side & 15
    territories = own & position.territories
    count = popcount(territories)
    reached = threatened(position, own) & enemy & ~position.ghosts
    targets = popcount(enemy & position.territories)
    struck = popcount(reached & position.territories)
    value = KEPT[count] + WEIGHTS[KEPT_HAND] * hand if position.rights >> side & 1 else SPENT[count]
    value += WEIGHTS[HAND] * hand + WEIGHTS[PAIR_IN_HAND] * min(hand, 2)
    value += WEIGHTS[REACHED] * (popcount(reached) - struck)
    value += WEIGHTS[FIGHTER] * popcount(own & (position.warriors | position.horses | position.archers))
    value += WEIGHTS[MAIDEN] * popcount(own & position.maidens)
    value += WEIGHTS[BESET] * popcount(around(territories) & enemy & ~position.ghosts & ~position.territories)
    if struck:
        value += WEIGHTS[STRUCK_SHARE] * struck // targets + WEIGHTS[STRUCK] * struck
        value += WEIGHTS[STRIKES] if position.turn == side else 0
    return value


@kernel
def evaluate(position: Position) -> int:
    """Evaluation for 先手 of a position that is not over."""
    return assets(position, 0) - assets(position, 1) + (-WEIGHTS[TURN] if position.turn else WEIGHTS[TURN])


@kernel
def urgency(position: Position, move: int) -> int:
    """Rank of a capture: 3 for 占, 2 for others, else 0."""
    if move >> 10 & 63 == NONE:
        return 0
    beaten = move >> 16 & 63
    struck = 1 << (move >> 4 & 63 if beaten == NONE else beaten)
    enemy = position.first if position.turn else position.second
    if not struck & enemy or (beaten == NONE and move % 16 % FACES == GHOST):
        return 0
    return 3 if struck & position.territories else 2
