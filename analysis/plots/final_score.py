"""Final score figure: last position with each scoring part marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.plots.board_grid import fitting_cell, new_sheet
from analysis.plots.board_plot import (
    BoardWord,
    Discs,
    cell_points,
    draw_graph,
    draw_squares,
    ink_on,
    middle,
    name_squares,
    write,
)
from analysis.plots.picture_style import GRID, INK, PENS, matplotlib_settings, side_label
from analysis.plots.titles import end_line, title
from analysis.tables.verdict_access import require_replay
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kifu.core.game.counting import ScorePart
    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict

CELL = 0.62
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


def final_count(verdict: Verdict, language: Language = "ja") -> Figure:
    """Draw the final position with scoring parts, and their sum.

    The axes of the figure are the board and the list. Raises ValueError if the verdict has no replay, and for a game
    that does not say what its score is made of.
    """
    game, replay = require_replay(verdict)
    position = replay.positions[-1]
    parts = game.shares(position)
    if parts is None:
        raise ValueError(f"{game.id} does not say what its score is made of")
    listed = _lines(game, game.score(position), parts, language)
    with matplotlib_settings():
        heading = f"{title(verdict, language)}\n{end_line(verdict, language)}\n{LEGEND.in_language(language)}"
        cell = fitting_cell(game.board, 1, 1, heading.count("\n") + 1, CELL, LIST, 0.0)
        sheet = new_sheet(heading, game.board, [1], cell=cell, beside=LIST, least=LINE * len(listed))
        (board,) = sheet.rows[0]
        _draw_position(board, game, position, parts)
        if sheet.beside is not None:
            _draw_list(sheet.beside, listed)
        return sheet.figure


def _lines(
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


def _draw_list(axes: Axes, lines: list[BoardWord]) -> None:
    axes.set_axis_off()
    axes.set_xlim(0, LIST)
    axes.set_ylim(len(lines) - 0.5, -0.5)
    for line in lines:
        axes.text(line.x, line.y, line.text, fontsize=line.size, color=line.colour, va="center", parse_math=False)


def _draw_position(axes: Axes, game: Game, position: Position, parts: tuple[ScorePart, ...]) -> None:
    board = game.board
    axes.set_aspect("equal")
    axes.set_xlim(0, board.columns)
    axes.set_ylim(board.rows, 0)
    if game.lines:
        draw_graph(axes, game)
    else:
        draw_squares(axes, game)
    scored = {part.square: part for part in parts}
    standing = {trace.square: trace.side for trace in game.standing(position)}
    words, scale = [], cell_points(axes, game) / (72 * CELL)
    for square, side in standing.items():
        across, down = middle(*divmod(square, board.columns))
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
        ink = ink_on(pen.colour)
        words += [
            BoardWord(f"{scored[square].points:g}", across, down - 0.12, POINTS * scale, ink),
            BoardWord(cell, across, down + 0.2, UNITS * scale, ink),
        ]
    write(axes, words)
    name_squares(axes, game)
