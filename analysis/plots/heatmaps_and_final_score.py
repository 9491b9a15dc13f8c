"""Heatmaps of a record by trace, and its final score on the board."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from analysis.plots.boards_page import CELL, cell_that_fits_screen, new_boards_page, split_evenly
from analysis.plots.numbers_on_board import (
    BoardWord,
    Discs,
    cell_points,
    contrasting_colour,
    counting_scale,
    draw_colour_bar,
    draw_empty_board,
    draw_numbers_on_board,
    min_readable_cell,
    panel_units,
    square_centre,
    write_board_title,
    write_row_name,
    write_square_names_and_frame,
    write_words,
)
from analysis.plots.picture_style import GRID, INK, PENS, matplotlib_settings, safe_line, side_label
from analysis.plots.titles import ending_line, record_title
from analysis.tables.verdict_access import game_and_replay
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.tables.square_counts_and_courses import SquareCounts
    from kifu.core.game.counting import ScorePart
    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.core.squares import Squares
    from kifu.referee.verdict import Verdict

MIN_CELL_SHARE = 0.75
"""A side's units stand in the fewest rows that keep squares at least this large, as a part of the largest possible."""
SUBJECT_WIDTH = 120
ALL_UNITS = Message("計", "all")


def draw_heatmap_pages(
    grids: SquareCounts, trace_kind: str, subject: str = "", language: Language = "ja"
) -> tuple[Figure, ...]:
    """Draw one trace kind with :func:`draw_heatmap_page` on pages, if counted."""
    if not grids.counts_per_record(trace_kind).any():
        return ()
    units = panel_units([grids], trace_kind)
    board, least = grids.game.board, min_readable_cell(grids.game)
    most = next((count for count in range(len(units), 1, -1) if _rows_and_cell(board, count)[1] >= least), 1)
    return tuple(draw_heatmap_page(grids, trace_kind, subject, language, page) for page in split_evenly(units, most))


