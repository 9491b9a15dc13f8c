"""Lobby cards: board, players, last move and result of each game."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kifu.recording import clock as clocks
from kifu.recording.game_json import look_json
from kifu.recording.journal import canonical
from kifu.recording.json_fields import SIDE_NAMES
from kifu.recording.result import result_json
from kifu.recording.session_json import is_silent
from kifu.recording.viewer_json import boards, step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.game.game import Game
    from kifu.recording.clock import Instant
    from kifu.recording.state import State

MAX_CARDS = 60
"""The most tables of a hall: those that go on before those that have ended, of these the newest."""


def board_json(state: State) -> dict[str, Any]:
    """Return the public last board: ``tokens``, ``last``, ``look``."""
    silent = is_silent(state, arbiter=False)
    *_, last = boards(state)
    made = step(state.game, last, None, silent=silent)
    tokens = [{name: token[name] for name in ("square", "side", "text", "form")} for token in made.tokens]
    return {"look": look_name(state.game), "tokens": tokens, "last": made.json.get("last")}


def card_json(state: State, now: Instant) -> dict[str, Any]:
    """Return a game's public card as of `now`."""
    return {
        **board_json(state),
        "game": state.game.id,
        "names": dict(zip(SIDE_NAMES, state.opening.names, strict=True)),
        "mode": state.opening.mode,
        "ply": state.ply,
        "turn": SIDE_NAMES[state.turn],
        "move": state.moves[-1].text if state.moves else None,
        "clock": clocks.clock_json(clocks.at(state.clock, now)),
        "closed": state.closed is not None,
        "result": result_json(state, silent=is_silent(state, arbiter=False)),
    }


def lobby_order(states: Iterable[tuple[str, State]]) -> list[str]:
    """Return the ids of the lobby's games in order of opening."""
    listed = sorted(states, key=lambda named: (named[1].closed is None, named[1].opened), reverse=True)[:MAX_CARDS]
    return [name for name, state in sorted(listed, key=lambda named: (named[1].opened, named[0]))]


@lru_cache(maxsize=256)
def look_name(game: Game) -> str:
    """Return the name under which equally drawn games share data."""
    return hashlib.sha256(canonical(look_json(game)).encode()).hexdigest()[:16]
