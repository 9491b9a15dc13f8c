"""What one search remembers: arrays made for it and thrown away with it, so that a search is a function of its arguments."""

from __future__ import annotations

from typing import Any, NamedTuple

DEEPEST = 64
"""Plies that a search looks ahead at most, captures included."""
WIDEST = 1024
"""Moves of a position that a search can hold. The widest position of the games here has 686 (the start of Master)."""
HISTORY = 1 << 12
"""Counters of moves that cut off, by the move's low bits: a power of two."""
LONGEST = 4096
"""Positions that a game and the search from its end may hold together."""

NODES, BUDGET, STOPPED, SEED, NOISE, DEPTH, LENGTH, BARRED, STALE = range(9)
"""Places in `counters`: nodes visited, how many are allowed, whether they are used up, the seed, how many units of
evaluation chance adds or takes, the depth finished, and the positions in `path`,
squares where no move from the root may end, and what coming back to a position is worth to the other side."""
COUNTERS = 9


class Memory(NamedTuple):
    """The arrays of one search. Integers of 64 bits unless said otherwise."""

    keys: Any
    """Of the table of positions: which position stands in each slot."""
    values: Any
    """What it was worth, seen by the side to move there."""
    replies: Any
    """The best move found."""
    depths: Any
    """depth × 4 + bound (see search_kernel), 0: empty slot."""
    moves: Any
    """By ply: the moves of the position there."""
    order: Any
    """By ply: how promising each is."""
    killers: Any
    """By ply: two quiet moves that cut off lately."""
    history: Any
    line: Any
    """By ply: the best line found from there on, its length first; in the last row that of the move chosen."""
    path: Any
    """Hashes of the positions of the game so far and of the line that is looked at."""
    counters: Any
