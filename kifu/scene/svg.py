"""Writes a Scene as SVG. Each shape has its own colours, so style sheets of a page do not change the drawing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kifu.model.message import visible
from kifu.scene.shapes import BASELINE, Circle, Line, Polygon, Rectangle, Ring, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.scene.shapes import Paint, Scene, Shape

FONTS = (
    "'Noto Sans JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'Yu Gothic', Meiryo, "
    "'IPAexGothic', 'MS PGothic', sans-serif"
)


def svg(scene: Scene) -> str:
    """Return a drawing as SVG text, ended by LF. The same drawing gives the same text."""
    width, height = _number(scene.width), _number(scene.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" lang="ja" xml:lang="ja" font-family="{FONTS}">'
    )
    return "\n".join([head, f"<title>{_escaped(scene.title)}</title>", *map(_element, scene.shapes), "</svg>\n"])


def _element(shape: Shape) -> str:
    match shape:
        case Text(x, y, size, text, fill, anchor, bold):
            where = f'x="{_number(x)}" y="{_number(y + BASELINE * size)}" font-size="{_number(size)}"'
            weight = ' font-weight="bold"' if bold else ""
            return f'<text {where} text-anchor="{anchor}" fill="{fill}"{weight}>{_escaped(text)}</text>'
        case Line(points, paint):
            return f'<polyline points="{_points(points)}" stroke-linecap="round"{_paint(paint)}/>'
        case Polygon(points, paint):
            return f'<polygon points="{_points(points)}" stroke-linejoin="round"{_paint(paint)}/>'
        case Rectangle(x, y, width, height, paint, radius):
            box = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
            rounded = f' rx="{_number(radius)}"' if radius else ""
            return f"<rect {box}{rounded}{_paint(paint)}/>"
        case Ring(x, y, radius, hole_y, hole, paint):
            outline = _round(x, y, radius) + _round(x, hole_y, hole)
            return f'<path d="{outline}" fill-rule="evenodd"{_paint(paint)}/>'
        case Circle(x, y, radius, paint):
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"{_paint(paint)}/>'


def _paint(paint: Paint) -> str:
    fill = f' fill="{paint.fill or "none"}"'
    return f'{fill} stroke="{paint.stroke}" stroke-width="{_number(paint.width)}"' if paint.stroke else fill


def _round(x: float, y: float, radius: float) -> str:
    """Return a circle as a path of two half circles."""
    r = _number(radius)
    return f"M{_number(x - radius)} {_number(y)}a{r} {r} 0 1 0 {_number(2 * radius)} 0a{r} {r} 0 1 0 {_number(-2 * radius)} 0z"


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(number: float) -> str:
    """Return a length with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    """Return text for XML: control characters are made visible, and markup is escaped."""
    return escape(visible(text))
