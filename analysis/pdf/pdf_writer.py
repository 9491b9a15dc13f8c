"""PDF writer on ReportLab, free of clock, locale and paths.

The same pages give the same bytes.
"""

from __future__ import annotations

import io
import os
import threading
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf import fonts
from analysis.pdf.paper_page import MAX_PAGES, SIZES, add_footers
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible
from kifu.render.shapes_and_svg import (
    BASELINE,
    STROKE_WIDTH,
    STROKES,
    Circle,
    Line,
    Paint,
    Polygon,
    Rectangle,
    Ring,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

    from analysis.pdf.paper_page import PaperPage
    from kifu.render.shapes_and_svg import Shape


POINTS = 72 / 25.4
"""Points of a millimetre."""
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
BOLD = 0.025
"""The width of the outline of bold letters, in sizes: the Japanese font has one weight."""
TITLE = 200
"""The number of characters of a title at most."""


class TooManyPages(KifuError):
    """A document has more pages than paper takes: `pages`, or more."""

    def __init__(self, pages: int) -> None:
        super().__init__(
            "too-many-pages",
            Message(
                f"{pages} ページ以上になります。{MAX_PAGES} ページまでです。棋譜を分けてください",
                f"it would have {pages} pages or more; {MAX_PAGES} is the most. Divide the record",
            ),
        )


def refuse_too_many_pages(pages: int) -> None:
    """Raise TooLong for too many pages, before they fill the memory."""
    if pages > MAX_PAGES:
        raise TooManyPages(pages)


def pages_to_pdf(pages: tuple[PaperPage, ...], title: str, subject: str = "", *, compressed: bool = True) -> bytes:
    """Return pages as PDF with footers. Raises MissingExtra, and TooLong.

    A file that is not `compressed` does not depend on the machine's zlib, and names the version of ReportLab.
    """
    require_extra("paper")
    refuse_too_many_pages(len(pages))
    with default_reportlab_settings():
        return _write_pages(pages, visible(title)[:TITLE], visible(subject)[:TITLE], compressed=compressed)


def _write_pages(pages: tuple[PaperPage, ...], title: str, subject: str, *, compressed: bool) -> bytes:
    """Return pages as PDF bytes."""
    import reportlab.pdfgen.canvas  # noqa: PLC0415 - an extra

    fonts.register_fonts()
    buffer = io.BytesIO()
    canvas = reportlab.pdfgen.canvas.Canvas(buffer, invariant=1, pageCompression=int(compressed), lang="ja")
    canvas.setTitle(title)
    canvas.setSubject(subject)
    canvas.setAuthor("")
    canvas.setCreator("kifu" if compressed else f"kifu, ReportLab {reportlab.Version}")
    for page in add_footers(pages):
        width, height = SIZES[page.size]
        canvas.setPageSize((width * POINTS, height * POINTS))
        canvas.translate(0, height * POINTS)
        canvas.scale(POINTS, POINTS)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        pen = _Pen(canvas)
        for shape in page.shapes:
            pen.draw(shape)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


class _Pen(NamedTuple):
    """Shape drawer on a canvas in millimetres, y upwards from the top."""

    canvas: Canvas

    def draw(self, shape: Shape) -> None:
        """Draw one shape."""
        match shape:
            case Text():
                self._draw_text(shape)
            case Line(points, paint):
                self._draw_path(points, paint, close=False)
            case Polygon(points, paint):
                self._draw_path(points, paint, close=True)
            case Rectangle(x, y, width, height, paint, radius):
                fill, stroke = self._set_colours_and_tell_if_fill_or_outline(paint)
                if radius:
                    self.canvas.roundRect(x, -y - height, width, height, radius, stroke=stroke, fill=fill)
                else:
                    self.canvas.rect(x, -y - height, width, height, stroke=stroke, fill=fill)
            case Ring():
                self._draw_ring(shape)
            case Circle(x, y, radius, paint):
                fill, stroke = self._set_colours_and_tell_if_fill_or_outline(paint)
                self.canvas.circle(x, -y, radius, stroke=stroke, fill=fill)

    def _set_colours_and_tell_if_fill_or_outline(self, paint: Paint) -> tuple[int, int]:
        """Set the colours, and return whether to fill and whether to outline."""
        if paint.fill:
            self.canvas.setFillColor(_parse_css_colour(paint.fill))
        if paint.stroke:
            self.canvas.setStrokeColor(_parse_css_colour(paint.stroke))
            self.canvas.setLineWidth(paint.width)
        return int(bool(paint.fill)), int(bool(paint.stroke))

    def _draw_path(self, points: tuple[tuple[float, float], ...], paint: Paint, *, close: bool) -> None:
        fill, stroke = self._set_colours_and_tell_if_fill_or_outline(paint)
        path = self.canvas.beginPath()
        path.moveTo(points[0][0], -points[0][1])
        for x, y in points[1:]:
            path.lineTo(x, -y)
        if close:
            path.close()
        self.canvas.drawPath(path, stroke=stroke, fill=fill)

    def _draw_ring(self, ring: Ring) -> None:
        fill, stroke = self._set_colours_and_tell_if_fill_or_outline(ring.paint)
        path = self.canvas.beginPath()
        path.circle(ring.x, -ring.y, ring.radius)
        path.circle(ring.x, -ring.hole_y, ring.hole)
        self.canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=0)  # 0: even-odd

    def _draw_text(self, text: Text) -> None:
        """Draw a text, run by run in its fonts."""
        size = text.size
        parts = fonts.text_runs(text.text)
        left = text.x - BEFORE[text.anchor] * sum(run.width(size) for run in parts)
        for run in parts:
            if run.font is None:
                for number, character in enumerate(run.text):
                    self._draw_strokes(character, left + number * size, text.y - size / 2, text)
            else:
                self.canvas.setFillColor(_parse_css_colour(text.fill))
                self.canvas.setFont(run.font, size)
                if text.bold:
                    self.canvas.setStrokeColor(_parse_css_colour(text.fill))
                    self.canvas.setLineWidth(BOLD * size)
                self.canvas.drawString(left, -text.y - BASELINE * size, run.text, mode=2 if text.bold else 0)
            left += run.width(size)

    def _draw_strokes(self, character: str, left: float, top: float, text: Text) -> None:
        """Draw a character that no font has."""
        paint = _outline(text)
        for stroke in STROKES[character]:
            points = tuple((left + x * text.size, top + y * text.size) for x, y in stroke)
            self._draw_path(points, paint, close=False)


