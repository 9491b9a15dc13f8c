"""Evaluation of 6面体 for the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.core.compiled.network_kernel import Sums, add_row, network_value, read_network, row_of
from kifu.games.six.position import DICE, FACES, GHOST, NONE, SQUARES, TERRITORIES, TERRITORY, Position
from kifu.games.six.rules import ARROW, BOARD, KNIGHT, NEIGHBOURS, around, loser
from kifu.games.six.symmetry import PLACES, TURNS

if TYPE_CHECKING:
    from kifu.games.six.position import SquareSet


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
def threatened_squares(position: Position, own_squares: SquareSet) -> SquareSet:
    """Squares that 武 騎 弓 on `own_squares` attack on an empty board."""
    squares = 0
    fighters = own_squares & position.warriors
    while fighters:
        squares |= NEIGHBOURS[lowest(fighters)]
        fighters &= fighters - 1
    fighters = own_squares & position.horses
    while fighters:
        squares |= KNIGHT[lowest(fighters)]
        fighters &= fighters - 1
    fighters = own_squares & position.archers
    while fighters:
        squares |= ARROW[lowest(fighters)]
        fighters &= fighters - 1
    return squares


_IMAGES = [min(PLACES[turn * SQUARES + square] for turn in range(TURNS)) for square in range(SQUARES)]
KIND_OF_SQUARE = tuple(sorted(set(_IMAGES)).index(image) for image in _IMAGES)
"""The kind of each square: squares that a turn of the board exchanges are of one kind, so turns keep the value."""
KINDS_OF_SQUARES = max(KIND_OF_SQUARE) + 1
# The features of a side, as rows of the first layer; those of the other side follow. In the view of 後手 the sides change places.
HAND = FACES * 4 * KINDS_OF_SQUARES
"""Before it, its dice: face, whether the enemy attacks it, whether its own side does, and kind of square. Here, its dice in hand."""
RIGHT = HAND + 16
"""Its 占, and whether it may place more."""
STRUCK = RIGHT + 32
"""Its 占 and those that the enemy attacks."""
REACHED = STRUCK + 8 * 5
"""Its other dice that the enemy attacks."""
BESET = REACHED + 8
"""The enemy's dice beside its 占."""
ROOM = BESET + 8
"""The empty squares beside its 占."""
VIEW = ROOM + 32
LAYER, OUTPUT = read_network("kifu.games.six")


@kernel
def add_feature_to_both_views(sums: tuple[Sums, Sums], owner: int, row: int) -> tuple[Sums, Sums]:
    """Add a feature of the side `owner` to the views of 先手 and 後手."""
    own, other = row + VIEW * owner, row + VIEW * (1 - owner)
    return add_row(sums[0], LAYER, own), add_row(sums[1], LAYER, other)


@kernel
def activate(position: Position, sums: tuple[Sums, Sums]) -> tuple[Sums, Sums]:
    """Add the features of a position to the views of 先手 and 後手."""
    attacked = (threatened_squares(position, position.second), threatened_squares(position, position.first))
    for face in range(FACES):
        dice = position[TERRITORIES + face]
        while dice:
            square = lowest(dice)
            dice &= dice - 1
            owner = position.second >> square & 1
            state = (face << 1 | attacked[owner] >> square & 1) << 1 | attacked[1 - owner] >> square & 1
            sums = add_feature_to_both_views(sums, owner, state * KINDS_OF_SQUARES + KIND_OF_SQUARE[square])
    empty = BOARD & ~(position.first | position.second)
    for owner in range(2):
        own, enemy = (position.second, position.first) if owner else (position.first, position.second)
        territories = own & position.territories
        count = popcount(territories)
        reached = attacked[owner] & own & ~position.ghosts
        struck = popcount(reached & territories)
        beside = around(territories)
        sums = add_feature_to_both_views(sums, owner, HAND + (position.hands >> 4 * owner & 15))
        sums = add_feature_to_both_views(sums, owner, RIGHT + count + 16 * (position.rights >> owner & 1))
        sums = add_feature_to_both_views(sums, owner, STRUCK + 5 * min(count, 7) + min(struck, 4))
        sums = add_feature_to_both_views(sums, owner, REACHED + min(popcount(reached) - struck, 7))
        beset = popcount(beside & enemy & ~position.ghosts & ~position.territories)
        sums = add_feature_to_both_views(sums, owner, BESET + min(beset, 7))
        sums = add_feature_to_both_views(sums, owner, ROOM + min(popcount(beside & empty), 31))
    return sums


@kernel
def evaluate(position: Position) -> int:
    """Evaluation for 先手 of a position that is not over."""
    constants = row_of(LAYER, 2 * VIEW)
    first, second = activate(position, (constants, constants))
    if position.turn:
        return -network_value(second, first, OUTPUT)
    return network_value(first, second, OUTPUT)


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
