"""Side panel of a board: sign, turn, result, hand and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.drawing_spec import DARK_MARKS, Form, Token
from kifu.core.html_escape import markup
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.core.text_width import columns
from kifu.render.options import DARK, EDGE, INK, LAST_EDGE, LIGHT
from kifu.render.shapes import BASELINE, Circle, Paint, Rectangle, Text
from kifu.render.side_panels import side_state
from kifu.render.svg import group_elements, number
from kifu.render.tokens import CORE, HOLE, HOLE_UP, RING, Place, shapes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.render.board import Board
    from kifu.render.html.document_frame import Symbols
    from kifu.render.parts import Parts
    from kifu.render.shapes import Shape
    from kifu.render.side_panels import SideState

# All lengths are those of a drawing whose squares are usually 100 wide.
HEIGHT = 72
"""The height of the line of a side."""
SIZE, SIGN, UNIT, GAP = 38, 15, 60, 18
"""The size of the text, the radius of the sign of a side, the width of a unit in hand, and the distance between them."""
COLUMN = 0.53
"""The width of a half-width character, in sizes of its text."""
WORDS = 260
"""The room that is left for words behind units that are counted."""
TURN = Paint("", LAST_EDGE, 5)


class SidePanel:
    """Side panels of a game: second side above, first below.

    Each unit has the same place in all positions, so that neighbouring plies have in common what does not change.
    """

    def __init__(self, game: Game, shown: Iterable[Board], size: Parts, symbols: Symbols, language: Language) -> None:
        self._game, self._symbols, self._language = game, symbols, language
        self._heights = (size.height + HEIGHT / 2, -HEIGHT / 2)
        boards = tuple(shown)
        every = [board.position for board in boards]
        self._ends = [max((_end(self._label(side, board)) for board in boards), default=0.0) for side in Side]
        held = [{text for position in every for text, _, _ in _hand_units(game, position, side)} for side in Side]
        self._slots = [[text for text in game.written_on(side) if text in held[side]] for side in Side]
        count, words = (0.0, 0) if game.places_once else (_width("00"), WORDS)
        rooms = zip(self._ends, self._slots, strict=True)
        self._slot = min(UNIT + count, *((size.width - end - GAP - words) / max(1, len(slots)) for end, slots in rooms))
        self._unit = self._slot - count

    def elements(self, board: Board) -> Iterator[str]:
        """Yield the side panels as SVG, turn or winner framed."""
        game, use, position = self._game, self._symbols.use, board.position
        for side in Side:
            y, x = self._heights[side], self._ends[side] + GAP
            label = self._label(side, board)
            yield use(self._sign(side, y, label))
            if _state(board, side).marked:
                pill = Rectangle(4, y - HEIGHT / 2 + 8, _end(label), HEIGHT - 16, TURN, HEIGHT / 2 - 8)
                yield use(group_elements([pill]))
            held = list(_hand_units(game, position, side))
            for text, token, count in held:
                body = group_elements(self._in_hand(token)) + (_text(self._unit / 2, 0, count) if count else "")
                left = x + self._slots[side].index(text) * self._slot
                yield use(body, number(left + self._unit / 2), number(y))
            said = side_text(game, position, side)
            if said is not None and not (held and game.places_once):
                x += 0 if game.places_once else len(self._slots[side]) * self._slot
                yield _text(x, y, said.in_language(self._language))

    def alternative_text(self, board: Board) -> str:
        """Alternative text of the side panel."""
        lines, position = [], board.position
        for side in Side:
            held = [f"{token.text}{count}" for _, token, count in _hand_units(self._game, position, side)]
            said = side_text(self._game, position, side)
            result, name = _state(board, side).result, self._game.sides[side].label.in_language(self._language)
            words = [] if result is None else [result.in_language(self._language)]
            words += held + ([] if said is None else [said.in_language(self._language)])
            lines += [f"{name.split()[0]}: {' '.join(words)}"] if words else []
        return "; ".join(lines)

    def _in_hand(self, token: Token) -> Iterator[Shape]:
        """Yield a unit's shapes at panel size, a ring's glyph inside."""
        cell = self._unit * (RING / CORE if token.form is Form.CORE else 1)
        for shape in shapes_of(self._game, token, Place(0, 0, cell, Side.SECOND)):
            if token.form is Form.RING and isinstance(shape, Text):
                yield shape._replace(y=-HOLE_UP * cell, size=HOLE * 2 * 0.8 * cell, fill=INK)
            else:
                yield shape

    def _label(self, side: Side, board: Board) -> str:
        """Return a side's name, and its result after the end."""
        words = (self._game.sides[side].label, _state(board, side).result)
        return " ".join(each.in_language(self._language) for each in words if each is not None)

    def _sign(self, side: Side, y: float, label: str) -> str:
        dark = self._game.sides[side].mark in DARK_MARKS
        body = Circle(GAP + SIGN, y, SIGN, Paint(DARK if dark else LIGHT, EDGE, 3))
        return group_elements([body]) + _text(2 * (GAP + SIGN) - GAP / 2, y, label)


def _state(board: Board, side: Side) -> SideState:
    return side_state(board.game, board.position, side, board.look.ended)


def side_text(game: Game, position: Position, side: Side) -> Message | None:
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


def _text(x: float, y: float, words: str) -> str:
    """Return a text that begins at x, centred vertically at y.

    The style of the page has its size and colour.
    """
    return f"<text class=b x={x:.0f} y={y + BASELINE * SIZE:.0f}>{markup(words)}</text>"


def _end(label: str) -> float:
    """Return where the sign and the label of a side end."""
    return 2 * (GAP + SIGN) + GAP + _width(label)


def _width(words: str) -> float:
    return columns(words) * COLUMN * SIZE
