"""The openings that clients send: a game of its own, or the second game of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.message import Message
from kifu.recording import json_fields
from kifu.recording.game_setup import MEMBERS, read_opening
from kifu.recording.match import second_opening
from kifu.recording.record_writer import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.recording.game_setup import Opening
    from kifu.recording.state import State

SENT = (*(member for member in MEMBERS if member != "first"), "match")
"""The members of an opening that a client may send."""


def asked_opening(value: object, find: Callable[[str], State | None]) -> Opening:
    """Return the opening that a client asks for; `find` returns the table of a first game by its id. Raises Refused."""
    return read_opening(asked_json(value, find))


def asked_json(
    value: object, find: Callable[[str], State | None], taken_in: Callable[[object], object] = lambda given: given
) -> object:
    """Return what a client asks for as :func:`kifu.recording.game_setup.read_opening` reads it. Raises Refused.

    `find` returns the table of a first game by its id; `taken_in` an opening with the text of the variant file that it names.
    """
    given = json_fields.members(value, SENT, "open")
    if given.get("match") is None:
        return taken_in({key: given[key] for key in given if key != "match"})
    name = json_fields.line(given["match"], "match")
    first = find(name)
    if first is None:
        raise json_fields.wrong("match", Message("その対局はありません", "there is no such game"))
    return second_opening(first, name, text_of(first), given)
