"""Views of a game, and the documents made from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.recording.errors import failure
from kifu.recording.game_json import look_json
from kifu.recording.heatmap import heat_json
from kifu.recording.lobby import board_json, card_json, in_the_hall
from kifu.recording.session_json import is_silent, state_json, summary_json
from kifu.recording.state import State
from kifu.recording.to_correct import to_correct_json
from kifu.recording.viewer_json import course
from kifu.web.service.messages import json_response

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.web.service.journal_store import JournalStore, StoredSession
    from kifu.web.service.messages import Response


class GameView(NamedTuple):
    """Game as a client sees it; `arbiter` tells whether the client has given the PIN of the game."""

    state: State
    arbiter: bool = False

    @property
    def silent(self) -> bool:
        """Whether the judgement of the rules is hidden."""
        return is_silent(self.state, arbiter=self.arbiter)


VIEWS: dict[str, Callable[[GameView], dict[str, Any]]] = {
    "look": lambda view: look_json(view.state.game),
    "heat": lambda view: {"seq": view.state.seq, "heat": [] if view.silent else heat_json(view.state)},
    "board": lambda view: board_json(view.state),
    "to-correct": lambda view: to_correct_json(view.state, silent=view.silent),
}
"""The views of a game that are made anew for each request."""


class DirectDocuments:
    """Documents of a store, made anew for each request."""

    def __init__(self, store: JournalStore) -> None:
        self._store = store

    async def games(self) -> Response:
        """List the games; those whose journal is damaged say so."""
        listed: list[dict[str, object]] = []
        for name, found in (await self._store.all()).items():
            if isinstance(found, State):
                listed.append({"id": name, **self._store.extra_members(name), **summary_json(found)})
            else:
                listed.append({"id": name, "line": None, **failure(found)})
        return json_response({"games": listed})

    async def lobby(self) -> Response:
        """Return the cards of the games."""
        found = await self._store.all()
        states = {name: state for name, state in found.items() if isinstance(state, State)}
        order = in_the_hall(states.items())
        cards = {name: card_json(states[name], self._store.now()) for name in order}
        return json_response({"order": order, "games": cards})

    async def state(self, session: StoredSession, *, arbiter: bool) -> Response:
        """Return the state of a session."""
        return json_response(
            {
                "id": session.name,
                **self._store.extra_members(session.name),
                **state_json(session.state, self._store.now(), arbiter=arbiter),
            }
        )

    async def course(self, session: StoredSession, *, arbiter: bool) -> Response:
        """Return a session ply by ply."""
        return json_response(
            {
                "id": session.name,
                **self._store.extra_members(session.name),
                **course(session.state, self._store.now(), arbiter=arbiter).json,
            }
        )
