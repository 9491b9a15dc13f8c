"""Numbers on a board, coloured by a scale: heatmaps and comparisons."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.collections import EllipseCollection, LineCollection, PatchCollection, PathCollection
from matplotlib.colors import Colormap, Normalize, to_rgb
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, Patch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import IdentityTransform

from analysis.plots.boards_page import APART
from analysis.plots.picture_style import COUNTING, DIVERGING, DOTS_PER_INCH, GRID, INK, PALE, font_families
from kifu.core.message import Message
from kifu.core.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from analysis.tables.square_counts_and_courses import SquareCounts
    from kifu.core.game.game import Game
    from kifu.core.message import Language

    Grid = NDArray[np.float64]


NAMES, NAME_GAP = 7.0, 0.3
"""The size of the names of columns and rows, in points (smaller type loses a stroke of 三), and their distance from the
board, in squares."""
TITLE = 10.0
"""The size of a board's title, in points; a long one is smaller."""
STABLE_UNITS = 8
"""Up to this number of units, every page has a panel for each unit, so that pages compare; else only for units seen."""
DARK = 0.179
"""Relative luminance (WCAG 2) below which white stands out more than black."""
SIZES = {1: 8.0, 2: 8.0, 3: 7.5, 4: 6.8}
"""The size of a number by its length, in points: it stays within its square."""
LONGER, SMALLEST = 5.5, 4.1
"""The size of a longer number, and the smallest readable size, in points. A board that needs smaller type shows no numbers."""
DIGIT, FILLED, TALL = 0.57, 0.86, 0.72
"""The width of a digit as a part of its size; the most of a square's width and of its height that a number fills."""
RADIUS, DOT = 0.42, 0.07
"""The radius of the disc of a counted point, and of the dot of an empty point, in squares."""
MINUS = "−"
"""The sign of a difference below zero, U+2212."""
HATCHED = Message("斜線: 0 より小さい", "hatched: below 0")
FIGURES = 3
"""The digits of the longest number for which a page of counts leaves room."""
LITTLE = 5
"""The least upper end of a scale of whole counts, so that a page of single marks is pale."""
TINY = 1e-9
"""A smaller difference of means is a rounding error."""


class Discs(EllipseCollection):
    """Discs of one radius in data coordinates, drawn at once.

    They share one outline.
    """

    def __init__(self, axes: Axes, places: Sequence[tuple[float, float]], radius: float, **looks: Any) -> None:  # noqa: ANN401 - passed on to Collection
        diameters = [2 * radius]
        offsets = np.array(places, dtype=float).reshape(-1, 2)
        super().__init__(
            diameters, diameters, [0.0], units="xy", offsets=offsets, offset_transform=axes.transData, **looks
        )


class Scale(NamedTuple):
    """The colours of numbers. All panels that are compared share one `norm`."""

    colours: str | Colormap
    norm: Normalize
    signed: bool
    whole: bool
    """Whether all numbers are whole; they are then written without decimals."""


def counting_scale(grids: Iterable[Grid], min_top: float = LITTLE) -> Scale:
    """Return one scale for all `grids`: 0 (pale) to maximum (dark).

    A scale of whole numbers reaches `min_top` at least.
    """
    grids = list(grids)
    highest = max((float(grid.max()) for grid in grids), default=0.0)
    whole = _all_whole(grids)
    top = max(highest, min_top) if whole else highest
    return Scale(COUNTING, Normalize(0.0, top or 1.0), signed=False, whole=whole)


def signed_scale(grids: Iterable[Grid]) -> Scale:
    """Return a diverging scale, symmetrical around 0, that covers all `grids`."""
    grids = list(grids)
    highest = max((float(np.abs(grid).max()) for grid in grids), default=0.0)
    highest = highest if highest > TINY else 1.0
    return Scale(DIVERGING, Normalize(-highest, highest), signed=True, whole=_all_whole(grids))


