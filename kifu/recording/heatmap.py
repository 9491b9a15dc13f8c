"""The heatmaps of a table: how often each kind of trace was left on each square, by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.model.outcome import Side
from kifu.recording.game_json import words
from kifu.recording.json_fields import SIDE_NAMES
from kifu.render.html.heat_figures import traced

if TYPE_CHECKING:
    from kifu.recording.state import State


def heat_json(state: State) -> list[dict[str, Any]]:
    """Return an item for each kind of trace: its ``key`` and ``label``, and for each side the number of each square."""
    game = state.game
    counts = traced(game, (stretch.replay for stretch in state.stretches))
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
