"""Opening charts: results by set size, square maps, most frequent sets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from analysis.openings.atlas_text import (
    frequent_openings_caption,
    games_count_text,
    opening_size_label,
    placed_units_heading,
    square_shares_heading,
)
from analysis.openings.opening_sets import table_row_dicts
from analysis.plots.boards_page import CELL as LARGEST
from analysis.plots.boards_page import cell_that_fits_screen, new_boards_page, readable_row_count
from analysis.plots.numbers_on_board import (
    BoardWord,
    Discs,
    Scale,
    cell_points,
    contrasting_colour,
    counting_scale,
    draw_colour_bar,
    draw_empty_board,
    draw_numbers_on_board,
    label_with_hatching_note,
    signed_scale,
    square_centre,
    write_board_title,
    write_row_name,
    write_square_names_and_frame,
    write_words,
)
from analysis.plots.picture_style import (
    DIVERGING,
    INK,
    PALE,
    draw_title,
    fix_layout,
    matplotlib_settings,
    new_figure,
    side_label,
    side_pen,
)
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.core.squares import SQUARE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.openings.opening_sets import SquareShares
    from kifu.core.game.game import Game
    from kifu.core.message import Language

CELL = (0.98, 0.66)
"""The size of a cell of the table of results, in inches: three lines of text fit."""
FAINT, DIM = "#efefef", "#8a8a8a"
"""The background and the ink of numbers from few games."""
MIN_COLOUR_SPREAD = 0.2
"""The least distance from one half that the colours of shares cover, so that small differences do not look large."""
ROWS = 5
"""The most rows on one page of maps; a row shows openings of one number of moves."""
RADIUS = 0.4
"""The radius of the disc of a move, in squares."""
LABEL_SIZES = (9.0, 6.3, 5.0)
"""The size of a unit's name by its length, in points: the name stays within its disc."""
ABREAST = 4
"""Boards side by side on the page of the most frequent sets."""
UNCOLOURED = Scale("Greys", Normalize(0.0, 1e9), signed=True, whole=False)
"""The scale of differences between few games: numbers without colours, for such differences prove little."""
_SQUARE = re.compile(SQUARE)


class DrawnOpening(NamedTuple):
    """Opening to draw: moves as (side, text), and results."""

    moves: tuple[tuple[Side, str], ...]
    row: Mapping[str, float]
    """COUNTS and SHARE_COLUMNS of :mod:`analysis.openings.opening_sets`."""


def draw_results_by_size(
    table: pd.DataFrame, game: Game, min_games: int, subject: str, language: Language = "ja"
) -> Figure:
    """Draw results by both opening sizes: 先手 down, 後手 across.

    `table` comes from :func:`analysis.openings.opening_sets.results_by_sizes`. A cell has the share of 先手, its interval and the
    number of its games. It is grey with fewer finished games than `min_games`. It has a frame if one half lies outside the
    interval that holds for all cells together.
    """
    firsts, seconds = (sorted(set(table[name])) for name in ("first_number", "second_number"))
    spread = max([MIN_COLOUR_SPREAD, *(abs(table.loc[table["finished"] >= min_games, "share"] - 0.5))])
    norm, colours = Normalize(0.5 - spread, 0.5 + spread), mpl.colormaps[DIVERGING]
    with matplotlib_settings():
        figure = new_figure(
            max(5.2, len(seconds) * CELL[0] + 1.3), len(firsts) * CELL[1] + (1.9 if len(firsts) > 1 else 2.3)
        )
        first = game.sides[Side.FIRST].label
        heading = Message(
            f"{first.ja}の得点率 ({placed_units_heading(game).ja})",
            f"share of {first.en} {placed_units_heading(game).en}",
        )
        draw_title(figure, f"{heading.in_language(language)}\n{subject}")
        axes = figure.subplots()
        for row in table_row_dicts(table):
            place = (seconds.index(row["second_number"]), firsts.index(row["first_number"]))
            _draw_result_cell(axes, place, row, colours(norm(row["share"])), min_games)
        axes.set_xlim(0, len(seconds))
        axes.set_ylim(len(firsts), 0)
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xticks(np.arange(len(seconds)) + 0.5, [str(number) for number in seconds])
        axes.set_yticks(np.arange(len(firsts)) + 0.5, [str(number) for number in firsts])
        axes.tick_params(length=0)
        axes.set_xlabel(side_label(game, Side.SECOND, language), fontsize=11)
        axes.set_ylabel(side_label(game, Side.FIRST, language), fontsize=11)
        axes.spines[:].set_visible(False)
        bar = figure.colorbar(
            ScalarMappable(norm, colours), ax=axes, location="bottom", shrink=0.7, aspect=40, pad=0.03
        )
        bar.ax.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        bar.ax.tick_params(labelsize=8)
        legend = Message(
            f"灰色は {min_games} 局未満、+n? は未了の局\n太枠は全マス同時の 95% 区間が 50% を含まないもの",
            f"grey: fewer than {min_games} games; +n?: unfinished\nframed: the 95 % interval for all cells at once leaves out 50 %",
        )
        bar.set_label(legend.in_language(language), fontsize=8)
        return fix_layout(figure)


