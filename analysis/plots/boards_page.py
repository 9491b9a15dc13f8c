"""Page of boards: title, rows of boards, colour bars, panel.

Every size is known beforehand, so nothing is measured: matplotlib's own layout takes as long as all the drawing.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from analysis.plots.picture_style import new_figure
from kifu.core.escapes_confusables_and_text_width import japanese_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kifu.core.squares import Squares

CELL = 0.255
"""Inches of a square: four digits fit."""
BESIDE, ABOVE, APART = 0.3, 0.42, 0.13
"""Inches left of a board (for the names of its rows), above it (for its title and the names of its columns), and right
of and below it."""
SIDE = 0.36
"""Inches at the left of the page, for the name of a row of boards."""
LINE, EDGE = 0.25, 0.12
"""Inches of a line of the title, and of the margin around the page."""
BAR, FOOT = 0.14, 0.62
"""Inches of the height of a colour bar, and of the foot in which it stands with its numbers and label."""
SHORTEST_BAR, BAR_SHARE, BARS_APART = 2.2, 0.6, 0.5
"""The least length of a colour bar, in inches, its length as a share of the width of its boards, and the inches between
two bars: the numbers at their ends have room."""
LETTER = 12 / 72 / 2
"""Inches of a half-width letter of the title, which is set in 12 points."""
SCREEN = (11.1, 8.33)
"""Inches (width, height) of a page that fits a screen: about 1600 × 1200 dots."""
FLOOR = 0.05
"""The least inches of a square, even if the page then does not fit a screen."""
READABLE = 0.12
"""Inches of a square large enough for its number. A page holds only as many rows as leave squares this size."""
NARROWER = 0.9
"""If the width of the page alone makes squares smaller than READABLE, its rows may shrink them by this factor too."""


class BoardsPage(NamedTuple):
    """A page with all its parts in place."""

    figure: Figure
    rows: tuple[tuple[Axes, ...], ...]
    """The boards, row by row."""
    bars: tuple[Axes, ...]
    beside: Axes | None = None
    """The panel right of the boards, if the page has one."""


def panel_size(board: Squares, cell: float = CELL) -> tuple[float, float]:
    """Return the inches (width, height) that a board takes with its labels."""
    return BESIDE + board.columns * cell + APART, ABOVE + board.rows * cell + APART


def cell_that_fits_screen(  # noqa: PLR0913, PLR0917 - the parts of a page
    board: Squares,
    boards_across: int,
    rows: int,
    title_lines: int,
    max_cell: float = CELL,
    panel_width: float = 0.0,
    foot_height: float = FOOT,
) -> float:
    """Return the square size in inches that fits boards on screen.

    From FLOOR to `max_cell`.

    The page has a title of `title_lines` lines, `rows` rows of `boards_across` boards, a panel of `panel_width` inches right of them and
    a foot of `foot_height` inches.
    """
    wide, high = SCREEN
    across = ((wide - SIDE - panel_width) / boards_across - BESIDE - APART) / board.columns
    down = ((high - EDGE - LINE * title_lines - foot_height) / rows - ABOVE - APART) / board.rows
    return max(FLOOR, min(max_cell, across, down))


def readable_row_count(board: Squares, boards_across: int, max_rows: int, title_lines: int) -> int:
    """Return the board rows on a page with readable numbers, if possible."""
    least = min(READABLE, NARROWER * cell_that_fits_screen(board, boards_across, 1, title_lines))
    return next(
        (
            count
            for count in range(max_rows, 1, -1)
            if cell_that_fits_screen(board, boards_across, count, title_lines) >= least
        ),
        1,
    )


def split_evenly(units: Sequence[str | None], max_length: int) -> list[Sequence[str | None]]:
    """Return units in runs of similar length, at most `max_length`."""
    length = ceil(len(units) / ceil(len(units) / max_length))
    return [units[first : first + length] for first in range(0, len(units), length)]


def new_boards_page(  # noqa: PLR0913 - the parts of a page
    title: str,
    board: Squares,
    boards_by_row: Sequence[int],
    bars: Sequence[tuple[int, int]] = (),
    *,
    cell: float = CELL,
    panel_width: float = 0.0,
    panel_height: float = 0.0,
) -> BoardsPage:
    """Return a page with `boards_by_row[n]` boards in row n, and colour bars.

    `cell` is the size of a square in inches. A bar is given as the column where it begins and the column before which it
    ends, and stands in the middle of them. If `panel_width` is not 0, a panel of that width in inches stands right of the
    boards; it is `panel_height` inches high. The axes of the figure are the boards, row by row, then the bars, then the panel.
    Nothing in the title is read as a formula.
    """
    wide, high = panel_size(board, cell)
    lines = title.split("\n")
    head = EDGE + LINE * len(lines)
    foot = FOOT if bars else 0.0
    width = max(SIDE + wide * max(boards_by_row) + panel_width, 2 * EDGE + LETTER * max(map(japanese_columns, lines)))
    bar_lengths = [max(BAR_SHARE * (after - first) * wide, SHORTEST_BAR) for first, after in bars]
    if bars:
        width = max(width, SIDE + sum(bar_lengths) + BARS_APART * (len(bars) - 1) + BARS_APART / 2)
    height = head + max(high * len(boards_by_row), panel_height + ABOVE + APART) + foot
    figure = new_figure(width, height, arranged=False)
    figure.suptitle(
        title,
        x=EDGE / width,
        y=1 - EDGE / height,
        ha="left",
        va="top",
        fontsize=12,
        linespacing=1.5,
        parse_math=False,
    )

    def place(left: float, top: float, size: tuple[float, float]) -> Axes:
        return figure.add_axes((left / width, 1 - (top + size[1]) / height, size[0] / width, size[1] / height))

    rows = tuple(
        tuple(
            place(SIDE + number * wide + BESIDE, head + row * high + ABOVE, (board.columns * cell, board.rows * cell))
            for number in range(length)
        )
        for row, length in enumerate(boards_by_row)
    )
    lefts, end = [], width - BARS_APART / 2
    for (first, after), length in reversed(list(zip(bars, bar_lengths, strict=True))):
        lefts.append(min(SIDE + first * wide + max(0.0, (after - first) * wide - length) / 2, end - length))
        end = lefts[-1] - BARS_APART
    below = head + len(boards_by_row) * high + 0.04
    placed = [place(left, below, (length, BAR)) for left, length in zip(reversed(lefts), bar_lengths, strict=True)]
    if not panel_width:
        return BoardsPage(figure, rows, tuple(placed))
    right = place(SIDE + wide * max(boards_by_row), head + ABOVE, (panel_width, panel_height))
    return BoardsPage(figure, rows, tuple(placed), right)
