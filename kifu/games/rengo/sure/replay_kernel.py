"""The kernel that replays a line of play as far as its moves are surely legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.position import SQUARE_BITS
from kifu.games.rengo.sure.board_kernel import mixed, take_stock
from kifu.games.rengo.sure.layout import CENSUS, EN_PASSANT, KO, LEGAL, STANDS, SUM, TURN
from kifu.games.rengo.sure.play_kernel import played
from kifu.kernels.mark import kernel, wrapped

if TYPE_CHECKING:
    from kifu.games.rengo.sure.layout import Ints, Memory

AT, OFTEN = 0, 1
"""The parts of `reached`: the first move that was not played, and how often a position has occurred."""


@kernel
def replay(
    tables: Ints,
    moves: Ints,
    position: Memory,
    before: Memory,
    memory: Memory,
    keys: Memory,
    reached: Memory,
) -> None:
    """Play `moves` from `reached[AT]` on, up to the first that is not surely legal.

    `position` is then the position before that move, or that after the last move. `keys` has the key of the position
    before each move so far, and that of the last one; `reached[OFTEN]` is the greatest number of equal keys.
    """
    take_stock(tables, position)
    at = reached[AT]
    keep_key(position, keys, at, reached)
    while at < len(moves):
        for part in range(len(position)):
            before[part] = position[part]
        if played(tables, position, memory, moves[at]) != LEGAL:
            for part in range(len(position)):
                position[part] = before[part]
            break
        at += 1
        keep_key(position, keys, at, reached)
    reached[AT] = at


@kernel
def keep_key(position: Ints, keys: Memory, at: int, reached: Memory) -> None:
    """Keep the key of the position before move `at`, and count how often it has occurred."""
    code = key(position)
    keys[at] = code
    occurrences = 0
    for ply in range(at + 1):
        occurrences += int(keys[ply] == code)
    reached[OFTEN] = max(reached[OFTEN], occurrences)


@kernel
def key(position: Ints) -> int:
    """Return a key of what makes positions equal (rengo.51): equal positions have the same key.

    The sum has the board; only positions of one line of play are compared.
    """
    code = position[SUM] + position[TURN] + 2 * (position[EN_PASSANT] + 1) + (position[KO] + 1 << SQUARE_BITS)
    for part in range(STANDS, CENSUS):
        code = wrapped(code + wrapped(position[part] * mixed(-part)))
    return wrapped(code)
