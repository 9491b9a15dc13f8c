"""The shapes of a board (:mod:`kifu.scene`) as pixels, drawn larger than wanted and made smaller: so edges are smooth."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil, cos, floor, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from analysis.drawing.style import COMPRESSION, drawable, font_files, glyphs_of
from kifu.scene.shapes import BASELINE, Circle, Line, Polygon, Rectangle, Ring, Text
from kifu.scene.strokes import STROKES, WIDTH

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.ImageFont import FreeTypeFont

    from kifu.scene.shapes import Paint, Scene, Shape

SCALE = 2
"""Pixels of a PNG for each of the drawing: sharp on paper and on fine screens."""
SMOOTH = 2
"""How many times larger than wanted a picture is drawn."""
DOTS_PER_INCH = 96
"""Pixels of a drawing, where it is printed: a square is then half an inch wide."""
BOLD = 0.03
"""How much wider all strokes of a bold text are, in sizes."""
CORNERS = 120
"""Of a circle that is drawn as a polygon."""
LARGEST = 40_000_000
"""Pixels of a picture while it is drawn: more would take too much memory."""

BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The part of a text that stands before its place, by its anchor."""

Points = Sequence[tuple[float, float]]
"""Of a drawing."""
Pixels = list[tuple[int, int]]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the drawing; right and bottom are no longer within."""


class Pen(NamedTuple):
    """What a shape is drawn with, and where the drawing's own pixels lie under it."""

    ink: ImageDraw.ImageDraw
    factor: int
    left: int
    top: int

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return where a place of the drawing is, in whole pixels: so a part of it is drawn exactly as in the whole."""
        return floor((x - self.left) * self.factor + 0.5), floor((y - self.top) * self.factor + 0.5)

    def length(self, length: float) -> int:
        """Return a length in whole pixels."""
        return floor(length * self.factor + 0.5)

    def paints(self, paint: Paint) -> tuple[str | None, str | None, int]:
        """Return the fill, the outline and its width, as Pillow takes them."""
        thick = max(1, self.length(paint.width)) if paint.stroke else 0
        return paint.fill or None, paint.stroke or None, thick


def png(scene: Scene, scale: int = SCALE) -> bytes:
    """Return a drawing as the bytes of a PNG file, `scale` pixels for each of its own."""
    buffer = io.BytesIO()
    paint(scene, scale).save(buffer, "PNG", compress_level=COMPRESSION, dpi=(scale * DOTS_PER_INCH,) * 2)
    return buffer.getvalue()


def paint(scene: Scene, scale: int = 1, smooth: int = SMOOTH, box: Box | None = None) -> Image.Image:
    """Return a drawing, or what of it lies in a box, as pixels in RGB. Raises ValueError for one that is too large."""
    left, top, right, bottom = box or (0, 0, scene.width, scene.height)
    factor = scale * smooth
    size = ((right - left) * factor, (bottom - top) * factor)
    if size[0] * size[1] > LARGEST:
        raise ValueError(f"a picture of {size[0]} × {size[1]} pixels is too large")
    image = Image.new("RGB", size)
    pen = Pen(ImageDraw.Draw(image), factor, left, top)
    for shape in scene.shapes:
        if box is None or _meet(bounds(shape), box):
            _draw(pen, shape)
    return image.reduce(smooth) if smooth > 1 else image


@lru_cache(maxsize=1 << 12, typed=True)
def bounds(shape: Shape) -> Box:
    """Return a box that a shape lies within; that of a text is a little larger than it may need."""
    match shape:
        case Text(x, y, size, text, _, anchor):
            width = sum(_widths(text, size))
            left = x - width * BEFORE[anchor]
            return _box([(left, y), (left + width, y)], size)
        case Line(points, paint) | Polygon(points, paint):
            return _box(points, paint.width)
        case Rectangle(x, y, width, height, paint):
            return _box([(x, y), (x + width, y + height)], paint.width)
        case Circle(x, y, radius) | Ring(x, y, radius):
            return _box([(x, y)], radius + shape.paint.width)


def _box(points: Points, more: float) -> Box:
    """Return the box about points, larger by `more` and a pixel on each side."""
    across, down = zip(*points, strict=True)
    grown = more + 1
    return floor(min(across) - grown), floor(min(down) - grown), ceil(max(across) + grown), ceil(max(down) + grown)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _draw(pen: Pen, shape: Shape) -> None:
    match shape:
        case Text():
            _write(pen, shape)
        case Line(points, paint):
            _line(pen, [pen.at(*point) for point in points], paint.stroke, pen.length(paint.width))
        case Polygon(points, paint):
            corners = [pen.at(*point) for point in points]
            pen.ink.polygon(corners, fill=paint.fill or None)
            if paint.stroke:
                _line(pen, [*corners, corners[0]], paint.stroke, pen.length(paint.width))
        case Rectangle(x, y, width, height, paint, radius):
            half = paint.width / 2
            fill, outline, thick = pen.paints(paint)
            left, top = pen.at(x - half, y - half)
            right, bottom = pen.at(x + width + half, y + height + half)
            rounded = pen.length(radius + half) if radius else 0
            # Pillow counts the last pixel in.
            pen.ink.rounded_rectangle((left, top, right - 1, bottom - 1), rounded, fill, outline, thick)
        case Circle(x, y, radius, paint):
            fill, outline, thick = pen.paints(paint)
            pen.ink.circle(pen.at(x, y), pen.length(radius) + thick // 2, fill, outline, thick)
        case Ring():
            _ring(pen, shape)


def _ring(pen: Pen, ring: Ring) -> None:
    """Draw a ring: its body as a polygon that goes round the hole the other way, then its two edges."""
    fill, outline, thick = pen.paints(ring.paint)
    outer, inner = pen.at(ring.x, ring.y), pen.at(ring.x, ring.hole_y)
    radius, hole = pen.length(ring.radius), pen.length(ring.hole)
    if fill:
        pen.ink.polygon([*_around(outer, radius), *reversed(_around(inner, hole))], fill=fill)
    if outline:
        pen.ink.circle(outer, radius + thick // 2, None, outline, thick)
        pen.ink.circle(inner, hole + thick // 2, None, outline, thick)


def _around(middle: tuple[int, int], radius: int) -> Pixels:
    """Return points around a circle, the first again at the end."""
    angles = (2 * pi * step / CORNERS for step in range(CORNERS + 1))
    return [
        (middle[0] + floor(radius * cos(angle) + 0.5), middle[1] + floor(radius * sin(angle) + 0.5)) for angle in angles
    ]


def _line(pen: Pen, points: Pixels, colour: str, width: int) -> None:
    """Draw a line whose ends and corners are round."""
    thick = max(1, width)
    pen.ink.line(points, colour, thick, joint="curve")
    if thick > 2:  # noqa: PLR2004 - thinner ends show no shape
        for place in points:
            pen.ink.circle(place, (thick - 1) // 2, colour)


def _write(pen: Pen, text: Text) -> None:
    size = text.size * pen.factor
    runs, widths = _runs(text.text), _widths(text.text, size)
    left, middle = pen.at(text.x, text.y)
    left -= round(sum(widths) * BEFORE[text.anchor])
    bold = BOLD * size if text.bold else 0
    for (run, font), width in zip(runs, widths, strict=True):
        if font is None:
            for number, character in enumerate(run):
                _strokes(pen, character, (left + round(number * size), middle - round(size / 2)), size, text.fill)
        else:
            place = (left, middle + round(BASELINE * size))
            pen.ink.text(place, run, text.fill, _font(font, size), anchor="ls", stroke_width=bold)
        left += round(width)


def _strokes(pen: Pen, character: str, corner: tuple[int, int], size: float, fill: str) -> None:
    """Draw a character that no font has."""
    left, top = corner
    for stroke in STROKES[character]:
        _line(pen, [(left + round(x * size), top + round(y * size)) for x, y in stroke], fill, round(WIDTH * size))


def _widths(text: str, size: float) -> list[float]:
    """Return how wide each part of a text is that has a font of its own."""
    return [size * len(run) if font is None else _font(font, size).getlength(run) for run, font in _runs(text)]


@lru_cache(maxsize=1 << 10)
def _runs(text: str) -> tuple[tuple[str, Path | None], ...]:
    """Return the parts of a text with the font of each; None: it is drawn as strokes."""
    runs: list[tuple[str, Path | None]] = []
    for as_strokes, part in groupby(text, key=lambda character: character in STROKES and _font_of(character) is None):
        if as_strokes:
            runs.append(("".join(part), None))
        else:
            by_font = groupby(drawable("".join(part)), key=_font_of)
            runs += [("".join(characters), font or font_files()[0]) for font, characters in by_font]
    return tuple(runs)


@lru_cache(maxsize=1 << 12)
def _font_of(character: str) -> Path | None:
    """Return the first font that has a character."""
    return next((font for font in font_files() if ord(character) in glyphs_of(font)), None)


@lru_cache(maxsize=64)
def _font(path: Path, size: float) -> FreeTypeFont:
    return ImageFont.truetype(str(path), size)
