"""Shapes of a drawing, their colours and SVG; fallbacks for missing glyphs.

A drawing has its own paper, so it can be read on a light page and on a dark page.
A glyph that a font lacks becomes another character, or strokes: those for characters of 続・連合将棋 that Japanese fonts lack.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.core.game.drawing import DARK_MARKS, Form
from kifu.core.message import visible
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Container

MISSING = "〓"
"""The mark that Japanese printers set for a character that they have no type for."""
_PICTURES = range(0x2400, 0x2422)
_VOICED = re.compile(".[\u3099\u309a]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def replace_missing_glyphs(text: str, glyphs: Container[int]) -> str:
    """Return one line of text in characters that have `glyphs`.

    They are given as code points.
    Control characters become visible; a character without a glyph becomes 〓.
    """
    line = _SELECTORS.sub("", visible(text).replace("\t", " "))
    line = _VOICED.sub(lambda pair: unicodedata.normalize("NFC", pair[0]), line)
    return "".join(character if ord(character) in glyphs else _substitute_character(character) for character in line)


def _substitute_character(character: str) -> str:
    code = ord(character)
    if code not in _PICTURES:
        return MISSING
    control = 0x7F if code == _PICTURES[-1] else code - _PICTURES[0]
    return f"<U+{control:04X}>"


Stroke = tuple[tuple[float, float], ...]
"""A line through points in a square of 1 × 1; x grows to the right, y downwards."""

STROKE_WIDTH = 0.066
"""The width of a stroke in the same square."""


def _parse_strokes(*drawn: str) -> tuple[Stroke, ...]:
    """Return strokes from texts of points.

    Each text gives the points of a stroke in hundredths, as ``x,y`` divided by blanks.
    """
    return tuple(
        tuple((int(x) / 100, int(y) / 100) for x, y in (point.split(",") for point in stroke.split()))
        for stroke in drawn
    )


STROKES = {
    "车": _parse_strokes("20,21 79,21", "45,6 25,45 80,45", "8,67 92,67", "54,31 54,96"),
    "马": _parse_strokes("19,15 69,15 66,48", "36,28 31,48 84,48 78,88 63,83", "12,69 63,69"),
    "傌": _parse_strokes(
        "26,6 6,45",
        "18,28 18,94",
        "41,11 41,58 93,58 87,92 76,88",
        "41,11 88,11",
        "64,11 64,58",
        "41,27 86,27",
        "41,42 86,42",
        "36,69 30,86",
        "48,69 51,83",
        "60,69 64,81",
        "71,68 76,78",
    ),
}


if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kifu.core.game.drawing import Drawing, Token
    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.core.outcome import Ending

    ElementPlaceStyleAndContent = tuple[str, str, str, str]
    """The parts of a shape in SVG: the name of its element, and three texts in it."""


CELL = 48.0


class DrawingOptions(NamedTuple):
    """Options of a drawing; its texts may come from files.

    The drawing makes their control characters visible.
    """

    cell: float = CELL
    """The width of a square, in pixels."""
    seen_from: Side = Side.FIRST
    """The side that sits at the lower edge."""
    labels: bool = True
    """Whether columns and rows are named at the edges."""
    language: Language = "ja"
    caption: str = ""
    """The text at the top, such as the last move; empty: no caption."""
    names: tuple[str, str] = ("", "")
    """The names of the players, 先手 first; empty: no name."""
    ended: Ending | None = None
    """How the game ended with this position by what its record says, such as 投了; the rules' own ends are seen anyway."""


PAPER, INK, FAINT = "#fbfaf6", "#1d1d1d", "#5a5347"
BOARD, DARK_SQUARE, LINES = "#f1dfb8", "#d9bd86", "#6f5c3a"
DARK, LIGHT, EDGE = "#262626", "#ffffff", "#1d1d1d"
"""The bodies of dark and of light tokens, and the outline of both."""
LAST, LAST_EDGE = "#ffcf3f", "#b03a00"
"""The fill and the edge of the square that the last move ended on."""
FAULT = "#c8102e"
"""The frame of the squares of a move at fault. Moving pictures have none, so it is no part of ALL."""

ALL = tuple(sorted({PAPER, INK, FAINT, BOARD, DARK_SQUARE, LINES, DARK, LIGHT, EDGE, LAST, LAST_EDGE}))
"""All colours of a drawing, without those that smooth its edges, for image formats that hold few colours."""


