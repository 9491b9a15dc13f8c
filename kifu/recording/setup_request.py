"""Setup that a client requests: of a new game, or of the second game of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS
from kifu.recording import json_fields
from kifu.recording.clock import time_control_json
from kifu.recording.game_setup import MEMBERS, read_setup
from kifu.recording.json_fields import Rejected
from kifu.recording.record_writer import record_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state import State

REQUEST_MEMBERS = (*(member for member in MEMBERS if member != "first"), "match")
"""The members of an opening that a client may send."""


def read_setup_request(value: object, find: Callable[[str], State | None]) -> GameSetup:
    """Return the setup that a client requests; may raise Rejected.

    `find` returns the table of a first game by its id.
    """
    return read_setup(setup_request_json(value, find))


def setup_request_json(
    value: object, find: Callable[[str], State | None], read_file: Callable[[object], object] = lambda given: given
) -> object:
    """Return a request as :func:`kifu.recording.game_setup.read_setup` reads it.

    `find` returns the table of a first game by its id; `read_file` an opening with the text of the variant file that it names.
    """
    given = json_fields.object_field(value, REQUEST_MEMBERS, "open")
    if given.get("match") is None:
        return read_file({key: given[key] for key in given if key != "match"})
    name = json_fields.line_field(given["match"], "match")
    first = find(name)
    if first is None:
        raise json_fields.field_rejection("match", Message("その対局はありません", "there is no such game"))
    return second_game_setup(first, name, record_text(first), given)


def second_game_setup(state: State, name: str, record: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the setup JSON of the second game, sides exchanged.

    `state` is the table `name` of the first game, and `record` the text of its record. `value` has the members ``match``,
    and what may be left out: ``game``, ``mode`` and ``clock``, else those of the first game. Raises Rejected.
    """
    given = json_fields.object_field(value, ("match", "game", "mode", "clock"), "match")
    opening = state.opening
    if state.game.match_article is None:
        raise Rejected("no-match", Message("この棋種に二局の対局はありません", "this game has no matches of two games"))
    if opening.first is not None:
        raise Rejected("no-match", Message("すでに後半です", "it is the second game already"))
    if state.closed is None:
        raise Rejected("not-closed", Message("前半を閉じてください", "close the first game before"))
    if given.get("game") not in {None, state.game.id}:
        raise json_fields.field_rejection("game", Message("前半と違います", "it is not that of the first game"))
    clock = None if opening.control is None else time_control_json(opening.control)
    second: dict[str, Any] = {
        "game": state.game.id,
        "rules": state.game.rules,
        "mode": given.get("mode", opening.mode),
        "names": dict(zip(SIDE_IDS, reversed(opening.names), strict=True)),
        "clock": given.get("clock", clock),
        "setup": opening.setup,
        "first": {"id": name, "hash": state.head, "record": record},
    }
    if opening.variant is not None:
        second["variant"] = opening.variant.text
    return second
