"""Fonts of PDF pages: Japanese with a fallback, subset; widths and wrapping."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kifu.render.shapes_and_svg import STROKES, replace_missing_glyphs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.pdfbase.ttfonts import TTFont

FILES = (("matplotlib_fontja", "fonts/ipaexg.ttf"), ("matplotlib", "mpl-data/fonts/ttf/DejaVuSans.ttf"))
"""The package and the file of each font, the one with kanji first. The packages are located, and not imported."""


class FontRun(NamedTuple):
    """Text run in one font; None for characters drawn as strokes."""

    text: str
    font: str | None

    def width(self, size: float) -> float:
        """Return its width at the size of a full-width character."""
        return size * len(self.text) if self.font is None else _by_name()[self.font].stringWidth(self.text, size)


@lru_cache(maxsize=1 << 12)
def text_runs(text: str) -> tuple[FontRun, ...]:
    """Return one line of text as runs, made safe to draw.

    A control character is made visible; a character without a glyph becomes 〓.
    """
    parts = []
    for as_strokes, part in groupby(
        text, key=lambda character: character in STROKES and _first_font_with(character) is None
    ):
        if as_strokes:
            parts.append(FontRun("".join(part), None))
        else:
            shown = replace_missing_glyphs("".join(part), _drawable_code_points())
            parts += [FontRun("".join(same), font) for font, same in groupby(shown, key=_first_font_with)]
    return tuple(parts)


def text_width(text: str, size: float) -> float:
    """Return the width of a line of text."""
    return sum(run.width(size) for run in text_runs(text))


def truncate_text(text: str, size: float, width: float) -> str:
    """Return text cut to the width `width`, ended by …."""
    taken, kept, room = 0.0, 0, width - text_width("…", size)
    for character in text:
        taken += size * _character_width(character)
        if taken > width:
            return f"{text[:kept]}…"
        kept += taken <= room
    return text


def wrap_text(text: str, size: float, width: float) -> Iterator[str]:
    """Yield a text in lines of width `width`.

    A line ends at a blank if there is one in its second half.
    """
    line, taken = "", 0.0
    for character in text.replace("\n", " "):
        wide = size * _character_width(character)
        if line and taken + wide > width:
            blank = line.rfind(" ")
            if character != " " and blank > len(line) // 2:
                yield line[:blank]
                line = line[blank + 1 :]
            else:
                yield line
                line = ""
            taken = text_width(line, size)
            if character == " " and not line:
                continue
        line += character
        taken += wide
    yield line


@lru_cache(maxsize=1 << 14)
def _character_width(character: str) -> float:
    """Return the width of a character at size 1."""
    return text_width(character, 1.0)


def register_fonts() -> None:
    """Make the fonts known to ReportLab."""
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415 - an extra

    for font in _load_fonts():
        pdfmetrics.registerFont(font)


@cache
def _load_fonts() -> tuple[TTFont, ...]:
    """Return the fonts in fallback order. Raises FileNotFoundError.

    It is raised without the first.
    """
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415 - an extra

    files = [(package, _font_file(package, name)) for package, name in FILES]
    if files[0][1] is None:
        raise FileNotFoundError("matplotlib-fontja has no font: install it anew")
    return tuple(TTFont(f"kifu-{package}", str(file), asciiReadable=1) for package, file in files if file is not None)


@cache
def _by_name() -> dict[str, TTFont]:
    return {font.fontName: font for font in _load_fonts()}


def _font_file(package: str, file_name: str) -> Path | None:
    spec = find_spec(package)
    places = (spec.submodule_search_locations or ()) if spec else ()
    return next((file for place in places if (file := Path(place, file_name)).is_file()), None)


@cache
def _drawable_code_points() -> frozenset[int]:
    """Return the characters that can be drawn, as code points."""
    return frozenset(code for font in _load_fonts() for code in font.face.charToGlyph)


@cache
def _first_font_with(character: str) -> str | None:
    """Return the first font that has a character."""
    code = ord(character)
    return next((font.fontName for font in _load_fonts() if code in font.face.charToGlyph), None)
