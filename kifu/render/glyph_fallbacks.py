"""Fallbacks for glyphs that a font lacks: other characters, or strokes.

The strokes are for characters of 続・連合将棋 that Japanese fonts lack; they are drawn if no font has them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from kifu.core.message import visible

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
