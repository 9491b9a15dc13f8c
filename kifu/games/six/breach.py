"""First article of 6面体 that an illegal move breaks.

These functions are compiled like the rules, because every written move passes through them.
:mod:`kifu.games.six.rules` decides whether a move is legal; this module only names the article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel
from kifu.games.six.position import FACES, GHOST, HORSE, MAIDEN, NONE, TERRITORY, WARRIOR, Position
from kifu.games.six.rules import ARROW, KNIGHT, NEIGHBOURS, is_legal, maidens_beside, mover, stands, standstill

if TYPE_CHECKING:
    from kifu.core.compiled.kernel_primitives import ArticleNumber


@kernel
def breach(position: Position, move: int) -> ArticleNumber:
    """First article that `move` breaks, in rulebook order; 0 if legal.

    The order is six.14 and six.15 (the game is over), six.1, six.5, six.2, six.3, six.4, six.6, six.11 (a 武, 騎 or 弓
    names more than two squares), reach (six.7, six.8, six.9, six.12, six.13) and landing (six.10).
    """
    if is_legal(position, move):
        return 0
    if position.fallen:
        return 14
    if standstill(position):
        return 15
    if move < 0:
        return 1
    return placement_breach(position, move) if move >> 10 & 63 == NONE else board_move_breach(position, move)


@kernel
def placement_breach(position: Position, illegal_move: int) -> ArticleNumber:
    """Return the article that the illegal placement `illegal_move` breaks."""
    unit = illegal_move & 15
    if unit // FACES != position.turn or not position.hands >> 4 * position.turn & 15:
        return 1
    if unit % FACES == GHOST:
        return 5
    if unit % FACES == TERRITORY:
        return 3
    return 4 if mover(position) else 2


@kernel
def board_move_breach(position: Position, move: int) -> ArticleNumber:
    """Article that an illegal `move` of a die on the board breaks."""
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16
    face = unit % FACES
    if not stands(position, unit, origin) or (unit // FACES != position.turn and face != GHOST):
        return 1
    if face == TERRITORY or (face == GHOST and not maidens_beside(position, origin)):
        return 6
    if face == GHOST:
        return 13
    if face == MAIDEN:
        return 12
    if beaten != NONE:
        return 11
    steps = NEIGHBOURS[origin] if face == WARRIOR else KNIGHT[origin] if face == HORSE else ARROW[origin]
    if steps >> to & 1:
        return 10
    return 7 if face == WARRIOR else 8 if face == HORSE else 9