def panel_units(unit_grids: Sequence[SquareCounts], trace_kind: str) -> tuple[str | None, ...]:
    """Return the units with a panel; None (all together) is first."""
    units = tuple(unit_grids[0].game.units)
    if len(units) > STABLE_UNITS:
        units = tuple(
            unit for unit in units if any(grids.counts_per_record(trace_kind, None, unit).any() for grids in unit_grids)
        )
    return (None, *units)


def draw_numbers_on_board(axes: Axes, grid: Grid, scale: Scale, game: Game) -> ScalarMappable:
    """Draw numbers (rows × columns) on a game's board with coordinates.

    On a board that is a graph, the lines are drawn and each counted point is a disc; on any other, squares are filled.
    The result gives the colours to a colour bar.
    """
    lines = game.lines
    colours = mpl.colormaps.get_cmap(scale.colours).with_extremes(bad="white")
    blank = np.abs(grid) <= TINY
    if lines:
        mesh: ScalarMappable = _draw_graph_numbers(axes, grid, scale, game)
    else:
        mesh = axes.pcolormesh(
            np.ma.masked_where(blank, grid), cmap=colours, norm=scale.norm, edgecolors=GRID, linewidth=0.5
        )
    _fit_axes_to_board(axes, game)
    if scale.signed:
        _hatch_negative(axes, grid < -TINY, round_points=bool(lines))
    room = cell_points(axes, game) * number_width(game)
    spelled = spell_signed if scale.signed else format_count
    numbers = []
    for row, column in np.argwhere(~blank):
        number = float(grid[row, column])
        text = spelled(number, whole=scale.whole)
        numbers.append(
            BoardWord(
                text, column + 0.5, row + 0.5, number_size(text, room), contrasting_colour(colours(scale.norm(number)))
            )
        )
    if all(word.size >= SMALLEST for word in numbers):
        if scale.signed:
            _paint_over_hatching(
                axes, numbers, [colours(scale.norm(number)) for number in grid[~blank]], cell_points(axes, game)
            )
        write_words(axes, numbers)
    write_square_names_and_frame(axes, game)
    return mesh


def cell_points(axes: Axes, game: Game) -> float:
    """Return the width of a square in points."""
    return float(axes.bbox.width) / DOTS_PER_INCH * 72 / game.board.columns


def number_size(text: str, room: float) -> float:
    """Return the points of a number that stays within `room` points."""
    return min(SIZES.get(len(text), LONGER), FILLED * room / (DIGIT * len(text)), TALL * room)


def number_width(game: Game) -> float:
    """Return the width of a number in squares; graphs: of its disc."""
    return 2 * RADIUS if game.lines else 1.0


def min_readable_cell(game: Game) -> float:
    """Return the smallest square in inches with FIGURES readable digits."""
    return FIGURES * DIGIT * SMALLEST / FILLED / number_width(game) / 72


def write_board_title(axes: Axes, text: str) -> None:
    """Write a board's title above its columns, fitted to the width."""
    room = (float(axes.bbox.width) / DOTS_PER_INCH + APART) * 72
    size = min(TITLE, TITLE * room / max(1.0, *(text_width_in_points(line, TITLE) for line in text.split("\n"))))
    # The place is given: without it, matplotlib measures all labels of the board each time it draws the title.
    axes.set_title(text, fontsize=size, y=1.0, pad=13)


def write_row_name(axes: Axes, text: str) -> None:
    """Write a row's name at the left of its first board."""
    axes.set_ylabel(text, fontsize=11, labelpad=20)


def draw_colour_bar(figure: Figure, axes: Axes, drawn_board: ScalarMappable, scale: Scale, label: str) -> None:
    """Draw the colour bar of `scale` in `axes`, from board `drawn_board`."""
    bar = figure.colorbar(drawn_board, cax=axes, orientation="horizontal")
    bar.set_label(label, fontsize=9)
    bar.ax.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 5, 10], integer=scale.whole))
    bar.ax.tick_params(labelsize=8)


