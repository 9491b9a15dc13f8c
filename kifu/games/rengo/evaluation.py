"""Evaluation of a position: units, captures next, likely territory."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kifu.games.rengo.boards_and_units import DISC, FRESH, GO, HANDS, KINGS, SIDE, UNIT_OF
from kifu.games.rengo.check import attackers
from kifu.games.rengo.counting import empty_regions

if TYPE_CHECKING:
    from kifu.games.rengo.position import Position

MATERIAL = 3
"""The points of the count that a point of set-up cost looks worth."""
PROMOTED = {"竜": 13, "馬": 11, "全": 6, "圭": 6, "杏": 6, "と": 6, "核": 4}
"""The worth of promoted faces in set-up cost; what is taken counts as its unpromoted face again."""
KING = 1000
"""The worth of a king, so that it takes nothing that is defended."""
STONE = 1
"""The points of a 碁: the アゲハマ that it becomes if it is taken."""
SECOND = 0.5
"""The share that the second worst loss of the side to move counts: it saves one unit with its move, or takes one first."""


@cache
def material_values(family: bool) -> tuple[int, ...]:  # noqa: FBT001 - a property of the board
    """Material values by unit number; `family` selects the costs of ①-⑤."""
    each = [0] * (2 * SIDE)
    for kind in range(1, FRESH + 1):
        unit = UNIT_OF[kind]
        assert unit is not None  # noqa: S101 - only kind 0 is no unit
        cost = 0 if kind in KINGS else PROMOTED.get(unit.name, unit.cost if family else unit.away)
        each[kind] = each[kind + SIDE] = STONE if kind == GO else MATERIAL * cost
    return tuple(each)


def worth(position: Position) -> tuple[float, float]:
    """Evaluation of the position for each side, in points."""
    ground, board = position.context.geometry.board, position.board
    each = material_values(ground.family)
    sides = [0.0, 0.0]
    for unit in board:
        if unit:
            sides[unit // SIDE] += each[unit]
    for side in (0, 1):
        sides[side] += sum(each[kind] * number for kind, number in zip(HANDS, position.stands[side], strict=True))
    if ground.passes == "count":
        for side, points in enumerate(estimated_territory(position)):
            sides[side] += points + position.captives[side] + board.count(DISC + SIDE * side)
        sides[1] += position.context.options.komi
    mover = position.turn
    sides[mover] += capture_losses(position, 1 - mover, each)[0]
    sides[mover] -= SECOND * capture_losses(position, mover, each)[1]
    return sides[0], sides[1]


def estimated_territory(position: Position) -> tuple[float, float]:
    """Estimated territory of each side, discounted by the region's size.

    What is wide can still be entered. A region of half the board counts nothing, a small one nearly all of its squares.
    """
    board, size = position.board, position.context.geometry.size
    points = [0.0, 0.0]
    for region, owner in empty_regions(position.context.geometry, bytearray(board)):
        if owner >= 0:
            free = sum(1 for square in region if not board[square] or board[square] // SIDE != owner)
            points[owner] += free * max(0.0, 1 - 2 * len(region) / size)
    return points[0], points[1]


def capture_losses(position: Position, side: int, each: tuple[int, ...]) -> tuple[float, float]:
    """Two greatest net losses of `side` by captures and recaptures.

    The enemy takes by displacement and is taken in return.
    """
    board = position.board
    first = second = 0
    for square, unit in enumerate(board):
        if not unit or unit // SIDE != side or not each[unit]:
            continue
        enemies = attackers(position, square, 1 - side)
        if not enemies:
            continue
        loss = each[unit]
        if attackers(position, square, side):
            loss -= min(KING if board[enemy] % SIDE in KINGS else each[board[enemy]] for enemy in enemies)
        if loss > first:
            first, second = loss, first
        elif loss > second:
            second = loss
    return first, second
