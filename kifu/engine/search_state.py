"""State of one search: transposition table, moves, killers, history, lines.

Each search has its own, so that its result depends on its arguments only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

MAX_DEPTH = 64
"""The largest depth, quiescence search included."""
MAX_MOVES = 1024
"""The moves of a position that a search can hold. The most here are 686 (at the start of Master)."""
HISTORY = 1 << 12
"""The size of the history table, which the low bits of a move index: a power of two."""
MAX_PATH_POSITIONS = 4096
"""The positions that a game and the search from its end may have together."""

NODES, BUDGET, STOPPED, SEED, NOISE, DEPTH, LENGTH, BARRED, STALE, SIZES = range(10)
"""The places in `counters`: the nodes visited, the nodes allowed, whether they are used up, the seed, the largest noise
of an evaluation, the depth finished, the number of positions in `path`, the set of
squares where no move from the root may end, the score of a repetition for the opponent, and the sizes of the opening sets that
the sides owe (:func:`kifu.engine.search_kernel.close_openings`)."""
COUNTERS = 10


class SearchState(NamedTuple):
    """Arrays of one search: 64-bit integers, or Python's if not compiled."""

    keys: Any
    """Transposition table: the key of the position in each slot."""
    values: Any
    """Transposition table: the value for the side to move."""
    replies: Any
    """Transposition table: the best move."""
    depths: Any
    """Transposition table: depth × 4 + bound (see search_kernel); 0 for an empty slot."""
    moves: Any
    """A row for each ply: the moves of its position."""
    order: Any
    """A row for each ply: the rank of each move."""
    killers: Any
    """A row for each ply: its killer moves, the last two quiet moves that caused a cutoff."""
    history: Any
    """The history heuristic: depth² of each cutoff, by the low bits of the move."""
    line: Any
    """Triangular table of principal variations: per ply the length, then the moves. The last row has that of the chosen move."""
    path: Any
    """The keys of the positions of the game so far, and of the line that is searched."""
    counters: Any
    """The numbers that NODES and the following constants name."""
