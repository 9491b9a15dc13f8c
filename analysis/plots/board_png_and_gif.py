"""PNG and animated GIF of boards, drawn as shapes (:mod:`kifu.render.shapes_and_svg`).

Each frame of an animation is limited to what changed.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, groupby
from math import ceil, cos, floor, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops, ImageColor, ImageDraw, ImageFont

from analysis.plots.picture_style import COMPRESSION, font_characters, font_files, safe_line
from kifu.render.shapes_and_svg import (
    ALL,
    BASELINE,
    STROKE_WIDTH,
    STROKES,
    Circle,
    Line,
    Polygon,
    Rectangle,
    Ring,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from PIL.ImageFont import FreeTypeFont

    from kifu.render.shapes_and_svg import Paint, Scene, Shape

SCALE = 2
"""Pixels of a PNG for each pixel of the drawing: sharp on paper and on fine screens."""
SMOOTH = 2
"""How many times larger a picture is drawn before it is reduced."""
DOTS_PER_INCH = 96
"""Pixels of a drawing per inch of paper: a square is then half an inch wide."""
BOLD = 0.03
"""The extra width of the strokes of a bold text, as a part of its size."""
CORNERS = 120
"""The corners of a circle that is drawn as a polygon."""
MAX_PIXELS = 40_000_000
"""The most pixels of a picture before it is reduced: more would take too much memory."""

BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The part of a text's width that stands left of its place, by its anchor."""

Points = Sequence[tuple[float, float]]
"""Places (x, y) in pixels of the drawing."""
Pixels = list[tuple[int, int]]
"""Places (x, y) in pixels of the picture before it is reduced."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the drawing; right and bottom are outside the box."""


class ImagePen(NamedTuple):
    """Pen on an image, with the mapping from drawing to pixels."""

    ink: ImageDraw.ImageDraw
    factor: int
    left: int
    top: int

    def pixel_of(self, x: float, y: float) -> tuple[int, int]:
        """Return the whole pixel of a place of the drawing.

        Whole pixels make a part look exactly as it does in the whole.
        """
        return floor((x - self.left) * self.factor + 0.5), floor((y - self.top) * self.factor + 0.5)

    def length(self, length: float) -> int:
        """Return a length in whole pixels."""
        return floor(length * self.factor + 0.5)

    def fill_outline_and_width(self, paint: Paint) -> tuple[str | None, str | None, int]:
        """Return fill, outline and outline width for Pillow."""
        thick = max(1, self.length(paint.width)) if paint.stroke else 0
        return paint.fill or None, paint.stroke or None, thick


def png_bytes(scene: Scene) -> bytes:
    """Return a drawing as PNG, SCALE pixels a drawing pixel.

    Raises ValueError for a drawing that is too large.
    """
    buffer = io.BytesIO()
    rasterize(scene, SCALE).save(buffer, "PNG", compress_level=COMPRESSION, dpi=(SCALE * DOTS_PER_INCH,) * 2)
    return buffer.getvalue()


def rasterize(scene: Scene, scale: int = 1, oversampling: int = SMOOTH, box: Box | None = None) -> Image.Image:
    """Return a drawing, or its `box`, as RGB pixels.

    Raises ValueError for a drawing that is too large.
    """
    left, top, right, bottom = box or (0, 0, scene.width, scene.height)
    factor = scale * oversampling
    size = ((right - left) * factor, (bottom - top) * factor)
    if size[0] * size[1] > MAX_PIXELS:
        raise ValueError(f"a picture of {size[0]} × {size[1]} pixels is too large")
    image = Image.new("RGB", size)
    pen = ImagePen(ImageDraw.Draw(image), factor, left, top)
    for shape in scene.shapes:
        if box is None or _do_boxes_overlap(bounding_box(shape), box):
            _draw_shape(pen, shape)
    return image.reduce(oversampling) if oversampling > 1 else image


@lru_cache(maxsize=1 << 12, typed=True)
def bounding_box(shape: Shape) -> Box:
    """Return a shape's bounding box, slightly generous for texts."""
    match shape:
        case Text(x, y, size, text, _, anchor):
            width = sum(_run_widths(text, size))
            left = x - width * BEFORE[anchor]
            return _box_around([(left, y), (left + width, y)], size)
        case Line(points, paint) | Polygon(points, paint):
            return _box_around(points, paint.width)
        case Rectangle(x, y, width, height, paint):
            return _box_around([(x, y), (x + width, y + height)], paint.width)
        case Circle(x, y, radius) | Ring(x, y, radius):
            return _box_around([(x, y)], radius + shape.paint.width)


def _box_around(points: Points, margin: float) -> Box:
    """Return the bounding box of points, enlarged by `margin` and a pixel."""
    across, down = zip(*points, strict=True)
    grown = margin + 1
    return floor(min(across) - grown), floor(min(down) - grown), ceil(max(across) + grown), ceil(max(down) + grown)


