"""Requests to open a game, or the second of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import Message
from kifu.recording import json_fields
from kifu.recording.game_setup import MEMBERS, read_setup
from kifu.recording.match import second_game_setup
from kifu.recording.record_writer import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state import State

REQUEST_MEMBERS = (*(member for member in MEMBERS if member != "first"), "match")
"""The members of an opening that a client may send."""


def read_request(value: object, find: Callable[[str], State | None]) -> GameSetup:
    """Return the setup that a client requests; may raise Rejected.

    `find` returns the table of a first game by its id.
    """
    return read_setup(request_json(value, find))


def request_json(
    value: object, find: Callable[[str], State | None], taken_in: Callable[[object], object] = lambda given: given
) -> object:
    """Return a request as :func:`kifu.recording.game_setup.read_setup` reads it.

    `find` returns the table of a first game by its id; `taken_in` an opening with the text of the variant file that it names.
    """
    given = json_fields.members(value, REQUEST_MEMBERS, "open")
    if given.get("match") is None:
        return taken_in({key: given[key] for key in given if key != "match"})
    name = json_fields.line(given["match"], "match")
    first = find(name)
    if first is None:
        raise json_fields.rejection("match", Message("その対局はありません", "there is no such game"))
    return second_game_setup(first, name, text_of(first), given)
