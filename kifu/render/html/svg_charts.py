"""Figures of a page: timelines, move times and heatmaps as SVG."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.core.game.drawing import DARK_MARKS
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.render.html.document_frame_and_style import disc_and_name_html
from kifu.render.shapes_and_svg import INK, LAST_EDGE, format_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict
    from kifu.render.html.boards_and_side_panels import PageBoards
    from kifu.render.html.document_frame_and_style import Symbols

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 150, 44, 10, 10, 20
TIME = Message("一手ごとの時間", "time of each move")
AT_LAST = Message("最後は", "at last")
UNCHANGED = Message("変わらないので省いた", "left out, for they never change")


class _Scale(NamedTuple):
    """Scale of a chart: places of plies and values."""

    plies: int
    low: float
    high: float

    def x(self, ply: int) -> str:
        return f"{LEFT + ply / max(1, self.plies) * (WIDTH - LEFT - RIGHT):.0f}"

    def y(self, value: float) -> str:
        return f"{HEIGHT - BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM):.0f}"


def timeline_figures(verdict: Verdict, symbols: Symbols, language: Language) -> Iterator[str]:
    """Yield the timelines of a game up to its first fault.

    A measure that never changes has none, but is named with its values.
    """
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None or not replay.moves:
        return
    names = [side.label.in_language(language) for side in game.sides]
    counted = [game.measure(position) for position in replay.positions]
    flat = []
    for at, measure in enumerate(game.measures):
        values = [pairs[at] for pairs in counted]
        ends = " - ".join(f"{name} {value:g}" for name, value in zip(names, values[-1], strict=True))
        label = measure.label.in_language(language)
        if len(set(values)) == 1:
            flat.append(f"{label} ({ends})")
        else:
            every = [value for pair in values for value in pair]
            scale = _Scale(len(values) - 1, min(0, *every), max(1, *every))
            drawn = _side_curves_svg(
                game, symbols, [_svg_path_of_curve(scale, [pair[side] for pair in values]) for side in Side]
            )
            marks = (f"{scale.high:g}", f"{scale.low:g}")
            yield _chart_figure(f"{label} ({AT_LAST.in_language(language)} {ends})", scale, marks, drawn)
    seconds = verdict.seconds
    if any(seconds):
        scale = _Scale(len(seconds), 0, max(each or 0 for each in seconds))
        used = list(zip(range(1, len(seconds) + 1), map(game.turn, replay.positions), seconds, strict=False))
        bars = [
            "".join(
                f"M{scale.x(ply)} {HEIGHT - BOTTOM}V{scale.y(time)}"
                for ply, mover, time in used
                if time and mover == side
            )
            for side in Side
        ]
        drawn = _side_curves_svg(game, symbols, bars)
        yield _chart_figure(TIME.in_language(language), scale, (format_seconds(round(scale.high)), "0"), drawn)
    if flat:
        said = Message("、", ", ").in_language(language).join(flat)
        yield f"<p>{escape_markup(UNCHANGED.in_language(language))}: {escape_markup(said)}</p>"


def _svg_path_of_curve(scale: _Scale, values: Sequence[float]) -> str:
    """Return the line through values as a path of relative steps."""
    points = [(int(scale.x(ply)), int(scale.y(value))) for ply, value in enumerate(values)]
    steps = (f"{after[0] - x} {after[1] - y}" for (x, y), after in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}".replace(" -", "-")


def _side_curves_svg(game: Game, symbols: Symbols, paths: Sequence[str]) -> str:
    """Return each side's line: dark, or light with dark edges."""
    drawn = ""
    for side, path in zip(game.sides, paths, strict=True):
        line = symbols.use_drawing(f'<path d="{path}"/>')
        light = "" if side.mark in DARK_MARKS else f'<g class="inner">{line}</g>'
        drawn += f'<g class="line">{line}</g>{light}'
    return drawn


