"""Glyphs as strokes, for characters of 続・連合将棋 that Japanese fonts lack. They are drawn if no font has them."""

from __future__ import annotations

Stroke = tuple[tuple[float, float], ...]
"""A line through points in a square of 1 × 1; x grows to the right, y downwards."""

WIDTH = 0.066
"""The width of a stroke in the same square."""


def _strokes(*drawn: str) -> tuple[Stroke, ...]:
    """Return strokes from texts. Each text gives the points of a stroke in hundredths, as ``x,y`` divided by blanks."""
    return tuple(
        tuple((int(x) / 100, int(y) / 100) for x, y in (point.split(",") for point in stroke.split()))
        for stroke in drawn
    )


STROKES = {
    "车": _strokes("20,21 79,21", "45,6 25,45 80,45", "8,67 92,67", "54,31 54,96"),
    "马": _strokes("19,15 69,15 66,48", "36,28 31,48 84,48 78,88 63,83", "12,69 63,69"),
    "傌": _strokes(
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
