"""Pictures of how to write, and the strip of a game's symbols, on a score sheet for a scanner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf import sheet_contents
from analysis.pdf.fonts import text_width as width_of
from analysis.pdf.labelled_fields_and_header import LABEL, RULED, text_shape
from analysis.pdf.move_rows import BOX, MIN_STRIP_BOX, OUTLINE, ROW, boxes_of_ply, digit_boxes
from analysis.pdf.paper_page import INK, Area
from analysis.pdf.sheet_contents import CROSSED, EMPTY, Box
from kifu.render.shapes_and_svg import Line, Paint, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Game
    from kifu.core.message import Message
    from kifu.render.shapes_and_svg import Shape


TICKED, LEADING_ZERO = "✓", "04"
"""What stands in the strip beside the symbols of a game: a tick, and a row with the zero that people write before it."""
SHOWN = 5.4
"""The side of a box of the pictures that show how to write."""
PEN = 0.35
"""The width of their lines."""
CHECK, CIRCLE, CROSS, HATCHED, FILLED, UNDERLINED = (
    "20,50 42,80 85,20",
    "50,18 75,28 82,50 75,72 50,82 25,72 18,50 25,28 50,18",
    "20,20 80,80 80,20 20,80",
    "15,35 85,15 15,50 85,30 15,65 85,45 15,80 85,60 15,95 85,75",
    "48,50 52,50",
    "12,88 88,88",
)
"""The ways to tick that are read: corners of lines in hundredths of a box; lines of two corners, but the first two."""


def draw_writing_examples(left: float, top: float, say: Callable[[Message], str]) -> Iterator[Shape]:
    """Yield the pictures of how to write: marks, a row without zero, a struck symbol."""
    marks = [("", mark) for mark in (CHECK, CIRCLE, CROSS, HATCHED, FILLED, UNDERLINED)]
    for words, shown in (
        (sheet_contents.ANY_MARK, marks),
        (sheet_contents.NO_ZERO, [("四", ""), ("4", "")]),
        (sheet_contents.STRUCK, [("三", CROSS)]),
    ):
        label = say(words)
        yield text_shape(left, top + SHOWN / 2, label, LABEL - 0.2)
        left += width_of(label, LABEL - 0.2) + 1.5
        for symbol, mark in shown:
            area = Area(left, top, left + SHOWN, top + SHOWN)
            yield area.frame(OUTLINE)
            if symbol:
                yield Text(left + SHOWN / 2, top + SHOWN / 2, 3.8, symbol, INK)
            yield from _draw_mark(area, mark)
            left += SHOWN
        left += 4.0


def _draw_mark(area: Area, outline: str) -> Iterator[Line]:
    """Yield the lines of a tick, by the corners of its `outline`."""
    corners = [tuple(float(number) / 100 for number in corner.split(",")) for corner in outline.split()]
    points = [(area.left + u * area.width, area.top + v * area.height) for u, v in corners]
    lines = [points] if outline in {CHECK, CIRCLE} else [points[at : at + 2] for at in range(0, len(points), 2)]
    paint = Paint("", INK, 0.6 * area.width if outline == FILLED else PEN)
    yield from (Line(tuple(line), paint) for line in lines)


def symbol_strip_boxes(game: Game, left: float, width: float, top: float, *, taught: bool = False) -> Iterator[Box]:
    """Yield a box for each symbol of a game, row by row; `taught` with a tick, × and a row with its zero, in narrower ones."""
    rows = (boxes_of_ply(game, placing=placing) for placing in {False, bool(game.placing_plies)})
    known = dict.fromkeys(
        symbol
        for row in rows
        for place in (*row, *digit_boxes(1, BOX))
        if place.name in {"column", "row", "unit", "becomes", "digit"}
        for symbol in place.symbols[2:]
    )
    shown = [*known, CROSSED, LEADING_ZERO, TICKED] if taught else [*known]
    across = int(width / BOX)
    wide = width / len(shown) if taught and across < len(shown) <= width / MIN_STRIP_BOX else BOX
    across = max(across, int(width / wide))
    for number, symbol in enumerate(shown):
        x, y = left + number % across * wide, top + number // across * ROW
        symbols = (symbol, EMPTY) if symbol == LEADING_ZERO else (symbol,)  # it is no symbol that a reader knows
        yield Box("strip", symbols, Area(x, y, x + wide, y + ROW))


def draw_strip_box(box: Box) -> Iterator[Shape]:
    """Yield a strip box, with its symbol small in the corner."""
    yield box.area.frame(OUTLINE)
    symbol = box.symbols[0]
    yield Text(box.area.left + 0.3 + 0.8 * len(symbol) ** 0.5, box.area.top + 1.2, 1.8, symbol, RULED.stroke)
