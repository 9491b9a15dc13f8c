"""Draws the Union games: the board as a graph, 外コマ as rings, 内コマ as the cores inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.union.diagram import TURNED_MARK
from kifu.games.union.position import BLACK, INNER, OUTER, WHITE, Position
from kifu.model.drawn import Form, Ground, Token
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from kifu.games.union.board import Points
    from kifu.games.union.family import Family


ROOM = 1.3
"""The width of a point as a multiple of the usual width: a point holds two glyphs."""


def ground(lines: tuple[tuple[int, ...], ...], points: Points) -> Ground:
    """Return the ground of the board: its lines, and a dot for each point."""
    return Ground(lines, points.squares, room=ROOM)


def tokens(family: Family, points: Points, laws: ModuleType, position: Position) -> Iterator[Token]:
    """Yield one token for each piece on the board; all rings come before the cores."""
    for part, form in ((OUTER, Form.RING), (INNER, Form.CORE)):
        for side in (WHITE, BLACK):
            standing = laws.pieces(position, part, side)
            for point, square in enumerate(points.squares):
                if standing >> point & 1:
                    kind = family.kinds[laws.kind_on(position, part, point)]
                    turned = TURNED_MARK if laws.turned_on(position, part, point) else ""
                    yield Token(square, Side(side), kind + turned, form)
