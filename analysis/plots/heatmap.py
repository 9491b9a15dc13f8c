"""Heatmaps of trace kinds by square, side and unit."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from analysis.plots.board_grid import CELL, fitting_cell, new_sheet, shared_out
from analysis.plots.board_plot import (
    counting_scale,
    draw_board,
    draw_colour_bar,
    name_board,
    name_row,
    readable_cell,
    shown_units,
)
from analysis.plots.picture_style import drawable, matplotlib_settings, side_label
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from analysis.tables.square_counts import Grids
    from kifu.core.message import Language
    from kifu.core.squares import Squares

MIN_CELL_SHARE = 0.75
"""A side's units stand in the fewest rows that keep squares at least this large, as a part of the largest possible."""
SUBJECT_WIDTH = 120
ALL_UNITS = Message("計", "all")


def heatmaps(grids: Grids, kind: str, subject: str = "", language: Language = "ja") -> tuple[Figure, ...]:
    """Draw one trace kind with :func:`heatmap` on pages, if counted."""
    if not grids.grid(kind).any():
        return ()
    units = shown_units([grids], kind)
    board, least = grids.game.board, readable_cell(grids.game)
    most = next((count for count in range(len(units), 1, -1) if _bands(board, count)[1] >= least), 1)
    return tuple(heatmap(grids, kind, subject, language, page) for page in shared_out(units, most))


def heatmap(
    grids: Grids,
    kind: str,
    subject: str = "",
    language: Language = "ja",
    page: Sequence[str | None] | None = None,
) -> Figure:
    """Draw one trace kind: rows of boards by side, columns by unit.

    The first board is for all units together.

    `page` are the units of this page, all by default. All boards share one colour scale, from 0 to the highest number
    of any unit. The axes of the figure are the boards, row by row (先手, then 後手), then the colour bar. `subject` is the
    title of the record or the name of the group that was counted. Raises KeyError for a kind that the game does not
    have.
    """
    board = grids.game.board
    units = shown_units([grids], kind)
    scale = counting_scale(grids.grid(kind, side, unit) for side in Side for unit in units)
    page = units if page is None else page
    count, cell = _bands(board, len(page))
    bands = shared_out(page, ceil(len(page) / count))
    rows = [(side, band) for band in bands for side in Side]
    with matplotlib_settings():
        title = page_title(grids, kind, subject, language)
        sheet = new_sheet(title, board, [len(band) for _, band in rows], [(0, len(bands[0]))], cell=cell)
        for row, (side, band) in zip(sheet.rows, rows, strict=True):
            name_row(row[0], side_label(grids.game, side, language))
            for axes, unit in zip(row, band, strict=True):
                drawn = draw_board(axes, grids.grid(kind, side, unit), scale, grids.game)
                name_board(axes, unit_label(grids, unit, language))
        draw_colour_bar(sheet.figure, sheet.bars[0], drawn, scale, scale_label(grids, kind, language))
        return sheet.figure


def _bands(board: Squares, units: int) -> tuple[int, float]:
    """Return board rows of `units` for each side, and square size."""
    cells = [fitting_cell(board, ceil(units / count), 2 * count, 1, CELL) for count in range(1, units + 1)]
    count = next(place for place, cell in enumerate(cells, start=1) if cell >= MIN_CELL_SHARE * max(cells))
    return count, cells[count - 1]


def page_title(grids: Grids, kind: str, subject: str, language: Language) -> str:
    """Return a page's title: trace kind and subject."""
    label = grids.game.traces[kind].in_language(language)
    return f"{label}　{drawable(subject, SUBJECT_WIDTH)}" if subject else label


def scale_label(grids: Grids, kind: str, language: Language) -> str:
    """Return the colour bar's label: trace kind, per record or not."""
    label = grids.game.traces[kind].in_language(language)
    if grids.records == 1:
        return label
    return f"{label} ({Message('1 局あたり', 'per record').in_language(language)})"


def unit_label(grids: Grids, unit: str | None, language: Language) -> str:
    """Return a unit's name; None is all units.

    〓 stands for a character that the font lacks.
    """
    return drawable((ALL_UNITS if unit is None else grids.game.units[unit]).in_language(language))
