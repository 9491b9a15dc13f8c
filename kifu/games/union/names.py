"""The tables that the rules run over, here those of no board at all.

Each bound copy of the rules (:mod:`kifu.games.union.binding`) has its own in their place, made by
:mod:`kifu.games.union.tables`.
"""

from __future__ import annotations

BOARD: int = 0
"""All points."""
POINTS: int = 0
"""How many they are."""
NEXT: tuple[int, ...] = ()
"""The points next to each point: the other ends of the drawn segments that leave it."""
RAYS: tuple[int, ...] = ()
"""By origin × POINTS + a point on a line with it: where the points of that direction begin in STEPS, nearest first.

-1 for points that are not on a line together.
"""
STEPS: tuple[int, ...] = ()
"""The points of each ray in order, -1 after the last."""
DEGREES: tuple[int, ...] = ()
"""The drawn segments that leave each point: what its lines are worth."""
OTHER_FACES: tuple[int, ...] = ()
"""The kind on the other face, by part << 4 | turned << 3 | kind shown."""
WORTH_PER_LINE: tuple[int, ...] = ()
"""Points of a pair for each line, by inner turned | outer turned << 1 (ace.1, king.1, master.3)."""
WORTH_BESIDES: tuple[int, ...] = ()
"""Points of a pair whatever the lines, likewise."""
TARGET: int = 0
"""The points, or pairs, that end the game."""
TARGET_COUNTS_PAIRS: int = 0
"""1: the target is a number of pairs (master.4); 0: of points (ace.2, king.2)."""
UNITES_ANY: int = 0
"""1: a piece also unites with the other side's (master, union.6); 0: with one's own only."""
TURNS_BACK: int = 0
"""1: a piece may be turned over either way (king, master, union.8); 0: only once, to 昇格 (ace)."""

# Of :mod:`kifu.games.union.symmetry`, made by :mod:`kifu.games.union.turns`.
SYMMETRIES: int = 0
"""How many turns of the board keep its lines."""
CHUNKS: int = 0
"""How many parts a set of points is turned in."""
IMAGES: tuple[int, ...] = ()
"""The images of those parts (:func:`kifu.kernels.set_kernel.set_table`)."""
PLACES: tuple[int, ...] = ()
"""By symmetry × POINTS + point: where it comes to lie."""
