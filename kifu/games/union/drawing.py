"""Drawing of the Union games: a graph, rings and cores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.drawing import Drawing, Form, Ground, Paper, Placed, PlyBoxes, SetupPiece, Token
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.games.union.diagrams import TURNED_MARK
from kifu.games.union.position import BLACK, INNER, KINDS, OUTER, WHITE, Position
from kifu.games.union.unit_words_and_move_text import MARKS, PARTS, TURN_OVER, UNITE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from kifu.games.union.variant import BoardPoints, Family, Variant


_FORMS = dict(zip(PARTS, (Form.CORE, Form.RING), strict=True))
LAST_MOVE = Message("最後の一手", "last move")
ROOM = 1.3
"""The width of a point as a multiple of the usual width: a point holds two glyphs."""


def ground(lines: tuple[tuple[int, ...], ...], points: BoardPoints) -> Ground:
    """Ground of the board: lines, and a dot per point."""
    return Ground(lines, points.squares, room=ROOM)


class UnionDrawing(Drawing[Position], Paper[Position]):
    """The tokens of one board, and how they are written."""

    board: BoardPoints
    _family: Family
    _data: Variant
    _laws: ModuleType

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield one token for each piece on the board.

        All rings come before the cores.
        """
        for part, form in ((OUTER, Form.RING), (INNER, Form.CORE)):
            for side in (WHITE, BLACK):
                standing = self._laws.pieces(position, part, side)
                for point, square in enumerate(self.board.squares):
                    if standing >> point & 1:
                        kind = self._family.kinds[self._laws.kind_on(position, part, point)]
                        turned = TURNED_MARK if self._laws.turned_on(position, part, point) else ""
                        yield Token(square, Side(side), kind + turned, form)

    def written_from(self, token: Token) -> tuple[str, ...]:
        """Texts of a piece's move: figure after it, 反 and 合."""
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

    joins = UNITE

    def face(self, token: Token, behind: str) -> str:
        """Figure after a move, marked if the piece lies back up."""
        turned = token.text.endswith(TURNED_MARK) != (TURN_OVER in behind)
        return behind[0] + (TURNED_MARK if turned else "")

    def placed(self, side: Side) -> tuple[Placed, ...]:
        """Return the pieces of :meth:`written_on`: those of the other side's colour (master.1)."""
        return tuple(Placed(side.other, text[1], _FORMS[text[2]]) for text in self.written_on(side))

    def held(self, position: Position, side: Side) -> dict[str, int | None]:
        """Return the pieces that are left to place."""
        units = self.written_on(side)
        first = 2 * KINDS * side.other
        return {unit: 1 for bit, unit in enumerate(units) if position.left >> (first + bit) & 1}

    def beside(self, position: Position, side: Side) -> Message | None:
        """Return whether a side has the last move (ace.2, king.2, master.4)."""
        return LAST_MOVE if side is Side.SECOND and self._laws.last_move(position) else None

    def pieces(self) -> tuple[SetupPiece, ...]:
        """Return the pieces of both colours with each face up.

        An 内 and an 外 share a cell.
        """
        return tuple(
            SetupPiece(
                "v" * (side is Side.SECOND) + kind + mark,
                side,
                kind + mark,
                form=_FORMS[part],
                part=number,
            )
            for number, part in enumerate(PARTS)
            for side in Side
            for mark in ("", TURNED_MARK)
            for kind in self._family.kinds
        )

    def longest_moves(self) -> tuple[str, ...]:
        """Longest texts of a placement, if any, and a move."""
        unit = self._family.kinds[0] + PARTS[0]
        first, last = self.board.spell(self.board.squares[0]), self.board.spell(self.board.squares[-1])
        placement = (first + MARKS[1] + unit,) if self._family.places else ()
        return (*placement, f"{first}-{last}{unit}{TURN_OVER}{UNITE}")

    def ply_boxes(self, *, placing: bool) -> PlyBoxes:
        """Return a box for the figure, and ticks for the part.

        A placement has the colour besides, a move what it does.
        """
        if placing:
            return PlyBoxes(1, tuple(self._family.kinds), tuple(PARTS), tuple(MARKS[1:]))
        return PlyBoxes(2, tuple(self._family.kinds), (*PARTS, TURN_OVER, UNITE))

    def written_on(self, side: Side) -> tuple[str, ...]:
        """Pieces of the other side that a side may place (master.1)."""
        if not self._family.places:
            return ()
        mark = MARKS[1 + side.other]
        return tuple(mark + kind + part for part in PARTS for kind in self._family.kinds)
