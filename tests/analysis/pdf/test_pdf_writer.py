"""Pages as PDF: the same bytes twice, footers, QR codes and boards."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pypdf
import pytest
import segno
from each import each

from analysis.pdf import paper_page
from analysis.pdf import paper_page as paper
from analysis.pdf.paper_page import Area, PaperPage, area_inside_margins, fit_scene, place_shapes, small_board
from analysis.pdf.pdf_writer import TooManyPages, pages_to_pdf
from kifu import load_game
from kifu.core.lazy_imports_extras_and_package_files import MissingExtra
from kifu.core.outcome import Side
from kifu.render.shapes_and_svg import Circle, Line, Paint, Polygon, Rectangle, Ring, Text

if TYPE_CHECKING:
    from kifu.render.shapes_and_svg import Shape

GAMES = ("ace", "king", "master", "rengo", "six")
BLACK = Paint("#000000", "#000000", 0.2)
ALL: tuple[Shape, ...] = (
    Text(20, 20, 4, "傌 <b>太字</b>", "#000000", "start", bold=True),
    Line(((1, 2), (3, 4)), BLACK),
    Polygon(((1, 2), (3, 4), (5, 1)), BLACK),
    Rectangle(1, 2, 3, 4, BLACK),
    Rectangle(1, 2, 3, 4, BLACK, 0.5),
    Circle(10, 10, 2, BLACK),
    Ring(20, 20, 4, 19, 2, BLACK),
)


def test_the_same_pages_give_the_same_bytes() -> None:
    """Neither a clock nor an earlier document gets in."""
    page = PaperPage("a4", ALL, "foot")
    first = pages_to_pdf((page,), "title")
    pages_to_pdf((page._replace(shapes=ALL[:2]), page), "other")
    assert pages_to_pdf((page,), "title") == first


def test_each_page_has_its_size_and_its_number() -> None:
    """A4 and Letter, and the footer counts."""
    document = pypdf.PdfReader(
        io.BytesIO(pages_to_pdf((PaperPage("a4", ALL, "foot"), PaperPage("letter", ())), "t\x1b<b>"))
    )
    sizes = [tuple(round(float(length)) for length in page.mediabox[2:]) for page in document.pages]
    assert sizes == [(595, 842), (612, 792)]
    assert "foot" in document.pages[0].extract_text()
    assert "2 / 2" in document.pages[1].extract_text()
    assert "<b>太字</b>" in document.pages[0].extract_text()
    assert document.metadata is not None
    assert document.metadata.title == "t␛<b>"


def test_too_many_pages_are_refused() -> None:
    """The error says how many there would be."""
    with pytest.raises(TooManyPages, match=str(paper.MAX_PAGES + 1)):
        pages_to_pdf((PaperPage("a4", ()),) * (paper.MAX_PAGES + 1), "title")


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what installs it."""
    monkeypatch.setattr("kifu.core.lazy_imports_extras_and_package_files.find_spec", lambda _name: None)
    with pytest.raises(MissingExtra, match=r"\.\[paper\]"):
        pages_to_pdf((), "title")
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(MissingExtra, match=r"\.\[paper\]"):
        paper_page.qr_matrix("kifu")


def test_shapes_are_moved_and_made_larger() -> None:
    """Every kind of shape keeps its form; outlines grow with it."""
    moved = list(place_shapes(ALL, 5, 7, 2))
    assert moved[0] == Text(45, 47, 8, "傌 <b>太字</b>", "#000000", "start", bold=True)
    thick = Paint("#000000", "#000000", 0.4)
    assert moved[1:] == [
        Line(((7, 11), (11, 15)), thick),
        Polygon(((7, 11), (11, 15), (15, 9)), thick),
        Rectangle(7, 11, 6, 8, thick),
        Rectangle(7, 11, 6, 8, thick, 1.0),
        Circle(25, 27, 4, thick),
        Ring(45, 47, 8, 45, 4, thick),
    ]


@each("content", ["kifu:six:first:1", "0123456789abcdef" * 4, "棋譜"])
def test_a_code_has_the_modules_that_segno_gives(content: str) -> None:
    """The rectangles cover the dark modules and nothing else, inside an empty border of four modules."""
    expected = segno.make_qr(content, error="m", encoding="utf-8").matrix
    assert paper_page.qr_matrix(content) == tuple(tuple(map(bool, row)) for row in expected)
    count = len(expected)
    side = float(count + 8)
    dark = set()
    for shape in paper_page.qr_shapes(content, 0, 0, side):
        assert isinstance(shape, Rectangle)
        dark |= {(round(shape.x) - 4 + step, round(shape.y) - 4) for step in range(round(shape.width))}
    assert dark == {(x, y) for y in range(count) for x in range(count) if expected[y][x]}


@each("side", Side)
@each("name", GAMES)
def test_a_board_fits_and_is_seen_from_its_side(name: str, side: Side) -> None:
    """The name of the first row stands above for 先手 and below for 後手; no colour is left."""
    game = load_game(name)
    area = area_inside_margins("a4")._replace(bottom=100.0)
    shapes = list(fit_scene(small_board(game, game.start(), side), area))
    texts = {shape.text: shape for shape in shapes if isinstance(shape, Text)}
    last = f"{game.board.rows:02d}"
    assert (texts["01"].y < texts[last].y) == (side is Side.FIRST)
    assert all(area.left <= text.x <= area.right and area.top <= text.y <= area.bottom for text in texts.values())
    paints = [shape.paint for shape in shapes if not isinstance(shape, Text)]
    colours = {colour for paint in paints for colour in (paint.fill, paint.stroke) if colour}
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def test_an_empty_board_has_no_units() -> None:
    """Without a position only the ground is drawn."""
    game = load_game("six")
    drawn = small_board(game, None, Side.FIRST)
    assert {shape.text for shape in drawn.shapes if isinstance(shape, Text)} == {
        *"一二三四五六七",
        *(f"{row:02d}" for row in range(1, 8)),
    }
    assert list(fit_scene(drawn, Area(0, 0, 10, 10)))
