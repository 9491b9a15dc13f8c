"""Glyphs as strokes, for characters of 続・連合将棋 that Japanese fonts lack: where no font has them, these are drawn."""

from __future__ import annotations

Stroke = tuple[tuple[float, float], ...]
"""A line through points of a square of 1 × 1, x to the right, y downwards."""

WIDTH = 0.066
"""How wide a stroke is."""


def _strokes(*drawn: str) -> tuple[Stroke, ...]:
    """Read strokes as they are written below: the points of each in hundredths, x and y parted by a comma."""
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
