"""A position of reversi; a move is the number of a square, or PASS."""

from __future__ import annotations

from typing import NamedTuple

SIZE = 4
SQUARES = SIZE * SIZE
PASS = SQUARES


class Position(NamedTuple):
    """Who moves, and the stones of both sides: bit 4 × row + column is set for a square with a stone."""

    turn: int
    first: int
    second: int


START = Position(0, 1 << 6 | 1 << 9, 1 << 5 | 1 << 10)