def draw_heatmap_page(
    grids: SquareCounts,
    trace_kind: str,
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
    units = panel_units([grids], trace_kind)
    scale = counting_scale(grids.counts_per_record(trace_kind, side, unit) for side in Side for unit in units)
    page = units if page is None else page
    count, cell = _rows_and_cell(board, len(page))
    bands = split_evenly(page, ceil(len(page) / count))
    rows = [(side, band) for band in bands for side in Side]
    with matplotlib_settings():
        title = page_title(grids, trace_kind, subject, language)
        sheet = new_boards_page(title, board, [len(band) for _, band in rows], [(0, len(bands[0]))], cell=cell)
        for row, (side, band) in zip(sheet.rows, rows, strict=True):
            write_row_name(row[0], side_label(grids.game, side, language))
            for axes, unit in zip(row, band, strict=True):
                drawn = draw_numbers_on_board(axes, grids.counts_per_record(trace_kind, side, unit), scale, grids.game)
                write_board_title(axes, unit_label(grids, unit, language))
        draw_colour_bar(sheet.figure, sheet.bars[0], drawn, scale, scale_label(grids, trace_kind, language))
        return sheet.figure


def _rows_and_cell(board: Squares, units: int) -> tuple[int, float]:
    """Return board rows of `units` for each side, and square size."""
    cells = [cell_that_fits_screen(board, ceil(units / count), 2 * count, 1, CELL) for count in range(1, units + 1)]
    count = next(place for place, cell in enumerate(cells, start=1) if cell >= MIN_CELL_SHARE * max(cells))
    return count, cells[count - 1]


def page_title(grids: SquareCounts, trace_kind: str, subject: str, language: Language) -> str:
    """Return a page's title: trace kind and subject."""
    label = grids.game.traces[trace_kind].in_language(language)
    return f"{label}　{safe_line(subject, SUBJECT_WIDTH)}" if subject else label


def scale_label(grids: SquareCounts, trace_kind: str, language: Language) -> str:
    """Return the colour bar's label: trace kind, per record or not."""
    label = grids.game.traces[trace_kind].in_language(language)
    if grids.records == 1:
        return label
    return f"{label} ({Message('1 局あたり', 'per record').in_language(language)})"


def unit_label(grids: SquareCounts, unit: str | None, language: Language) -> str:
    """Return a unit's name; None is all units.

    〓 stands for a character that the font lacks.
    """
    return safe_line((ALL_UNITS if unit is None else grids.game.units[unit]).in_language(language))


SCORE_CELL = 0.62
"""Inches of a square: the name of a unit fits in it."""
SHARED, STANDING = 0.44, 0.3
"""The radius of the disc of a unit that scores, and of any other unit, in squares."""
LINE, LIST = 0.21, 4.3
"""The height of a line of the list, and the width of the list, in inches."""
POINTS, UNITS = 11.0, 6.5
"""The size of the points of a part, and of the name of a unit, in typographic points."""
LEGEND = Message(
    "色の円: 得点になるものとその点。小さい字は図と同じ書き方",
    "coloured discs: what scores, with its points; small letters as in diagrams",
)


def draw_final_count(verdict: Verdict, language: Language = "ja") -> Figure:
    """Draw the final position with scoring parts, and their sum.

    The axes of the figure are the board and the list. Raises ValueError if the verdict has no replay, and for a game
    that does not say what its score is made of.
    """
    game, replay = game_and_replay(verdict)
    position = replay.positions[-1]
    parts = game.shares(position)
    if parts is None:
        raise ValueError(f"{game.id} does not say what its score is made of")
    listed = _score_list_lines(game, game.score(position), parts, language)
    with matplotlib_settings():
        heading = f"{record_title(verdict, language)}\n{ending_line(verdict, language)}\n{LEGEND.in_language(language)}"
        cell = cell_that_fits_screen(game.board, 1, 1, heading.count("\n") + 1, SCORE_CELL, LIST, 0.0)
        sheet = new_boards_page(heading, game.board, [1], cell=cell, panel_width=LIST, panel_height=LINE * len(listed))
        (board,) = sheet.rows[0]
        _draw_scored_position(board, game, position, parts)
        if sheet.beside is not None:
            _draw_score_list(sheet.beside, listed)
        return sheet.figure


def _score_list_lines(
    game: Game, points: tuple[float, float], parts: tuple[ScorePart, ...], language: Language
) -> list[BoardWord]:
    """Return the list's lines: each side's total and its parts."""
    lines: list[BoardWord] = []
    for side in Side:
        total = Message(f"{points[side]:g} 点", f"{points[side]:g} points").in_language(language)
        lines.append(
            BoardWord(f"{side_label(game, side, language)}　{total}", 0.0, float(len(lines)), 11.0, PENS[side].colour)
        )
        for part in parts:
            if part.side is side:
                text = f"{part.points:g}　{game.board.spell(part.square)} {part.what.in_language(language)}"
                lines.append(BoardWord(text, 0.2, float(len(lines)), 9.0))
        lines.append(BoardWord("", 0.0, float(len(lines)), 9.0))
    return lines[:-1]


def _draw_score_list(axes: Axes, lines: list[BoardWord]) -> None:
    axes.set_axis_off()
    axes.set_xlim(0, LIST)
    axes.set_ylim(len(lines) - 0.5, -0.5)
    for line in lines:
        axes.text(line.x, line.y, line.text, fontsize=line.size, color=line.colour, va="center", parse_math=False)


def _draw_scored_position(axes: Axes, game: Game, position: Position, parts: tuple[ScorePart, ...]) -> None:
    """Draw the last position, units with points marked."""
    board = game.board
    draw_empty_board(axes, game)
    scored = {part.square: part for part in parts}
    standing = {trace.square: trace.side for trace in game.standing(position)}
    words, scale = [], cell_points(axes, game) / (72 * SCORE_CELL)
    for square, side in standing.items():
        across, down = square_centre(*divmod(square, board.columns))
        cell = game.cell(position, square)
        if square not in scored:
            axes.add_collection(
                Discs(axes, [(across, down)], STANDING, facecolor="white", edgecolor=GRID, linewidth=0.5, zorder=2),
                autolim=False,
            )
            words.append(BoardWord(cell, across, down, UNITS * scale, INK))
            continue
        pen = PENS[side]
        axes.add_collection(
            Discs(axes, [(across, down)], SHARED, facecolor=pen.colour, edgecolor=INK, linewidth=0.8, zorder=2),
            autolim=False,
        )
        ink = contrasting_colour(pen.colour)
        words += [
            BoardWord(f"{scored[square].points:g}", across, down - 0.12, POINTS * scale, ink),
            BoardWord(cell, across, down + 0.2, UNITS * scale, ink),
        ]
    write_words(axes, words)
    write_square_names_and_frame(axes, game)
