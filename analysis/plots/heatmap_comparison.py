"""Heatmap comparison of two records or groups: A, B, A − B."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.plots.board_grid import fitting_cell, fitting_rows, new_sheet, shared_out
from analysis.plots.board_plot import (
    counting_scale,
    draw_board,
    draw_colour_bar,
    name_board,
    name_row,
    shown_units,
    signed_label,
    signed_scale,
)
from analysis.plots.heatmap import scale_label, unit_label
from analysis.plots.picture_style import drawable, matplotlib_settings, side_label
from analysis.tables.square_counts import Grids, difference
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from kifu.core.message import Language

NAME_WIDTH = 90
"""The width of the name of A or B, in half-width columns."""
LETTERS = ("A", "B")
GAP = "A − B"
LINES = 3
"""The lines of the title."""


class Names(NamedTuple):
    """Names of A and B: record titles, or group names."""

    first: str = ""
    second: str = ""


UNNAMED = Names()


def comparisons(
    first: Grids, second: Grids, kind: str, names: Names = UNNAMED, language: Language = "ja"
) -> tuple[Figure, ...]:
    """Draw one trace kind with :func:`compare_heatmaps` on pages, if counted."""
    if not first.grid(kind).any() and not second.grid(kind).any():
        return ()
    units = shown_units([first, second], kind)
    most = fitting_rows(first.game.board, 2 * len((*LETTERS, GAP)), len(units), LINES)
    return tuple(compare_heatmaps(first, second, kind, names, language, page) for page in shared_out(units, most))


def compare_heatmaps(  # noqa: PLR0913, PLR0917 - both groups, the kind of trace, and the options of the page
    first: Grids,
    second: Grids,
    kind: str,
    names: Names = UNNAMED,
    language: Language = "ja",
    page: Sequence[str | None] | None = None,
) -> Figure:
    """Draw heatmaps of A (`first`), B and A − B by unit.

    A row for all units, then a row for each unit.

    A row holds six boards: A, B, A − B for 先手, then for 後手; the axes of the figure are the boards, row by row, then
    the two colour bars. `page` are the units of this page, all by default. Counts of A and B share one scale for all
    units; the differences share another, symmetrical around 0, and negative squares are hatched. Numbers are per record,
    so groups of different size can be compared. Raises ValueError for counts of different games or boards, KeyError for a kind
    that the game does not have.
    """
    gap = Grids(first.game, max(first.records, second.records), difference(first, second))
    board, units = first.game.board, shown_units([first, second], kind)
    counting = counting_scale(
        part.grid(kind, side, unit) for part in (first, second) for side in Side for unit in units
    )
    signed = signed_scale(gap.grid(kind, side, unit) for side in Side for unit in units)
    columns = [
        (side, letter, part, scale)
        for side in Side
        for letter, part, scale in zip((*LETTERS, GAP), (first, second, gap), (counting, counting, signed), strict=True)
    ]
    page = units if page is None else page
    with matplotlib_settings():
        label = first.game.traces[kind].in_language(language)
        title = f"{label}\n{describe((first.records, second.records), names, language)}"
        halves = [(0, len(columns) // 2), (len(columns) // 2, len(columns))]
        cell = fitting_cell(board, len(columns), len(page), LINES)
        sheet = new_sheet(title, board, [len(columns)] * len(page), halves, cell=cell)
        drawn = {}
        for row, unit in zip(sheet.rows, page, strict=True):
            name_row(row[0], unit_label(first, unit, language))
            for axes, (side, letter, part, scale) in zip(row, columns, strict=True):
                drawn[scale.signed] = draw_board(axes, part.grid(kind, side, unit), scale, first.game)
                name_board(axes, f"{side_label(first.game, side, language)}　{letter}")
        draw_colour_bar(sheet.figure, sheet.bars[0], drawn[False], counting, scale_label(gap, kind, language))
        draw_colour_bar(sheet.figure, sheet.bars[1], drawn[True], signed, signed_label(GAP, language))
        return sheet.figure


def describe(sizes: tuple[int, int], names: Names, language: Language) -> str:
    """Return lines for A and B: name and number of records."""
    parts = []
    for letter, name, size in zip(LETTERS, names, sizes, strict=True):
        records = Message(f"{size} 局", f"{size} record{'s' if size > 1 else ''}").in_language(language)
        shown = drawable(name, NAME_WIDTH)
        parts.append(f"{letter}: {shown} ({records})" if shown else f"{letter}: {records}")
    return "\n".join(parts)
