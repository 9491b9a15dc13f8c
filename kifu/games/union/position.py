"""Union position as fifteen integers with its options, move as one.

The points of a board are numbered row by row from the top left; squares without a point have no number. A set of points
is an integer whose bit n stands for point n. The compiled rules use machine integers, which hold boards of up to 63
points; the interpreted rules use Python's integers, which hold any board. All bound copies of the rules share these types,
so they have a module of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

PointSet = int
"""A set of points: bit n stands for point n."""
PointsOverAndLandings = tuple[PointSet, PointSet]
"""The points that a piece flies over, and the empty points where it can land."""
KINDS = 7
"""The number of kinds. 丸 三 四 五 六 八 十, or A to G, have the numbers 0 to 6."""
INNER, OUTER = 0, 1
WHITE, BLACK = 0, 1
PIECES = 2 * KINDS
"""The number of pieces of each side. The number of a piece is part × 7 + the kind on its front; its bit in `left` is
14 × side more."""
SIDE_PIECES = (1 << PIECES) - 1

# A move is to | origin << 9 | kind << 18 | part << 21 | mark << 22 | TURNED | UNITED | MANY.
NONE = 511
"""As the origin: the piece comes from hand."""
TURNED = 1 << 24
"""反: the piece turns over during the move (union.8)."""
UNITED = 1 << 25
"""合: the piece lands on another piece and unites with it (union.5)."""
MANY = 1 << 26
"""The written move has more points than any legal move. It is never legal."""
PASS = -1
"""パス: legal for a side that cannot move (union.9) and to decline the last move (ace.2, king.2, master.4)."""

MACHINE_POINTS = 63
"""The largest number of points of a board that fits the compiled rules."""

# The flags of the options, in their order: the option does not have its default. The bits are the same in all three games,
# because the option that only Master has comes last. A position carries them, so the same rules, interpreted or compiled,
# judge under every reading, and positions under different readings are never equal.
LAST_MUST, TURN_OTHER, FOUR_DRAW, FIRST_SIDE = 1, 2, 4, 8
TURN_BIT = 1
"""The number of the bit of TURN_OTHER. Its default is turn=once in Ace, and turn=both in King and Master."""


class Position(NamedTuple):
    """A position of a Union game.

    Two positions are equal if the same pieces stand on the same points with the same faces up, the same pieces are left
    to place, the same side is to move, and the options of the rules are equal; union.11 counts equal positions. The moves
    before it are no part of it.
    """

    turn: int
    """0 if white (先手) is to move, 1 if black is."""
    inner_white: int
    """The set of points of white's 内コマ; the next three fields are the sets of the other pieces."""
    inner_black: int
    outer_white: int
    outer_black: int
    inner_1: int
    """The set of points of the 内コマ that show a kind whose number has the bit 1; the next five fields are the sets for the
    other bits and for the 外コマ."""
    inner_2: int
    inner_4: int
    outer_1: int
    outer_2: int
    outer_4: int
    inner_turned: int
    """The set of points of the 内コマ that lie back up; the next field is the set for the 外コマ."""
    outer_turned: int
    left: int
    """The set of pieces left to place (master.1): bit 14 × side + 7 × part + front kind."""
    options: int
    """The flags of the options that the game is played under; 0: the default rules."""


class Piece(NamedTuple):
    """A piece on the board."""

    side: int
    part: int
    kind: int
    """The kind it shows."""
    turned: int
    """1 if it lies back up, else 0."""
    point: int


def position_with(standing: Iterable[Piece], turn: int = WHITE, pieces_left: int = 0, options: int = 0) -> Position:
    """Return the position in which these pieces stand; the function checks nothing."""
    sides = [[0, 0], [0, 0]]
    kinds = [[0, 0, 0], [0, 0, 0]]
    turned = [0, 0]
    for piece in standing:
        bit = 1 << piece.point
        sides[piece.part][piece.side] |= bit
        for plane in range(3):
            kinds[piece.part][plane] |= bit * (piece.kind >> plane & 1)
        turned[piece.part] |= bit * piece.turned
    return Position._make(
        (turn, *sides[INNER], *sides[OUTER], *kinds[INNER], *kinds[OUTER], *turned, pieces_left, options)
    )


def encode(  # noqa: PLR0913 - one parameter for each part of a move
    part: int, kind: int, to: int, origin: int = NONE, *, mark: int = 0, flags: int = 0
) -> int:
    """Move of the piece of `part` that shows `kind` after it.

    `mark` is 0 or 1 + the side whose colour stands before the unit (白, 黒); `flags` are TURNED, UNITED and MANY.
    """
    return to | origin << 9 | kind << 18 | part << 21 | mark << 22 | flags
