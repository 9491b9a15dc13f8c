"""Timelines as SVG in a page: a measure of both sides ply by ply, and the time of each move."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.markup import markup
from kifu.model.message import Message
from kifu.page.times import spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.model.message import Language
    from kifu.model.outcome import Side
    from kifu.referee.verdict import Verdict

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 150, 44, 10, 10, 20
TIME = Message("一手ごとの時間", "time of each move")


class _Scale(NamedTuple):
    """Where plies and values stand in a chart."""

    plies: int
    low: float
    high: float

    def x(self, ply: int) -> str:
        return f"{LEFT + ply / max(1, self.plies) * (WIDTH - LEFT - RIGHT):.0f}"

    def y(self, value: float) -> str:
        return f"{HEIGHT - BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM):.0f}"


def charts(verdict: Verdict, language: Language) -> Iterator[str]:
    """Yield the timelines of a game up to its first fault. A measure that never changes, or is 0 for both sides, has none."""
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None or not replay.moves:
        return
    names = (game.sides[0].label.in_language(language), game.sides[1].label.in_language(language))
    counted = [game.measure(position) for position in replay.positions]
    for number, measure in enumerate(game.measures):
        values = [pairs[number] for pairs in counted]
        if len(set(values)) > 1:
            yield _timeline(measure.label.in_language(language), values, names)
    seconds = verdict.seconds
    if any(seconds):
        sides = [game.turn(position) for position in replay.positions]
        yield _times(TIME.in_language(language), list(zip(sides, seconds, strict=False)), names)


def _timeline(label: str, values: Sequence[tuple[float, float]], names: tuple[str, str]) -> str:
    every = [value for pair in values for value in pair]
    scale = _Scale(len(values) - 1, min(0, *every), max(1, *every))
    lines = []
    for side, kind in enumerate(("first", "second")):
        points = " ".join(f"{scale.x(ply)},{scale.y(pair[side])}" for ply, pair in enumerate(values))
        lines.append(f'<polyline class="{kind}" points="{points}"/>')
    ends = " - ".join(f"{name} {value:g}" for name, value in zip(names, values[-1], strict=True))
    return _figure(f"{label} ({ends})", names, scale, (f"{scale.high:g}", f"{scale.low:g}"), "".join(lines))


def _times(label: str, used: Sequence[tuple[Side, int | None]], names: tuple[str, str]) -> str:
    most = max(seconds or 0 for _, seconds in used)
    scale = _Scale(len(used), 0, most)
    bars = ["", ""]
    for ply, (side, seconds) in enumerate(used, start=1):
        if seconds:
            bars[side] += f"M{scale.x(ply)} {HEIGHT - BOTTOM}V{scale.y(seconds)}"
    lines = "".join(f'<path class="{kind}" d="{bar}"/>' for kind, bar in zip(("first", "second"), bars, strict=True))
    return _figure(label, names, scale, (spelled(most), "0"), lines)


def _figure(label: str, names: tuple[str, str], scale: _Scale, ends: tuple[str, str], lines: str) -> str:
    high, low = ends
    foot = HEIGHT - BOTTOM
    axes = f'<path class="axis" d="M{LEFT} {TOP}V{foot}H{WIDTH - RIGHT}"/>'
    words = (
        f'<text x="{LEFT - 4}" y="{TOP + 8}" text-anchor="end">{high}</text>'
        f'<text x="{LEFT - 4}" y="{foot}" text-anchor="end">{low}</text>'
        f'<text x="{LEFT}" y="{HEIGHT - 5}">0</text>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 5}" text-anchor="end">{scale.plies}</text>'
    )
    key = f'<span class="key">━ {markup(names[0])}</span> <span class="key two">╍ {markup(names[1])}</span>'
    drawing = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{markup(label)}">{axes}{lines}{words}</svg>'
    return f'<figure class="chart"><figcaption>{markup(label)}<br>{key}</figcaption>{drawing}</figure>'
