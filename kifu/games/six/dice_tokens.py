"""Draws 6面体: dice on squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.contract.paper import SetupPiece
from kifu.games.six.measures import standing
from kifu.games.six.position import FACES
from kifu.games.six.text import UNITS, cell
from kifu.model.drawn import Form, Token
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.six.position import Position


def tokens(position: Position) -> Iterator[Token]:
    """Yield each die on the board."""
    for die in standing(position):
        yield Token(die.square, die.side, cell(position, die.square), Form.DIE)


def pieces() -> tuple[SetupPiece, ...]:
    """Return the dice by side and face."""
    return tuple(SetupPiece(unit, Side(number // FACES), unit) for number, unit in enumerate(UNITS))
