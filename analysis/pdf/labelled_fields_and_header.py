"""Labelled fields of a score sheet, frames, texts that fit, and its header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf import fonts, sheet_contents
from analysis.pdf.paper_page import FRAME, HAIR, INK, PALE, Area, qr_shapes
from kifu.core.outcome import PLAYERS, Side
from kifu.render.shapes_and_svg import Line, Paint, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from analysis.pdf.sheet_contents import ScoreSheet, SheetGame
    from kifu.render.shapes_and_svg import Shape


LABEL, VALUE = 2.7, 3.6
"""The sizes of a label, and of what a record fills in."""
PAD = 1.5
"""The room between a frame and what stands in it."""
TITLE_ROOM = 5.0
"""The height of the title of a box."""
MIN_TEXT_SIZE = 2.0
"""The least size of a text that is made smaller to fit."""

FRAMED, RULED = Paint("", INK, FRAME), Paint("", PALE, HAIR)


def text_shape(x: float, y: float, text: str, size: float = LABEL, *, bold: bool = False) -> Text:
    """Return a text that begins at x; y is its middle."""
    return Text(x, y, size, text, INK, "start", bold)


def text_fitted_to_width(  # noqa: PLR0913 - a text and its place
    x: float, y: float, text: str, width: float, size: float = VALUE, *, bold: bool = False
) -> Text:
    """Return a text fitted to a width, smaller or cut with …."""
    wide = fonts.text_width(text, size) if len(text) * size < 4 * width else 4 * width
    if wide > width:
        size = max(MIN_TEXT_SIZE, 0.998 * size * width / wide)  # so that rounding cuts nothing
        text = fonts.truncate_text(text, size, width)
    return text_shape(x, y, text, size, bold=bold)


def fits_width(text: str, max_width: float) -> bool:
    """Tell whether :func:`text_fitted_to_width` shows a text whole."""
    return len(text) * MIN_TEXT_SIZE < 4 * max_width and fonts.text_width(text, MIN_TEXT_SIZE) <= max_width


def draw_labelled_line(area: Area, label: str, value: str = "") -> Iterator[Shape]:
    """Yield a label with a line and a value on it."""
    middle, start = (area.top + area.bottom) / 2, field_start(area, label)
    yield text_shape(area.left, middle, label)
    yield Line(((start, area.bottom - 1), (area.right, area.bottom - 1)), RULED)
    if value:
        yield text_fitted_to_width(start, middle, value, area.right - start)


def field_start(area: Area, label: str) -> float:
    """Return where the line of a field begins."""
    return area.left + fonts.text_width(label, LABEL) + PAD


def draw_titled_frame(area: Area, title: str) -> Iterator[Shape]:
    """Yield a frame with its title at the upper left."""
    yield area.frame(FRAMED)
    yield text_fitted_to_width(
        area.left + PAD, area.top + TITLE_ROOM / 2 + 0.3, title, area.width - 2 * PAD, LABEL, bold=True
    )


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


def draw_wrapped_text(area: Area, texts: Iterable[str], size: float, leading: float) -> Iterator[Shape]:
    """Yield wrapped text in an area; overflow becomes …."""
    parts = [part for line in texts for part in fonts.wrap_text(line, size, area.width)]
    room = max(1, int(area.height / leading))
    if len(parts) > room:
        parts[room - 1] = fonts.truncate_text(f"{parts[room - 1]} …", size, area.width)
    for number, part in enumerate(parts[:room]):
        yield text_shape(area.left, area.top + (number + 0.5) * leading, part, size)


TITLE, TITLE_SIZE, SMALL_TITLE, FIELD = 9.0, 5.0, 3.4, 8.0
QR, QR_SIZE = 27.0, 1.9
HEADER_HEIGHT = TITLE + 4 * FIELD + 2
"""The height of the head."""
CONTINUATION_HEIGHT = 9.0
"""The height of the head of a page on which a game goes on."""
LATER_QR, QR_TOP = 22.0, 4.0
"""The side of the QR code of a page of a form with marks, which white paper surrounds, and its place."""
LEFT_SHARE = 0.56
"""The share of the left fields in the width."""
HEADER_FIELDS = (
    ("棋戦", sheet_contents.EVENT),
    ("回戦", sheet_contents.ROUND),
    ("場所", sheet_contents.PLACE),
    ("開始日時", sheet_contents.BEGAN),
    (PLAYERS[0], None),
    ("持ち時間", sheet_contents.TIME),
    (PLAYERS[1], None),
    ("終了日時", sheet_contents.ENDED),
)
"""The keys and the labels of the fields, two a row; the players have the names of their sides."""


def page_title(form: ScoreSheet, sheet_game: SheetGame, *, continued: bool = False) -> str:
    """Return a page's title: record or sheet, game, half; later pages continued."""
    words = [form.say(sheet_contents.RECORD if form.filled else sheet_contents.SHEET), form.say(form.game.name)]
    if sheet_game.title is not None:
        words.append(form.say(sheet_game.title))
    if continued:
        words.append(f"({form.say(sheet_contents.CONTINUED)})")
    return "\u3000".join(words)


