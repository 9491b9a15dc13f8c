"""Names of the tables that the rules read; the values here are empty.

Each bound copy of the rules (:mod:`kifu.games.union.variant_context_and_rule_tables`) has tables of its own under these names.
:mod:`kifu.games.union.variant_context_and_rule_tables` makes them.
"""

from __future__ import annotations

BOARD: int = 0
"""The set of all points."""
POINTS: int = 0
"""The number of points."""
NEXT: tuple[int, ...] = ()
"""For each point the set of the points next to it: the other ends of the drawn segments that leave it."""
RAYS: tuple[int, ...] = ()
"""At index origin × POINTS + point: the index in STEPS of the ray from the origin towards the point.

It is -1 if no line joins the two points.
"""
STEPS: tuple[int, ...] = ()
"""The points of each ray, the nearest first, with -1 after the last."""
DEGREES: tuple[int, ...] = ()
"""For each point the number of drawn segments that leave it; a pair scores by it."""
OTHER_FACES: tuple[int, ...] = ()
"""The kind on the other face, at index part << 4 | turned << 3 | kind shown."""
WORTH_PER_LINE: tuple[int, ...] = ()
"""Points of a pair for each line, at index inner turned | outer turned << 1 (ace.1, king.1, master.3)."""
WORTH_BESIDES: tuple[int, ...] = ()
"""Points of a pair that do not depend on the lines, at the same index."""
BEST_PAIR: int = 0
"""The points that the best pair on the board is worth."""
POOREST_PAIR: int = 0
"""The points that the poorest pair is worth."""
SMALLEST_PART: int = 0
"""The number of points of the smallest connected part of the board."""
TARGET: int = 0
"""The number of points, or of pairs, that ends the game."""
TARGET_COUNTS_PAIRS: int = 0
"""1 if the target is a number of pairs (master.4), 0 if it is a number of points (ace.2, king.2)."""
UNITES_ANY: int = 0
"""1 if a piece also unites with the other side's pieces (master, union.6), 0 if only with its own side's."""
TURNS_BACK: int = 0
"""1 if a piece may by default be turned over both ways (king, master, union.8), 0 if only once, to 昇格 (ace)."""

# :mod:`kifu.games.union.symmetry` reads the following tables; :mod:`kifu.games.union.variant_context_and_rule_tables` makes them.
SYMMETRIES: int = 0
"""The number of turns of the board that keep its lines."""
CHUNKS: int = 0
"""The number of parts in which a set of points is turned."""
IMAGES: tuple[int, ...] = ()
"""The images of those parts (:func:`kifu.core.compiled.symmetry_kernel.subset_image_table`)."""
PLACES: tuple[int, ...] = ()
"""The image of a point under a symmetry, at index symmetry × POINTS + point."""
