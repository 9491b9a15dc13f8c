"""Timeline figure: units beaten, measures of both sides, ending."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from matplotlib.ticker import MaxNLocator

from analysis.plots.picture_style import (
    GRID,
    INK,
    PALE,
    PENS,
    draw_title,
    fix_layout,
    matplotlib_settings,
    new_figure,
    safe_line,
    side_label,
    side_pen,
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
from analysis.plots.win_chance_panel import LANE_HEIGHT, SWINGS, draw_chances
from analysis.tables.square_counts_and_courses import average_course, measures_by_ply
from analysis.tables.verdict_access import BEATING, BREAKING, UNION, game_and_replay, marks_by_ply
from analysis.tables.win_chances_and_proofs import largest_losses
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from analysis.tables.verdict_access import PlyTrace
    from analysis.tables.win_chances_and_proofs import Estimate, RecordProofs
    from kifu.core.game.counting import Measure
    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict

WIDTH, HEAD, STRIP, PANEL = 11.0, 1.1, 0.62, 1.3
"""The width of the page, the height of its head, of a strip and of a panel, in inches."""
LINE = 0.25
"""The height of a further line of the head, in inches."""
MARKED_PLIES = 80
"""Longer games are drawn without a marker for each ply: the markers would touch."""
DOTTED = Message("点線はその手", "dotted: its ply")
UNCHANGED = Message("変わらないので省いた: ", "left out, for they never change: ")
APART = 0.22
"""The distance of pairs formed (above) and broken (below) from the middle of a lane: one ply may do both."""
TARGET = Message("目標", "target")
PROVEN = Message("■ 必勝が証明された局面　× 必勝を逃した手", "■ proven win　× a proven win missed")
LOSSES = Message("倒された駒 (取られた側)", "beaten (by the side that lost it)")
LEFT_OUT = 124
"""The width of the line of measures without a panel, in half-width columns."""
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
    shown = changing_measures(values)
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
            _draw_measure(axes, values[number], game, measure, language)
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
        draw_constant_measures(figure, game, values, shown, language)
        return fix_layout(figure)


def overlay_timelines(verdicts: Sequence[Verdict], language: Language = "ja") -> Figure:
    """Draw measures of several records: a row each, 先手 left, 後手 right.

    A row for each measure that changes, a line for each record, and a black line for their mean over the records that
    last to the ply; a last row shows how many still go on. Up to :data:`MAX_NAMED_RECORDS` records have colours and names of
    their own; more are grey. Raises ValueError if the records are of several games, or if a verdict has no replay.
    """
    average = average_course(verdicts)
    game, _ = game_and_replay(verdicts[0])
    values = [measures_by_ply(verdict) for verdict in verdicts]
    shown = changing_measures(*values, average.means)
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
            style_ply_axis(axes, plies - 1, language, about=8)
        lines = panels[0, 0].get_lines()[: len(values) + 1]
        keys = [*(names if named else ()), MEAN.in_language(language)]
        figure.legend(lines if named else lines[-1:], keys, loc="outside lower right", ncols=2, frameon=False)
        return fix_layout(figure)


def changing_measures(*counted: NDArray[np.float64]) -> list[int]:
    """Return measures that change or differ; all if none does.

    Each array of `counted` is (measure, side, ply).
    """
    first = counted[0][..., :1]
    changes = [bool(any((part[number] != first[number]).any() for part in counted)) for number in range(len(first))]
    return [number for number, yes in enumerate(changes) if yes or not any(changes)]


def draw_constant_measures(
    figure: Figure, game: Game, values: NDArray[np.float64], drawn_measures: Sequence[int], language: Language
) -> None:
    """Write the constant measures at the page's foot, if any."""
    ends = [
        f"{measure.label.in_language(language)} {first:g} - {second:g}"
        for number, (measure, (first, second)) in enumerate(zip(game.measures, values[..., -1].tolist(), strict=True))
        if number not in drawn_measures
    ]
    if ends:
        text = UNCHANGED.in_language(language) + Message("、", ", ").in_language(language).join(ends)
        figure.supxlabel(safe_line(text, LEFT_OUT), x=0.012, ha="left", fontsize=8, color=INK, parse_math=False)