def _do_boxes_overlap(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _draw_shape(pen: ImagePen, shape: Shape) -> None:
    """Draw one shape."""
    match shape:
        case Text():
            _draw_text(pen, shape)
        case Line(points, paint):
            _draw_line(pen, [pen.pixel_of(*point) for point in points], paint.stroke, pen.length(paint.width))
        case Polygon(points, paint):
            corners = [pen.pixel_of(*point) for point in points]
            pen.ink.polygon(corners, fill=paint.fill or None)
            if paint.stroke:
                _draw_line(pen, [*corners, corners[0]], paint.stroke, pen.length(paint.width))
        case Rectangle(x, y, width, height, paint, radius):
            half = paint.width / 2
            fill, outline, thick = pen.fill_outline_and_width(paint)
            left, top = pen.pixel_of(x - half, y - half)
            right, bottom = pen.pixel_of(x + width + half, y + height + half)
            rounded = pen.length(radius + half) if radius else 0
            # Pillow draws the last pixel too.
            pen.ink.rounded_rectangle((left, top, right - 1, bottom - 1), rounded, fill, outline, thick)
        case Circle(x, y, radius, paint):
            fill, outline, thick = pen.fill_outline_and_width(paint)
            pen.ink.circle(pen.pixel_of(x, y), pen.length(radius) + thick // 2, fill, outline, thick)
        case Ring():
            _draw_ring(pen, shape)


def _draw_ring(pen: ImagePen, ring: Ring) -> None:
    """Draw a ring: outer edge and hole as polygon, then edges."""
    fill, outline, thick = pen.fill_outline_and_width(ring.paint)
    outer, inner = pen.pixel_of(ring.x, ring.y), pen.pixel_of(ring.x, ring.hole_y)
    radius, hole = pen.length(ring.radius), pen.length(ring.hole)
    if fill:
        pen.ink.polygon([*_circle_points(outer, radius), *reversed(_circle_points(inner, hole))], fill=fill)
    if outline:
        pen.ink.circle(outer, radius + thick // 2, None, outline, thick)
        pen.ink.circle(inner, hole + thick // 2, None, outline, thick)


def _circle_points(middle: tuple[int, int], radius: int) -> Pixels:
    """Return points around a circle, the first again at the end."""
    angles = (2 * pi * step / CORNERS for step in range(CORNERS + 1))
    return [
        (middle[0] + floor(radius * cos(angle) + 0.5), middle[1] + floor(radius * sin(angle) + 0.5)) for angle in angles
    ]


def _draw_line(pen: ImagePen, points: Pixels, colour: str, width: int) -> None:
    """Draw a line whose ends and corners are round."""
    thick = max(1, width)
    pen.ink.line(points, colour, thick, joint="curve")
    if thick > 2:  # noqa: PLR2004 - thinner ends show no shape
        for place in points:
            pen.ink.circle(place, (thick - 1) // 2, colour)


def _draw_text(pen: ImagePen, text: Text) -> None:
    """Draw a text, run by run in its fonts."""
    size = text.size * pen.factor
    runs, widths = _font_runs(text.text), _run_widths(text.text, size)
    left, middle = pen.pixel_of(text.x, text.y)
    left -= round(sum(widths) * BEFORE[text.anchor])
    bold = BOLD * size if text.bold else 0
    for (run, font), width in zip(runs, widths, strict=True):
        if font is None:
            for number, character in enumerate(run):
                _draw_strokes(pen, character, (left + round(number * size), middle - round(size / 2)), size, text.fill)
        else:
            place = (left, middle + round(BASELINE * size))
            pen.ink.text(place, run, text.fill, _load_font(font, size), anchor="ls", stroke_width=bold)
        left += round(width)


def _draw_strokes(pen: ImagePen, character: str, corner: tuple[int, int], size: float, fill: str) -> None:
    """Draw a character that no font has."""
    left, top = corner
    for stroke in STROKES[character]:
        _draw_line(
            pen, [(left + round(x * size), top + round(y * size)) for x, y in stroke], fill, round(STROKE_WIDTH * size)
        )


def _run_widths(text: str, size: float) -> list[float]:
    """Return the widths of a text's :func:`_font_runs`."""
    return [
        size * len(run) if font is None else _load_font(font, size).getlength(run) for run, font in _font_runs(text)
    ]


@lru_cache(maxsize=1 << 10)
def _font_runs(text: str) -> tuple[tuple[str, Path | None], ...]:
    """Return a text's runs with fonts; None: drawn as strokes."""
    runs: list[tuple[str, Path | None]] = []
    for as_strokes, part in groupby(
        text, key=lambda character: character in STROKES and _first_font_with(character) is None
    ):
        if as_strokes:
            runs.append(("".join(part), None))
        else:
            by_font = groupby(safe_line("".join(part)), key=_first_font_with)
            runs += [("".join(characters), font or font_files()[0]) for font, characters in by_font]
    return tuple(runs)


@lru_cache(maxsize=1 << 12)
def _first_font_with(character: str) -> Path | None:
    """Return the first font that has a character."""
    return next((font for font in font_files() if ord(character) in font_characters(font)), None)


@lru_cache(maxsize=64)
def _load_font(path: Path, size: float) -> FreeTypeFont:
    return ImageFont.truetype(str(path), size)


PAUSE, LAST_PAUSE = 1000, 4000
"""Milliseconds that a frame is shown; the same for the last frame."""
MAX_FRAMES = 2000
"""The most frames of an animation: `kifu show` refuses longer ones."""
STEPS = 5
"""Mixed colours between each two colours of a drawing. The whole palette must have fewer colours than CLEAR."""
GIF_SMOOTH = 3
"""How many times larger a frame is drawn before it is reduced."""
CLEAR = 255
"""The number of the transparent colour: the frame before shows through."""
KEEP = 1
"""The GIF disposal method by which a frame stays visible where the next one is transparent."""
_END = b";"


class AnimationFrame(NamedTuple):
    """Picture, and its part that differs from the frame before.

    For the first frame the whole picture.
    """

    image: Image.Image
    """Valid only until the next frame is taken: that frame is painted over this image."""
    changed: Box


def gif_parts(scenes: Iterable[Scene]) -> Iterator[bytes]:
    """Yield an animated GIF's bytes: head, part for each drawing, end.

    All drawings have one size, and there is at least one drawing. Memory does not grow with their number.
    """
    palette = _palette_image()
    before: Image.Image | None = None
    for frame, last in _frames_and_whether_last(animation_frames(scenes)):
        now = frame.image.crop(frame.changed).quantize(palette=palette, dither=Image.Dither.NONE)
        if before is None:
            before, part = now.copy(), now
            # Pillow may change the image that it is given.
            yield b"".join(GifImagePlugin.getheader(now.copy(), info={"loop": 0})[0])
        else:
            part = _changed_pixels(before.crop(frame.changed), now)
            before.paste(now, frame.changed)
        pause = LAST_PAUSE if last else PAUSE
        data = GifImagePlugin.getdata(part, frame.changed[:2], duration=pause, transparency=CLEAR, disposal=KEEP)
        yield b"".join(data)
    yield _END


def _changed_pixels(before: Image.Image, after: Image.Image) -> Image.Image:
    """Return a frame's part with unchanged pixels transparent, for size."""
    old, new = (Image.frombytes("L", image.size, image.tobytes()) for image in (before, after))
    same = ImageChops.difference(old, new).point(lambda apart: 0 if apart else 255)
    part = after.copy()
    part.paste(CLEAR, (0, 0), same)
    return part


def animation_frames(scenes: Iterable[Scene]) -> Iterator[AnimationFrame]:
    """Yield each drawing as pixels, repainted where shapes changed."""
    image: Image.Image | None = None
    before: Counter[Shape] = Counter()
    for scene in scenes:
        whole = (0, 0, scene.width, scene.height)
        shapes = Counter(scene.shapes)
        if image is None:
            image, changed = rasterize(scene, oversampling=GIF_SMOOTH), whole
        else:
            boxes = [_clip_to_picture(bounding_box(shape), whole) for shape in (before - shapes) + (shapes - before)]
            for box in boxes:
                image.paste(rasterize(scene, oversampling=GIF_SMOOTH, box=box), box)
            changed = _joint_bounds(boxes)
        before = shapes
        yield AnimationFrame(image, changed)


def _frames_and_whether_last(all_frames: Iterator[AnimationFrame]) -> Iterator[tuple[AnimationFrame, bool]]:
    """Yield each frame, and whether it is the last.

    The next frame is painted over the image of this one, so a copy is kept until it is known whether a frame follows.
    """
    kept: AnimationFrame | None = None
    for frame in all_frames:
        if kept is not None:
            yield kept, False
        kept = AnimationFrame(frame.image.copy(), frame.changed)
    if kept is not None:
        yield kept, True


def _palette_image() -> Image.Image:
    """Return a palette image: drawing colours, and STEPS mixes for edges."""
    colours = [ImageColor.getrgb(colour) for colour in ALL]
    mixed = [
        tuple(round(a + (b - a) * step / (STEPS + 1)) for a, b in zip(first, second, strict=True))
        for first, second in combinations(colours, 2)
        for step in range(1, STEPS + 1)
    ]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in [*colours, *mixed] for part in colour])
    return image


def _clip_to_picture(box: Box, picture: Box) -> Box:
    """Return the part of a box that lies in the picture."""
    left, top, right, bottom = box
    return max(left, picture[0]), max(top, picture[1]), min(right, picture[2]), min(bottom, picture[3])


def _joint_bounds(boxes: Sequence[Box]) -> Box:
    """Return the bounding box of boxes; one pixel without boxes.

    A frame cannot be empty.
    """
    if not boxes:
        return 0, 0, 1, 1
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
