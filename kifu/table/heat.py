"""The heatmaps of a table: how often each kind of trace was left on each square, by side."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from kifu.model.outcome import Side
from kifu.table.fields import SIDE_NAMES
from kifu.table.game_json import words

if TYPE_CHECKING:
    from kifu.table.state import State


def heat_json(state: State) -> list[dict[str, Any]]:
    """Return an item for each kind of trace: its ``key`` and ``label``, and for each side the number of each square."""
    game = state.game
    counts: dict[str, tuple[Counter[int], Counter[int]]] = {kind: (Counter(), Counter()) for kind in game.traces}
    for stretch in state.stretches:
        replay = stretch.replay
        for number, move in enumerate(replay.moves):
            for trace in game.trace(replay.positions[number], move):
                counts[trace.kind][trace.side][trace.square] += 1
            for trace in game.standing(replay.positions[number + 1]):
                counts[trace.kind][trace.side][trace.square] += 1
    return [
        {
            "key": kind,
            "label": words(game.traces[kind]),
            **{
                SIDE_NAMES[side]: {
                    game.board.spell(square): number for square, number in sorted(counts[kind][side].items())
                }
                for side in Side
            },
        }
        for kind in game.traces
    ]
