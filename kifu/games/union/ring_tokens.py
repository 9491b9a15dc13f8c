"""Draws the Union games: the board as a graph, 外コマ as rings, 内コマ as the cores inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.contract.appearance import Appearance
from kifu.contract.paper import Paper
from kifu.games.union.position import BLACK, INNER, OUTER, WHITE, Position
from kifu.games.union.text import MARKS, PARTS, TURN_OVER, UNITE
from kifu.games.union.union_diagrams import TURNED_MARK
from kifu.model.drawn import Form, Ground, Token
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from kifu.games.union.family import Family
    from kifu.games.union.point_names import Points
    from kifu.games.union.variant import Variant


ROOM = 1.3
"""The width of a point as a multiple of the usual width: a point holds two glyphs."""


def ground(lines: tuple[tuple[int, ...], ...], points: Points) -> Ground:
    """Return the ground of the board: its lines, and a dot for each point."""
    return Ground(lines, points.squares, room=ROOM)


class UnionAppearance(Appearance[Position], Paper[Position]):
    """The tokens of one board, and how they are written."""

    board: Points
    _family: Family
    _data: Variant
    _laws: ModuleType

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield one token for each piece on the board; all rings come before the cores."""
        for part, form in ((OUTER, Form.RING), (INNER, Form.CORE)):
            for side in (WHITE, BLACK):
                standing = self._laws.pieces(position, part, side)
                for point, square in enumerate(self.board.squares):
                    if standing >> point & 1:
                        kind = self._family.kinds[self._laws.kind_on(position, part, point)]
                        turned = TURNED_MARK if self._laws.turned_on(position, part, point) else ""
                        yield Token(square, Side(side), kind + turned, form)

    def written_from(self, token: Token) -> tuple[str, ...]:
        """Return what a move of the piece of a token may say: the figure that shows after it, 反 and 合."""
        part = OUTER if token.form is Form.RING else INNER
        shown = self._family.kinds.index(token.text[0])
        faces = enumerate(self._data.backs[part])
        if token.text.endswith(TURNED_MARK):
            others = [front for front, back in faces if back == shown]
        else:
            others = [back for front, back in faces if front == shown]
        plain = self._family.kinds[shown] + PARTS[part]
        turned = [self._family.kinds[other] + PARTS[part] + TURN_OVER for other in others]
        return tuple(text + unite for text in (plain, *turned) for unite in ("", UNITE))

    def longest_moves(self) -> tuple[str, ...]:
        """Return a placement, if the family has them, and a move with 反 and 合."""
        unit = self._family.kinds[0] + PARTS[0]
        first, last = self.board.spell(self.board.squares[0]), self.board.spell(self.board.squares[-1])
        placement = (first + MARKS[1] + unit,) if self._family.places else ()
        return (*placement, f"{first}-{last}{unit}{TURN_OVER}{UNITE}")

    def written_on(self, side: Side) -> tuple[str, ...]:
        """Return the pieces that a side may place: those of the other side (master.1); none in a game without placing."""
        if not self._family.places:
            return ()
        mark = MARKS[1 + side.other]
        return tuple(mark + kind + part for part in PARTS for kind in self._family.kinds)
