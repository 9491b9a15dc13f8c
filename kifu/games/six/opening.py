"""Opening placement of 6面体: 占 before the first other die.

A side begins with 占 (six.2). It cannot move before it has placed another face (six.6), and after that it never places 占
again (six.3). So until then each of its turns places one 占. Its placement is complete when it has placed a 武 騎 弓 or
巫, when its hand is empty, or when the game is over. In a record that ends before that, the placement is incomplete: more
占 might have come. The two sides complete theirs at different plies. A 占 that was beaten meanwhile also belongs to the
placement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.opening_sets import SideOpening
from kifu.core.message import Message
from kifu.games.six.position import DICE, FACES, NONE, TERRITORY

if TYPE_CHECKING:
    from collections.abc import Sequence

NOTE = Message(
    "序盤の配置とは、各対局者がはじめの武・騎・弓・巫を置くまでに置いた占の集合です (順序は問わず、途中で倒された占も含みます)。それを置いた時点、"
    "持駒が尽きた時点、または規則による終局で確定します。その後は占を置けません (six.2, six.3, six.6)。確定する前に終わる棋譜は数えません。",
    "The opening placement of a side is the set of 占 it placed before its first 武, 騎, 弓 or 巫, whatever their order, those "
    "that were beaten meanwhile included. It is complete when such a die has been placed, when the hand is empty, or when "
    "the rules have ended the game: no 占 can be placed after that (six.2, six.3, six.6). Records that end before are left "
    "out.",
)
PLIES = 2 * (DICE + 1)
"""After this number of plies each side has placed all its dice, or a die of another face."""


def openings(moves: Sequence[int], *, over: bool) -> tuple[SideOpening, SideOpening]:
    """Placements of 先手 and 後手 in a game from the empty board.

    `over`: the rules have ended the game.
    """
    placed: tuple[list[int], list[int]] = ([], [])
    complete = [over, over]
    for move in moves:
        side, face = divmod(move & 15, FACES)
        if move >> 10 & 63 != NONE:
            continue
        if face != TERRITORY:
            complete[side] = True
        else:
            placed[side].append(move)
    first, second = (
        SideOpening(tuple(own), done or len(own) == DICE) for own, done in zip(placed, complete, strict=True)
    )
    return first, second