def _chart_figure(label: str, scale: _Scale, end_values: tuple[str, str], lines_svg: str) -> str:
    """Figure of a chart: axes, end values, plies and lines."""
    high, low = end_values
    foot = HEIGHT - BOTTOM
    axes = f'<path class="axis" d="M{LEFT} {TOP}V{foot}H{WIDTH - RIGHT}"/>'
    words = (
        f'<text x="{LEFT - 4}" y="{TOP + 8}" text-anchor="end">{high}</text>'
        f'<text x="{LEFT - 4}" y="{foot}" text-anchor="end">{low}</text>'
        f'<text x="{LEFT}" y="{HEIGHT - 5}">0</text>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 5}" text-anchor="end">{scale.plies}</text>'
    )
    drawing = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape_markup(label)}">{axes}{lines_svg}{words}</svg>'
    return f'<figure class="chart"><figcaption>{escape_markup(label)}</figcaption>{drawing}</figure>'


HOUR = 3600


def format_seconds(seconds: int) -> str:
    """Format seconds as 1:05 or 1:02:03."""
    minutes, rest = divmod(seconds, 60)
    if seconds < HOUR:
        return f"{minutes}:{rest:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


Counts = tuple[Counter[int], Counter[int]]
LEVELS = 5
"""The shades of a heatmap."""
MAX_OPACITY = 0.75
SIZE, DIGIT = 0.36, 0.21
"""The size of a number, and the distance of its figures, in squares."""


def count_traces(game: Game, replays: Iterable[Replay]) -> dict[str, Counts]:
    """Return the traces of each kind on each square, by side.

    A position is left by each legal move.
    """
    counts: dict[str, Counts] = {kind: (Counter(), Counter()) for kind in game.traces}
    for replay in replays:
        for move, before, after in zip(replay.moves, replay.positions, replay.positions[1:], strict=False):
            for trace in (*game.trace(before, move), *game.standing(after)):
                counts[trace.kind][trace.side][trace.square] += 1
    return counts


def heatmap_figures(verdict: Verdict, boards: PageBoards, language: Language) -> Iterator[str]:
    """Yield a figure for each kind of trace before the fault.

    The deepest shade is the largest number of the kind.
    """
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return
    for kind, counts in count_traces(game, [replay]).items():
        most = max((*counts[0].values(), *counts[1].values()), default=0)
        if not most:
            continue
        label = game.traces[kind].in_language(language)
        caption = Message(f"{label} (最も多いマスで {most})", f"{label} (at most {most} on a square)").in_language(
            language
        )
        drawn = ""
        for side in Side:
            name = f"{label}, {game.sides[side].label.in_language(language)}"
            drawn += f"<div>{disc_and_name_html(game, side, language)}{boards.empty_board_svg(_heatmap_svg(boards, counts[side], most), name)}</div>"
        yield f'<figure class="heat"><figcaption>{escape_markup(caption)}</figcaption>{drawn}</figure>'


def _heatmap_svg(boards: PageBoards, counts: Mapping[int, int], maximum: int) -> str:
    """Return a board's shades and numbers as SVG.

    There is a path for each shade, a text for each row.
    """
    cell = boards.cell
    shades: dict[int, str] = {}
    for square, count in counts.items():
        x, y = boards.place(square)
        level = -(-LEVELS * count // maximum)
        shades[level] = (
            shades.get(level, "") + f"M{format_length(x)} {format_length(y - cell / 2)}v{format_length(cell)}"
        )
    paths = "".join(
        f'<path opacity="{MAX_OPACITY * level / LEVELS:.2g}" d="{path}"/>' for level, path in sorted(shades.items())
    )
    rows = groupby(sorted(counts), key=lambda square: boards.place(square)[1])
    texts = "".join(
        _row_of_numbers_svg(boards, y, [(square, str(counts[square])) for square in row]) for y, row in rows
    )
    return (
        f'<g stroke="{LAST_EDGE}" stroke-width="{format_length(cell)}">{paths}</g>'
        f'<g font-size="{format_length(SIZE * cell)}" text-anchor="middle" fill="{INK}">{texts}</g>'
    )


def _row_of_numbers_svg(boards: PageBoards, y: float, counts: list[tuple[int, str]]) -> str:
    """Return the numbers of a row; each figure has its own place."""
    places = [
        format_length(boards.place(square)[0] + (at - (len(figures) - 1) / 2) * DIGIT * boards.cell)
        for square, figures in counts
        for at in range(len(figures))
    ]
    down = format_length(y + SIZE / 3 * boards.cell)
    return f'<text y="{down}" x="{" ".join(places)}">{"".join(figures for _, figures in counts)}</text>'
