"""The rows of a score sheet: two plies side by side, each with its number, ▲ or △, and a box for each character."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.paper import fonts
from analysis.paper.marks import FRAMED, LABEL, RULED, text
from analysis.paper.paper_page import HAIR, INK, PALE
from analysis.paper.sheet_contents import boxes_of
from kifu.scene.shapes import Line, Paint, Rectangle, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.paper.sheet_contents import ScoreSheet, Slot
    from kifu.scene.shapes import Shape

ROW = 7.2
"""The height of a row: a box is 7 mm high at least, so that people can write in it."""
LEAST_BOX = 6.0
"""The least width of a box."""
NUMBER, APART = 13.0, 4.0
"""The room for the number and the mark of a ply, and between the two plies of a row."""
ABREAST = 2
NUMBER_SIZE, MARK_SIZE, TIME_SIZE, CHARACTER = 3.0, 3.4, 1.9, 4.6
GLYPH = 0.86
"""The width of a character as a share of its box at most."""


class Grid(NamedTuple):
    """The places of the boxes on a page."""

    left: float
    column: float
    """The width of a ply."""
    boxes: int
    """The number of boxes of a ply in a row."""

    @property
    def box(self) -> float:
        """The width of a box."""
        return (self.column - NUMBER) / self.boxes


def grid_of(form: ScoreSheet, left: float, width: float) -> Grid:
    """Return the grid of a sheet: with room for the longest move of the game in one row, if there is such a move.

    A longer move goes on in the next row, and so does one that a record spells at greater length.
    """
    column = (width - APART * (ABREAST - 1)) / ABREAST
    most = int((column - NUMBER) / LEAST_BOX)
    wanted = max([boxes for boxes in boxes_of(form.game) if boxes <= most], default=most)
    written = [len(slot.text) for part in form.parts for slot in part.slots]
    return Grid(left, column, min(most, max([wanted, *written])))


def row_count(grid: Grid, pair: Sequence[Slot]) -> int:
    """Return the number of rows that two plies take: one at least."""
    return max(1, *(-(-len(slot.text) // grid.boxes) for slot in pair))


def row(grid: Grid, pair: Sequence[Slot], number: int, top: float) -> Iterator[Shape]:
    """Yield row `number` of two plies, counted from 0. The first has their numbers and marks."""
    for column, slot in enumerate(pair):
        line = slot.text[number * grid.boxes : (number + 1) * grid.boxes]
        if line or number == 0:
            left = grid.left + column * (grid.column + APART)
            if number == 0:
                yield from _number(slot, left, top)
            yield from _boxes(grid, left, top)
            yield from _characters(grid, line, left + NUMBER, top)


def _number(slot: Slot, left: float, top: float) -> Iterator[Shape]:
    middle = top + ROW / 2
    if slot.ply is None or slot.side is None:
        yield Line(((left + 0.5, top + ROW - 1.2), (left + NUMBER - 1.5, top + ROW - 1.2)), RULED)
        return
    y = middle if slot.seconds is None else middle - 1.1
    yield Text(left + NUMBER - 5.2, y, NUMBER_SIZE, str(slot.ply), INK, "end")
    yield Text(left + NUMBER - 2.8, y, MARK_SIZE, slot.side.mark, INK)
    if slot.seconds is not None:
        minutes, seconds = divmod(slot.seconds, 60)
        yield Text(left + NUMBER - 1.2, middle + 2.0, TIME_SIZE, f"({minutes}:{seconds:02d})", PALE, "end")


def _boxes(grid: Grid, left: float, top: float) -> Iterator[Shape]:
    start = left + NUMBER
    for number in range(1, grid.boxes):
        x = start + number * grid.box
        yield Line(((x, top), (x, top + ROW)), Paint("", PALE, HAIR / 2))
    yield Rectangle(start, top, grid.column - NUMBER, ROW, FRAMED._replace(width=HAIR * 1.3))


def _characters(grid: Grid, line: str, left: float, top: float) -> Iterator[Shape]:
    for number, character in enumerate(line):
        size = min(CHARACTER, GLYPH * grid.box)
        wide = fonts.width(character, size)
        if wide > GLYPH * grid.box:  # a character that is shown by its number
            size *= GLYPH * grid.box / wide
        yield Text(left + (number + 0.5) * grid.box, top + ROW / 2, size, character, INK)


def heading(grid: Grid, words: str, top: float, height: float) -> Iterator[Shape]:
    """Yield the heading of a section of plies."""
    yield text(grid.left, top + height / 2, words, LABEL, bold=True)