def draw_head_of_first_page(form: ScoreSheet, sheet_game: SheetGame, area: Area) -> Iterator[Shape]:
    """Yield the head of the first page of a game."""
    width = area.width - QR
    yield text_fitted_to_width(
        area.left, area.top + 4, page_title(form, sheet_game), width * 0.62, TITLE_SIZE, bold=True
    )
    facts = [form.game.rules, *(f"{key} {value}" for key, value in form.game.required_head.items())]
    writer = f"{form.say(sheet_contents.SEEN if form.filled else sheet_contents.WRITER)}: {form.marked_side_name(form.side_of_writer(sheet_game), exchanged=sheet_game.exchanged and not form.filled)}"
    yield text_fitted_to_width(area.left + width * 0.64, area.top + 2.4, "\u3000".join(facts), width * 0.35, LABEL)
    yield text_fitted_to_width(area.left + width * 0.64, area.top + 6.2, writer, width * 0.35, LABEL, bold=True)
    for place, label, value in _header_areas_labels_and_values(form, sheet_game, area):
        yield from draw_labelled_line(place, label, value)
    if not form.marked:
        yield from qr_shapes(form.code_of_form_without_fiducials, area.right - QR, area.top - 2, QR)
        yield Text(area.right - QR / 2, area.top + QR - 2.2, QR_SIZE, form.code_of_form_without_fiducials, PALE)


def draw_page_code(form: ScoreSheet, game_number: int, page: int) -> Iterator[Shape]:
    """Yield a second-form page's QR code, at the right between fiducials."""
    area = form.area
    yield from qr_shapes(
        form.page_code_text(game_number, page), area.right - LATER_QR - 4, QR_TOP, LATER_QR, quiet_modules=2
    )


def draw_continuation_head(
    form: ScoreSheet, sheet_game: SheetGame, area: Area, *, continued: bool = True
) -> Iterator[Shape]:
    """Yield the head of a further page."""
    width = area.width - (LATER_QR + 4 if form.marked else 0)
    yield text_fitted_to_width(
        area.left,
        area.top + 2.5,
        page_title(form, sheet_game, continued=continued),
        width * 0.5,
        SMALL_TITLE,
        bold=True,
    )
    half = width * 0.24
    for side in Side:
        left = area.left + width * 0.52 + side * half
        place = Area(left, area.top - 1.5, left + half - 2, area.top + 6.5)
        yield from draw_labelled_line(place, side.mark, sheet_game.names[side])


def labels_and_values_without_room(form: ScoreSheet, sheet_game: SheetGame, area: Area) -> Iterator[tuple[str, str]]:
    """Yield the labels and values that have no room in the head."""
    for place, label, value in _header_areas_labels_and_values(form, sheet_game, area):
        if value and not fits_width(value, place.right - field_start(place, label)):
            yield label, value


def header_keys_with_field() -> frozenset[str]:
    """Return the keys of a record's head that have a field."""
    return frozenset(key for key, _ in HEADER_FIELDS)


def _header_areas_labels_and_values(
    form: ScoreSheet, sheet_game: SheetGame, area: Area
) -> Iterator[tuple[Area, str, str]]:
    """Yield area, label and value of each field of the header."""
    room, end = (LATER_QR + 4, QR_TOP + LATER_QR - area.top) if form.marked else (QR, QR)
    width = area.width - room - 2
    middle = area.left + width * LEFT_SHARE
    for number, (key, label) in enumerate(HEADER_FIELDS):
        top = area.top + TITLE + number // 2 * FIELD
        wide = area.right if top >= area.top + end else area.left + width
        place = Area(middle, top, wide, top + FIELD) if number % 2 else Area(area.left, top, middle - 3, top + FIELD)
        if label is None:
            side = Side(PLAYERS.index(key))
            yield place, form.marked_side_name(side, exchanged=sheet_game.exchanged), sheet_game.names[side]
        else:
            yield place, form.say(label), form.head.get(key, "")
