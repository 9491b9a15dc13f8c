"""Time chart: time of each move and time left on clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.ticker import FuncFormatter, MultipleLocator

from analysis.plots.picture_style import (
    GRID,
    INK,
    PENS,
    draw_title,
    fix_layout,
    matplotlib_settings,
    new_figure,
    side_label,
    side_pen,
)
from analysis.plots.timeline_panels_and_win_chances import PANEL, WIDTH, draw_legend, style_panel, style_ply_axis
from analysis.plots.titles import ending_line, record_title
from analysis.tables.verdict_access import game_and_replay
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Side
from kifu.render.html.svg_charts import format_seconds
from notation.time_control_and_time_checks import time_control_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict
    from notation.time_control_and_time_checks import TimeControl

HEAD, BARS = 1.3, 2.4
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
        figure = new_figure(WIDTH, HEAD + BARS + PANEL * clocked)
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
