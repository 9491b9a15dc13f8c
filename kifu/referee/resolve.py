"""First step of the referee: resolve game, rules and start."""

from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, note
from kifu.core.errors import InvalidSetup
from kifu.core.game.game import Game, Position
from kifu.core.game.rules import Notice
from kifu.referee.record import Record
from kifu.referee.status_fault_and_basis import Fault, fault_of_setup


class Resolved(NamedTuple):
    """A game that can be replayed."""

    game: Game
    """The game under the record's own rules."""
    start: Position
    notices: tuple[Diagnostic, ...]
    """The diagnostics of the game before the first move."""


class Unresolved(NamedTuple):
    """Record whose rules or set-up are wrong, so it cannot be played."""

    game: Game
    """The game under the record's own rules; under its default rules if the rules are wrong."""
    fault: Fault
    notices: tuple[Diagnostic, ...]


def resolve(record: Record, game: Game) -> Resolved | Unresolved:
    """Starting position of a record, or the fault of its set-up.

    Wrong rules are such a fault too. `game` is the record's own game. A record without a game cannot be settled.
    """
    if record.refused is not None:
        return Unresolved(game, fault_of_setup(record.refused), ())
    standing = tuple(map(_note_of_notice, game.standing_notices()))
    try:
        start = game.read_diagram(record.setup) if record.setup else game.start()
    except InvalidSetup as invalid:
        return Unresolved(game, fault_of_setup(invalid), standing)
    return Resolved(game, start, (*standing, *map(_note_of_notice, game.opening_notices(start))))


def _note_of_notice(notice: Notice) -> Diagnostic:
    return note(notice.code, notice.message, ply=0)
