"""Replay scanned records with compiled rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kifu.core import games
from kifu.core.compiled import code_cache
from kifu.core.compiled import replay_kernel as layout
from kifu.core.compiled.bind import compile_layers, last_layer_name, rules_compile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from analysis.batch.scanner import Meanings
    from kifu.core.game.game import Game, Position

_kernels: dict[str, Callable[..., None]] = {}


class WantedOutputs(NamedTuple):
    """Optional results of a replay, besides legality, by position."""

    scores: bool = False
    marks: bool = False
    """The keys of the images of the position."""


class ReplayedLines(NamedTuple):
    """Replayed lines; `ends`, `finals` and `tops` have a row a line.

    :mod:`kifu.core.compiled.replay_kernel` names the columns of `ends`.
    """

    ends: NDArray[np.int32]
    finals: NDArray[np.int64]
    """The last position, part by part."""
    scores: NDArray[np.int32]
    """Row tops[n] + m: both scores of line n after m plies, and the side to move. No rows if unwanted."""
    marks: NDArray[np.int64]
    """Row tops[n] + m: the keys (:mod:`kifu.core.compiled.position_hash`) of that position's images, a column a symmetry of the game."""
    tops: NDArray[np.int64]
    """The first row of each line in `scores` and `marks`."""


def is_any_replay_code_cached() -> bool:
    """Tell whether any game's machine code for replays is cached."""
    compiled = (game for game in map(games.load, games.ids()) if rules_compile(game))
    return any(code_cache.is_cached(last_layer_name(game, layout.__name__)) for game in compiled)


def replay_lines(  # noqa: PLR0913 - arrays in, arrays out
    game: Game,
    first_words: NDArray[np.int64],
    ply_counts: NDArray[np.int64],
    words: NDArray[np.int32],
    meanings: Meanings,
    *,
    start: Position,
    legal_occurrences: int,
    wanted_outputs: WantedOutputs,
) -> ReplayedLines:
    """Replay lines of `ply_counts[n]` words from `words[firsts[n]]` on.

    A line in which a position occurs `legal_occurrences` times does not count as legal: the referee has to judge it.
    """
    lines = len(first_words)
    ends = np.zeros((lines, layout.COLUMNS), dtype=np.int32)
    finals = np.zeros((lines, len(start)), dtype=np.int64)
    scores = np.zeros(
        (int(ply_counts.sum()) + lines if wanted_outputs.scores else 0, layout.SCORE_COLUMNS), dtype=np.int32
    )
    marks = np.zeros(
        (int(ply_counts.sum()) + lines if wanted_outputs.marks else 0, len(game.symmetries)), dtype=np.int64
    )
    tops = np.concatenate(([0], np.cumsum(ply_counts + 1)[:-1]))
    keys = np.zeros(layout.SLOTS, dtype=np.int64)
    stamps = np.zeros(layout.SLOTS, dtype=np.int32)
    times = np.zeros(layout.SLOTS, dtype=np.int32)
    _compiled_replay_kernel(game)(
        start,
        first_words,
        ply_counts,
        tops,
        words,
        *meanings,
        legal_occurrences,
        keys,
        stamps,
        times,
        ends,
        finals,
        scores,
        marks,
    )
    return ReplayedLines(ends, finals, scores, marks, tops)


def _compiled_replay_kernel(game: Game) -> Callable[..., None]:
    name = last_layer_name(game, layout.__name__)
    if name not in _kernels:
        _kernels[name] = code_cache.cached_kernel(
            name, lambda: compile_layers(game, (layout.__name__,), entry="replay")["replay"]
        )
    return _kernels[name]
