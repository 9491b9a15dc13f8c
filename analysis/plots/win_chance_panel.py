"""Win chance panel of a timeline, with the largest swings marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.plots.picture_style import GRID, INK, PALE, PENS
from analysis.tables.verdict_access import game_and_replay
from analysis.tables.win_chances_and_proofs import largest_losses
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from analysis.tables.win_chances_and_proofs import Estimate, Swing
    from kifu.core.game.rules import SideName
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict

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
