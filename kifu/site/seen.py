"""A game as the screens see it, each part of it by the last word of its path; a recorded game and a file are seen alike."""

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


class SeenGame(NamedTuple):
    """A game, as of `now`; `more` is what is known of it besides its state."""

    state: State
    now: Instant
    more: dict[str, object]

    @property
    def silent(self) -> bool:
        """Whether nothing may be shown of what the rules say."""
        return is_silent(self.state, arbiter=False)

    def part(self, what: str, value: object) -> dict[str, Any]:
        """Return one of the PARTS. Raises Refused."""
        return PARTS[what](self, value)


def _no_engine(_seen: SeenGame, _value: object) -> dict[str, Any]:
    raise Refused("no-chances", NO_ENGINE)


PARTS: dict[str, Callable[[SeenGame, object], dict[str, Any]]] = {
    "state": lambda seen, _value: {**seen.more, **state_json(seen.state, seen.now)},
    "look": lambda seen, _value: look_json(seen.state.game),
    "course": lambda seen, _value: {**seen.more, **course(seen.state, seen.now).json},
    "heat": lambda seen, _value: {"seq": seen.state.seq, "heat": [] if seen.silent else heat_json(seen.state)},
    "board": lambda seen, _value: board_json(seen.state),
    "to-correct": lambda seen, _value: to_correct_json(seen.state, silent=seen.silent),
    "try": lambda seen, value: tried_json(seen.state, read_tried(seen.state, value, silent=seen.silent)),
    "search": _no_engine,
    "chances": _no_engine,
}
"""What is seen of a game, by the last word of its path; `value` is the JSON of the request."""
