"""Timeline figure of a record, or overlaid ones: lanes of events, panels, ending."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.plots.picture_style import (
    GRID,
    INK,
    PALE,
    PENS,
    draw_title,
    fix_layout,
    matplotlib_settings,
    new_figure,
    side_label,
)
from analysis.plots.timeline_panels_and_time_chart import (
    HEAD,
    LANE_HEIGHT,
    PANEL,
    STRIP,
    SWINGS,
    WIDTH,
    axis_limits,
    draw_chances,
    draw_legend,
    draw_measure,
    draw_winning_value,
    indices_of_changing_measures,
    style_panel,
    style_ply_axis,
    winning_value,
    write_constant_measures,
)
from analysis.plots.titles import (
    ending_line,
    fault_line,
    game_name,
    last_move_after_target_line,
    numbered_file_name,
    players_text,
    record_title,
)
from analysis.tables.square_counts_and_courses import average_course, measures_by_ply
from analysis.tables.verdict_access import BEATING, BREAKING, UNION, game_and_replay, marks_by_ply
from analysis.tables.win_chances_and_proofs import largest_losses
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analysis.tables.verdict_access import PlyTrace
    from analysis.tables.win_chances_and_proofs import Estimate, RecordProofs
    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict

LINE = 0.25
"""The height of a further line of the head, in inches."""
DOTTED = Message("点線はその手", "dotted: its ply")
APART = 0.22
"""The distance of pairs formed (above) and broken (below) from the middle of a lane: one ply may do both."""
PROVEN = Message("■ 必勝が証明された局面　× 必勝を逃した手", "■ proven win　× a proven win missed")
LOSSES = Message("倒された駒 (取られた側)", "beaten (by the side that lost it)")
NAMED_UNITS = 3
"""Up to this number of units are named beside the strong mark."""


MAX_NAMED_RECORDS = 8
"""Up to this number of records each has a colour and a name in the legend."""
LEGEND_LINE = 0.2
"""The height of a line of the legend, in inches."""
DASHES = ("-", "--", "-.", ":")
"""Dashes tell records apart on grey paper."""
MEAN = Message("その手数まで続いた局の平均", "mean of the records that last to that ply")
RECORDS = Message("続いている局数", "records still going on")


class Beating(NamedTuple):
    """Unit beaten; `grave` if its side fell back in score."""

    ply: int
    side: Side
    unit: str
    grave: bool


def draw_timeline(
    verdict: Verdict,
    language: Language = "ja",
    estimates: Sequence[Estimate] | None = None,
    remark: str = "",
    *,
    proofs: RecordProofs | None = None,
) -> Figure:
    """Draw one record: strips of beatings and pairs, panels of measures.

    A panel for each measure that changes.

    The axes of the figure stand in that order, from the top. The x axis is the ply, from 0 (the start); a value holds
    from its ply to the next. In each panel 先手 is the first line and 後手 the second. `estimates`, the
    :func:`analysis.tables.win_chances_and_proofs.estimate_chances` of the record, add a panel below the measures. `remark` holds
    further lines of the head, such as :func:`analysis.plots.titles.differing_readings_line`. `proofs`, the
    :func:`analysis.tables.win_chances_and_proofs.solve_record_positions` of the record, add a strip at the foot. Raises ValueError if the verdict has no
    replay.
    """
    game, replay = game_and_replay(verdict)
    values = measures_by_ply(verdict)
    shown = indices_of_changing_measures(values)
    strips = (BEATING in game.traces) + (UNION in game.traces)
    heights = [STRIP] * strips + [PANEL] * len(shown)
    if estimates is not None:
        heights.append(PANEL + LANE_HEIGHT * len(largest_losses(verdict, estimates)[:SWINGS]))
    if proofs is not None:
        heights.append(STRIP)
    with matplotlib_settings():
        figure = new_figure(WIDTH, HEAD + LINE * len(remark.splitlines()) + sum(heights))
        figure.suptitle(
            _head(verdict, language, remark), x=0.012, ha="left", fontsize=12, linespacing=1.5, parse_math=False
        )
        column = list(figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0])
        beatings = find_beatings(verdict)
        if BEATING in game.traces:
            _draw_beating_lanes(column[0], beatings, game, language)
        if UNION in game.traces:
            _draw_pair_lanes(column[strips - 1], verdict, game, language)
        for axes, number in zip(column[strips:], shown, strict=False):
            measure = game.measures[number]
            draw_measure(axes, values[number], game, measure, language)
            draw_winning_value(axes, game, measure, language)
            if winning_value(game, measure):
                axes.set_title(
                    last_move_after_target_line(verdict, language), loc="right", fontsize=9, pad=3, parse_math=False
                )
        if estimates is not None:
            panel = column[strips + len(shown)]
            style_panel(panel, "")
            draw_chances(panel, verdict, estimates, language)
        if proofs is not None:
            _draw_proof_lanes(column[-1], proofs, game, language)
        for axes in column:
            _draw_event_lines(axes, beatings, len(replay.moves))
        column[0].set_title(ending_line(verdict, language), loc="right", fontsize=10, color=INK, parse_math=False)
        style_ply_axis(column[-1], len(replay.moves), language)
        draw_legend(figure, column[strips], game, language)
        write_constant_measures(figure, game, values, shown, language)
        return fix_layout(figure)


def draw_overlaid_timelines(verdicts: Sequence[Verdict], language: Language = "ja") -> Figure:
    """Draw measures of several records: a row each, 先手 left, 後手 right.

    A row for each measure that changes, a line for each record, and a black line for their mean over the records that
    last to the ply; a last row shows how many still go on. Up to :data:`MAX_NAMED_RECORDS` records have colours and names of
    their own; more are grey. Raises ValueError if the records are of several games, or if a verdict has no replay.
    """
    average = average_course(verdicts)
    game, _ = game_and_replay(verdicts[0])
    values = [measures_by_ply(verdict) for verdict in verdicts]
    shown = indices_of_changing_measures(*values, average.means)
    named = len(verdicts) <= MAX_NAMED_RECORDS
    names = [
        f"{number} {players_text(one, language) or numbered_file_name(one)}"
        for number, one in enumerate(verdicts, start=1)
    ]
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
                draw_winning_value(axes, game, game.measures[measure], language)
            held = [value for one in values for side in one[measure].tolist() for value in side]
            row[0].set_ylim(*axis_limits([*held, *winning_value(game, game.measures[measure])]))
        for axes in panels[-1]:
            axes.plot(range(plies), average.records, drawstyle="steps-post", color=INK)
            style_panel(axes, RECORDS.in_language(language))
            style_ply_axis(axes, plies - 1, language, tick_count=8)
        lines = panels[0, 0].get_lines()[: len(values) + 1]
        keys = [*(names if named else ()), MEAN.in_language(language)]
        figure.legend(lines if named else lines[-1:], keys, loc="outside lower right", ncols=2, frameon=False)
        return fix_layout(figure)


def find_beatings(verdict: Verdict) -> tuple[Beating, ...]:
    """Return units beaten in the legal prefix. Raises ValueError without replay."""
    game, replay = game_and_replay(verdict)
    leads = [first - second for first, second in map(game.score, replay.positions)]

    def beating_of(mark: PlyTrace) -> Beating:
        side = mark.trace.side
        gain = leads[mark.ply] - leads[mark.ply - 1]
        return Beating(mark.ply, side, mark.trace.unit, gain < 0 if side is Side.FIRST else gain > 0)

    return tuple(beating_of(mark) for mark in marks_by_ply(verdict) if mark.trace.kind == BEATING)


def _head(verdict: Verdict, language: Language, remark: str) -> str:
    return "\n".join(line for line in (record_title(verdict, language), fault_line(verdict, language), remark) if line)


def _draw_beating_lanes(axes: Axes, beatings: Sequence[Beating], game: Game, language: Language) -> None:
    """Draw two lanes of losses, 先手 above 後手.

    A mark stands in the lane of the side that lost a unit.
    """
    for side in Side:
        pen = PENS[side]
        for grave, marker, size in ((False, "o", 20.0), (True, "D", 58.0)):
            plies = [beating.ply for beating in beatings if beating.side is side and beating.grave is grave]
            edge = INK if grave else pen.colour
            axes.scatter(
                plies,
                [1 - side] * len(plies),
                s=size,
                marker=marker,
                color=pen.colour,
                edgecolors=edge,
                zorder=3,
                clip_on=False,
            )
    label = LOSSES.in_language(language) + _grave_beatings_legend(beatings, game, language)
    _style_strip(axes, label, game, language)


def _draw_pair_lanes(axes: Axes, verdict: Verdict, game: Game, language: Language) -> None:
    """Draw two lanes of pairs formed (square) and broken (cross).

    先手 above 後手.

    No disc: ○ and ● stand for the sides of these games.
    """
    marks = list(marks_by_ply(verdict))
    for side in Side:
        for kind, marker, above in ((UNION, "s", APART), (BREAKING, "x", -APART)):
            plies = [mark.ply for mark in marks if mark.trace.kind == kind and mark.trace.side is side]
            axes.scatter(
                plies,
                [1 - side + above] * len(plies),
                s=20.0,
                marker=marker,
                color=PENS[side].colour,
                zorder=3,
                clip_on=False,
            )
    kinds = [(sign, game.traces[kind]) for sign, kind in (("■", UNION), ("×", BREAKING)) if kind in game.traces]
    _style_strip(axes, "　".join(f"{sign} {label.in_language(language)}" for sign, label in kinds), game, language)


def _draw_proof_lanes(axes: Axes, proofs: RecordProofs, game: Game, language: Language) -> None:
    """Draw two lanes of proven wins (bar) and missed ones (cross).

    先手 above 後手.
    """
    for side in Side:
        plies = [ply for ply in proofs.asked if proofs.winner(ply) is side]
        axes.broken_barh([(ply, 1) for ply in plies], (1 - side - APART, 2 * APART), color=PENS[side].colour)
        missed = [miss.ply for miss in proofs.missed if miss.side is side]
        axes.scatter(missed, [1 - side] * len(missed), s=30.0, marker="x", color=INK, zorder=3, clip_on=False)
    _style_strip(axes, PROVEN.in_language(language), game, language)


def _style_strip(axes: Axes, label: str, game: Game, language: Language) -> None:
    """Label a strip and its lanes, 先手 above 後手."""
    axes.set_ylim(-0.6, 1.6)
    axes.set_yticks([1, 0], [name.label.in_language(language) for name in game.sides])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GRID, linewidth=0.5)
    axes.axhline(0.5, color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_title(label, loc="left", fontsize=10, pad=3)


def _grave_beatings_legend(beatings: Sequence[Beating], game: Game, language: Language) -> str:
    """Explain the strong mark by the units it stands for."""
    units = dict.fromkeys(beating.unit for beating in beatings if beating.grave)
    if not units:
        return ""
    named = "・".join(game.units[unit].in_language(language) for unit in units)
    if len(units) > NAMED_UNITS:
        named = Message("点を失う", "loses points").in_language(language)
    return f"　◆ {named} ({DOTTED.in_language(language)})"


def _draw_event_lines(axes: Axes, beatings: Sequence[Beating], plies: int) -> None:
    """Draw the grave beatings and the end through a panel."""
    for ply in sorted({beating.ply for beating in beatings if beating.grave}):
        axes.axvline(ply, color=PALE, linewidth=0.8, linestyle=":", zorder=1)
    axes.axvline(plies, color=INK, linewidth=1.2, zorder=1)
