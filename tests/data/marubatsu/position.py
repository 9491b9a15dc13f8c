"""A position of まるばつ as three integers, and a move as one: the unit in bit 0, the square above."""

from __future__ import annotations

from typing import NamedTuple

COLUMNS, ROWS = 4, 3
SQUARES = COLUMNS * ROWS
PASS = 31
"""パス, which can be written and is never legal."""


class Position(NamedTuple):
    """A position of まるばつ. Two are equal when the marks and the side to move are."""

    turn: int
    first: int
    """Squares of 先手's 丸, a bit each."""
    second: int
    """Squares of 後手's 罰."""


START = Position(0, 0, 0)
