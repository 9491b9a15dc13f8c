"""Symmetries of 6面体: eight turns of the square, with exchanges.

No article from six.1 to six.16 distinguishes up from down or left from right: every face moves alike in all directions
(six.7 to six.13), and 占 may stand on any square (six.3). The articles also treat both sides alike, except that 先手 starts
(six.1). The side to move is part of the position, so 先手 and 後手 may change places if the turn changes with them.
"""

from __future__ import annotations

from kifu.core.compiled.kernel_primitives import kernel
from kifu.core.compiled.symmetry_kernel import chunk_count, map_set, subset_image_table
from kifu.core.game.symmetries import board_turns
from kifu.games.six.position import FACES, NONE, SIZE, SQUARES, Position

BOARD_SYMMETRIES = tuple(board_turns(SIZE, SIZE))
TURNS = len(BOARD_SYMMETRIES)
SYMMETRIES = 2 * TURNS
"""Number n < TURNS is a turn of the board, TURNS + n the same turn and an exchange of the sides."""
CHUNKS = chunk_count(SQUARES)
IMAGES = subset_image_table([symmetry.squares for symmetry in BOARD_SYMMETRIES])
PLACES = tuple(place for symmetry in BOARD_SYMMETRIES for place in symmetry.squares)
"""The image of a square under a turn, at index turn × 49 + square."""


@kernel
def image(position: Position, symmetry: int) -> Position:
    """Return `position` under the symmetry of number `symmetry`."""
    turn, first, second, territories, warriors, horses, archers, maidens, ghosts, hands, rights, fallen, options = (
        position
    )
    chunk = symmetry % TURNS * CHUNKS
    first = map_set(IMAGES, first, chunk)
    second = map_set(IMAGES, second, chunk)
    if symmetry >= TURNS:
        turn = 1 - turn
        first, second = second, first
        hands = hands >> 4 | (hands & 15) << 4
        rights = rights >> 1 | (rights & 1) << 1
        if fallen:
            fallen = 3 - fallen
    return Position(
        turn,
        first,
        second,
        map_set(IMAGES, territories, chunk),
        map_set(IMAGES, warriors, chunk),
        map_set(IMAGES, horses, chunk),
        map_set(IMAGES, archers, chunk),
        map_set(IMAGES, maidens, chunk),
        map_set(IMAGES, ghosts, chunk),
        hands,
        rights,
        fallen,
        options,
    )


@kernel
def image_of_move(move: int, symmetry: int) -> int:
    """Return `move` under the symmetry of number `symmetry`.

    Only its squares and its owner change.
    """
    if move < 0:
        return move
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16
    turn = symmetry % TURNS * SQUARES
    if symmetry >= TURNS:
        unit = (unit + FACES) % (2 * FACES)
    to = PLACES[turn + to]
    if origin != NONE:
        origin = PLACES[turn + origin]
    if beaten < SQUARES:
        beaten = PLACES[turn + beaten]
    return unit | to << 4 | origin << 10 | beaten << 16
