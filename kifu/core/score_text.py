"""Parser of written points: 先手105 後手98, 先手27目 後手35目半, 27対35.5."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from kifu.core.outcome import SIDE_NAMES, Side

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_SCORE_CHARS = 60
"""The most characters of two points with their names."""
COLOURS = {"黒": Side.FIRST, "白": Side.SECOND}
"""The sides of the colours of stones, in a game that does not name its own sides so."""
_HALF = 0.5
_ONE = r"([^\d.,:\-]*?)(?:は|が|の)?:?(?<![\d.])(\d{1,6}(?:\.\d{1,3})?)(?:点|目)?(半)?"
_PAIR = rf"{_ONE}(?:[,、 ]|対|-)?{_ONE}[。.]?"
_BLANKS = r"(?<!\d)\s+|\s+(?!\d)"
"""Blanks that part no two numbers."""


def read_points(text: str, names: Mapping[str, Side]) -> tuple[float, float] | None:
    """Return the points of 先手 and of 後手.

    None if `text` is not understood. `names` maps further words for a side to it. If neither number has a name, the
    first is that of 先手. A whole number is an int.
    """
    said = re.sub(_BLANKS, "", unicodedata.normalize("NFKC", text)) if len(text) <= MAX_SCORE_CHARS else ""
    shape = re.fullmatch(_PAIR, said)
    if shape is None or any("." in figures and half for figures, half in (shape.group(2, 3), shape.group(5, 6))):
        return None
    one, two = shape[1], shape[4]
    points = (_number(shape[2], shape[3]), _number(shape[5], shape[6]))
    if not one and not two:
        return points
    words = {**SIDE_NAMES, **names}
    sides = [words.get(one), words.get(two)]
    if sides == [Side.FIRST, Side.SECOND]:
        return points
    return (points[1], points[0]) if sides == [Side.SECOND, Side.FIRST] else None


def _number(figures: str, half: str | None) -> float:
    number = float(figures) + (_HALF if half else 0)
    return int(number) if number.is_integer() else number
