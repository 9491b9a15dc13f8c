"""SVG of a scene, independent of a page's style sheets."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from kifu.core.untrusted_text import markup
from kifu.render.shapes import BASELINE, Circle, Line, Polygon, Rectangle, Ring, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.render.shapes import Paint, Scene, Shape

FONTS = (
    "'Noto Sans JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'Yu Gothic', Meiryo, "
    "'IPAexGothic', 'MS PGothic', sans-serif"
)


def svg(scene: Scene) -> str:
    """Return a drawing as SVG text, ended by LF; deterministic."""
    width, height = number(scene.width), number(scene.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" lang="ja" xml:lang="ja" font-family="{FONTS}">'
    )
    return "\n".join([head, f"<title>{markup(scene.title)}</title>", *map(element, scene.shapes), "</svg>\n"])


def element(shape: Shape) -> str:
    """Return a shape as an element of SVG."""
    tag, place, style, content = _parts(shape)
    return _tag(tag, place + style, content)


def group_elements(shapes: Iterable[Shape]) -> str:
    """Return shapes as elements, grouped by style."""
    written = []
    for style, alike in groupby(map(_parts, shapes), key=lambda part: part[2]):
        inside = [_tag(tag, place, content) for tag, place, _, content in alike]
        written.append(f"<g{style}>{''.join(inside)}</g>")
    return "".join(written)


def _tag(tag: str, attributes: str, content: str) -> str:
    return f"<{tag}{attributes}>{content}</{tag}>" if content else f"<{tag}{attributes}/>"


def _parts(shape: Shape) -> tuple[str, str, str, str]:
    """Return a shape's element, place, style and content."""
    match shape:
        case Text(x, y, size, text, fill, anchor, bold):
            weight = ' font-weight="bold"' if bold else ""
            style = f' font-size="{number(size)}" text-anchor="{anchor}" fill="{fill}"{weight}'
            return "text", f' x="{number(x)}" y="{number(y + BASELINE * size)}"', style, markup(text)
        case Line(points, paint):
            return "polyline", f' points="{_points(points)}"', f' stroke-linecap="round"{_paint(paint)}', ""
        case Polygon(points, paint):
            return "polygon", f' points="{_points(points)}"', f' stroke-linejoin="round"{_paint(paint)}', ""
        case Rectangle(x, y, width, height, paint, radius):
            box = f' x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
            return "rect", f'{box} rx="{number(radius)}"' if radius else box, _paint(paint), ""
        case Ring(x, y, radius, hole_y, hole, paint):
            outline = _round(x, y, radius) + _round(x, hole_y, hole)
            return "path", f' d="{outline}"', f' fill-rule="evenodd"{_paint(paint)}', ""
        case Circle(x, y, radius, paint):
            return "circle", f' cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"', _paint(paint), ""


def _paint(paint: Paint) -> str:
    fill = f' fill="{paint.fill or "none"}"'
    return f'{fill} stroke="{paint.stroke}" stroke-width="{number(paint.width)}"' if paint.stroke else fill


def _round(x: float, y: float, radius: float) -> str:
    """Return a circle as a path of two half circles."""
    r = number(radius)
    return (
        f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {number(2 * radius)} 0a{r} {r} 0 1 0 {number(-2 * radius)} 0z"
    )


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def number(length: float) -> str:
    """Return a length with at most two decimals."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
