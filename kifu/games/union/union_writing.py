"""Notation of a Union game under the names of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.text import Text
from kifu.games.union.diagrams import KEYS
from kifu.games.union.position import KINDS, NONE, PASS, TURNED, UNITED, Position, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.text import DiagramText, Reading
    from kifu.core.message import Message
    from kifu.games.union.diagrams import Diagrams
    from kifu.games.union.point_names import Points
    from kifu.games.union.text import UnionText
    from kifu.games.union.variant import Variant


class UnionWriting(Text[Position]):
    """Read and spell moves and diagrams of one board."""

    board: Points
    _data: Variant
    _text: UnionText
    _diagrams: Diagrams
    diagram_keys = KEYS

    def read(self, text: str) -> Reading:
        """Read a written move. Raises InvalidMove if it is not understood."""
        return self._text.read(text)

    def resolve(self, position: Position, reading: Reading) -> int:
        """Return the move of a reading."""
        return self._text.resolve(position, reading)

    def spell(self, move: int) -> str:
        """Return the canonical text of a move."""
        return self._text.spell(move)

    def move_space(self, position: Position) -> Iterator[int]:  # noqa: ARG002 - every position has the same space
        """All spellable moves: パス, placements and moves, with marks and suffixes."""
        points = range(len(self._data.points))
        yield PASS
        for flags in (0, TURNED, UNITED, TURNED | UNITED):
            for unit in range(3 * 2 * KINDS):
                mark, (part, kind) = unit // (2 * KINDS), divmod(unit % (2 * KINDS), KINDS)
                for origin in (NONE, *points):
                    stem = encode(part, kind, 0, origin, mark=mark, flags=flags)
                    yield from (stem | to for to in points)

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram; `base` gives what it leaves out.

        Raises InvalidSetup if it is faulty.
        """
        return self._diagrams.read(diagram, base)

    def spell_diagram(self, position: Position) -> str:
        """Return the diagram of a position with the lines below it."""
        return self._diagrams.spell(position)

    def differences(self, position: Position, other: Position) -> tuple[Message, ...]:
        """Differences between the replayed `position` and a diagram's, one message each."""
        return self._diagrams.differences(position, other)

    def cell(self, position: Position, square: int) -> str:
        """Return the text of a square of the rectangle.

        Two blanks if the square is no point.
        """
        point = self.board.find(square)
        return "\u3000\u3000" if point is None else self._diagrams.cell(position, point)
