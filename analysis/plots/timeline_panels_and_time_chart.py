"""Panels of a timeline (measures, win chances), and chart of move times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

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
from analysis.plots.titles import ending_line, record_title
from analysis.tables.verdict_access import game_and_replay
from analysis.tables.win_chances_and_proofs import largest_losses
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Side
from kifu.render.html.svg_charts import format_seconds
from notation.time_control_and_time_checks import time_control_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from analysis.tables.win_chances_and_proofs import Estimate, Swing
    from kifu.core.game.counting import Measure
    from kifu.core.game.game import Game
    from kifu.core.game.rules import SideName
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict
    from notation.time_control_and_time_checks import TimeControl

WIDTH, HEAD, STRIP, PANEL = 11.0, 1.1, 0.62, 1.3
"""The width of the page, the height of its head, of a strip and of a panel, in inches."""
MARKED_PLIES = 80
"""Longer games are drawn without a marker for each ply: the markers would touch."""
UNCHANGED = Message("変わらないので省いた: ", "left out, for they never change: ")
TARGET = Message("目標", "target")
LEFT_OUT = 124
"""The width of the line of measures without a panel, in half-width columns."""
KEY = Message("▼ 大きく損をした手", "▼ the moves that lost most")
SWINGS = 3
"""How many moves are named: those that lost most."""
EVEN = 50
ROOM = 8
"""Room above and below the scale for the markers at its ends, in per cent."""
LANE, LANE_HEIGHT = 22, 0.18
"""The height of a lane, in per cent of the scale and in inches. Each named move has its own lane above the scale, so
names never overlap."""
SIZE = 8.0
"""The size of a name, in points."""


def indices_of_changing_measures(*counted: NDArray[np.float64]) -> list[int]:
    """Return measures that change or differ; all if none does.

    Each array of `counted` is (measure, side, ply).
    """
    first = counted[0][..., :1]
    changes = [bool(any((part[number] != first[number]).any() for part in counted)) for number in range(len(first))]
    return [number for number, yes in enumerate(changes) if yes or not any(changes)]


def write_constant_measures(
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


def style_ply_axis(axes: Axes, plies: int, language: Language, tick_count: int = 16) -> None:
    """Number the plies below the lowest panel, about `tick_count` of them."""
    room = max(0.5, plies / 100)
    axes.set_xlim(-room, max(plies, 1) + room)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=tick_count, integer=True, steps=[1, 2, 5, 10]))
    axes.set_xlabel(Message("手数", "ply").in_language(language))


def draw_legend(figure: Figure, axes: Axes, game: Game, language: Language) -> None:
    """Draw the legend of both sides at the page's foot."""
    labels = [side_label(game, side, language) for side in Side]
    figure.legend(axes.get_lines()[:2], labels, loc="outside lower right", ncols=2, frameon=False, handlelength=3.5)


def draw_measure(axes: Axes, values: NDArray[np.float64], game: Game, measure: Measure, language: Language) -> None:
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


