"""Draws 6面体: dice on squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.six.measures import standing
from kifu.games.six.text import cell
from kifu.model.drawn import Form, Token

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.six.position import Position


def tokens(position: Position) -> Iterator[Token]:
    """Yield each die on the board."""
    for die in standing(position):
        yield Token(die.square, die.side, cell(position, die.square), Form.DIE)
