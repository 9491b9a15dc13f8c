"""Headers of plain records, each different one parsed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.compiled.bind import compiles
from kifu.referee.record import Span
from kifu.referee.resolve import Resolved, resolve
from notation.encoding import split
from notation.formats.kif import begins_record, read_part
from notation.formats.kif_times import control_of
from notation.freeform import swallows

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record
    from notation.formats.kif_head import Rules
    from notation.timecontrol import TimeControl


class PlainHead(NamedTuple):
    """Common part of records with the same head."""

    game: Game
    """The game under their rules."""
    start: Position
    set_up: bool
    """Whether the head has a set-up position."""
    control: TimeControl | None
    """How long each side may think; None: no limit."""


def read_head(data: bytes, rules: Rules) -> PlainHead | None:
    """Return the meaning of a head; None if it is not plain.

    It is not if it gets a diagnostic, or if nothing compiles under it. `data` has the lines above the moves; the values that mean nothing may be missing.

    `data` has the lines above the moves; the values that mean nothing may be missing.
    """
    source = split("", b"", data.decode(errors="replace"), "utf-8", bom=False)
    start = next((number for number, line in enumerate(source.lines, start=1) if begins_record(line)), 0)
    if not start:
        return None
    record = read_part(source, 0, Span(1, len(source.lines)), start, rules)
    game = record.game
    if game is None or not compiles(game) or game.quiet_until is None or not _says_nothing_else(record):
        return None
    settled = resolve(record, game)
    if not isinstance(settled, Resolved):
        return None
    return PlainHead(game, settled.start, record.setup is not None, control_of(record.headers)[0])


def _says_nothing_else(record: Record) -> bool:
    """Tell whether a head gives only game, start and time control."""
    main = record.main
    unjudged = (record.diagnostics, record.games, record.variant, record.refused, main.unread, main.checkpoints)
    return not swallows(record) and not any(
        (*unjudged, main.claims, main.closing, main.scores, main.entries, main.special, record.lines[1:])
    )