def label_with_hatching_note(label: str, language: Language) -> str:
    """Return a signed scale's label, with the meaning of its hatching."""
    return f"{label}　({HATCHED.in_language(language)})"


def format_count(number: float, *, whole: bool) -> str:
    """Return a count as text: `whole`, or three figures: 12, 3.0, .25."""
    if whole or number >= 9.95:  # noqa: PLR2004 - from here on one decimal would be a fourth figure
        return f"{number:.0f}"
    if number >= 0.995:  # noqa: PLR2004 - from here on two decimals would be a fourth figure
        return f"{number:.1f}"
    return f"{number:.2f}".removeprefix("0")


def spell_signed(number: float, *, whole: bool) -> str:
    """Return a difference with its sign."""
    return f"{MINUS if number < 0 else '+'}{format_count(abs(number), whole=whole)}"


def contrasting_colour(colour: str | Sequence[float]) -> str:
    """Return black or white, the one that stands out more on `colour`."""
    colour = to_rgb(colour)  # type: ignore[arg-type]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]  # noqa: PLR2004 - the constants of sRGB
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "white" if luminance < DARK else "black"


def _all_whole(grids: Iterable[Grid]) -> bool:
    return all(bool((grid == np.round(grid)).all()) for grid in grids)


def _draw_graph_numbers(axes: Axes, grid: Grid, scale: Scale, game: Game) -> ScalarMappable:
    """Draw a graph board: lines, dots, coloured discs of numbers."""
    _draw_graph_lines_and_points(axes, game)
    counted = np.argwhere(np.abs(grid) > TINY)
    discs = Discs(
        axes,
        [square_centre(row, column) for row, column in counted],
        RADIUS,
        cmap=scale.colours,
        norm=scale.norm,
        edgecolor=PALE,
        linewidth=0.5,
        zorder=2,
    )
    discs.set_array(np.array([grid[row, column] for row, column in counted]))
    axes.add_collection(discs, autolim=False)
    return discs


def draw_empty_board(axes: Axes, game: Game) -> None:
    """Draw the lines of a board, which fills the axes."""
    _fit_axes_to_board(axes, game)
    (_draw_graph_lines_and_points if game.lines else _draw_square_lines)(axes, game)


def _fit_axes_to_board(axes: Axes, game: Game) -> None:
    axes.set_aspect("equal")
    axes.set_xlim(0, game.board.columns)
    axes.set_ylim(game.board.rows, 0)


def _draw_graph_lines_and_points(axes: Axes, game: Game) -> None:
    """Draw a graph board's lines and points."""
    lines = [[square_centre(*divmod(square, game.board.columns)) for square in line] for line in game.lines]
    axes.add_collection(LineCollection(lines, colors=PALE, linewidths=0.4, zorder=1), autolim=False)
    dots = Discs(axes, sorted({place for line in lines for place in line}), DOT, color=PALE, linewidth=0, zorder=1.5)
    axes.add_collection(dots, autolim=False)


def _draw_square_lines(axes: Axes, game: Game) -> None:
    """Draw the lines between squares of a board."""
    board = game.board
    across = [[(0, row), (board.columns, row)] for row in range(1, board.rows)]
    down = [[(column, 0), (column, board.rows)] for column in range(1, board.columns)]
    axes.add_collection(LineCollection(across + down, colors=GRID, linewidths=0.5, zorder=1), autolim=False)


def square_centre(row: int, column: int) -> tuple[float, float]:
    """Return the middle of a square, (x, y) in data coordinates."""
    return float(column) + 0.5, float(row) + 0.5


