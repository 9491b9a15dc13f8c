"""The board of a table for somebody who corrects it: its diagram in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.recording.game_json import diagram_json
from kifu.render.side_panels import TURN

if TYPE_CHECKING:
    from kifu.recording.state import State


def to_correct_json(state: State, *, silent: bool) -> dict[str, Any]:
    """Return the ``diagram`` of a table, with the side that moves next.

    With `silent` the board is the one that was known first: what followed would tell which moves were played on it.
    """
    positions = state.stretches[-1].replay.positions
    position = positions[0 if silent else -1]
    diagram = diagram_json(state.game, position)
    label = state.game.sides[state.turn].label.ja
    others = [field for field in diagram["fields"] if field[0] != TURN]
    if len(others) < len(diagram["fields"]) or state.turn != state.game.turn(position):
        diagram["fields"] = [*others, [TURN, label]]
    return {"diagram": diagram}