@cache
def _parse_css_colour(css: str) -> Color:
    """Return a colour parsed once: the canvas would evaluate its text at every shape, and at every change of font."""
    from reportlab.lib.colors import toColor  # noqa: PLC0415 - an extra

    return toColor(css)


def _outline(text: Text) -> Paint:
    return Paint("", text.fill, STROKE_WIDTH * text.size * (1.0 if text.bold else 0.75))


EPOCH = "SOURCE_DATE_EPOCH"
"""The environment variable by which ReportLab would date a file."""
NAMES = (
    "canvas_baseColor",
    "canvas_basefontname",
    "defaultEncoding",
    "documentLang",
    "pdfComments",
    "pdfMultiLine",
    "reserveTTFNotdef",
    "ttfAsciiReadable",
    "useA85",
    "wrapA85",
)
"""The settings that change the bytes of a file; RL_… in the environment, or a file in the user's folder, may change them.

Shaping of fonts is not among them: no font here is shaped, and ReportLab makes a list of its setting when it is loaded.
"""
_ONE_AT_A_TIME = threading.Lock()
"""ReportLab keeps the characters in use at the fonts, which all documents share. A server has several threads."""


@contextmanager
def default_reportlab_settings() -> Iterator[None]:
    """Give ReportLab its own settings for a block, without date.

    One thread draws at a time.
    """
    from reportlab import rl_config, rl_settings  # noqa: PLC0415 - an extra

    with _ONE_AT_A_TIME:
        epoch = os.environ.pop(EPOCH, None)
        before = {name: getattr(rl_config, name) for name in NAMES if hasattr(rl_config, name)}
        try:
            for name in before:
                setattr(rl_config, name, getattr(rl_settings, name))
            yield
        finally:
            for name, value in before.items():
                setattr(rl_config, name, value)
            if epoch is not None:
                os.environ[EPOCH] = epoch