def _hatch_negative(axes: Axes, negative: NDArray[np.bool_], *, round_points: bool) -> None:
    """Hatch negative squares, which greyscale would not tell apart."""
    shapes: list[Patch] = [
        Circle(square_centre(row, column), RADIUS) if round_points else Rectangle((float(column), float(row)), 1, 1)
        for row, column in np.argwhere(negative)
    ]
    if shapes:
        axes.add_collection(
            PatchCollection(
                shapes, zorder=2.5, facecolor="none", edgecolor=PALE, hatch="////", linewidth=0.0, alpha=0.55
            ),
            autolim=False,
        )


def _paint_over_hatching(axes: Axes, numbers: Sequence[BoardWord], colours: Sequence[Any], cell: float) -> None:
    """Paint the ground of negative numbers over the hatching."""
    grounds, shapes = [], []
    for word, colour in zip(numbers, colours, strict=True):
        if word.text.startswith(MINUS):
            wide, high = ((size + 1) / cell for size in (text_width_in_points(word.text, word.size), 0.8 * word.size))
            shapes.append(Rectangle((word.x - wide / 2, word.y - high / 2), wide, high))
            grounds.append(colour)
    if shapes:
        ground = PatchCollection(shapes, zorder=3, facecolors=grounds, edgecolors="none")
        axes.add_collection(ground, autolim=False)


def write_square_names_and_frame(axes: Axes, game: Game) -> None:
    """Name columns and rows as diagrams do; frame square boards.

    With gaps if the squares are small.
    """
    board, cell = game.board, cell_points(axes, game)
    names = COLUMNS[: board.columns]
    widest = max(map(len, names))
    # Lengths in points, as squares: a name does not touch the board, even if the squares are small.
    above, left = max(NAME_GAP, (0.5 * NAMES + 1.5) / cell), max(NAME_GAP + 0.1, (0.6 * NAMES + 1.5) / cell)
    column_step, row_step = ceil((NAMES * widest + 1) / cell), ceil(NAMES / cell)
    words = [BoardWord(names[column], column + 0.5, -above, NAMES) for column in range(0, board.columns, column_step)]
    words += [BoardWord(f"{row + 1:02d}", -left, row + 0.5, NAMES) for row in range(0, board.rows, row_step)]
    write_words(axes, words)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_color(PALE)
    axes.spines[:].set_visible(not game.lines)


class BoardWord(NamedTuple):
    """Word with its middle in data coordinates, and its points."""

    text: str
    x: float
    y: float
    size: float
    colour: str = INK


class WordCollection(PathCollection):
    """Words on a board as one collection; `words` lists them."""

    def __init__(self, words: Sequence[BoardWord], axes: Axes) -> None:
        self.words = tuple(words)
        super().__init__(
            [_text_outline(word.text, word.size) for word in words],
            sizes=[1.0],  # outlines are in points already
            offsets=[(word.x, word.y) for word in words],
            offset_transform=axes.transData,
            facecolors=[word.colour for word in words],
            linewidths=0,
            zorder=4,
            clip_on=False,
        )
        self.set_transform(IdentityTransform())


def write_words(axes: Axes, words: Sequence[BoardWord]) -> None:
    """Write words on a board, each centred on its place.

    A word may stand outside the board.
    """
    if words:
        axes.add_collection(WordCollection(words, axes), autolim=False)


def text_width_in_points(text: str, size: float) -> float:
    """Return the width of a line of text in points."""
    return float(_text_outline(text, size).get_extents().width)


@lru_cache(maxsize=4096)
def _text_outline(text: str, size: float) -> Path:
    """Return the outline of `text` in points, centred.

    Digits and kanji have the same middle height.
    """
    font = FontProperties(family=font_families())
    whole = TextPath((0, 0), text, size=size, prop=font)
    across = whole.get_extents()
    upright = TextPath((0, 0), "0", size=size, prop=font).get_extents()
    middle = ((across.x0 + across.x1) / 2, (upright.y0 + upright.y1) / 2)
    return Path(whole.vertices - middle, whole.codes)
