"""The panel of winning chances that a search adds to a timeline, its largest swings marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.chances import swings
from analysis.charts.style import INK, PALE, PENS
from kifu.message import Message
from kifu.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from kifu.message import Language
    from kifu.verdict import Verdict

LABEL = Message("先手の勝率 (探索による見積もり、%)", "winning chance of first (先手), estimated by search (%)")
KEY = Message("▼ 大きく損をした手", "▼ the moves that lost most")
EVEN = 50
EDGE = 15
"""Per cent from the ends of the scale within which a move is named beside its mark, not below (先手) or above it."""
ROOM = 8
"""Per cent above and below the scale, for markers at its ends."""


def draw_chances(axes: Axes, verdict: Verdict, chances: Sequence[float], language: Language) -> None:
    """Draw 先手's chances (0 to 1, at the start and after each ply) as per cent, and name the moves that lost most."""
    plies = range(len(chances))
    per_cent = [100 * chance for chance in chances]
    pen = PENS[Side.FIRST]
    axes.axhline(EVEN, color=PALE, linewidth=0.9)
    axes.plot(plies, per_cent, color=pen.colour, linewidth=1.5, drawstyle="steps-post", label="chance_first")
    axes.set_ylim(-ROOM, 100 + ROOM)
    axes.set_yticks([0, 25, EVEN, 75, 100])
    found = swings(verdict, chances)
    for swing in found:
        own = PENS[swing.side]
        height = per_cent[swing.ply]
        axes.plot([swing.ply], [height], marker="v", markersize=7, color=own.colour, markeredgecolor=INK, linestyle="")
        axes.annotate(
            f"{swing.ply} {swing.side.mark}{swing.move}",
            (swing.ply, height),
            textcoords="offset points",
            xytext=(6, -3) if height < EDGE or height > 100 - EDGE else (3, -13 if swing.side is Side.FIRST else 6),
            fontsize=8,
            color=INK,
            parse_math=False,
        )
    key = f"　{KEY.in_language(language)}" if found else ""
    axes.set_title(LABEL.in_language(language) + key, loc="left", fontsize=10, pad=3)
