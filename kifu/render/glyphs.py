"""Makes text from a file fit to be drawn with the glyphs that there are."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from kifu.model.message import visible

if TYPE_CHECKING:
    from collections.abc import Container

MISSING = "〓"
"""The mark that Japanese printers set for a character that they have no type for."""
_PICTURES = range(0x2400, 0x2422)
_VOICED = re.compile(".[\u3099\u309a]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def with_glyphs(text: str, glyphs: Container[int]) -> str:
    """Return text for one line in which each character has one of `glyphs`, which are given as code points.

    Control characters become visible; a character without a glyph becomes 〓.
    """
    line = _SELECTORS.sub("", visible(text).replace("\t", " "))
    line = _VOICED.sub(lambda pair: unicodedata.normalize("NFC", pair[0]), line)
    return "".join(character if ord(character) in glyphs else _stand_in(character) for character in line)


def _stand_in(character: str) -> str:
    code = ord(character)
    if code not in _PICTURES:
        return MISSING
    control = 0x7F if code == _PICTURES[-1] else code - _PICTURES[0]
    return f"<U+{control:04X}>"
