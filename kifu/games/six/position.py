"""A position of 6面体 as twelve integers, and a move as one.

Squares are numbered 0 to 48 by row from the top left (一01 = 0, 二01 = 1, … 七07 = 48); a set of squares is an integer
whose bit n stands for square n. These types live apart from the rules so that the interpreted and the compiled rules
share them.
"""

from __future__ import annotations

from typing import NamedTuple

SIZE = 7
SQUARES = SIZE * SIZE
DICE = 15

# Faces, in the order the source's rulebook lists the units a side may choose, 怨 last.
TERRITORY, WARRIOR, HORSE, ARCHER, MAIDEN, GHOST = range(6)
FACES = 6

# A move is unit | to << 4 | origin << 10 | beaten << 16.
NONE = 63
"""In the origin: the die comes from hand. In the beaten square: nothing is named."""
MANY = 62
"""In the beaten square: more squares are written than any move has. Such a move is never legal."""
PASS = -1
"""パス, which 6面体 does not have (six.1); it can be written, so it can be judged."""


class Position(NamedTuple):
    """A position of 6面体.

    Two positions are equal when board, hands, the six.3 right and the side to move are: what six.16 counts. The ply
    number and the way there are no part of it.
    """

    turn: int
    """0: 先手 is to move, 1: 後手."""
    first: int
    """Squares of 先手's dice."""
    second: int
    """Squares of 後手's dice."""
    territories: int
    """Squares of 占, of either side; likewise below."""
    warriors: int
    horses: int
    archers: int
    maidens: int
    ghosts: int
    hands: int
    """Dice in hand: 先手's in the low four bits, 後手's above."""
    rights: int
    """Bit 0: 先手 may still place 占 (six.3); bit 1: 後手 may."""
    fallen: int
    """0, or 1 (先手) or 2 (後手): the side whose last 占 was beaten (six.14)."""


TERRITORIES = 3
"""Where the six sets of faces begin in a Position, in the order of the faces."""

START = Position(0, 0, 0, 0, 0, 0, 0, 0, 0, DICE | DICE << 4, 3, 0)


def encode(unit: int, to: int, origin: int = NONE, beaten: int = NONE) -> int:
    """Return the move of `unit` (face + 6 × owner) to `to`; `origin` and `beaten` are squares or NONE."""
    return unit | to << 4 | origin << 10 | beaten << 16
