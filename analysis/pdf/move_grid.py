"""Move grid of a score sheet: two plies a row.

Each ply has its number, ▲ or △, a box for each character, and its time.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf import fonts
from analysis.pdf.form_fields_and_header import FRAMED, LABEL, RULED, fits_width, text_fitted_to_width, text_shape
from analysis.pdf.paper_page import HAIR, INK, PALE, Area
from analysis.pdf.sheet_contents import CROSSED, EMPTY, Box, BoxRow, PlySlot, box_counts_of_longest_moves
from kifu.core.move_grammar import PASS
from kifu.core.squares import COLUMNS
from kifu.render.html.svg_charts import format_seconds
from kifu.render.shapes_and_svg import Line, Paint, Rectangle, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.pdf.sheet_contents import ScoreSheet
    from kifu.core.game.game import Game
    from kifu.render.shapes_and_svg import Shape

ROW = 7.2
"""The height of a row: a box is 7 mm high at least, so that people can write in it."""
MIN_BOX, MIN_PRINTED_BOX = 6.0, 4.6
"""The least width of a box that people write in, and of one that is printed."""
NUMBER, TIME, APART = 13.0, 11.0, 4.0
"""The room for the number and the mark of a ply, for its time, and between the two plies of a row."""
ABREAST = 2
FIGURES = "0123456789"
NUMBER_SIZE, MARK_SIZE, TIME_SIZE, CHARACTER = 3.0, 3.4, 2.8, 4.6
BOXED = FRAMED._replace(width=HAIR * 1.3)
GLYPH = 0.86
"""The width of a character as a share of its box at most."""


class MoveGrid(NamedTuple):
    """The places of the boxes on a page."""

    left: float
    column: float
    """The width of a ply."""
    boxes: int
    """The number of boxes of a ply in a row."""
    time: float = TIME
    """The width of the column for its time; 0 on a form without one."""

    @property
    def box(self) -> float:
        """The width of a box."""
        return self.moves / self.boxes

    @property
    def moves(self) -> float:
        """The width of the boxes of a ply together."""
        return self.column - NUMBER - self.time

    def boxes_of_ply(self, game: Game, slot: PlySlot, column: int, top: float) -> BoxRow:
        """Return the boxes of a ply in column `column` of a row."""
        left = self.left + column * (self.column + APART) + NUMBER
        symbols = symbols_of_any_character(game)
        edges = [left + count * self.box for count in range(self.boxes + 1)]
        boxes = tuple(Box("any", symbols, Area(start, top, end, top + ROW)) for start, end in pairwise(edges))
        return BoxRow(slot.ply, boxes, Area(edges[-1], top, edges[-1] + self.time, top + ROW) if self.time else None)

    def whole(self, text: str) -> bool:
        """Tell whether a long move fits one row without boxes."""
        return len(text) > self.boxes and fits_width(text, self.moves)


@lru_cache(maxsize=32)
def symbols_of_any_character(game: Game) -> tuple[str, ...]:
    """Return the symbols of a box for any character of a move."""
    words = [*COLUMNS[: game.board.columns], *FIGURES]
    for placing in (False, bool(game.placing_plies)):
        parts = game.ply_boxes(placing=placing)
        words += [*parts.units, *parts.ticks, *parts.marks, *parts.becomes]
    words += PASS * game.passes
    return tuple(dict.fromkeys((EMPTY, CROSSED, "-", *"".join(words))))


def grid_of_sheet(form: ScoreSheet, left: float, width: float) -> MoveGrid:
    """Return the grid of a sheet, wide enough for the longest move.

    If there is such a move: some games have no longest one.

    A longer move is printed smaller, without boxes; one that is too long for that goes on in the next row.
    """
    column = (width - APART * (ABREAST - 1)) / ABREAST
    time = 0.0 if form.version == 1 else TIME
    most = int((column - NUMBER - time) / (MIN_PRINTED_BOX if form.filled else MIN_BOX))
    wanted = max([boxes for boxes in box_counts_of_longest_moves(form.game) if boxes <= most], default=most)
    written = [len(slot.text) for part in form.parts for slot in part.slots if len(slot.text) <= most]
    return MoveGrid(left, column, max([wanted, *written]), time)


def row_count(grid: MoveGrid, pair: Sequence[PlySlot]) -> int:
    """Return the number of rows that two plies take: one at least."""
    return max(1, *(1 if grid.whole(slot.text) else -(-len(slot.text) // grid.boxes) for slot in pair))


def draw_grid_row(grid: MoveGrid, slots: Sequence[PlySlot], row_number: int, top: float) -> Iterator[Shape]:
    """Yield row `row_number` (from 0) of two plies, the first numbered."""
    for column, slot in enumerate(slots):
        whole = grid.whole(slot.text)
        line = "" if whole else slot.text[row_number * grid.boxes : (row_number + 1) * grid.boxes]
        if line or row_number == 0:
            left = grid.left + column * (grid.column + APART)
            if row_number == 0:
                yield from draw_ply_number(slot, left, top)
                if grid.time:
                    yield from _draw_move_time(slot, left + grid.column - TIME, top)
            yield from _draw_boxes(grid, left + NUMBER, top, 1 if whole and row_number == 0 else grid.boxes)
            yield from _draw_characters(grid, line, left + NUMBER, top)
            if whole and row_number == 0:
                yield text_fitted_to_width(left + NUMBER + 0.8, top + ROW / 2, slot.text, grid.moves - 1.6, CHARACTER)


def draw_ply_number(slot: PlySlot, left: float, top: float) -> Iterator[Shape]:
    """Yield a ply's number and mark, or a line for it."""
    middle = top + ROW / 2
    if slot.ply is None or slot.side is None:
        yield Line(((left + 0.5, top + ROW - 1.2), (left + NUMBER - 1.5, top + ROW - 1.2)), RULED)
        return
    yield Text(left + NUMBER - 5.2, middle, NUMBER_SIZE, str(slot.ply), INK, "end")
    yield Text(left + NUMBER - 2.8, middle, MARK_SIZE, slot.side.mark, INK)


def _draw_move_time(slot: PlySlot, left: float, top: float) -> Iterator[Shape]:
    """Yield a ply's time, or a colon to write around."""
    yield Rectangle(left, top, TIME, ROW, BOXED)
    if slot.seconds is not None:
        yield text_fitted_to_width(left + 0.8, top + ROW / 2, format_seconds(slot.seconds), TIME - 1.6, TIME_SIZE)
    elif not slot.text:
        yield Text(left + TIME / 2, top + ROW / 2, TIME_SIZE, ":", PALE)


def _draw_boxes(grid: MoveGrid, left: float, top: float, boxes: int) -> Iterator[Shape]:
    for number in range(1, boxes):
        x = left + number * grid.box
        yield Line(((x, top), (x, top + ROW)), Paint("", PALE, HAIR / 2))
    yield Rectangle(left, top, grid.moves, ROW, BOXED)


def _draw_characters(grid: MoveGrid, line: str, left: float, top: float) -> Iterator[Shape]:
    for number, character in enumerate(line):
        size = min(CHARACTER, GLYPH * grid.box)
        wide = fonts.text_width(character, size)
        if wide > GLYPH * grid.box:  # a character that is shown by its number
            size *= GLYPH * grid.box / wide
        yield Text(left + (number + 0.5) * grid.box, top + ROW / 2, size, character, INK)


def section_heading(grid: MoveGrid, words: str, top: float, height: float) -> Iterator[Shape]:
    """Yield the heading of a section of plies."""
    yield text_shape(grid.left, top + height / 2, words, LABEL, bold=True)
