"""Name the points of a board.

The board is a graph on at most 19 × 19 squares; not every square is a point.
"""

from __future__ import annotations

from kifu.core.squares import COLUMNS, BoardSize


class Points:
    """The points of one board. The number of a *point* counts points.

    The number of a *square* counts the whole rectangle.
    """

    def __init__(self, widest: tuple[int, ...], width: int) -> None:
        """Number the points on the rising squares `widest` of a board."""
        places = [divmod(square, width) for square in widest]
        self.columns = max(column for _, column in places) + 1
        self.rows = max(row for row, _ in places) + 1
        self.squares = tuple(row * self.columns + column for row, column in places)
        self._whole = BoardSize(self.columns, self.rows)
        self._points = {square: point for point, square in enumerate(self.squares)}
        self._spelled = tuple(map(self._whole.spell, self.squares))

    @property
    def head(self) -> str:
        """The line of column names above a diagram."""
        return " ".join(COLUMNS[: self.columns])

    def spell(self, square: int) -> str:
        """Return the canonical spelling of a square, point or not: 四04."""
        return self._whole.spell(square)

    def parse(self, text: str) -> int | None:
        """Return the square of the point that `text` names.

        None if there is no such point.
        """
        square = self._whole.parse(text)
        return square if square in self._points else None

    def point(self, square: int) -> int:
        """Return the point on a square.

        Raises KeyError if the square has none.
        """
        return self._points[square]

    def find(self, square: int) -> int | None:
        """Return the point on a square, None if the square has none."""
        return self._points.get(square)

    def name(self, point: int) -> str:
        """Return the canonical spelling of a point."""
        return self._spelled[point]

    def row(self, row: int) -> list[int]:
        """Return the points of a row from left to right."""
        return [point for point, square in enumerate(self.squares) if square // self.columns == row]