def find_beatings(verdict: Verdict) -> tuple[Beating, ...]:
    """Return units beaten in the legal prefix. Raises ValueError without replay."""
    game, replay = game_and_replay(verdict)
    leads = [first - second for first, second in map(game.score, replay.positions)]

    def beating_of(mark: PlyTrace) -> Beating:
        side = mark.trace.side
        gain = leads[mark.ply] - leads[mark.ply - 1]
        return Beating(mark.ply, side, mark.trace.unit, gain < 0 if side is Side.FIRST else gain > 0)

    return tuple(beating_of(mark) for mark in marks_by_ply(verdict) if mark.trace.kind == BEATING)


def draw_side_lines(axes: Axes, plies: Sequence[float], values_by_side: Sequence[Sequence[float]], game: Game) -> None:
    """Draw both sides' lines, 先手 first, each with its pen."""
    for side, values in zip(Side, values_by_side, strict=True):
        pen = side_pen(game, side)
        axes.plot(
            plies,
            values,
            color=pen.colour,
            linestyle=pen.dashes,
            linewidth=1.7,
            drawstyle="steps-post",
            marker=pen.marker if len(plies) <= MARKED_PLIES else None,
            markersize=3.2,
            markerfacecolor=pen.fill,
            markeredgewidth=1.0,
            label=SIDE_IDS[side],
        )


def style_panel(axes: Axes, label: str) -> None:
    """Style a panel: title, light grid, integer axis."""
    axes.set_title(label, loc="left", fontsize=10, pad=3)
    axes.grid(axis="both", color=GRID, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True, min_n_ticks=2))
    axes.spines[["top", "right"]].set_visible(False)


def style_ply_axis(axes: Axes, plies: int, language: Language, about: int = 16) -> None:
    """Number the plies below the lowest panel, about `about` of them."""
    room = max(0.5, plies / 100)
    axes.set_xlim(-room, max(plies, 1) + room)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=about, integer=True, steps=[1, 2, 5, 10]))
    axes.set_xlabel(Message("手数", "ply").in_language(language))


def draw_legend(figure: Figure, axes: Axes, game: Game, language: Language) -> None:
    """Draw the legend of both sides at the page's foot."""
    labels = [side_label(game, side, language) for side in Side]
    figure.legend(axes.get_lines()[:2], labels, loc="outside lower right", ncols=2, frameon=False, handlelength=3.5)


def _head(verdict: Verdict, language: Language, remark: str) -> str:
    return "\n".join(line for line in (record_title(verdict, language), fault_line(verdict, language), remark) if line)


def _draw_measure(axes: Axes, values: NDArray[np.float64], game: Game, measure: Measure, language: Language) -> None:
    """Draw one measure; `values` is an array (side, ply)."""
    pair = values.tolist()
    draw_side_lines(axes, range(values.shape[-1]), pair, game)
    target = winning_value(game, measure)
    axes.set_ylim(*axis_limits([value for values in (*pair, target) for value in values]))
    style_panel(axes, measure.label.in_language(language))


def winning_value(game: Game, measure: Measure) -> tuple[float, ...]:
    """Return a measure's winning value, if it has one."""
    target = game.target
    return (target.value,) if target is not None and target.measure == measure.key else ()


def draw_winning_value(axes: Axes, game: Game, measure: Measure, language: Language) -> None:
    """Draw the winning value as a line across its measure's panel."""
    for value in winning_value(game, measure):
        axes.axhline(value, color=INK, linewidth=0.9, linestyle="-.", zorder=1, label=TARGET.en)
        axes.text(
            0.005,
            value,
            f"{TARGET.in_language(language)} {value:g}",
            transform=axes.get_yaxis_transform(),
            fontsize=8,
            color=INK,
            va="top",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )


def axis_limits(values: Sequence[float]) -> tuple[float, float]:
    """Return y limits that hold `values`, 0 and 1, with margins."""
    low, high = min(0.0, *values), max(1.0, *values)
    room = 0.08 * (high - low)
    return low - room, high + room


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