Anchor = Literal["start", "middle", "end"]
"""The part of a text that stands at its x: its beginning, its middle or its end."""


class Paint(NamedTuple):
    """Fill and outline of a shape.

    Colours are ``#rrggbb``; an empty one paints nothing.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    """The width of the outline."""


class Line(NamedTuple):
    """A line through points, with round ends."""

    points: tuple[tuple[float, float], ...]
    paint: Paint


class Polygon(NamedTuple):
    """A closed outline."""

    points: tuple[tuple[float, float], ...]
    paint: Paint


class Rectangle(NamedTuple):
    """A rectangle from its upper left corner, rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0


class Circle(NamedTuple):
    """A circle about (x, y)."""

    x: float
    y: float
    radius: float
    paint: Paint


class Ring(NamedTuple):
    """A circle about (x, y) with a hole about (x, hole_y)."""

    x: float
    y: float
    radius: float
    hole_y: float
    hole: float
    """The radius of the hole."""
    paint: Paint


class Text(NamedTuple):
    """One line of text; y is its middle, `anchor` stands at x.

    `size` is the size of a full-width character.
    """

    x: float
    y: float
    size: float
    text: str
    fill: str
    anchor: Anchor = "middle"
    bold: bool = False


Shape = Line | Polygon | Rectangle | Circle | Ring | Text


class Scene(NamedTuple):
    """A drawing: its size in pixels, title, and shapes in order.

    A later shape covers an earlier one.
    """

    width: int
    height: int
    title: str
    shapes: tuple[Shape, ...]


BASELINE = 0.36
"""The distance from the middle of a text down to its baseline, in sizes. With it figures, letters and kanji look centred."""

# All lengths below are in widths of a square.
OUTLINE = 0.03
DIE, DIE_CORNER, DIE_GLYPH = 0.78, 0.14, 0.54
DISC, DISC_GLYPH = 0.42, 0.5
RING, HOLE, HOLE_UP, RING_GLYPH, RING_GLYPH_DOWN = 0.475, 0.265, 0.14, 0.26, 0.285
"""The hole lies a little above the middle, so that there is room for the ring's glyph below it."""
CORE, CORE_GLYPH = 0.235, 0.3
WEDGE = ((0.0, -0.45), (0.27, -0.35), (0.37, 0.41), (-0.37, 0.41), (-0.27, -0.35))
WEDGE_GLYPH, WEDGE_GLYPH_DOWN = 0.48, 0.05


class TokenPlace(NamedTuple):
    """Place of a token: centre in pixels, and its surroundings."""

    x: float
    y: float
    cell: float
    """The width of a square."""
    upper: Side
    """The side that sits at the upper edge."""
    inside: bool = False
    """Whether the token lies in a ring."""


def position_token_shapes(
    game: Game, position: Position, middle_of: Callable[[int], tuple[float, float]], cell: float, upper: Side
) -> Iterator[Shape]:
    """Yield the shapes of all tokens of a position, each in the middle of its square."""
    tokens = tuple(game.tokens(position))
    rings = {token.square for token in tokens if token.form is Form.RING}
    for token in tokens:
        place = TokenPlace(*middle_of(token.square), cell, upper, token.square in rings)
        yield from token_shapes(game, token, place)


def token_shapes(game: Drawing, token: Token, place: TokenPlace) -> Iterator[Shape]:
    """Yield the shapes of a token."""
    x, y, cell, upper, inside = place
    dark = game.sides[token.side].mark in DARK_MARKS
    body, ink = (DARK, LIGHT) if dark else (LIGHT, EDGE)
    # A dark body on a dark ring needs a light outline to be seen.
    paint = Paint(body, LIGHT if dark and token.form is Form.CORE else EDGE, OUTLINE * cell)
    glyph, down = DISC_GLYPH, 0.0
    match token.form:
        case Form.DIE:
            side, glyph = DIE * cell, DIE_GLYPH
            yield Rectangle(x - side / 2, y - side / 2, side, side, paint, DIE_CORNER * cell)
        case Form.WEDGE:
            direction = -1 if token.side == upper else 1
            glyph, down = WEDGE_GLYPH, WEDGE_GLYPH_DOWN * direction
            yield Polygon(tuple((x + right * cell, y + direction * below * cell) for right, below in WEDGE), paint)
        case Form.DISC:
            yield Circle(x, y, DISC * cell, paint)
        case Form.RING:
            glyph, down = RING_GLYPH, RING_GLYPH_DOWN
            yield Ring(x, y, RING * cell, y - HOLE_UP * cell, HOLE * cell, paint)
        case Form.CORE:
            glyph, down = CORE_GLYPH, -HOLE_UP if inside else 0.0
            yield Circle(x, y + down * cell, CORE * cell, paint)
    yield Text(x, y + down * cell, glyph * cell, visible(token.text), ink)


