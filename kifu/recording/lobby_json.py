"""Lobby as JSON: the card of each game with its last board, and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.outcome import SIDE_IDS
from kifu.recording import clock as clocks
from kifu.recording.game_json import look_name
from kifu.recording.replay_json import boards_by_ply, viewer_step
from kifu.recording.session_json import are_judgements_withheld, result_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.recording.clock import Instant
    from kifu.recording.state import State

MAX_CARDS = 60
"""The most tables of a hall: those that go on before those that have ended, of these the newest."""


def public_board_json(state: State) -> dict[str, Any]:
    """Return the public last board: ``tokens``, ``last``, ``look``."""
    silent = are_judgements_withheld(state, arbiter=False)
    *_, last = boards_by_ply(state)
    made = viewer_step(state.game, last, None, silent=silent)
    tokens = [{name: token[name] for name in ("square", "side", "text", "form")} for token in made.tokens]
    return {"look": look_name(state.game), "tokens": tokens, "last": made.json.get("last")}


def game_card_json(state: State, now: Instant) -> dict[str, Any]:
    """Return a game's public card as of `now`."""
    return {
        **public_board_json(state),
        "game": state.game.id,
        "names": dict(zip(SIDE_IDS, state.opening.names, strict=True)),
        "mode": state.opening.mode,
        "ply": state.ply,
        "turn": SIDE_IDS[state.turn],
        "move": state.moves[-1].text if state.moves else None,
        "clock": clocks.clock_json(clocks.advance_to(state.clock, now)),
        "closed": state.closed is not None,
        "result": result_json(state, silent=are_judgements_withheld(state, arbiter=False)),
    }


def lobby_order(states: Iterable[tuple[str, State]]) -> list[str]:
    """Return the ids of the lobby's games in order of opening."""
    listed = sorted(states, key=lambda named: (named[1].closed is None, named[1].opened), reverse=True)[:MAX_CARDS]
    return [name for name, state in sorted(listed, key=lambda named: (named[1].opened, named[0]))]
