"""Square marks in the corners of a page, by which a program finds the page in a photograph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.paper.paper_page import INK, SIZES, Area
from kifu.scene.shapes import Paint, Rectangle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.paper.paper_page import Size
    from kifu.scene.shapes import Shape

SIDE, AT_EDGE = 9.0, 6.0
"""The side of a mark, and how far it is from the edges of the paper."""
BELOW_MARKS = AT_EDGE + SIDE + 2.0
"""Where the area of a page begins that may be printed over its whole width."""
CELLS = 6
"""The cells of a side, with the black border of one cell."""
BITS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
"""The white cells of the first four marks of ArUco's dictionary 4×4 (50), clockwise from the upper left corner of the page."""


def mark_areas(size: Size) -> tuple[Area, ...]:
    """Return where the marks stand, clockwise from the upper left."""
    width, height = SIZES[size]
    right, bottom = width - AT_EDGE - SIDE, height - AT_EDGE - SIDE
    corners = ((AT_EDGE, AT_EDGE), (right, AT_EDGE), (right, bottom), (AT_EDGE, bottom))
    return tuple(Area(x, y, x + SIDE, y + SIDE) for x, y in corners)


def corner_marks(size: Size) -> Iterator[Shape]:
    """Yield the marks of a page."""
    cell = SIDE / CELLS
    for area, rows in zip(mark_areas(size), BITS, strict=True):
        yield area.frame(Paint(INK))
        for row, bits in enumerate(rows, start=1):
            for column, bit in enumerate(bits, start=1):
                if bit == "1":
                    x, y = area.left + column * cell, area.top + row * cell
                    yield Rectangle(x, y, cell, cell, Paint("#ffffff"))
