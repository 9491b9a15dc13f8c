"""Timeline comparison of two records or groups: A, B, A − B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.plots.heatmap_comparison import GAP, LETTERS, UNNAMED, Names, describe
from analysis.plots.picture_style import INK, PALE, draw_title, matplotlib_settings, new_figure, settle, side_label
from analysis.plots.timeline import (
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
from analysis.plots.titles import file_name, game_name, players
from analysis.tables.square_counts import course, measures
from analysis.tables.verdict_access import require_replay
from kifu.core.message import Message
from kifu.core.outcome import Side

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
MAX_NAMED_RECORDS = 8
"""Up to this number of records each has a colour and a name in the legend."""
LEGEND_LINE = 0.2
"""The height of a line of the legend, in inches."""
DASHES = ("-", "--", "-.", ":")
"""Dashes tell records apart on grey paper."""
MEAN = Message("その手数まで続いた局の平均", "mean of the records that last to that ply")
MEANS = Message("線は、その手数まで続いた局の平均", "lines are means over the records that last to that ply")
RECORDS = Message("続いている局数", "records still going on")


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


def overlay_timelines(verdicts: Sequence[Verdict], language: Language = "ja") -> Figure:
    """Draw measures of several records: a row each, 先手 left, 後手 right.

    A row for each measure that changes, a line for each record, and a black line for their mean over the records that
    last to the ply; a last row shows how many still go on. Up to :data:`MAX_NAMED_RECORDS` records have colours and names of
    their own; more are grey. Raises ValueError if the records are of several games, or if a verdict has no replay.
    """
    average = course(verdicts)
    game, _ = require_replay(verdicts[0])
    values = [measures(verdict) for verdict in verdicts]
    shown = changing_measures(*values, average.means)
    named = len(verdicts) <= MAX_NAMED_RECORDS
    names = [f"{number} {players(one, language) or file_name(one)}" for number, one in enumerate(verdicts, start=1)]
    plies = len(average.records)
    with matplotlib_settings():
        figure = new_figure(WIDTH, HEAD + PANEL * (len(shown) + 1) + LEGEND_LINE * (len(names) // 2 if named else 0))
        number = Message(f"{len(verdicts)} 局", f"{len(verdicts)} records").in_language(language)
        draw_title(figure, f"{game_name(game, language)}　{number}")
        panels = figure.subplots(len(shown) + 1, len(Side), sharex=True, sharey="row", squeeze=False)
        for row, measure in zip(panels, shown, strict=False):
            for axes, side in zip(row, Side, strict=True):
                for place, one in enumerate(values):
                    line = one[measure, side]
                    style = (
                        {"color": f"C{place}", "linestyle": DASHES[place % len(DASHES)]} if named else {"color": PALE}
                    )
                    axes.plot(
                        range(len(line)), line, drawstyle="steps-post", linewidth=1.1, label=names[place], **style
                    )
                mean = average.means[measure, side]
                axes.plot(range(plies), mean, drawstyle="steps-post", linewidth=2.2, color=INK, label=MEAN.en)
                label = game.measures[measure].label.in_language(language)
                style_panel(axes, f"{label}　{side_label(game, side, language)}")
                draw_target(axes, game, game.measures[measure], language)
            held = [value for one in values for side in one[measure].tolist() for value in side]
            row[0].set_ylim(*limits([*held, *target_value(game, game.measures[measure])]))
        for axes in panels[-1]:
            axes.plot(range(plies), average.records, drawstyle="steps-post", color=INK)
            style_panel(axes, RECORDS.in_language(language))
            style_plies(axes, plies - 1, language, numbers=8)
        lines = panels[0, 0].get_lines()[: len(values) + 1]
        keys = [*(names if named else ()), MEAN.in_language(language)]
        figure.legend(lines if named else lines[-1:], keys, loc="outside lower right", ncols=2, frameon=False)
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
