"""Study charts: set boards, square heatmaps, size table, intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.colors import Normalize

from analysis.plots.board_grid import new_sheet
from analysis.plots.board_plot import (
    BoardWord,
    Discs,
    Scale,
    draw_board,
    draw_colour_bar,
    draw_squares,
    ink_on,
    middle,
    name_board,
    name_row,
    name_squares,
    signed_scale,
    write_words,
)
from analysis.plots.picture_style import (
    DIVERGING,
    GRID,
    INK,
    PALE,
    PENS,
    draw_title,
    fix_layout,
    matplotlib_settings,
    new_figure,
)
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from kifu.core.game.game import Game

CELL = 0.2
"""Inches of a square on a board of sets."""
STONE = 0.4
"""The radius of a unit of a set, in squares."""
ROW, LABELS, PLOT = 0.24, 4.4, 4.0
"""The height of a line on a page of intervals, the width of its label, and the width of the plot, in inches."""
EDGES = 1.5
"""Inches above and below the lines, together."""
ENTRY = 0.95
"""Inches of an entry of a table."""
MAX_COLOUR_DIFFERENCE = 0.25
"""The difference from one half that has the strongest colour in a table."""


class SetBoard(NamedTuple):
    """A board with one set, or with two."""

    label: str
    first: Sequence[int]
    second: Sequence[int] = ()


class ShareEntry(NamedTuple):
    """Table entry: share (None: no game ended), interval, game count."""

    share: float | None
    low: float
    high: float
    games: int


class IntervalLine(NamedTuple):
    """Line on a page of intervals; a heading without entry."""

    label: str
    entry: ShareEntry | None = None
    side: Side | None = None
    """The side whose pen draws the line; None: black ink."""


def draw_sets(game: Game, title: str, rows: Mapping[str, Sequence[SetBoard]]) -> Figure:
    """Draw sets on boards, a row for each name.

    The axes of the figure are the boards, row by row.

    Units of the first set of a board are discs in 先手's colour; units of the second are rings in 後手's.
    """
    shown = {name: boards for name, boards in rows.items() if boards}
    with matplotlib_settings():
        sheet = new_sheet(title, game.board, [len(boards) for boards in shown.values()], cell=CELL)
        for row, (name, boards) in zip(sheet.rows, shown.items(), strict=True):
            name_row(row[0], name)
            for axes, drawn in zip(row, boards, strict=True):
                _draw_set(axes, game, drawn)
        return sheet.figure


def _draw_set(axes: Axes, game: Game, drawn: SetBoard) -> None:
    board = game.board
    axes.set_aspect("equal")
    axes.set_xlim(0, board.columns)
    axes.set_ylim(board.rows, 0)
    draw_squares(axes, game)
    for side, squares in zip(Side, (drawn.first, drawn.second), strict=True):
        pen = PENS[side]
        places = [middle(*divmod(square, board.columns)) for square in squares]
        if places:
            discs = Discs(axes, places, STONE, facecolor=pen.fill, edgecolor=pen.colour, linewidth=1.6, zorder=2)
            axes.add_collection(discs, autolim=False)
    name_squares(axes, game)
    axes.set_title(drawn.label, fontsize=7, y=1.0, pad=10, linespacing=1.1)


def draw_worths(game: Game, title: str, label: str, worths: Mapping[str, NDArray[np.float64]]) -> Figure:
    """Draw grids of differences in one scale, with the colour bar."""
    scale = signed_scale(worths.values())
    with matplotlib_settings():
        sheet = new_sheet(title, game.board, [len(worths)], [(0, len(worths))])
        for axes, (name, grid) in zip(sheet.rows[0], worths.items(), strict=True):
            drawn = draw_board(axes, grid, scale, game)
            name_board(axes, name)
        draw_colour_bar(sheet.figure, sheet.bars[0], drawn, scale, label)
        return sheet.figure


def draw_table(title: str, across: str, down: str, table: Mapping[tuple[int, int], ShareEntry]) -> Figure:
    """Draw a table of shares with intervals and n, coloured by difference.

    The difference is that from one half.

    `across` is the label of the columns, `down` that of the rows. An entry whose interval holds one half is grey.
    """
    rows = sorted({row for row, _ in table})
    columns = sorted({column for _, column in table})
    scale = Scale(DIVERGING, Normalize(-MAX_COLOUR_DIFFERENCE, MAX_COLOUR_DIFFERENCE), signed=True, whole=False)
    colours = mpl.colormaps.get_cmap(scale.colours)
    with matplotlib_settings():
        figure = new_figure(1.3 + ENTRY * len(columns), 1.3 + ENTRY * len(rows) * 0.72)
        draw_title(figure, title)
        axes = figure.add_subplot()
        words: list[BoardWord] = []
        painted = np.ones((len(rows), len(columns), 4))
        for (row, column), entry in table.items():
            y, x = rows.index(row), columns.index(column)
            ink = INK
            if entry.share is not None and not entry.low <= 0.5 <= entry.high:  # noqa: PLR2004 - one half
                painted[y, x] = colours(scale.norm(entry.share - 0.5))
                ink = ink_on(painted[y, x])
            elif entry.share is not None:
                painted[y, x] = mpl.colors.to_rgba(GRID)
            words.append(BoardWord(_percent(entry.share), x, y - 0.2, 11.0, ink))
            words.append(BoardWord(f"{100 * entry.low:.0f}–{100 * entry.high:.0f}", x, y + 0.1, 7.5, ink))
            words.append(BoardWord(f"n={entry.games}", x, y + 0.34, 6.5, ink))
        axes.imshow(painted, aspect="auto")
        axes.set_xticks(range(len(columns)), [str(column) for column in columns])
        axes.set_yticks(range(len(rows)), [str(row) for row in rows])
        axes.set_xlabel(across)
        axes.set_ylabel(down)
        axes.tick_params(length=0)
        fix_layout(figure)
        write_words(axes, words)
        return figure


def draw_intervals(title: str, label: str, lines: Sequence[IntervalLine]) -> Figure:
    """Draw shares with intervals below each other, with a half line.

    Headings are larger and grey.
    """
    with matplotlib_settings():
        figure = new_figure(LABELS + PLOT, EDGES + ROW * len(lines))
        draw_title(figure, title)
        axes = figure.add_subplot()
        axes.axvline(0.5, color=PALE, linewidth=0.8)
        for place, line in enumerate(lines):
            entry = line.entry
            if entry is None or entry.share is None:
                continue
            colour = INK if line.side is None else PENS[line.side].colour
            fill = colour if line.side is None else PENS[line.side].fill
            marker = "D" if line.side is None else PENS[line.side].marker
            axes.plot([entry.low, entry.high], [place, place], color=colour, linewidth=1.4)
            axes.plot([entry.share], [place], marker, color=colour, markerfacecolor=fill, markersize=4.5)
        axes.set_xlim(0, 1)
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.set_xticks(np.arange(0, 1.01, 0.1), [f"{percent}%" for percent in range(0, 101, 10)])
        axes.grid(visible=True, axis="x", color=GRID, linewidth=0.5)
        axes.set_axisbelow(True)
        axes.set_yticks(range(len(lines)), [line.label for line in lines], fontsize=8)
        for text, line in zip(axes.get_yticklabels(), lines, strict=True):
            if line.entry is None:
                text.set_fontsize(9.5)
                text.set_color(PALE)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(label)
        return fix_layout(figure)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"
