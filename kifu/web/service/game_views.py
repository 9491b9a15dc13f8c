"""Views of a game by the last word of their path, for recorded games and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.model.message import Message
from kifu.table.game_json import look_json
from kifu.table.hall import board_json
from kifu.table.heat import heat_json
from kifu.table.refusal import Refused
from kifu.table.to_correct import to_correct_json
from kifu.table.tried import read_tried, tried_json
from kifu.table.view import is_silent, state_json
from kifu.table.viewer_json import course

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.table.clock import Instant
    from kifu.table.state import State

NO_ENGINE = Message(
    "この画面は探索をしません。パソコンの kifu serve で使えます",
    "this page does not search; kifu serve on a computer does",
)


class GameView(NamedTuple):
    """Game as of `now`; `more` are members besides its state."""

    state: State
    now: Instant
    more: dict[str, object]

    @property
    def silent(self) -> bool:
        """Whether the judgement of the rules is hidden."""
        return is_silent(self.state, arbiter=False)

    def render(self, what: str, value: object) -> dict[str, Any]:
        """Return one of the VIEWS. Raises Refused."""
        return VIEWS[what](self, value)


def _no_engine(_view: GameView, _value: object) -> dict[str, Any]:
    raise Refused("no-chances", NO_ENGINE)


VIEWS: dict[str, Callable[[GameView, object], dict[str, Any]]] = {
    "state": lambda view, _value: {**view.more, **state_json(view.state, view.now)},
    "look": lambda view, _value: look_json(view.state.game),
    "course": lambda view, _value: {**view.more, **course(view.state, view.now).json},
    "heat": lambda view, _value: {"seq": view.state.seq, "heat": [] if view.silent else heat_json(view.state)},
    "board": lambda view, _value: board_json(view.state),
    "to-correct": lambda view, _value: to_correct_json(view.state, silent=view.silent),
    "try": lambda view, value: tried_json(view.state, read_tried(view.state, value, silent=view.silent)),
    "search": _no_engine,
    "chances": _no_engine,
}
"""The views of a game by the last word of their path; `value` is the JSON of the request."""
