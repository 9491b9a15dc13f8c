"""The symmetries of a Union board: those turns of its points that keep every drawn line, and so every score.

What a pair is worth depends on the drawn segments at its point alone (ace.1, king.1, master.3), and a piece goes along
the lines alone (union.2 to union.5): a turn that keeps the lines keeps the game. Which turns do is found from the board
of the variant, so a file with a board of another shape has its own. The sides are never exchanged: white at the target
leaves black a last move, black there ends the game at once (ace.2, king.2, master.4), and after master's placing half
white moves though it has just placed (master.2).
"""

from __future__ import annotations

from kifu.games.union import names
from kifu.games.union.names import CHUNKS, IMAGES, PLACES, POINTS
from kifu.games.union.position import NONE, PASS, Position
from kifu.kernels.mark import kernel
from kifu.kernels.set_kernel import moved

SYMMETRIES = names.SYMMETRIES
"""How many there are."""


@kernel
def image(position: Position, symmetry: int) -> Position:
    """Return the position turned by the symmetry of that number."""
    turn, iw, ib, ow, ob, i1, i2, i4, o1, o2, o4, inner_turned, outer_turned, left = position
    chunk = symmetry * CHUNKS
    return Position(
        turn,
        moved(IMAGES, iw, chunk),
        moved(IMAGES, ib, chunk),
        moved(IMAGES, ow, chunk),
        moved(IMAGES, ob, chunk),
        moved(IMAGES, i1, chunk),
        moved(IMAGES, i2, chunk),
        moved(IMAGES, i4, chunk),
        moved(IMAGES, o1, chunk),
        moved(IMAGES, o2, chunk),
        moved(IMAGES, o4, chunk),
        moved(IMAGES, inner_turned, chunk),
        moved(IMAGES, outer_turned, chunk),
        left,
    )


@kernel
def image_of_move(move: int, symmetry: int) -> int:
    """Return the move turned by the symmetry of that number; パス, and a piece from hand, stay as they are."""
    if move == PASS:
        return move
    to, origin = move & 511, move >> 9 & 511
    to = PLACES[symmetry * POINTS + to]
    if origin != NONE:
        origin = PLACES[symmetry * POINTS + origin]
    return move >> 18 << 18 | origin << 9 | to
