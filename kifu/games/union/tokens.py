"""Draws the Union games: the board as a graph, 外コマ as rings, 内コマ as the cores inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.union.diagram import TURNED_MARK
from kifu.games.union.position import BLACK, INNER, OUTER, WHITE, Position
from kifu.games.union.text import MARKS, PARTS, TURN_OVER, UNITE
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


def written_from(family: Family, backs: tuple[tuple[int, ...], ...], token: Token) -> tuple[str, ...]:
    """Return what a move of the piece of a token may say: the figure that shows after it, 反 and 合."""
    part = OUTER if token.form is Form.RING else INNER
    shown = family.kinds.index(token.text[0])
    faces = enumerate(backs[part])
    if token.text.endswith(TURNED_MARK):
        others = [front for front, back in faces if back == shown]
    else:
        others = [back for front, back in faces if front == shown]
    plain = family.kinds[shown] + PARTS[part]
    turned = [family.kinds[other] + PARTS[part] + TURN_OVER for other in others]
    return tuple(text + unite for text in (plain, *turned) for unite in ("", UNITE))


def longest_moves(family: Family, points: Points) -> tuple[str, ...]:
    """Return a placement, if the family has them, and a move with 反 and 合."""
    unit = family.kinds[0] + PARTS[0]
    first, last = points.spell(points.squares[0]), points.spell(points.squares[-1])
    placement = (first + MARKS[1] + unit,) if family.places else ()
    return (*placement, f"{first}-{last}{unit}{TURN_OVER}{UNITE}")


def written_on(family: Family, side: Side) -> tuple[str, ...]:
    """Return the pieces that a side may place: those of the other side (master.1); none in a game without placing."""
    if not family.places:
        return ()
    mark = MARKS[1 + side.other]
    return tuple(mark + kind + part for part in PARTS for kind in family.kinds)