FONTS = (
    "'Noto Sans JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'Yu Gothic', Meiryo, "
    "'IPAexGothic', 'MS PGothic', sans-serif"
)


def scene_svg(scene: Scene) -> str:
    """Return a drawing as SVG text, ended by LF; deterministic."""
    width, height = format_length(scene.width), format_length(scene.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" lang="ja" xml:lang="ja" font-family="{FONTS}">'
    )
    return "\n".join(
        [head, f"<title>{escape_markup(scene.title)}</title>", *map(svg_element, scene.shapes), "</svg>\n"]
    )


def svg_element(shape: Shape) -> str:
    """Return a shape as an element of SVG."""
    tag, place, style, content = _svg_parts(shape)
    return _svg_element_text(tag, place + style, content)


def svg_elements_by_style(shapes: Iterable[Shape]) -> str:
    """Return shapes as elements, grouped by style."""
    written = []
    for style, alike in groupby(map(_svg_parts, shapes), key=lambda part: part[2]):
        inside = [_svg_element_text(tag, place, content) for tag, place, _, content in alike]
        written.append(f"<g{style}>{''.join(inside)}</g>")
    return "".join(written)


def _svg_element_text(name: str, attributes: str, content: str) -> str:
    return f"<{name}{attributes}>{content}</{name}>" if content else f"<{name}{attributes}/>"


def _svg_parts(shape: Shape) -> ElementPlaceStyleAndContent:
    """Return a shape's element, place, style and content."""
    match shape:
        case Text(x, y, size, text, fill, anchor, bold):
            weight = ' font-weight="bold"' if bold else ""
            style = f' font-size="{format_length(size)}" text-anchor="{anchor}" fill="{fill}"{weight}'
            return (
                "text",
                f' x="{format_length(x)}" y="{format_length(y + BASELINE * size)}"',
                style,
                escape_markup(text),
            )
        case Line(points, paint):
            return (
                "polyline",
                f' points="{_points_attribute(points)}"',
                f' stroke-linecap="round"{_paint_attributes(paint)}',
                "",
            )
        case Polygon(points, paint):
            return (
                "polygon",
                f' points="{_points_attribute(points)}"',
                f' stroke-linejoin="round"{_paint_attributes(paint)}',
                "",
            )
        case Rectangle(x, y, width, height, paint, radius):
            box = f' x="{format_length(x)}" y="{format_length(y)}" width="{format_length(width)}" height="{format_length(height)}"'
            return "rect", f'{box} rx="{format_length(radius)}"' if radius else box, _paint_attributes(paint), ""
        case Ring(x, y, radius, hole_y, hole, paint):
            outline = _circle_path(x, y, radius) + _circle_path(x, hole_y, hole)
            return "path", f' d="{outline}"', f' fill-rule="evenodd"{_paint_attributes(paint)}', ""
        case Circle(x, y, radius, paint):
            return (
                "circle",
                f' cx="{format_length(x)}" cy="{format_length(y)}" r="{format_length(radius)}"',
                _paint_attributes(paint),
                "",
            )


def _paint_attributes(paint: Paint) -> str:
    fill = f' fill="{paint.fill or "none"}"'
    return f'{fill} stroke="{paint.stroke}" stroke-width="{format_length(paint.width)}"' if paint.stroke else fill


def _circle_path(x: float, y: float, radius: float) -> str:
    """Return a circle as a path of two half circles."""
    r = format_length(radius)
    return f"M{format_length(x - radius)} {format_length(y)}a{r} {r} 0 1 0 {format_length(2 * radius)} 0a{r} {r} 0 1 0 {format_length(-2 * radius)} 0z"


def _points_attribute(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{format_length(x)},{format_length(y)}" for x, y in points)


def format_length(length: float) -> str:
    """Return a length with at most two decimals."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