def draw_chances(axes: Axes, verdict: Verdict, estimates: Sequence[Estimate], language: Language) -> None:
    """Draw 先手's chances in per cent, with the largest losses named.

    A name holds the ply, the move played, and the better move. It stands in a lane above the scale, and a thin line
    joins it to its mark. `estimates` are the :func:`analysis.tables.win_chances_and_proofs.estimate_chances` of the record. Raises ValueError
    if the verdict has no replay.
    """
    game, _ = game_and_replay(verdict)
    names = game.sides
    per_cent = [100 * estimate.chance for estimate in estimates]
    named = sorted(largest_losses(verdict, estimates)[:SWINGS])
    axes.axhline(EVEN, color=PALE, linewidth=0.9)
    axes.plot(
        range(len(estimates)),
        per_cent,
        color=PENS[Side.FIRST].colour,
        linewidth=1.5,
        drawstyle="steps-post",
        label="chance_first",
    )
    axes.set_ylim(-ROOM, 100 + ROOM + LANE * len(named))
    axes.set_yticks([0, 25, EVEN, 75, 100])
    for lane, swing in enumerate(reversed(named)):
        height = 100 + ROOM + LANE * (lane + 0.5)
        axes.plot([swing.ply, swing.ply], [per_cent[swing.ply], height], color=PALE, linewidth=0.7)
        axes.plot(
            [swing.ply],
            [per_cent[swing.ply]],
            marker="v",
            markersize=7,
            color=PENS[swing.side].colour,
            markeredgecolor=INK,
            linestyle="",
        )
        # A name stands on the side where the page has more room, so no name is cut.
        left = 2 * swing.ply > len(estimates)
        axes.annotate(
            swing_text(swing, names[swing.side], language),
            (swing.ply, height),
            textcoords="offset points",
            xytext=(-4 if left else 4, 0),
            ha="right" if left else "left",
            va="center",
            fontsize=SIZE,
            color=INK,
            parse_math=False,
            bbox={"facecolor": "white", "edgecolor": GRID, "linewidth": 0.5, "pad": 1.0},
        )
    key = f"　{KEY.in_language(language)}" if named else ""
    axes.set_title(win_chance_title(names[Side.FIRST]).in_language(language) + key, loc="left", fontsize=10, pad=3)


def win_chance_title(first: SideName) -> Message:
    """Return the panel's title; `first` names the first side."""
    return Message(
        f"{first.label.ja}の勝率 (探索による見積もり、%)",
        f"winning chance of {first.label.en}, estimated by search (%)",
    )


def swing_text(swing: Swing, side_name: SideName, language: Language) -> str:
    """Return a swing in words: ply, move, and the engine's move."""
    best = Message(f"最善 {swing.better}", f"best {swing.better}")
    return f"{swing.ply} {side_name.mark}{swing.move} → {best.in_language(language)}"


CHART_HEAD, BARS = 1.3, 2.4
"""The height of the head of the page, and of the panel of bars, in inches."""
STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18000, 36000, 86400)
"""Seconds between two ticks: steps in which people count time."""
TICKS = 5
"""The most ticks on one side of a scale."""
HATCH = "////"
FULL = 40
"""With fewer plies than this, bars get no wider."""
HATCHED = Message("斜線", "hatched")
LABEL = Message("一手に使った時間 (分:秒)", "time used per move (minutes:seconds)")
LEFT = Message("残り時間", "time left on the clock")


def draw_time_chart(verdict: Verdict, language: Language = "ja") -> Figure:
    """Draw each ply's seconds: 先手 up, 後手 hatched and down.

    The time before the word that ends the record (投了, 時間切れ, …) is the last bar, one after the last ply. The axes of
    the figure are the bars, then the clocks, 先手's line first. The clocks are drawn only if the record tells the time
    control (:func:`notation.time_control_and_time_checks.time_control_of`), and up to the first move without a time. Raises ValueError
    if the verdict has no replay.
    """
    game, replay = game_and_replay(verdict)
    seconds = seconds_by_ply_and_ending(verdict)
    sides = [Side(game.turn(position)) for position in replay.positions[: len(seconds)]]
    control = time_control_of(verdict.record.head) if verdict.record else None
    clocked = control is not None and control.budget_seconds > 0
    with matplotlib_settings():
        figure = new_figure(WIDTH, CHART_HEAD + BARS + PANEL * clocked)
        draw_title(figure, record_title(verdict, language))
        heights = [BARS, PANEL][: 1 + clocked]
        column = list(figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0])
        _draw_bars(column[0], seconds, sides, game, language)
        if control is not None and clocked:
            _draw_clocks(column[1], seconds_left_of_both(seconds, sides, control), control, game, language)
        column[0].set_title(ending_line(verdict, language), loc="right", fontsize=10, color=INK, parse_math=False)
        style_ply_axis(column[-1], len(sides), language)
        if clocked:
            draw_legend(figure, column[1], game, language)
        return fix_layout(figure)


def seconds_by_ply_and_ending(verdict: Verdict) -> tuple[int | None, ...]:
    """Return each ply's seconds (None: not recorded), and the ending's.

    That of the ending only if it is recorded.
    """
    return verdict.seconds if verdict.end_seconds is None else (*verdict.seconds, verdict.end_seconds)


