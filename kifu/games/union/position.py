"""A position of the Union games as fourteen integers, and a move as one.

The points of a board are numbered row by row from the top left, those that are there only; a set of points is an
integer whose bit n stands for point n. Boards of up to 63 points fit the machine's integers and so the compiled rules;
Python's own integers hold any board. These types live apart from the rules so that every bound copy shares them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = 7
"""丸 三 四 五 六 八 十, or A to G: numbered 0 to 6."""
INNER, OUTER = 0, 1
WHITE, BLACK = 0, 1
PIECES = 2 * KINDS
"""Of each side. A piece is named by part × 7 + the kind on its front; its bit of `left` is 14 × side more."""
SIDE_PIECES = (1 << PIECES) - 1

# A move is to | origin << 9 | kind << 18 | part << 21 | mark << 22 | TURNED | UNITED | MANY.
NONE = 511
"""In the origin: the piece comes from hand."""
TURNED = 1 << 24
"""反: the piece is turned over on its way (union.8)."""
UNITED = 1 << 25
"""合: it lands on a piece and unites with it (union.5)."""
MANY = 1 << 26
"""More points are written than any move has. Such a move is never legal."""
PASS = -1
"""パス: legal for a side that cannot move (union.9) and to decline the last move (ace.2, king.2, master.4)."""

MACHINE_POINTS = 63
"""Boards of so many points, and no more, fit the compiled rules."""


class Position(NamedTuple):
    """A position of a Union game.

    Two positions are equal when the same pieces stand on the same points with the same faces up, the same are left to
    place and the same side is to move: what union.11 counts. The way there is no part of it.
    """

    turn: int
    """0: white (先手) is to move, 1: black."""
    inner_white: int
    """Points of white's 内コマ; likewise below."""
    inner_black: int
    outer_white: int
    outer_black: int
    inner_1: int
    """Points of the 内コマ that show a kind whose number has the bit 1; likewise below."""
    inner_2: int
    inner_4: int
    outer_1: int
    outer_2: int
    outer_4: int
    inner_turned: int
    """Points of the 内コマ that lie back up."""
    outer_turned: int
    left: int
    """Pieces left to place (master.1): bit 14 × side + 7 × part + front kind."""


class Piece(NamedTuple):
    """A piece on the board."""

    side: int
    part: int
    kind: int
    """The kind it shows."""
    turned: int
    """1: back up."""
    point: int


def build(standing: Iterable[Piece], turn: int = WHITE, left: int = 0) -> Position:
    """Return the position in which these pieces stand; nothing is checked."""
    sides = [[0, 0], [0, 0]]
    kinds = [[0, 0, 0], [0, 0, 0]]
    turned = [0, 0]
    for piece in standing:
        bit = 1 << piece.point
        sides[piece.part][piece.side] |= bit
        for plane in range(3):
            kinds[piece.part][plane] |= bit * (piece.kind >> plane & 1)
        turned[piece.part] |= bit * piece.turned
    return Position._make((turn, *sides[INNER], *sides[OUTER], *kinds[INNER], *kinds[OUTER], *turned, left))


def encode(  # noqa: PLR0913 - one for each thing that is written
    part: int, kind: int, to: int, origin: int = NONE, *, mark: int = 0, flags: int = 0
) -> int:
    """Return the move of the piece of `part` that shows `kind` after it.

    `mark` is 0 or 1 + the side whose colour stands before the unit (白, 黒); `flags` are TURNED, UNITED and MANY.
    """
    return to | origin << 9 | kind << 18 | part << 21 | mark << 22 | flags
