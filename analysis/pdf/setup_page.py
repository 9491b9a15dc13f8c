"""Setup page: large board, units in hand, and unit costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf import footer_band, sheet_header, sheet_text
from analysis.pdf.form_fields import LABEL, field, fit_text, frame_with_title, within
from analysis.pdf.greyscale_boards import small_board
from analysis.pdf.paper_page import Area, fit_scene
from kifu.core.outcome import Side
from kifu.render.side_panels import diagram_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.pdf.sheet_contents import ScoreSheet, SheetGame
    from kifu.core.game.drawing import SetupPiece
    from kifu.render.shapes import Shape

BOARD, FIELD, UNIT_SIZE, LEADING = 0.62, 8.0, 2.9, 4.2
"""The share of the board in the height, the height of a field, and the size of the units."""


def setup_page(form: ScoreSheet, part: SheetGame, area: Area) -> Iterator[Shape]:
    """Yield the page."""
    yield from sheet_header.later_head(form, part, area, later=False)
    top = area.top + sheet_header.LATER
    yield fit_text(area.left, top + 1.5, form.say(sheet_text.START), area.width, LABEL, bold=True)
    board = Area(area.left, top + 4, area.right, area.top + area.height * BOARD)
    yield from fit_scene(small_board(form.game, part.start, form.side), board)
    fields = list(diagram_fields(form.game, part.start)) if part.start is not None else []
    y = board.bottom + 2
    for side in Side:
        own = next((line for line in fields if line.startswith(form.game.sides[side].label.ja)), "")
        yield from field(
            Area(area.left, y, area.right if form.filled else area.right - 48, y + FIELD),
            f"{form.label(side)}  {form.say(sheet_text.HAND)}",
            own.partition("：")[2],
        )
        if form.game.budget is not None and not form.filled:
            place = Area(area.right - 44, y, area.right - 10, y + FIELD)
            yield from field(place, form.say(sheet_text.COST))
            yield fit_text(area.right - 9, (place.top + place.bottom) / 2, f"/ {form.game.budget}", 12, LABEL)
        y += FIELD
    yield from _units_with_costs(form, Area(area.left, y + 3, area.right, area.bottom))


def _cost(form: ScoreSheet, piece: SetupPiece) -> str:
    free = form.say(sheet_text.FREE)
    return f"{piece.cost} ({piece.free} {free})" if piece.free else str(piece.cost)


def _units_with_costs(form: ScoreSheet, area: Area) -> Iterator[Shape]:
    """Yield the list of units and costs, as large as fits."""
    costs = {piece.name: _cost(form, piece) for piece in form.game.pieces()}
    written = form.game.written_units(Side.FIRST)
    words = [
        f"{words} {costs[written[kind]]}" if form.game.budget is not None and written[kind] in costs else words
        for kind, words in zip(form.game.units, footer_band.unit_words(form), strict=True)
    ]
    cost = f"\u3000({form.say(sheet_text.COST)})" if form.game.budget is not None else ""
    yield from frame_with_title(area, f"{form.say(sheet_text.UNITS)}{cost}")
    for size in (UNIT_SIZE, UNIT_SIZE - 0.4, UNIT_SIZE - 0.8):
        shapes, whole = footer_band.flow(words, within(area), size, size + LEADING - UNIT_SIZE)
        if whole:
            break
    yield from shapes