def seconds_left_of_both(
    seconds: Sequence[int | None], sides: Sequence[Side], control: TimeControl
) -> tuple[list[float], list[float]]:
    """Return both clocks' seconds by ply; NaN after a missing time."""
    left = []
    for own in Side:
        own_left = [float(control.budget_seconds)]
        for time, side in zip(seconds, sides, strict=True):
            spent = float("nan") if time is None else time
            more = max(own_left[-1] - spent, 0.0) + control.increment_seconds
            own_left.append(more if side is own else own_left[-1])
        left.append(own_left)
    return left[0], left[1]


def _draw_bars(
    axes: Axes, seconds: Sequence[int | None], sides: Sequence[Side], game: Game, language: Language
) -> None:
    """Draw the seconds of each ply, both sides apart."""
    longest = max((time for time in seconds if time is not None), default=0) or 1
    for side in Side:
        plies = [ply for ply, (time, mover) in enumerate(zip(seconds, sides, strict=True), 1) if time and mover is side]
        heights = [(seconds[ply - 1] or 0) * (-1 if side else 1) for ply in plies]
        axes.bar(
            plies,
            heights,
            width=min(0.8, len(sides) / FULL),
            color=PENS[side].colour if side is Side.FIRST else "white",
            edgecolor=PENS[side].colour,
            linewidth=0.8,
            hatch=HATCH if side else None,
            label=SIDE_IDS[side],
            zorder=2,
        )
        axes.annotate(
            side_label(game, side, language) + (f" ({HATCHED.in_language(language)})" if side else ""),
            (0, 0 if side else 1),
            xycoords="axes fraction",
            xytext=(4, 4 if side else -4),
            textcoords="offset points",
            va="bottom" if side else "top",
            fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0},
        )
    axes.axhline(0, color=INK, linewidth=0.8)
    style_panel(axes, LABEL.in_language(language))
    _style_time_axis(axes, longest)
    axes.set_ylim(-1.25 * longest, 1.25 * longest)


def _draw_clocks(
    axes: Axes, seconds_left: tuple[list[float], list[float]], control: TimeControl, game: Game, language: Language
) -> None:
    """Draw the time left on both clocks."""
    for side, values in zip(Side, seconds_left, strict=True):
        pen = side_pen(game, side)
        axes.plot(
            range(len(values)),
            values,
            color=pen.colour,
            linestyle=pen.dashes,
            linewidth=1.7,
            drawstyle="steps-post",
            label=SIDE_IDS[side],
        )
    style_panel(axes, f"{LEFT.in_language(language)} ({_describe_control(control).in_language(language)})")
    # Moves that add time may lift a clock above its budget.
    most = max(
        (value for values in seconds_left for value in values if value > control.budget_seconds),
        default=control.budget_seconds,
    )
    _style_time_axis(axes, most)
    axes.set_ylim(-0.04 * most, 1.08 * most)


def _describe_control(control: TimeControl) -> Message:
    budget = format_seconds(control.budget_seconds)
    if control.increment_seconds:
        more = format_seconds(control.increment_seconds)
        return Message(f"持ち時間 {budget}、一手ごとに +{more}", f"{budget} a side, {more} more a move")
    if control.byoyomi_seconds is None:
        return Message(f"持ち時間 {budget}", f"{budget} a side")
    byoyomi = format_seconds(control.byoyomi_seconds)
    return Message(f"持ち時間 {budget}、秒読み {byoyomi}", f"{budget} a side, then {byoyomi} a move")


def _style_time_axis(axes: Axes, longest: float) -> None:
    """Format an axis of seconds as clock times, with human steps."""
    step = next((step for step in STEPS if longest <= step * TICKS), STEPS[-1] * (1 + longest // STEPS[-1] // TICKS))
    axes.yaxis.set_major_locator(MultipleLocator(step))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: format_seconds(round(abs(value)))))
    axes.grid(axis="both", color=GRID, linewidth=0.5)
