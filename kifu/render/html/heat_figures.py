"""Heatmaps in a page: traces per square, a board a side."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from kifu.core.html_escape import markup
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.render.html.document_frame import side_html
from kifu.render.options import INK, LAST_EDGE
from kifu.render.svg import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict
    from kifu.render.html.boards import Boards

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


def heatmaps(verdict: Verdict, boards: Boards, language: Language) -> Iterator[str]:
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
            drawn += (
                f"<div>{side_html(game, side, language)}{boards.empty(_marks(boards, counts[side], most), name)}</div>"
            )
        yield f'<figure class="heat"><figcaption>{markup(caption)}</figcaption>{drawn}</figure>'


def _marks(boards: Boards, counts: Mapping[int, int], most: int) -> str:
    """Return a board's shades and numbers as SVG.

    There is a path for each shade, a text for each row.
    """
    cell = boards.cell
    shades: dict[int, str] = {}
    for square, count in counts.items():
        x, y = boards.place(square)
        level = -(-LEVELS * count // most)
        shades[level] = shades.get(level, "") + f"M{number(x)} {number(y - cell / 2)}v{number(cell)}"
    paths = "".join(
        f'<path opacity="{MAX_OPACITY * level / LEVELS:.2g}" d="{path}"/>' for level, path in sorted(shades.items())
    )
    rows = groupby(sorted(counts), key=lambda square: boards.place(square)[1])
    texts = "".join(_row(boards, y, [(square, str(counts[square])) for square in row]) for y, row in rows)
    return (
        f'<g stroke="{LAST_EDGE}" stroke-width="{number(cell)}">{paths}</g>'
        f'<g font-size="{number(SIZE * cell)}" text-anchor="middle" fill="{INK}">{texts}</g>'
    )


def _row(boards: Boards, y: float, counts: list[tuple[int, str]]) -> str:
    """Return the numbers of a row; each figure has its own place."""
    places = [
        number(boards.place(square)[0] + (at - (len(figures) - 1) / 2) * DIGIT * boards.cell)
        for square, figures in counts
        for at in range(len(figures))
    ]
    down = number(y + SIZE / 3 * boards.cell)
    return f'<text y="{down}" x="{" ".join(places)}">{"".join(figures for _, figures in counts)}</text>'
