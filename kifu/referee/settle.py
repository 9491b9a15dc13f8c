"""The first room of the referee: which game a record is of, under which rules, and where it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.diagnostic import note
from kifu.model.errors import InvalidSetup
from kifu.referee.fault import Fault

if TYPE_CHECKING:
    from kifu.model.answers import Notice
    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game, Position
    from kifu.model.record import Record


class Settled(NamedTuple):
    """A game that can be replayed."""

    game: Game
    """The game under the record's own rules."""
    start: Position
    notices: tuple[Diagnostic, ...]
    """What the game has to say before the first move."""


class Unsettled(NamedTuple):
    """A record whose rules or set-up the game cannot be played under."""

    game: Game
    """The game under the record's own rules; under its default rules if it is the rules that are at fault."""
    fault: Fault
    notices: tuple[Diagnostic, ...]


def settle(record: Record, game: Game) -> Settled | Unsettled:
    """Return the start of a record of `game`, or the fault of its rules or set-up.

    `game` is the record's own: no record without one can be settled.
    """
    if record.refused is not None:
        return Unsettled(game, bad_setup(record.refused), ())
    standing = tuple(map(_note, game.standing_notices()))
    try:
        start = game.read_diagram(record.setup) if record.setup else game.start()
    except InvalidSetup as invalid:
        return Unsettled(game, bad_setup(invalid), standing)
    return Settled(game, start, (*standing, *map(_note, game.opening_notices(start))))


def bad_setup(invalid: InvalidSetup, ply: int = 0) -> Fault:
    """Return the fault of a diagram, or of rules, that the game does not have; `ply` is the ply a diagram stands after."""
    return Fault(
        ply=ply,
        code=invalid.code,
        message=invalid.message,
        line=invalid.line,
        column=None if invalid.line is None else invalid.offset + 1,
        article=invalid.article,
        width=invalid.width,
    )


def _note(said: Notice) -> Diagnostic:
    return note(said.code, said.message, ply=0)
