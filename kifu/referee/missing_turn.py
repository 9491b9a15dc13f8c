"""Missing or doubled line told from a foul by the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, warning
from kifu.core.errors import InvalidMove
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from kifu.referee.record import Entry
    from kifu.referee.replay import Replay

CODES = frozenset({"missing-ply-number", "repeated-ply-number", "wrong-ply-number", "missing-turn", "repeated-move"})
"""The codes of diagnostics that may explain an illegal move at the same place. They are listed before it."""


def slip_of_turn(game: Game, entries: Sequence[Entry], start: int, played: Replay) -> Diagnostic | None:
    """Warning of a lost or repeated line at an out-of-turn move.

    A line was written twice if the move has the same text as the entry before it. A move was lost if the move has the
    mark of the opponent, or would have been legal a ply earlier. The line of play begins at ply `start`.
    """
    fault = played.fault
    if fault is None or fault.article != game.turn_article or fault.move is None:
        return None
    index = fault.ply - start
    if not 0 <= index < len(entries):
        return None
    place = (fault.line, fault.column)
    if index > 0 and entries[index - 1].text == fault.move:
        message = Message(
            f"{fault.ply - 1} 手目が二度書かれていませんか (同じ手が続いています)",
            f"does move {fault.ply - 1} stand twice? The same move follows itself",
        )
        return warning("repeated-move", message, *place, ply=fault.ply, width=fault.width)
    if not _of_the_other_side(game, played, fault.move):
        return None
    lost = game.turn(played.positions[-1]).label
    message = Message(
        f"{fault.ply} 手目の前に{lost.ja}の手が抜けていませんか",
        f"is a move of {lost.en} missing before move {fault.ply}?",
    )
    return warning("missing-turn", message, *place, ply=fault.ply, width=fault.width)


def _of_the_other_side(game: Game, played: Replay, text: str) -> bool:
    """Tell whether a move fits the side that is not to move."""
    try:
        reading = game.read(text)
    except InvalidMove:
        return False
    side = game.turn(played.positions[-1])
    if reading.side is not None:
        return reading.side != side
    if len(played.positions) < 2:  # noqa: PLR2004 - a position a ply earlier needs two
        return False
    before = played.positions[-2]
    if game.turn(before) == side:
        return False
    try:
        return game.explain(before, game.resolve(before, reading)) is None
    except InvalidMove:
        return False
