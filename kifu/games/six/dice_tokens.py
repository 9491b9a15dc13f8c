"""Draw 6面体: dice on squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.drawing_spec import Form, Placed, Token
from kifu.core.game.paper import SetupPiece
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.games.six.measures import standing
from kifu.games.six.position import FACES
from kifu.games.six.text import UNITS, cell, written_units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.six.position import Position


def tokens(position: Position) -> Iterator[Token]:
    """Yield each die on the board."""
    for die in standing(position):
        yield Token(die.square, die.side, cell(position, die.square), Form.DIE)


def pieces() -> tuple[SetupPiece, ...]:
    """Return the dice by side and face."""
    return tuple(SetupPiece(unit, Side(number // FACES), unit, form=Form.DIE) for number, unit in enumerate(UNITS))


def placed(side: Side) -> tuple[Placed, ...]:
    """Return the faces of a die that is placed."""
    return tuple(Placed(side, unit, Form.DIE) for unit in written_units(side))


def held(position: Position, side: Side) -> dict[str, int | None]:
    """Return every face while a side has a die in hand."""
    return dict.fromkeys(written_units(side) if position.hands >> 4 * side & 15 else ())


def beside(position: Position, side: Side) -> Message:
    """Return the number of dice in hand, and whether 占 may still be placed (six.3)."""
    dice = position.hands >> 4 * side & 15
    if position.rights >> side & 1:
        return Message(f"持駒 {dice}　占可", f"{dice} in hand, 占 allowed")
    return Message(f"持駒 {dice}　占不可", f"{dice} in hand, no more 占")
