"""Draws the boards of a game for a page: the ground, each unit and each row of units is written once for all boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.drawn import Form
from kifu.model.markup import markup
from kifu.model.outcome import Side
from kifu.scene.drawing import changed_mark, last_mark
from kifu.scene.parts import parts
from kifu.scene.shapes import Text
from kifu.scene.svg import grouped, number
from kifu.scene.tokens import Place, shapes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.contract.game import Game
    from kifu.model.drawn import Token
    from kifu.page.symbols import Symbols
    from kifu.scene.board import Board

SQUARE = 100
"""The usual width of a square: with it most places are whole numbers, which are short."""
FEW_ROWS, BAND = 10, 4
"""On a board with more rows, rows are kept together in bands; most bands stay as they are from ply to ply."""


class Boards:
    """The boards of one game, seen by the first side."""

    def __init__(self, game: Game, symbols: Symbols) -> None:
        self._game, self._symbols = game, symbols
        self._parts = parts(game, width=SQUARE)
        cell = self._parts.cell
        self._floor, self._lines = grouped(self._parts.floor), grouped(self._parts.lines)
        self._last, self._changed = grouped([last_mark(0, 0, cell)]), grouped([changed_mark(0, 0, cell)])

    def svg(self, board: Board, name: str) -> str:
        """Return a board as an element. `name` is what a screen reader says in its place."""
        use, size = self._symbols.use, self._parts
        marks = [self._mark(self._changed, square) for square in board.changed if square != board.last]
        if board.last is not None:
            marks.append(self._mark(self._last, board.last))
        shown = [use(self._floor), *marks, use(self._lines), *self._rows(board)]
        box = f"0 0 {size.width} {size.height}"
        return f'<svg viewBox="{box}" role="img" aria-label="{markup(name)}">{"".join(shown)}</svg>'

    def _mark(self, mark: str, square: int) -> str:
        x, y = self._parts.places[square]
        return self._symbols.use(mark, number(x), number(y))

    def _rows(self, board: Board) -> Iterable[str]:
        """Return the units, row by row; a row that other boards have too is used again."""
        tokens = tuple(self._game.tokens(board.position))
        rings = {token.square for token in tokens if token.form is Form.RING}
        rows: dict[str, list[str]] = {}
        for token in tokens:
            x, y = self._parts.places[token.square]
            unit = self._unit(token, inside=token.square in rings)
            rows.setdefault(number(y), []).append(self._symbols.use(unit, number(x)))
        drawn = [(y, self._symbols.use("".join(units), y=y)) for y, units in rows.items()]
        if self._game.board.rows <= FEW_ROWS:
            return [row for _, row in drawn]
        bands: dict[int, list[str]] = {}
        for top, row in drawn:
            bands.setdefault(int(float(top) / (BAND * self._parts.cell)), []).append(row)
        return [self._symbols.use("".join(band)) for band in bands.values()]

    def _unit(self, token: Token, *, inside: bool) -> str:
        """Return a unit: its body, which is written once, and its glyph."""
        shapes = list(shapes_of(self._game, token, Place(0, 0, self._parts.cell, Side.SECOND, inside)))
        body = grouped(shape for shape in shapes if not isinstance(shape, Text))
        return self._symbols.use(body) + grouped(shape for shape in shapes if isinstance(shape, Text))
