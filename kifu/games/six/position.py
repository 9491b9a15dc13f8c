"""Position of 6面体 as thirteen integers with its options, move as one.

Squares are numbered 0 to 48 by row from the top left (一01 = 0, 二01 = 1, … 七07 = 48). A set of squares is an integer
whose bit n stands for square n. The interpreted and the compiled rules share these types, so they have a module of their
own.
"""

from typing import NamedTuple

SIZE = 7
SQUARES = SIZE * SIZE
DICE = 15

SquareSet = int
"""A set of squares: bit n stands for square n."""

# The faces stand in the order of the source's rulebook, which lists the units that a side may choose; 怨 is last.
TERRITORY, WARRIOR, HORSE, ARCHER, MAIDEN, GHOST = range(6)
FACES = 6

# A move is unit | to << 4 | origin << 10 | beaten << 16.
NONE = 63
"""As the origin: the die comes from hand. As the beaten square: the move names no beaten die."""
MANY = 62
"""As the beaten square: the written move has more squares than any legal move. It is never legal."""
PASS = -1
"""パス. 6面体 has no pass (six.1), but a record can write one, so the rules judge it."""

# The flags of the options, in their order: the option does not have its default. A position carries them, so the same rules,
# interpreted or compiled, judge under every reading, and positions under different readings are never equal.
NEAR_ANY, LINE_BLOCKED, BEAT_ANY, FOUR_DRAW = 1, 2, 4, 8


class Position(NamedTuple):
    """A position of 6面体.

    Two positions are equal if board, hands, the rights of six.3, the side to move and the options of the rules are equal;
    six.16 counts equal positions. The ply and the moves before it are no part of a position.
    """

    turn: int
    """0: 先手 is to move, 1: 後手."""
    first: int
    """Squares of 先手's dice."""
    second: int
    """Squares of 後手's dice."""
    territories: int
    """Squares of the 占 of both sides. The next five fields are the squares of the other faces."""
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
    options: int
    """The flags of the options that the game is played under; 0: the default rules."""


TERRITORIES = 3
"""The index of the first of the six sets of faces in a Position; they stand in the order of the faces."""

START = Position(0, 0, 0, 0, 0, 0, 0, 0, 0, DICE | DICE << 4, 3, 0, 0)


def encode(unit: int, to: int, origin: int = NONE, beaten: int = NONE) -> int:
    """Return the move of `unit` (face + 6 × owner) to `to`.

    `origin` and `beaten` are squares or NONE.
    """
    return unit | to << 4 | origin << 10 | beaten << 16
