"""Boards and side panels of a page, with shared parts written once."""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from kifu.core.escapes_confusables_and_text_width import escape_markup, japanese_columns
from kifu.core.game.drawing import DARK_MARKS, Form, Token
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.render.html.document_frame_and_style import BOARD_TEXT_SIZE, MIN_SHARED_CHARACTERS
from kifu.render.panels_above_and_below import side_state
from kifu.render.position_drawing import changed_mark, drawing_parts, last_mark
from kifu.render.shapes_and_svg import (
    BASELINE,
    CORE,
    DARK,
    EDGE,
    HOLE,
    HOLE_UP,
    INK,
    LAST_EDGE,
    LIGHT,
    PAPER,
    RING,
    Circle,
    Paint,
    Rectangle,
    Text,
    TokenPlace,
    format_length,
    svg_elements_by_style,
    token_shapes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.render.board import Board
    from kifu.render.html.document_frame_and_style import Symbols
    from kifu.render.panels_above_and_below import SideState
    from kifu.render.position_drawing import DrawingParts
    from kifu.render.shapes_and_svg import Shape

# All lengths are those of a drawing whose squares are usually 100 wide.
HEIGHT = 72
"""The height of the line of a side."""
SIGN, UNIT, GAP = 15, 60, 18
"""The radius of the sign of a side, the width of a unit in hand, and the distance between them."""
COLUMN = 0.53
"""The width of a half-width character, in sizes of its text."""
WORDS = 260
"""The room that is left for words behind units that are counted."""
TURN = Paint("", LAST_EDGE, 5)


class SidePanel:
    """Side panels of a game: second side above, first below.

    Each unit has the same place in all positions, so that neighbouring plies have in common what does not change.
    """

    def __init__(
        self, game: Game, shown_boards: Iterable[Board], size: DrawingParts, symbols: Symbols, language: Language
    ) -> None:
        self._game, self._symbols, self._language = game, symbols, language
        self._heights = (size.height + HEIGHT / 2, -HEIGHT / 2)
        boards = tuple(shown_boards)
        every = [board.position for board in boards]
        self._ends = [
            max((_end_of_label(self._name_and_result(side, board)) for board in boards), default=0.0) for side in Side
        ]
        held = [{text for position in every for text, _, _ in _hand_units(game, position, side)} for side in Side]
        self._slots = [[text for text in game.written_on(side) if text in held[side]] for side in Side]
        count, words = (0.0, 0) if game.places_once else (_text_width("00"), WORDS)
        rooms = zip(self._ends, self._slots, strict=True)
        self._slot = min(UNIT + count, *((size.width - end - GAP - words) / max(1, len(slots)) for end, slots in rooms))
        self._unit = self._slot - count

    def elements(self, board: Board) -> Iterator[str]:
        """Yield the side panels as SVG, turn or winner framed."""
        game, use, position = self._game, self._symbols.use_drawing, board.position
        for side in Side:
            y, x = self._heights[side], self._ends[side] + GAP
            label = self._name_and_result(side, board)
            yield use(self._side_sign_svg(side, y, label))
            if _state_of_side(board, side).marked:
                pill = Rectangle(4, y - HEIGHT / 2 + 8, _end_of_label(label), HEIGHT - 16, TURN, HEIGHT / 2 - 8)
                yield use(svg_elements_by_style([pill]))
            held = list(_hand_units(game, position, side))
            for text, token, count in held:
                body = svg_elements_by_style(self._unit_in_hand_shapes(token)) + (
                    _svg_text(self._unit / 2, 0, count) if count else ""
                )
                left = x + self._slots[side].index(text) * self._slot
                yield use(body, format_length(left + self._unit / 2), format_length(y))
            said = beside_board_text(game, position, side)
            if said is not None and not (held and game.places_once):
                x += 0 if game.places_once else len(self._slots[side]) * self._slot
                yield _svg_text(x, y, said.in_language(self._language))

    def alternative_text(self, board: Board) -> str:
        """Alternative text of the side panel."""
        lines, position = [], board.position
        for side in Side:
            held = [f"{token.text}{count}" for _, token, count in _hand_units(self._game, position, side)]
            said = beside_board_text(self._game, position, side)
            result, name = _state_of_side(board, side).result, self._game.sides[side].label.in_language(self._language)
            words = [] if result is None else [result.in_language(self._language)]
            words += held + ([] if said is None else [said.in_language(self._language)])
            lines += [f"{name.split()[0]}: {' '.join(words)}"] if words else []
        return "; ".join(lines)

    def _unit_in_hand_shapes(self, token: Token) -> Iterator[Shape]:
        """Yield a unit's shapes at panel size, a ring's glyph inside."""
        cell = self._unit * (RING / CORE if token.form is Form.CORE else 1)
        for shape in token_shapes(self._game, token, TokenPlace(0, 0, cell, Side.SECOND)):
            if token.form is Form.RING and isinstance(shape, Text):
                yield shape._replace(y=-HOLE_UP * cell, size=HOLE * 2 * 0.8 * cell, fill=INK)
            else:
                yield shape

    def _name_and_result(self, side: Side, board: Board) -> str:
        """Return a side's name, and its result after the end."""
        words = (self._game.sides[side].label, _state_of_side(board, side).result)
        return " ".join(each.in_language(self._language) for each in words if each is not None)

    def _side_sign_svg(self, side: Side, y: float, label: str) -> str:
        dark = self._game.sides[side].mark in DARK_MARKS
        body = Circle(GAP + SIGN, y, SIGN, Paint(DARK if dark else LIGHT, EDGE, 3))
        return svg_elements_by_style([body]) + _svg_text(2 * (GAP + SIGN) - GAP / 2, y, label)


def _state_of_side(board: Board, side: Side) -> SideState:
    return side_state(board.game, board.position, side, board.look.ended)


def beside_board_text(game: Game, position: Position, side: Side) -> Message | None:
    """Return a side's words beside the board, points included.

    None for none.
    """
    said = [game.beside(position, side)]
    if game.shares(position) is not None:
        points = f"{game.score(position)[side]:g}"
        said.append(Message(f"{points} 点", f"{points} points"))
    words = [each for each in said if each is not None]
    return Message("　".join(each.ja for each in words), ", ".join(each.en for each in words)) if words else None


def _hand_units(game: Game, position: Position, side: Side) -> Iterator[tuple[str, Token, str]]:
    """Yield the units in hand as text and token, with numbers.

    They are those whose number is known; a number is left out if there is one of each.
    """
    held = game.held(position, side)
    for text, unit in zip(game.written_on(side), game.placed(side), strict=True):
        if number_held := held.get(text):
            yield text, Token(0, unit.side, unit.text, unit.form), "" if game.places_once else str(number_held)


def _svg_text(x: float, y: float, text: str) -> str:
    """Return a text that begins at x, centred vertically at y.

    The style of the page has its size and colour.
    """
    return f"<text class=b x={x:.0f} y={y + BASELINE * BOARD_TEXT_SIZE:.0f}>{escape_markup(text)}</text>"


def _end_of_label(label: str) -> float:
    """Return where the sign and the label of a side end."""
    return 2 * (GAP + SIGN) + GAP + _text_width(label)


def _text_width(words: str) -> float:
    return japanese_columns(words) * COLUMN * BOARD_TEXT_SIZE


SQUARE = 100
"""The usual width of a square: with it most places are whole numbers, which are short."""
NUMBER, CORNER = 0.24, 0.48
"""The size of the number of a ply on its square, and how far from the middle its corner is, in squares."""


class PageBoards:
    """The boards of one game in step order, first side below."""

    def __init__(self, game: Game, symbols: Symbols, boards: Sequence[Board], language: Language) -> None:
        self._game, self._symbols, self._shown = game, symbols, boards
        self._parts = drawing_parts(game, width=SQUARE)
        cell = self._parts.cell
        self._floor, self._lines = svg_elements_by_style(self._parts.floor), svg_elements_by_style(self._parts.lines)
        self._last, self._changed = (
            svg_elements_by_style([last_mark(0, 0, cell)]),
            svg_elements_by_style([changed_mark(0, 0, cell)]),
        )
        self._side_panel = SidePanel(game, boards, self._parts, symbols, language)
        self._elements: dict[str, int] = {}
        occupied = [self._bits_of_elements(board) for board in boards]
        self._units = [""] * len(boards)
        if boards:
            self._draw_common_parts(occupied, 0, len(boards), 0, "")

    def board_svg(self, step: int, alternative_text: str, ply_numbers_by_square: Mapping[int, str]) -> str:
        """Return the board of a step as an element.

        `alternative_text` is what a screen reader says in its place.
        `ply_numbers_by_square` are texts by the square on which paper shows them.
        """
        use, size, board = self._symbols.use_drawing, self._parts, self._shown[step]
        marks = [self._mark(self._changed, square) for square in board.changed if square != board.last]
        if board.last is not None:
            marks.append(self._mark(self._last, board.last))
        shown = [
            use(self._floor),
            *marks,
            use(self._lines),
            self._units[step],
            self._ply_numbers_svg(ply_numbers_by_square),
        ]
        box = f"0 {-HEIGHT} {size.width} {size.height + 2 * HEIGHT}"
        named = f'aria-label="{escape_markup(alternative_text)}"'
        if said := self._side_panel.alternative_text(board):
            named += f' aria-describedby="{self._symbols.name(f"<text>{escape_markup(said)}</text>")}"'
        return f'<svg viewBox="{box}" role="img" {named}>{"".join(shown)}</svg>'

    def empty_board_svg(self, marks_svg: str, alternative_text: str) -> str:
        """Return the empty board with `marks_svg`, SVG on its ground."""
        use, size = self._symbols.use_drawing, self._parts
        box = f"0 0 {size.width} {size.height}"
        drawn = f"{use(self._floor)}{marks_svg}{use(self._lines)}"
        return f'<svg viewBox="{box}" role="img" aria-label="{escape_markup(alternative_text)}">{drawn}</svg>'

    @property
    def cell(self) -> float:
        """The width of a square."""
        return self._parts.cell

    def place(self, square: int) -> tuple[float, float]:
        """Return the middle of a square as (x, y)."""
        return self._parts.places[square]

    def _mark(self, mark: str, square: int) -> str:
        x, y = self._parts.places[square]
        return self._symbols.use_drawing(mark, format_length(x), format_length(y))

    def _ply_numbers_svg(self, numbers: Mapping[int, str]) -> str:
        """SVG of the ply numbers in the corners of squares."""
        if not numbers:
            return ""
        size, texts = NUMBER * self.cell, []
        for square, text in numbers.items():
            x, y = self.place(square)
            corner = (
                f"x={format_length(x + CORNER * self.cell)} y={format_length(y - (CORNER - NUMBER * 0.8) * self.cell)}"
            )
            texts.append(f"<text {corner}>{escape_markup(text)}</text>")
        style = f'text-anchor="end" font-size="{format_length(size)}" fill="{INK}" stroke="{PAPER}" stroke-width="{format_length(size / 4)}"'
        return f'<g class="plies" {style}>{"".join(texts)}</g>'

    def _bits_of_elements(self, board: Board) -> int:
        """Return the elements on and beside the squares."""
        found: dict[int, list[Token]] = {}
        for token in self._game.tokens(board.position):
            found.setdefault(token.square, []).append(token)
        elements = dict.fromkeys(
            (*map(self._square_html, map(tuple, found.values())), *self._side_panel.elements(board))
        )
        return sum(1 << self._elements.setdefault(each, len(self._elements)) for each in elements)

    def _draw_common_parts(
        self, bits: Sequence[int], first_board: int, end_board: int, drawn_bits: int, drawn_html: str
    ) -> None:
        """Draw the boards from `first_board` to before `end_board`, common parts once.

        What all of them have is drawn once, then each half of them in the same way.
        `drawn_html` is what they have in common with others, and `drawn_bits` are its bits.
        """
        common = reduce(and_, bits[first_board:end_board]) & ~drawn_bits
        here = drawn_html + "".join(element for bit, element in enumerate(self._elements) if common >> bit & 1)
        if end_board - first_board == 1:
            self._units[first_board] = here
            return
        if len(here) > MIN_SHARED_CHARACTERS:
            here = self._symbols.use_drawing(here)
        middle = (first_board + end_board) // 2
        for half in ((first_board, middle), (middle, end_board)):
            self._draw_common_parts(bits, *half, drawn_bits | common, here)

    def _square_html(self, tokens: tuple[Token, ...]) -> str:
        """Return what stands on one square."""
        x, y = self._parts.places[tokens[0].square]
        ring = any(token.form is Form.RING for token in tokens)
        units = "".join(self._unit_svg(token, inside=ring) for token in tokens)
        return self._symbols.use_drawing(units, format_length(x), format_length(y))

    def _unit_svg(self, token: Token, *, inside: bool) -> str:
        """Return a unit: its body, which is written once, and its glyph."""
        shapes = list(token_shapes(self._game, token, TokenPlace(0, 0, self._parts.cell, Side.SECOND, inside)))
        body = svg_elements_by_style(shape for shape in shapes if not isinstance(shape, Text))
        return self._symbols.use_drawing(body) + svg_elements_by_style(
            shape for shape in shapes if isinstance(shape, Text)
        )
