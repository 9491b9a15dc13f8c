"""Boards of a page, with shared parts written once."""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from kifu.core.drawing_spec import Form
from kifu.core.html_escape import markup
from kifu.core.outcome import Side
from kifu.render.drawing import changed_mark, last_mark
from kifu.render.html.document_frame import MIN_SHARED_CHARACTERS
from kifu.render.html.side_panel import HEIGHT, SidePanel
from kifu.render.options import INK, PAPER
from kifu.render.parts import parts
from kifu.render.shapes import Text
from kifu.render.svg import group_elements, number
from kifu.render.tokens import Place, shapes_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kifu.core.drawing_spec import Token
    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.render.board import Board
    from kifu.render.html.document_frame import Symbols

SQUARE = 100
"""The usual width of a square: with it most places are whole numbers, which are short."""
NUMBER, CORNER = 0.24, 0.48
"""The size of the number of a ply on its square, and how far from the middle its corner is, in squares."""


class Boards:
    """The boards of one game in step order, first side below."""

    def __init__(self, game: Game, symbols: Symbols, shown: Sequence[Board], language: Language) -> None:
        self._game, self._symbols, self._shown = game, symbols, shown
        self._parts = parts(game, width=SQUARE)
        cell = self._parts.cell
        self._floor, self._lines = group_elements(self._parts.floor), group_elements(self._parts.lines)
        self._last, self._changed = group_elements([last_mark(0, 0, cell)]), group_elements([changed_mark(0, 0, cell)])
        self._side_panel = SidePanel(game, shown, self._parts, symbols, language)
        self._elements: dict[str, int] = {}
        occupied = [self._bits(board) for board in shown]
        self._units = [""] * len(shown)
        if shown:
            self._share(occupied, 0, len(shown), 0, "")

    def svg(self, step: int, name: str, numbers: Mapping[int, str]) -> str:
        """Return the board of a step as an element.

        `name` is what a screen reader says in its place.
        `numbers` are texts by the square on which paper shows them.
        """
        use, size, board = self._symbols.use, self._parts, self._shown[step]
        marks = [self._mark(self._changed, square) for square in board.changed if square != board.last]
        if board.last is not None:
            marks.append(self._mark(self._last, board.last))
        shown = [use(self._floor), *marks, use(self._lines), self._units[step], self._numbers(numbers)]
        box = f"0 {-HEIGHT} {size.width} {size.height + 2 * HEIGHT}"
        named = f'aria-label="{markup(name)}"'
        if said := self._side_panel.alternative_text(board):
            named += f' aria-describedby="{self._symbols.name(f"<text>{markup(said)}</text>")}"'
        return f'<svg viewBox="{box}" role="img" {named}>{"".join(shown)}</svg>'

    def empty(self, marks: str, name: str) -> str:
        """Return the empty board with `marks`, SVG on its ground."""
        use, size = self._symbols.use, self._parts
        box = f"0 0 {size.width} {size.height}"
        drawn = f"{use(self._floor)}{marks}{use(self._lines)}"
        return f'<svg viewBox="{box}" role="img" aria-label="{markup(name)}">{drawn}</svg>'

    @property
    def cell(self) -> float:
        """The width of a square."""
        return self._parts.cell

    def place(self, square: int) -> tuple[float, float]:
        """Return the middle of a square as (x, y)."""
        return self._parts.places[square]

    def _mark(self, mark: str, square: int) -> str:
        x, y = self._parts.places[square]
        return self._symbols.use(mark, number(x), number(y))

    def _numbers(self, numbers: Mapping[int, str]) -> str:
        if not numbers:
            return ""
        size, texts = NUMBER * self.cell, []
        for square, text in numbers.items():
            x, y = self.place(square)
            corner = f"x={number(x + CORNER * self.cell)} y={number(y - (CORNER - NUMBER * 0.8) * self.cell)}"
            texts.append(f"<text {corner}>{markup(text)}</text>")
        style = f'text-anchor="end" font-size="{number(size)}" fill="{INK}" stroke="{PAPER}" stroke-width="{number(size / 4)}"'
        return f'<g class="plies" {style}>{"".join(texts)}</g>'

    def _bits(self, board: Board) -> int:
        """Return the elements on and beside the squares."""
        found: dict[int, list[Token]] = {}
        for token in self._game.tokens(board.position):
            found.setdefault(token.square, []).append(token)
        elements = dict.fromkeys(
            (*map(self._square_html, map(tuple, found.values())), *self._side_panel.elements(board))
        )
        return sum(1 << self._elements.setdefault(each, len(self._elements)) for each in elements)

    def _share(self, occupied: Sequence[int], first: int, end: int, drawn: int, behind: str) -> None:
        """Draw the boards from `first` to before `end`, common parts once.

        What all of them have is drawn once, then each half of them in the same way.
        `behind` is what they have in common with others, and `drawn` are its bits.
        """
        common = reduce(and_, occupied[first:end]) & ~drawn
        here = behind + "".join(element for bit, element in enumerate(self._elements) if common >> bit & 1)
        if end - first == 1:
            self._units[first] = here
            return
        if len(here) > MIN_SHARED_CHARACTERS:
            here = self._symbols.use(here)
        middle = (first + end) // 2
        for half in ((first, middle), (middle, end)):
            self._share(occupied, *half, drawn | common, here)

    def _square_html(self, tokens: tuple[Token, ...]) -> str:
        """Return what stands on one square."""
        x, y = self._parts.places[tokens[0].square]
        ring = any(token.form is Form.RING for token in tokens)
        units = "".join(self._unit(token, inside=ring) for token in tokens)
        return self._symbols.use(units, number(x), number(y))

    def _unit(self, token: Token, *, inside: bool) -> str:
        """Return a unit: its body, which is written once, and its glyph."""
        shapes = list(shapes_of(self._game, token, Place(0, 0, self._parts.cell, Side.SECOND, inside)))
        body = group_elements(shape for shape in shapes if not isinstance(shape, Text))
        return self._symbols.use(body) + group_elements(shape for shape in shapes if isinstance(shape, Text))
