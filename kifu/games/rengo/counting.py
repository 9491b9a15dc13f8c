"""Score of a finished game: 整地 and both sums (rengo.54, 55)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.counting import CountRow
from kifu.core.message import Message
from kifu.games.rengo.boards_and_units import DISC, GO, SHOGI, SIDE
from kifu.games.rengo.position import PASSED_TWICE

if TYPE_CHECKING:
    from kifu.games.rengo.geometry import Geometry
    from kifu.games.rengo.position import Position


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


def count(position: Position) -> tuple[Count, Count]:
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


def empty_regions(geometry: Geometry, board: bytearray) -> list[tuple[list[int], int]]:
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
    first, second = count(position)
    return (
        CountRow("land", Message("地", "territory (地)"), first.land, second.land),
        CountRow("captives", Message("アゲハマ", "アゲハマ (prisoners)"), first.captives, second.captives),
        CountRow("discs", Message("オセロ石 (盤上の翻)", "翻 on the board"), first.discs, second.discs),
        CountRow("komi", Message("コミ", "komi"), first.komi, second.komi),
    )


def score(position: Position) -> tuple[float, float]:
    """Sums of rengo.55 of 先手 and 後手 in the present position."""
    first, second = count(position)
    return first.total, second.total