def map_rows(game: Game) -> int:
    """Return the rows of square maps on a page of screen size."""
    return readable_row_count(game.board, 3, ROWS, 2)


def draw_square_shares(
    square_shares: Mapping[tuple[int, int], SquareShares],
    game: Game,
    sizes: Sequence[int],
    min_games: int,
    language: Language = "ja",
) -> Figure:
    """Draw square maps by size: 先手, 後手, and 先手 − 後手.

    `square_shares` come from :func:`analysis.openings.opening_sets.square_share_grids`. All shares have one scale, the differences another. A board of
    fewer games than `min_games` is in grey.
    """
    shown = [one_map for one_map in square_shares.values() if one_map.number in sizes]
    counting = counting_scale((one_map.grid for one_map in shown), min_top=1.0)
    both = [number for number in sizes if (0, number) in square_shares and (1, number) in square_shares]
    gaps = {number: square_shares[0, number].grid - square_shares[1, number].grid for number in both}
    sure = [gaps[number] for number in both if min(square_shares[side, number].games for side in (0, 1)) >= min_games]
    gap = " − ".join(name.mark for name in game.sides)
    signed = signed_scale([*(sure or gaps.values()), np.array([[MIN_COLOUR_SPREAD]])])
    with matplotlib_settings():
        grey = Message(f"灰色は {min_games} 局未満", f"grey: fewer than {min_games} games").in_language(language)
        turns = max(one_map.turns for one_map in shown)
        title = f"{square_shares_heading(game, turns).in_language(language)}\n{grey}"
        cell = cell_that_fits_screen(game.board, 3, len(sizes), 2)
        sheet = new_boards_page(title, game.board, [3] * len(sizes), [(0, 2), (2, 3)], cell=cell)
        for row, number in zip(sheet.rows, sizes, strict=True):
            write_row_name(row[0], opening_size_label(game, number).in_language(language))
            for side in Side:
                drawn = square_shares.get((side, number))
                if drawn is None:
                    _hide_board(row[side])
                    continue
                few = drawn.games < min_games
                draw_numbers_on_board(
                    row[side], drawn.grid, counting._replace(colours="Greys") if few else counting, game
                )
                write_board_title(row[side], f"{side_label(game, side, language)}　n={drawn.games}")
            if number not in gaps:
                _hide_board(row[2])
                continue
            few = min(square_shares[side, number].games for side in (0, 1)) < min_games
            draw_numbers_on_board(row[2], gaps[number], UNCOLOURED if few else signed, game)
            write_board_title(row[2], gap)
        label = Message("局の割合", "share of games").in_language(language)
        draw_colour_bar(sheet.figure, sheet.bars[0], _colour_map_of_scale(counting), counting, label)
        draw_colour_bar(
            sheet.figure, sheet.bars[1], _colour_map_of_scale(signed), signed, label_with_hatching_note(gap, language)
        )
        sheet.bars[1].xaxis.set_major_locator(MaxNLocator(nbins=4))
        return sheet.figure


