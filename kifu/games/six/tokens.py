"""Draws 6面体: dice on squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.six.measures import standing
from kifu.games.six.position import FACES, GHOST
from kifu.games.six.text import UNITS, cell, written_units
from kifu.model.answers import Piece
from kifu.model.drawn import Form, Token
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.six.position import Position


def tokens(position: Position) -> Iterator[Token]:
    """Yield each die on the board."""
    for die in standing(position):
        yield Token(die.square, die.side, cell(position, die.square), Form.DIE)


def written_on(side: Side) -> tuple[str, ...]:
    """Return the six faces of a die of `side`, as a placement writes them."""
    return written_units(side)


def pieces() -> tuple[Piece, ...]:
    """Return the dice by side and face."""
    return tuple(Piece(unit, Side(number // FACES), unit) for number, unit in enumerate(UNITS))


def goes_on(token: Token) -> bool:
    """Tell whether a token shows a 怨, whose move names the die that it beats on its way."""
    return token.text in {UNITS[GHOST], UNITS[GHOST + FACES]}
