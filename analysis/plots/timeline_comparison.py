"""Timeline comparison of two records or groups: A, B, A − B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.plots.heatmap_comparison import GAP, LETTERS, UNNAMED, Names, describe
from analysis.plots.picture_style import PALE, draw_title, matplotlib_settings, new_figure, settle
from analysis.plots.timeline import (
    RECORDS,
    changing_measures,
    draw_legend,
    draw_lines,
    draw_target,
    draw_unchanged,
    limits,
    style_panel,
    style_plies,
    target_value,
)
from analysis.tables.square_counts import course
from analysis.tables.verdict_access import require_replay
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from analysis.tables.square_counts import AverageCourse
    from kifu.core.game.counting import Measure
    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict

WIDTH, HEAD, PANEL = 13.0, 1.3, 1.35
"""The width of the page, the height of its head and of a panel, in inches."""
MEANS = Message("線は、その手数まで続いた局の平均", "lines are means over the records that last to that ply")


def compare_timelines(
    first: Sequence[Verdict], second: Sequence[Verdict], names: Names = UNNAMED, language: Language = "ja"
) -> Figure:
    """Draw measures of A (`first`), B, A − B: a row each.

    A row for each measure that changes, three panels a row.

    A group's line is the mean over its records that last to the ply; if a group has several records, a last row shows
    how many still go on. A and B share the y axis of their row, on which the target of a measure is drawn. The
    difference ends with the shorter of the two, and its axis is symmetrical around 0. In each panel 先手 is the first
    line and 後手 the second. Raises ValueError if the records are of several games, or if a verdict has no replay.
    """
    courses = course(first), course(second)
    game, rival = (require_replay(verdicts[0])[0] for verdicts in (first, second))
    if game.id != rival.id:
        raise ValueError(f"cannot compare {game.id} with {rival.id}")
    ours, theirs = (part.means for part in courses)
    both = min(ours.shape[-1], theirs.shape[-1])
    parts = (ours, theirs, ours[..., :both] - theirs[..., :both])
    counted = max(len(first), len(second)) > 1
    shown = changing_measures(ours, theirs)
    rows = len(shown) + counted
    with matplotlib_settings():
        figure = new_figure(WIDTH, HEAD + PANEL * rows)
        head = describe((len(first), len(second)), names, language)
        draw_title(figure, f"{head}\n{MEANS.in_language(language)}" if counted else head)
        panels = figure.subplots(rows, len(parts), sharex=True, squeeze=False)
        for row, number in zip(panels, shown, strict=False):
            measure = game.measures[number]
            _draw_measure(row, [part[number] for part in parts], (game, rival), measure, language)
            for axes, played in zip(row, (game, rival), strict=False):  # A − B has no target
                draw_target(axes, played, measure, language)
        if counted:
            _draw_records(panels[-1], courses, language)
        for axes in panels[-1]:
            style_plies(axes, max(len(part.records) for part in courses) - 1, language, numbers=8)
        draw_legend(figure, panels[0, 0], game, language)
        draw_unchanged(figure, game, ours, shown, language)
        return settle(figure)


def _draw_measure(
    row: Sequence[Axes],
    parts: Sequence[NDArray[np.float64]],
    games: tuple[Game, Game],
    measure: Measure,
    language: Language,
) -> None:
    """Draw one measure of A, of B and of A − B.

    Each of `parts` is an array (side, ply).
    """
    pairs = [part.tolist() for part in parts]
    for axes, part, pair, letter in zip(row, parts, pairs, (*LETTERS, GAP), strict=True):
        draw_lines(axes, range(part.shape[-1]), pair, games[0])
        style_panel(axes, f"{measure.label.in_language(language)}　{letter}")
    targets = [value for game in games for value in target_value(game, measure)]
    shared = limits([*targets, *(value for pair in pairs[:2] for values in pair for value in values)])
    for axes in row[:2]:
        axes.set_ylim(*shared)
    highest = max((abs(value) for values in pairs[2] for value in values), default=0.0)
    row[2].set_ylim(*limits([-max(1.0, highest), highest]))
    row[2].axhline(0, color=PALE, linewidth=0.9, zorder=1)


def _draw_records(row: Sequence[Axes], courses: Sequence[AverageCourse], language: Language) -> None:
    for axes, part, letter in zip(row, courses, LETTERS, strict=False):
        axes.plot(range(len(part.records)), part.records.tolist(), color=PALE, drawstyle="steps-post", linewidth=1.7)
        axes.set_ylim(*limits([float(part.records.max())]))
        style_panel(axes, f"{RECORDS.in_language(language)}　{letter}")
    row[2].yaxis.set_visible(False)
    row[2].spines[["top", "right", "left"]].set_visible(False)
