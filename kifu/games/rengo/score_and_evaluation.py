"""Score of a finished game (rengo.54, 55), and evaluation of an unfinished one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.counting import CountRow
from kifu.core.message import Message
from kifu.games.rengo.boards_and_unit_movements import DISC, FRESH, GO, HANDS, KINGS, SHOGI, SIDE, UNIT_OF
from kifu.games.rengo.check_detection_and_effect_breaches import attackers
from kifu.games.rengo.position import PASSED_TWICE

if TYPE_CHECKING:
    from kifu.games.rengo.geometry import Geometry
    from kifu.games.rengo.position import Position

    SquaresAndOwner = tuple[list[int], int]
    """A region: its squares, and its owner (-1: 駄目)."""


class Count(NamedTuple):
    """One side's count."""

    land: int
    """地: the number of squares of its regions that hold no unit of its own."""
    captives: int
    """The number of アゲハマ, with the dead units that become アゲハマ."""
    discs: int
    """The number of 翻 on the board."""
    komi: float
    dead: tuple[int, ...] = ()
    """Squares of the dead enemy units: the units in its 地, and the 碁 that 死石 lists."""

    @property
    def total(self) -> float:
        """The sum that decides the game."""
        return self.land + self.captives + self.discs + self.komi


def count_both_sides(position: Position) -> tuple[Count, Count]:
    """Return the count of both sides as if the game ended now.

    After two passes the 死石 are removed first.
    """
    context = position.context
    board = bytearray(position.board)
    captives = list(position.captives)
    dead: tuple[list[int], list[int]] = ([], [])
    if position.ended == PASSED_TWICE:
        for square in context.dead:
            if board[square] % SIDE == GO:
                captives[1 - board[square] // SIDE] += 1
                dead[1 - board[square] // SIDE].append(square)
                board[square] = 0
    land = [0, 0]
    if GO in board or GO + SIDE in board:
        for region, owner in empty_regions(context.geometry, board):
            for square in region if owner >= 0 else ():
                unit = board[square]
                if unit and unit // SIDE == owner:
                    continue
                land[owner] += 1
                if unit:
                    board[square] = 0
                    dead[owner].append(square)
                    if unit % SIDE not in SHOGI and unit % SIDE != DISC:
                        captives[owner] += 1
    return (
        Count(land[0], captives[0], board.count(DISC), 0, tuple(sorted(dead[0]))),
        Count(land[1], captives[1], board.count(DISC + SIDE), context.options.komi, tuple(sorted(dead[1]))),
    )


def empty_regions(geometry: Geometry, board: bytearray) -> list[SquaresAndOwner]:
    """Return the regions without 碁, each as its squares and its owner.

    The owner is -1 for 駄目 (rengo.54).
    """
    neighbours = geometry.neighbours
    seen = bytearray(geometry.size)
    regions_with_owners = []
    for start, unit in enumerate(board):
        if seen[start] or unit % SIDE == GO:
            continue
        region = [start]
        seen[start] = 1
        touched = 0
        for at in region:
            for to in neighbours[at]:
                neighbour = board[to]
                if neighbour % SIDE == GO:
                    touched |= 1 << neighbour // SIDE
                elif not seen[to]:
                    seen[to] = 1
                    region.append(to)
        regions_with_owners.append((region, touched - 1 if touched in {1, 2} else -1))
    return regions_with_owners


def count_rows(position: Position) -> tuple[CountRow, ...] | None:
    """Rows of the count that ended the game (rengo.55), else None."""
    if position.ended != PASSED_TWICE or position.context.geometry.board.passes != "count":
        return None
    first, second = count_both_sides(position)
    return (
        CountRow("land", Message("地", "territory (地)"), first.land, second.land),
        CountRow("captives", Message("アゲハマ", "アゲハマ (prisoners)"), first.captives, second.captives),
        CountRow("discs", Message("オセロ石 (盤上の翻)", "翻 on the board"), first.discs, second.discs),
        CountRow("komi", Message("コミ", "komi"), first.komi, second.komi),
    )


def sums_of_both_sides(position: Position) -> tuple[float, float]:
    """Sums of rengo.55 of 先手 and 後手 in the present position."""
    first, second = count_both_sides(position)
    return first.total, second.total


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
def material_values(uses_family_costs: bool) -> tuple[int, ...]:  # noqa: FBT001 - a property of the board
    """Material values by unit number; `uses_family_costs` selects the costs of ①-⑤."""
    each = [0] * (2 * SIDE)
    for kind in range(1, FRESH + 1):
        unit = UNIT_OF[kind]
        assert unit is not None  # noqa: S101 - only kind 0 is no unit
        cost = 0 if kind in KINGS else PROMOTED.get(unit.name, unit.cost if uses_family_costs else unit.away)
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
    sides[mover] += two_greatest_capture_losses(position, 1 - mover, each)[0]
    sides[mover] -= SECOND * two_greatest_capture_losses(position, mover, each)[1]
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


def two_greatest_capture_losses(position: Position, side: int, value_of_unit: tuple[int, ...]) -> tuple[float, float]:
    """Two greatest net losses of `side` by captures and recaptures.

    The enemy takes by displacement and is taken in return.
    """
    board = position.board
    first = second = 0
    for square, unit in enumerate(board):
        if not unit or unit // SIDE != side or not value_of_unit[unit]:
            continue
        enemies = attackers(position, square, 1 - side)
        if not enemies:
            continue
        loss = value_of_unit[unit]
        if attackers(position, square, side):
            loss -= min(KING if board[enemy] % SIDE in KINGS else value_of_unit[board[enemy]] for enemy in enemies)
        if loss > first:
            first, second = loss, first
        elif loss > second:
            second = loss
    return first, second
