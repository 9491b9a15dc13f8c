"""Shapes of a drawing, back to front, in pixels; y grows downwards."""

from __future__ import annotations

from typing import Literal, NamedTuple

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
