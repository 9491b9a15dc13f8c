"""Fiducial marks in page corners, for page detection in photographs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf.paper_page import INK, SIZES, Area
from kifu.render.shapes import Paint, Rectangle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.pdf.paper_page import Size
    from kifu.render.shapes import Shape

SIDE, AT_EDGE = 9.0, 6.0
"""The side of a mark, and how far it is from the edges of the paper."""
BELOW_MARKS = AT_EDGE + SIDE + 2.0
"""Where the area of a page begins that may be printed over its whole width."""
CELLS = 6
"""The cells of a side, with the black border of one cell."""
BITS = [
    "b532",
    "0f9a",
    "332d",
    "9946",
    "549e",
    "79cd",
    "9e2e",
    "c4f2",
    "feda",
    "cf56",
    "f991",
    "11a7",
    "0eb7",
    "2a0f",
    "24b1",
    "263e",
    "4665",
    "6600",
    "6c5e",
    "76af",
    "868b",
    "b02b",
    "ccd5",
    "dd82",
    "fe47",
    "9471",
    "ace4",
    "a554",
    "2123",
    "346f",
    "4415",
    "57b2",
    "9ecf",
    "f0cb",
    "08ae",
    "0929",
    "1875",
    "04ff",
    "0df6",
    "1c5a",
    "1718",
    "2a28",
    "328c",
    "38b2",
    "24e8",
    "2eeb",
    "2d3f",
    "4b64",
]
"""The white cells of the first 48 marks of ArUco's dictionary 4×4 (50), row by row: each cell is a bit.

A page has four of them, clockwise from its upper left corner, and those of each page of a document are others; after PAGES
pages they begin again.
"""
CORNERS = 4
PAGES = len(BITS) // CORNERS


def fiducial_areas(size: Size) -> tuple[Area, ...]:
    """Return where the marks stand, clockwise from the upper left."""
    width, height = SIZES[size]
    right, bottom = width - AT_EDGE - SIDE, height - AT_EDGE - SIDE
    corners = ((AT_EDGE, AT_EDGE), (right, AT_EDGE), (right, bottom), (AT_EDGE, bottom))
    return tuple(Area(x, y, x + SIDE, y + SIDE) for x, y in corners)


def draw_fiducials(size: Size, page: int) -> Iterator[Shape]:
    """Yield the marks of a page of a document, counted from 0."""
    cell = SIDE / CELLS
    for area, bits in zip(fiducial_areas(size), BITS[CORNERS * (page % PAGES) :], strict=False):
        yield area.frame(Paint(INK))
        for place, bit in enumerate(f"{int(bits, 16):016b}"):
            if bit == "1":
                x, y = area.left + (1 + place % 4) * cell, area.top + (1 + place // 4) * cell
                yield Rectangle(x, y, cell, cell, Paint("#ffffff"))
