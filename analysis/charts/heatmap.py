"""Where on the board it happened: one page for a kind of trace, a board for each side and unit."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from analysis.charts.boards import counting_scale, draw_board, draw_colour_bar, name_board, name_row, shown_units
from analysis.charts.sheet import new_sheet
from analysis.charts.style import drawable, drawing
from analysis.charts.wording import side_label
from kifu.message import Message
from kifu.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from analysis.metrics import Grids
    from kifu.message import Language

ABREAST, COLUMNS_ABREAST = 8, 72
"""Boards side by side, and columns of all of them; more units than that go on in further rows."""
FEWEST = 5
"""Boards side by side however large they are."""
SUBJECT_WIDTH = 120
ALL_UNITS = Message("計", "all")


def heatmap(grids: Grids, kind: str, subject: str = "", language: Language = "ja") -> Figure:
    """Draw one kind of trace: a row of boards for each side, the first for all units together, then one a unit.

    All boards share one colour scale, from 0 to the highest number on the page. The axes of the figure are the boards,
    row by row (先手, then 後手), then the colour bar. `subject` says whose counts they are: the title of a record, or
    the name of a group. Raises KeyError for a kind that the game does not have.
    """
    board = grids.game.board
    units = shown_units([grids], kind)
    bands = _bands(units, board.columns)
    rows = [(side, band) for band in bands for side in Side]
    scale = counting_scale(grids.grid(kind, side, unit) for side in Side for unit in units)
    with drawing():
        title = page_title(grids, kind, subject, language)
        sheet = new_sheet(title, board, [len(band) for _, band in rows], [(0, len(bands[0]))])
        for row, (side, band) in zip(sheet.rows, rows, strict=True):
            name_row(row[0], side_label(side, language))
            for axes, unit in zip(row, band, strict=True):
                drawn = draw_board(axes, grids.grid(kind, side, unit), scale, grids.game)
                name_board(axes, unit_label(grids, unit, language))
        draw_colour_bar(sheet.figure, sheet.bars[0], drawn, scale, scale_label(grids, kind, language))
        return sheet.figure


def _bands(units: Sequence[str | None], columns: int) -> list[Sequence[str | None]]:
    """Return the units in rows about equally long, shorter ones for wider boards."""
    most = max(FEWEST, min(ABREAST, COLUMNS_ABREAST // columns))
    length = ceil(len(units) / ceil(len(units) / most))
    return [units[first : first + length] for first in range(0, len(units), length)]


def page_title(grids: Grids, kind: str, subject: str, language: Language) -> str:
    """Return what is counted, and whose it is."""
    label = grids.game.traces[kind].in_language(language)
    return f"{label}　{drawable(subject, SUBJECT_WIDTH)}" if subject else label


def scale_label(grids: Grids, kind: str, language: Language) -> str:
    """Say what the numbers on a page are."""
    label = grids.game.traces[kind].in_language(language)
    if grids.records == 1:
        return label
    return f"{label} ({Message('1 局あたり', 'per record').in_language(language)})"


def unit_label(grids: Grids, unit: str | None, language: Language) -> str:
    """Return the name of a unit, or of all of them together; 〓 stands for a character that the font lacks."""
    return drawable((ALL_UNITS if unit is None else grids.game.units[unit]).in_language(language))
