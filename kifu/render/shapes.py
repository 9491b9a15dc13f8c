"""Shapes of a drawing, back to front, in pixels; y grows downwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from kifu.core.game.drawing import DARK_MARKS, Form
from kifu.core.message import visible
from kifu.render.options import DARK, EDGE, LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.drawing import Drawing, Token
    from kifu.core.outcome import Side

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


class Place(NamedTuple):
    """Place of a token: centre in pixels, and its surroundings."""

    x: float
    y: float
    cell: float
    """The width of a square."""
    upper: Side
    """The side that sits at the upper edge."""
    inside: bool = False
    """Whether the token lies in a ring."""


def shapes_of(game: Drawing, token: Token, place: Place) -> Iterator[Shape]:
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
