"""Symmetries of a Union board that keep every drawn line.

The points of a pair depend only on the drawn segments at its point (ace.1, king.1, master.3), and a piece moves only along
the lines (union.2 to union.5). So a turn that keeps the lines keeps the game. :mod:`kifu.games.union.variant_context_and_rule_tables` derives these
turns from the board of the variant, so a file with another board has its own. No symmetry exchanges the sides, because the
rules treat them differently: black has a last move when white reaches the target, but the game ends at once when black
does (ace.2, king.2, master.4), and white moves first after it has placed the last piece (master.1).
"""

from __future__ import annotations

from kifu.core.compiled.kernel_primitives import kernel
from kifu.core.compiled.symmetry_kernel import map_set
from kifu.games.union import variant_context_and_rule_tables
from kifu.games.union.position import NONE, PASS, Position
from kifu.games.union.variant_context_and_rule_tables import CHUNKS, IMAGES, PLACES, POINTS

SYMMETRIES = variant_context_and_rule_tables.SYMMETRIES
"""The number of symmetries."""


@kernel
def image(position: Position, symmetry: int) -> Position:
    """Return `position` under the symmetry of number `symmetry`."""
    turn, iw, ib, ow, ob, i1, i2, i4, o1, o2, o4, inner_turned, outer_turned, left, options = position
    chunk = symmetry * CHUNKS
    return Position(
        turn,
        map_set(IMAGES, iw, chunk),
        map_set(IMAGES, ib, chunk),
        map_set(IMAGES, ow, chunk),
        map_set(IMAGES, ob, chunk),
        map_set(IMAGES, i1, chunk),
        map_set(IMAGES, i2, chunk),
        map_set(IMAGES, i4, chunk),
        map_set(IMAGES, o1, chunk),
        map_set(IMAGES, o2, chunk),
        map_set(IMAGES, o4, chunk),
        map_set(IMAGES, inner_turned, chunk),
        map_set(IMAGES, outer_turned, chunk),
        left,
        options,
    )


@kernel
def image_of_move(move: int, symmetry: int) -> int:
    """Return `move` under the symmetry of number `symmetry`.

    パス and an origin in hand stay as they are.
    """
    if move == PASS:
        return move
    to, origin = move & 511, move >> 9 & 511
    to = PLACES[symmetry * POINTS + to]
    if origin != NONE:
        origin = PLACES[symmetry * POINTS + origin]
    return move >> 18 << 18 | origin << 9 | to
