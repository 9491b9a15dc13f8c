"""Paper pages: sizes, shapes in millimetres, boards, QR codes, fiducial marks."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from kifu.core.lazy_imports_extras_and_package_files import missing_extra_error
from kifu.render.position_drawing import drawing_parts
from kifu.render.shapes_and_svg import (
    BOARD,
    DARK_SQUARE,
    FAINT,
    LAST,
    LAST_EDGE,
    LINES,
    PAPER,
    Circle,
    Line,
    Paint,
    Polygon,
    Rectangle,
    Ring,
    Scene,
    Text,
    position_token_shapes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Side
    from kifu.render.shapes_and_svg import Shape


Size = Literal["a4", "b5", "letter"]
SIZES: dict[Size, tuple[float, float]] = {"a4": (210.0, 297.0), "b5": (182.0, 257.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres. B5 is that of Japan."""
MARGIN = 12.0
INK, PALE, HAIR, FRAME = "#000000", "#555555", 0.2, 0.4
"""The colours of text, and the widths of lines."""
MAX_PAGES = 400
"""A document with more pages is refused (see :class:`analysis.pdf.pdf_writer.TooManyPages`)."""
FOOT = 8.0
"""The height of the footer, above the margin."""
FOOT_SIZE = 2.6


class PaperPage(NamedTuple):
    """Page: size and shapes; `foot` is the footer's left text.

    The number of the page is added.
    """

    size: Size
    shapes: tuple[Shape, ...]
    foot: str = ""
    indent: float = 0.0
    """How far the footer stands within the margins, where marks stand in the corners."""


class Area(NamedTuple):
    """A rectangle on a page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Its width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height."""
        return self.bottom - self.top

    def frame(self, paint: Paint) -> Rectangle:
        """Return its outline."""
        return Rectangle(self.left, self.top, self.width, self.height, paint)


def area_inside_margins(size: Size) -> Area:
    """Return a page's area inside its margins, above its footer."""
    width, height = SIZES[size]
    return Area(MARGIN, MARGIN, width - MARGIN, height - MARGIN - FOOT)


def place_shapes(shapes: Iterable[Shape], left: float, top: float, scale: float) -> Iterator[Shape]:
    """Yield shapes made `scale` times as large and moved to (left, top)."""
    for shape in shapes:
        match shape:
            case Text(x, y, size):
                yield shape._replace(x=left + x * scale, y=top + y * scale, size=size * scale)
            case Line(points, paint):
                yield Line(_scale_and_move_points(points, left, top, scale), _thinner(paint, scale))
            case Polygon(points, paint):
                yield Polygon(_scale_and_move_points(points, left, top, scale), _thinner(paint, scale))
            case Rectangle(x, y, width, height, paint, radius):
                corner = (left + x * scale, top + y * scale)
                yield Rectangle(*corner, width * scale, height * scale, _thinner(paint, scale), radius * scale)
            case Ring(x, y, radius, hole_y, hole, paint):
                middle = (left + x * scale, top + y * scale)
                hole_at = top + hole_y * scale
                yield Ring(*middle, radius * scale, hole_at, hole * scale, _thinner(paint, scale))
            case Circle(x, y, radius, paint):
                yield Circle(left + x * scale, top + y * scale, radius * scale, _thinner(paint, scale))


def fit_scene(scene: Scene, area: Area) -> Iterator[Shape]:
    """Yield a drawing's shapes scaled into an area, centred across."""
    scale = min(area.width / scene.width, area.height / scene.height)
    yield from place_shapes(scene.shapes, area.left + (area.width - scene.width * scale) / 2, area.top, scale)


def add_footers(pages: tuple[PaperPage, ...]) -> tuple[PaperPage, ...]:
    """Return the pages with footers: text left, page number right."""
    return tuple(
        page._replace(shapes=(*page.shapes, *_draw_footer(page, f"{number} / {len(pages)}")))
        for number, page in enumerate(pages, start=1)
    )


def _draw_footer(page: PaperPage, page_number: str) -> Iterator[Shape]:
    area = area_inside_margins(page.size)
    y = area.bottom + FOOT / 2 + 1
    yield Line(((area.left, y - 2.4), (area.right, y - 2.4)), Paint("", PALE, HAIR))
    yield Text(area.left + page.indent, y, FOOT_SIZE, page.foot, PALE, "start")
    yield Text(area.right - page.indent, y, FOOT_SIZE, page_number, PALE, "end")


def _scale_and_move_points(
    points: tuple[tuple[float, float], ...], left: float, top: float, scale: float
) -> tuple[tuple[float, float], ...]:
    return tuple((left + x * scale, top + y * scale) for x, y in points)


def _thinner(paint: Paint, scale: float) -> Paint:
    return paint._replace(width=paint.width * scale)


QUIET = 4
"""The width of the empty border of a code, in modules."""


def qr_matrix(content: str, error_correction: str = "m") -> tuple[tuple[bool, ...], ...]:
    """Rows of a QR code without border, dark modules true.

    `error_correction` is its level of correction. Raises MissingExtra.
    """
    try:
        import segno  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as absent:
        raise missing_extra_error(absent) or absent from None

    code = segno.make_qr(content, error=error_correction, encoding="utf-8", eci=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def qr_shapes(content: str, left: float, top: float, side: float, quiet_modules: int = QUIET) -> Iterator[Shape]:
    """Yield a QR code with border, as a square of `side`."""
    rows = qr_matrix(content)
    module = side / (len(rows) + 2 * quiet_modules)
    dark = Paint(INK)
    for row, line in enumerate(rows):
        column = 0
        for is_dark, same in groupby(line):
            length = len(list(same))
            if is_dark:
                x, y = left + (quiet_modules + column) * module, top + (quiet_modules + row) * module
                yield Rectangle(x, y, length * module, module, dark)
            column += length


GREYS = {
    PAPER: "#ffffff",
    BOARD: "#ffffff",
    DARK_SQUARE: "#e2e2e2",
    LINES: "#444444",
    FAINT: "#222222",
    LAST: "#d4d4d4",
    LAST_EDGE: "#000000",
}
EDGE = 2.4
"""The width of the outline of a board of squares, in pixels of its scene."""


def shapes_in_paper_greys(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield the shapes of a drawing in the colours of paper."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape._replace(fill=GREYS.get(shape.fill, shape.fill))
        else:
            fill, stroke, width = shape.paint
            yield shape._replace(paint=Paint(GREYS.get(fill, fill), GREYS.get(stroke, stroke), width))


def scene_in_paper_greys(scene: Scene) -> Scene:
    """Return a drawing in the colours of paper.

    :func:`analysis.pdf.paper_page.fit_scene` puts it on a page.
    """
    return scene._replace(shapes=tuple(shapes_in_paper_greys(scene.shapes)))


def small_board(game: Game, position: Position | None, seen_from: Side) -> Scene:
    """Return a position's board with coordinates, seen from one side.

    There is no text beside it. `position` is None for an empty board.
    """
    drawn = drawing_parts(game, seen_from)
    shapes = list(drawn.ground)
    # White squares on white paper need an outline. The first shape of the ground is the area of the board.
    if not game.ground.lines and isinstance(shapes[0], Rectangle):
        shapes.insert(1, shapes[0]._replace(paint=Paint("", LINES, EDGE)))
    if position is not None:
        shapes += position_token_shapes(game, position, drawn.places.__getitem__, drawn.cell, seen_from.other)
    return scene_in_paper_greys(Scene(drawn.width, drawn.height, game.name.ja, tuple(shapes)))


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
