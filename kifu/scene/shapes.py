"""The shapes of a drawing, back to front. Lengths are pixels, x grows to the right and y downwards."""

from __future__ import annotations

from typing import Literal, NamedTuple

Anchor = Literal["start", "middle", "end"]
"""Which part of a text stands at its place: its beginning, its middle or its end."""


class Paint(NamedTuple):
    """How a shape is filled and outlined. Colours are ``#rrggbb``; an empty one paints nothing."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    """Of the outline."""


class Line(NamedTuple):
    """A line through points, with round ends."""

    points: tuple[tuple[float, float], ...]
    paint: Paint


class Polygon(NamedTuple):
    """A closed outline."""

    points: tuple[tuple[float, float], ...]
    paint: Paint


class Rectangle(NamedTuple):
    """A rectangle, its corners rounded by `radius`."""

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
    """A circle about (x, y) with a round hole about (x, hole_y), which lies within it."""

    x: float
    y: float
    radius: float
    hole_y: float
    hole: float
    """The radius of the hole."""
    paint: Paint


class Text(NamedTuple):
    """One line of text. (x, y) is its place across and the middle of its height; `size` is that of a full-width character."""

    x: float
    y: float
    size: float
    text: str
    fill: str
    anchor: Anchor = "middle"
    bold: bool = False


Shape = Line | Polygon | Rectangle | Circle | Ring | Text


class Scene(NamedTuple):
    """A drawing: its size, what it shows in words, and its shapes, of which a later one covers an earlier one."""

    width: int
    height: int
    title: str
    shapes: tuple[Shape, ...]


BASELINE = 0.36
"""How far below the middle of a text its baseline lies, in sizes: figures, letters and kanji look centred then."""
