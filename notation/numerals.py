"""Reads whole numbers as people write them in Japanese text: 30, ３０, 三十, 三〇, 百二十."""

from __future__ import annotations

from kifu.core.squares import DIGITS

KANJI = "〇一二三四五六七八九"
_TENS = {"十": 10, "百": 100}
NUMBER = rf"[{DIGITS}]{{1,9}}|[{KANJI}十百]{{1,6}}"
"""A pattern for the texts that :func:`number` takes. It has no group."""


def number(text: str) -> int:
    """Return the value of `text`, which matches NUMBER."""
    if text.isdecimal():
        return int(text)
    value, figure = 0, ""
    for character in text:
        if character in _TENS:
            value += int(figure or 1) * _TENS[character]
            figure = ""
        else:
            figure += str(KANJI.index(character))
    return value + int(figure or 0)