def draw_frequent_sets(
    openings: Sequence[DrawnOpening], game: Game, heading: str, min_games: int, language: Language = "ja"
) -> Figure:
    """Draw openings as boards, titled with games, share and interval."""
    lengths = [min(ABREAST, len(openings) - first) for first in range(0, len(openings), ABREAST)]
    with matplotlib_settings():
        # The page is at most ABREAST boards wide, so it fits the width of a screen.
        cell = cell_that_fits_screen(game.board, ABREAST, 1, 2)
        sheet = new_boards_page(
            f"{heading}\n{frequent_openings_caption(min_games).in_language(language)}", game.board, lengths, cell=cell
        )
        boards = [axes for row in sheet.rows for axes in row]
        for place, (axes, opening) in enumerate(zip(boards, openings, strict=True), start=1):
            _draw_opening(axes, opening, game)
            write_board_title(axes, _opening_title(place, opening.row, language))
            axes.title.set_fontsize(8)
            axes.title.set_color(DIM if opening.row["finished"] < min_games else INK)
        return sheet.figure


def _colour_map_of_scale(scale: Scale) -> ScalarMappable:
    return ScalarMappable(scale.norm, scale.colours)


def _draw_result_cell(
    axes: Axes, corner: tuple[int, int], row: Mapping[str, float], colour: tuple[float, ...], min_games: int
) -> None:
    """Draw a cell: share, interval, number of games."""
    grey = row["finished"] < min_games
    framed = not grey and (row["low_all"] > 0.5 or row["high_all"] < 0.5)  # noqa: PLR2004 - one half
    axes.add_patch(Rectangle(corner, 1, 1, facecolor=FAINT if grey else colour, edgecolor="white", linewidth=1.5))
    if framed:
        axes.add_patch(
            Rectangle((corner[0] + 0.04, corner[1] + 0.05), 0.92, 0.9, fill=False, edgecolor=INK, linewidth=1.8)
        )
    ink = DIM if grey else contrasting_colour(colour)
    share = "—" if row["finished"] == 0 else f"{row['share']:.0%}"
    interval = "" if row["finished"] == 0 else f"{row['low']:.0%}–{row['high']:.0%}"
    unfinished = f" +{row['unfinished']:.0f}?" if row["unfinished"] else ""
    across, down = corner[0] + 0.5, corner[1]
    axes.text(across, down + 0.27, share, ha="center", va="center", fontsize=11, color=ink)
    axes.text(across, down + 0.56, interval, ha="center", va="center", fontsize=7.5, color=ink)
    axes.text(
        across, down + 0.81, f"n={row['finished']:.0f}{unfinished}", ha="center", va="center", fontsize=7.5, color=ink
    )


def _hide_board(axes: Axes) -> None:
    """Leave out a board, but not the name of its row."""
    axes.set_frame_on(False)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.text(0.5, 0.5, "—", ha="center", va="center", transform=axes.transAxes, color=PALE)


def _opening_title(rank: int, row: Mapping[str, float], language: Language) -> str:
    games = games_count_text(int(row["games"])).in_language(language)
    if not row["finished"]:
        return f"{rank}.　{games}\n{Message('結果なし', 'none finished').in_language(language)}"
    return f"{rank}.　{games}\n{row['share']:.0%} ({row['low']:.0%}–{row['high']:.0%}, n={row['finished']:.0f})"


def _draw_opening(axes: Axes, opening: DrawnOpening, game: Game) -> None:
    """Draw an opening's moves on an empty board.

    A disc with the unit on the last square, a line from the first.
    """
    board = game.board
    draw_empty_board(axes, game)
    write_square_names_and_frame(axes, game)
    words = []
    for side, text in opening.moves:
        squares = [square for name in _SQUARE.findall(text) if (square := board.parse(name)) is not None]
        if not squares:
            continue
        pen = side_pen(game, side)
        ends = [square_centre(*divmod(square, board.columns)) for square in (squares[0], squares[-1])]
        if len(squares) > 1:
            axes.plot(*zip(*ends, strict=True), color=pen.colour, linewidth=1.4, zorder=3)
        disc = Discs(axes, ends[1:], RADIUS, facecolor=pen.fill, edgecolor=pen.colour, linewidth=1.2, zorder=3.5)
        axes.add_collection(disc, autolim=False)
        label = re.sub("[-反合打成▲△]", "", _SQUARE.sub("", text))[: len(LABEL_SIZES)]
        if label:
            size = LABEL_SIZES[len(label) - 1] * cell_points(axes, game) / (72 * LARGEST)
            words.append(BoardWord(label, *ends[1], size, contrasting_colour(pen.fill)))
    write_words(axes, words)
