"""Form fields: labels, lines to write on, framed boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf import fonts
from analysis.pdf.paper_page import FRAME, HAIR, INK, PALE, Area
from kifu.render.shapes import Line, Paint, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.render.shapes import Shape

LABEL, VALUE = 2.7, 3.6
"""The sizes of a label, and of what a record fills in."""
PAD = 1.5
"""The room between a frame and what stands in it."""
TITLE_ROOM = 5.0
"""The height of the title of a box."""
MIN_TEXT_SIZE = 2.0
"""The least size of a text that is made smaller to fit."""

FRAMED, RULED = Paint("", INK, FRAME), Paint("", PALE, HAIR)


def text_shape(x: float, y: float, words: str, size: float = LABEL, *, bold: bool = False) -> Text:
    """Return a text that begins at x; y is its middle."""
    return Text(x, y, size, words, INK, "start", bold)


def fit_text(  # noqa: PLR0913 - a text and its place
    x: float, y: float, text: str, width: float, size: float = VALUE, *, bold: bool = False
) -> Text:
    """Return a text fitted to a width, smaller or cut with …."""
    wide = fonts.text_width(text, size) if len(text) * size < 4 * width else 4 * width
    if wide > width:
        size = max(MIN_TEXT_SIZE, 0.998 * size * width / wide)  # so that rounding cuts nothing
        text = fonts.truncate_text(text, size, width)
    return text_shape(x, y, text, size, bold=bold)


def fits_width(words: str, most: float) -> bool:
    """Tell whether :func:`fit_text` shows a text whole."""
    return len(words) * MIN_TEXT_SIZE < 4 * most and fonts.text_width(words, MIN_TEXT_SIZE) <= most


def draw_field(area: Area, label: str, value: str = "") -> Iterator[Shape]:
    """Yield a label with a line and a value on it."""
    middle, start = (area.top + area.bottom) / 2, field_start(area, label)
    yield text_shape(area.left, middle, label)
    yield Line(((start, area.bottom - 1), (area.right, area.bottom - 1)), RULED)
    if value:
        yield fit_text(start, middle, value, area.right - start)


def field_start(area: Area, label: str) -> float:
    """Return where the line of a field begins."""
    return area.left + fonts.text_width(label, LABEL) + PAD


def frame_with_title(area: Area, title: str) -> Iterator[Shape]:
    """Yield a frame with its title at the upper left."""
    yield area.frame(FRAMED)
    yield fit_text(area.left + PAD, area.top + TITLE_ROOM / 2 + 0.3, title, area.width - 2 * PAD, LABEL, bold=True)


def area_below_title(area: Area) -> Area:
    """Return the area in a frame below its title."""
    return Area(area.left + PAD, area.top + TITLE_ROOM, area.right - PAD, area.bottom - PAD)


def split_in_rows(area: Area, count: int) -> list[Area]:
    """Return an area divided into rows of one height."""
    height = area.height / count
    return [
        area._replace(top=area.top + number * height, bottom=area.top + (number + 1) * height)
        for number in range(count)
    ]


def draw_wrapped_text(area: Area, words: Iterable[str], size: float, leading: float) -> Iterator[Shape]:
    """Yield wrapped text in an area; overflow becomes …."""
    parts = [part for line in words for part in fonts.wrap_text(line, size, area.width)]
    room = max(1, int(area.height / leading))
    if len(parts) > room:
        parts[room - 1] = fonts.truncate_text(f"{parts[room - 1]} …", size, area.width)
    for number, part in enumerate(parts[:room]):
        yield text_shape(area.left, area.top + (number + 0.5) * leading, part, size)
