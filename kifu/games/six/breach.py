"""Why a move of 6面体 is illegal: the number of the article it breaks, in the order six.md gives.

Compiled like the rules, because every written move passes through here: a move is legal when it breaks nothing. The
sets of squares come from :mod:`kifu.games.six.rules`; no rule is written a second time.
"""

from __future__ import annotations

from kifu.games.six.position import FACES, GHOST, HORSE, MAIDEN, MANY, NONE, TERRITORY, WARRIOR, Position
from kifu.games.six.rules import (
    ARROW,
    KNIGHT,
    NEIGHBOURS,
    landings,
    maidens_beside,
    mover,
    placeable,
    reach,
    standstill,
    unit_on,
    victims,
)
from kifu.kernel import kernel, lowest


@kernel
def flight_beats(position: Position, ghost: int, beaten: int, to: int) -> bool:
    """Tell whether six.13 ④ allows the flight of `ghost` that beats on `beaten` and lands on `to`."""
    if beaten >= MANY:
        return False
    maidens = maidens_beside(position, ghost)
    while maidens:
        maiden = lowest(maidens)
        if victims(position, ghost, maiden) >> beaten & 1 and landings(position, ghost, maiden) >> to & 1:
            return True
        maidens &= maidens - 1
    return False


@kernel
def of_a_placement(position: Position, face: int, mine: bool, to: int) -> int:  # noqa: FBT001
    if not mine or not position.hands >> 4 * position.turn & 15:
        return 1
    if placeable(position, face) >> to & 1:
        return 0
    if face == GHOST:
        return 5
    if face == TERRITORY:
        return 3
    return 4 if mover(position) else 2


@kernel
def of_a_turn(position: Position, move: int) -> int:
    if move < 0:
        return 1
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16 & 63
    face = unit % FACES
    mine = unit // FACES == position.turn
    if origin == NONE:
        return of_a_placement(position, face, mine, to)
    if unit_on(position, origin) != unit or not (mine or face == GHOST):
        return 1
    if face == TERRITORY or (face == GHOST and not maidens_beside(position, origin)):
        return 6
    if beaten == NONE and reach(position, origin) >> to & 1:
        return 0
    if face == GHOST:
        return 0 if flight_beats(position, origin, beaten, to) else 13
    if face == MAIDEN:
        return 12
    if beaten != NONE:
        return 11
    steps = NEIGHBOURS[origin] if face == WARRIOR else KNIGHT[origin] if face == HORSE else ARROW[origin]
    if steps >> to & 1:
        return 10
    return 7 if face == WARRIOR else 8 if face == HORSE else 9


@kernel
def breach(position: Position, move: int) -> int:
    """Return the number of the article that `move` breaks, the first in the order of the rulebook; 0 if none.

    The order: six.14 and six.15 (the game is over), six.1, six.5, six.2, six.3, six.4, six.6, reach (six.7, six.8,
    six.9, six.12, six.13), landing (six.10); more squares than a 武, 騎 or 弓 has: six.11.
    """
    if position.fallen:
        return 14
    article = of_a_turn(position, move)
    return 15 if article and standstill(position) else article
