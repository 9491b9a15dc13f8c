"""Rows of plies on a score sheet: a grid of characters, or symbol boxes.

Each ply has its number, ▲ or △, a box for each character, and its time.

So a box can hold one kind of symbol only.

The lines are pale and reddish: in the red light of a photograph they vanish, and what is written stays.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf import fonts
from analysis.pdf.labelled_fields_and_header import FRAMED, LABEL, RULED, fits_width, text_fitted_to_width, text_shape
from analysis.pdf.paper_page import HAIR, INK, PALE, Area
from analysis.pdf.sheet_contents import CROSSED, EMPTY, Box, BoxRow, PlySlot, box_counts_of_longest_moves
from kifu.core.move_grammar import PASS
from kifu.core.squares import COLUMNS
from kifu.render.html.svg_charts import format_seconds
from kifu.render.shapes_and_svg import Line, Paint, Rectangle, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.pdf.sheet_contents import ScoreSheet
    from kifu.core.game.drawing import PlyBoxes
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
    def box_width(self) -> float:
        """The width of a box."""
        return self.moves_width / self.boxes

    @property
    def moves_width(self) -> float:
        """The width of the boxes of a ply together."""
        return self.column - NUMBER - self.time

    def boxes_of_ply(self, game: Game, slot: PlySlot, column: int, top: float) -> BoxRow:
        """Return the boxes of a ply in column `column` of a row."""
        left = self.left + column * (self.column + APART) + NUMBER
        symbols = symbols_of_any_character(game)
        edges = [left + count * self.box_width for count in range(self.boxes + 1)]
        boxes = tuple(Box("any", symbols, Area(start, top, end, top + ROW)) for start, end in pairwise(edges))
        return BoxRow(slot.ply, boxes, Area(edges[-1], top, edges[-1] + self.time, top + ROW) if self.time else None)

    def fits_row_without_boxes(self, text: str) -> bool:
        """Tell whether a long move fits one row without boxes."""
        return len(text) > self.boxes and fits_width(text, self.moves_width)


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
    return max(1, *(1 if grid.fits_row_without_boxes(slot.text) else -(-len(slot.text) // grid.boxes) for slot in pair))


def draw_grid_row(grid: MoveGrid, slots: Sequence[PlySlot], row_number: int, top: float) -> Iterator[Shape]:
    """Yield row `row_number` (from 0) of two plies, the first numbered."""
    for column, slot in enumerate(slots):
        whole = grid.fits_row_without_boxes(slot.text)
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
                yield text_fitted_to_width(
                    left + NUMBER + 0.8, top + ROW / 2, slot.text, grid.moves_width - 1.6, CHARACTER
                )


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
        x = left + number * grid.box_width
        yield Line(((x, top), (x, top + ROW)), Paint("", PALE, HAIR / 2))
    yield Rectangle(left, top, grid.moves_width, ROW, BOXED)


def _draw_characters(grid: MoveGrid, line: str, left: float, top: float) -> Iterator[Shape]:
    for number, character in enumerate(line):
        size = min(CHARACTER, GLYPH * grid.box_width)
        wide = fonts.text_width(character, size)
        if wide > GLYPH * grid.box_width:  # a character that is shown by its number
            size *= GLYPH * grid.box_width / wide
        yield Text(left + (number + 0.5) * grid.box_width, top + ROW / 2, size, character, INK)


def draw_section_heading(grid: MoveGrid, text: str, top: float, height: float) -> Iterator[Shape]:
    """Yield the heading of a section of plies."""
    yield text_shape(grid.left, top + height / 2, text, LABEL, bold=True)


TEN = 10
BOX, UNIT, TICK, DASH, GAP = 6.0, 6.4, 4.2, 3.0, 1.2
"""The widths of a box, of that of the unit, of a word to tick, of the dash between squares, and of the gap before the unit."""
MIN_BOX_SCALE, MAX_BOX_SCALE = 0.82, 1.2
"""How much narrower and wider they become to fit the width of a ply."""
MIN_STRIP_BOX = 5.4
"""The least width of a box of the strip that is narrowed to stay in one row."""
NARROW = 4.0
"""The width of a digit of the ply in a further row."""
LINES = "#e6b49c"
"""The colour of boxes and of words to tick."""
OUTLINE = Paint("", LINES, HAIR * 1.5)


class BoxPlace(NamedTuple):
    """Unsized box of a row: name, symbols, width, room before it."""

    name: str
    symbols: tuple[str, ...]
    width: float
    before: float = 0.0


def boxes_of_correction_row(game: Game) -> tuple[BoxPlace, ...]:
    """Return the boxes of a further row, for any ply's correction.

    Those of a move, with the marks of a placement.
    """
    row = list(boxes_of_ply(game, placing=False))
    if game.placing_plies:
        unit = next(number for number, place in enumerate(row) if place.name == "unit")
        row[unit:unit] = [_tick_box(word) for word in game.ply_boxes(placing=True).marks]
    return tuple(row)


@lru_cache(maxsize=32)
def boxes_of_ply(game: Game, *, placing: bool) -> tuple[BoxPlace, ...]:
    """Return the boxes of a ply of a game, from the left."""
    parts: PlyBoxes = game.ply_boxes(placing=placing)
    squares = [place for number in range(parts.squares) for place in _boxes_of_square(game, DASH if number else 0.0)]
    marks = [_tick_box(word) for word in parts.marks]
    becomes = [BoxPlace("becomes", (EMPTY, CROSSED, *parts.becomes), BOX)] if parts.becomes else []
    behind = [_tick_box(word) for word in (*parts.ticks, *((PASS,) if game.passes else ()))]
    return (*squares, *marks, BoxPlace("unit", (EMPTY, CROSSED, *parts.units), UNIT, GAP), *becomes, *behind)


def _boxes_of_square(game: Game, gap_before: float) -> Iterator[BoxPlace]:
    """Yield the boxes of a square: column, row, their tens."""
    columns, rows = game.board.columns, game.board.rows
    if columns >= TEN:
        yield BoxPlace("ten", (EMPTY, COLUMNS[TEN - 1]), TICK, gap_before)
    yield BoxPlace(
        "column", (EMPTY, CROSSED, *COLUMNS[: min(columns, TEN - 1)]), BOX, gap_before if columns < TEN else 0.0
    )
    if rows >= TEN:
        yield BoxPlace("ten", (EMPTY, "1"), TICK)
    digits = "0123456789" if rows >= TEN else "123456789"[:rows]
    yield BoxPlace("row", (EMPTY, CROSSED, *digits), BOX)


def _tick_box(word: str) -> BoxPlace:
    return BoxPlace("tick", (EMPTY, word), TICK)


def digit_boxes(count: int, width: float) -> tuple[BoxPlace, ...]:
    """Return boxes for a number of `count` digits."""
    return (BoxPlace("digit", (EMPTY, CROSSED, *"0123456789"), width),) * count


class RowLayout(NamedTuple):
    """Row layout of a page: origin, ply width, plies side by side."""

    left: float
    column: float
    abreast: int

    def left_of_column(self, column_number: int) -> float:
        """Return where the plies of a column begin."""
        return self.left + column_number * (self.column + APART)


def row_layout(game: Game, left: float, width: float) -> RowLayout:
    """Return the row layout of a game: one or two plies.

    One if the boxes of two would be too narrow.
    """
    two = (width - APART) / 2
    needed = max(_width_of_boxes(boxes_of_ply(game, placing=placing)) for placing in (False, bool(game.placing_plies)))
    return RowLayout(left, two, 2) if (two - NUMBER - TIME) / needed >= MIN_BOX_SCALE else RowLayout(left, width, 1)


def _width_of_boxes(row: tuple[BoxPlace, ...]) -> float:
    return sum(place.width + place.before for place in row)


def boxes_side_by_side(row: tuple[BoxPlace, ...], left: float, width: float, top: float) -> tuple[Box, ...]:
    """Return boxes side by side, scaled to the room."""
    scale = min(MAX_BOX_SCALE, width / _width_of_boxes(row))
    boxes = []
    for place in row:
        left += scale * place.before
        right = left + place.width * scale
        boxes.append(Box(place.name, place.symbols, Area(left, top, right, top + ROW)))
        left = right
    return tuple(boxes)


def box_row_of_ply(game: Game, slot: PlySlot, left: float, row_left: float, top: float) -> BoxRow:
    """Return the boxes of a ply or of a further row.

    The number of a further row is written in boxes too.
    """
    right = left + row_left - TIME
    if slot.ply is None:
        number, parts = (
            boxes_side_by_side(digit_boxes(3, NARROW), left + 0.5, NUMBER - 1, top),
            boxes_of_correction_row(game),
        )
    else:
        number, parts = (), boxes_of_ply(game, placing=slot.ply <= (game.placing_plies or 0))
    moves = boxes_side_by_side(parts, left + NUMBER, right - left - NUMBER, top)
    return BoxRow(slot.ply, (*number, *moves), Area(right, top, right + TIME, top + ROW))


def draw_box_row(row: BoxRow, slot: PlySlot, left: float) -> Iterator[Shape]:
    """Yield a row: number, dashes between squares, time."""
    if slot.ply is not None:
        yield from draw_ply_number(slot, left, row.boxes[0].area.top)
    edge = row.boxes[0].area.left
    for box in row.boxes:
        if box.place in {"column", "ten"} and box.area.left > edge + GAP:
            middle = (box.area.top + box.area.bottom) / 2
            yield Line(((edge + 0.7, middle), (box.area.left - 0.7, middle)), Paint("", INK, HAIR))
        edge = box.area.right
        yield from draw_box(box)
    if row.time is not None:
        yield row.time.frame(OUTLINE)
        yield Text((row.time.left + row.time.right) / 2, (row.time.top + row.time.bottom) / 2, 2.8, ":", PALE)


def draw_box(box: Box) -> Iterator[Shape]:
    """Yield a box's outline, and its word to tick."""
    yield box.area.frame(OUTLINE)
    if box.place in {"tick", "ten"}:
        word = box.symbols[1]
        x, y = (box.area.left + box.area.right) / 2, (box.area.top + box.area.bottom) / 2
        yield Text(x, y, min(3.0, 0.85 * box.area.width / max(1, len(word))), word, LINES)
