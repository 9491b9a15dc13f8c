"""Context of a variant: rule tables, kernels and symmetries, whatever the options.

The modules of the rules read the tables under the names below, whose values are empty. Each bound copy of the rules has tables
of its own under these names: :func:`rule_tables` and :func:`symmetry_tables` make them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kifu.core.compiled.bind_and_compile import bind, marked_kernels
from kifu.core.compiled.kernel_primitives import KERNEL_MARK
from kifu.core.compiled.symmetry_kernel import chunk_count, subset_image_table
from kifu.core.game.symmetries import Symmetry, board_turns
from kifu.games.union import variant
from kifu.games.union.position import KINDS, MACHINE_POINTS
from kifu.games.union.variant import MAX_BOARD, BoardPoints

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from kifu.core.game.game import Game
    from kifu.games.union.variant import Family, Variant

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

# :mod:`kifu.games.union.symmetry` reads the following tables.
SYMMETRIES: int = 0
"""The number of turns of the board that keep its lines."""
CHUNKS: int = 0
"""The number of parts in which a set of points is turned."""
IMAGES: tuple[int, ...] = ()
"""The images of those parts (:func:`kifu.core.compiled.symmetry_kernel.subset_image_table`)."""
PLACES: tuple[int, ...] = ()
"""The image of a point under a symmetry, at index symmetry × POINTS + point."""


def symmetries_of_points(variant: Variant) -> list[Symmetry]:
    """Turns of the bounding rectangle that keep points and lines.

    Their `squares` are points here.
    """
    places = [divmod(square, MAX_BOARD.columns) for square in variant.points]
    top, left = (min(place[axis] for place in places) for axis in (0, 1))
    rows, columns = (max(place[axis] for place in places) - least + 1 for axis, least in ((0, top), (1, left)))
    squares = [(row - top) * columns + column - left for row, column in places]
    points = {square: point for point, square in enumerate(squares)}
    drawn = {_lower_end_first(line) for line in variant.lines}
    symmetries = []
    for turn in board_turns(columns, rows):
        images = [points.get(turn.squares[square], -1) for square in squares]
        if (
            -1 not in images
            and {_lower_end_first([images[point] for point in line]) for line in variant.lines} == drawn
        ):
            symmetries.append(Symmetry(turn.name, tuple(images)))
    return symmetries


def board_symmetries(symmetries: Sequence[Symmetry], points: BoardPoints) -> tuple[Symmetry, ...]:
    """Symmetries of points, as symmetries of the board's squares."""
    turned = []
    for symmetry in symmetries:
        squares = [-1] * (points.columns * points.rows)
        for point, image in enumerate(symmetry.squares):
            squares[points.squares[point]] = points.squares[image]
        turned.append(Symmetry(symmetry.name, tuple(squares)))
    return tuple(turned)


def symmetry_tables(variant: Variant) -> dict[str, object]:
    """Return the tables that :mod:`kifu.games.union.symmetry` reads for a variant, by name."""
    images = [symmetry.squares for symmetry in symmetries_of_points(variant)]
    return {
        "POINTS": len(variant.points),
        "SYMMETRIES": len(images),
        "CHUNKS": chunk_count(len(variant.points)),
        "IMAGES": subset_image_table(images),
        "PLACES": tuple(place for places in images for place in places),
    }


def _lower_end_first(line: Sequence[int]) -> tuple[int, ...]:
    """Return a line from its end with the lower number."""
    return tuple(line if line[0] < line[-1] else reversed(line))


FACES = (0, 1, 2, 3)
"""The faces of a pair: inner turned | outer turned << 1."""


def point_rays(lines: Sequence[Sequence[int]], points: int) -> list[list[list[int]]]:
    """Rays of each point: following points of each direction, nearest first."""
    directions: list[list[list[int]]] = [[] for _ in range(points)]
    for line in lines:
        for place, point in enumerate(line):
            for ray in (list(line[place + 1 :]), list(line[:place][::-1])):
                if ray:
                    directions[point].append(ray)
    return directions


def component_sizes(board: Sequence[Sequence[Sequence[int]]]) -> list[int]:
    """Return the number of points of each connected part of a board.

    `board` holds the rays of each point.
    """
    unseen = set(range(len(board)))
    sizes = []
    while unseen:
        waiting = [unseen.pop()]
        for point in waiting:
            beside = {ray[0] for ray in board[point]} & unseen
            unseen -= beside
            waiting += beside
        sizes.append(len(waiting))
    return sizes


def rule_tables(family: Family, variant: Variant) -> dict[str, object]:
    """Return the tables that the rules of a variant read, by name."""
    points = len(variant.points)
    starts = [-1] * points**2
    steps: list[int] = []
    board = point_rays(variant.lines, points)
    for origin, directions in enumerate(board):
        for ray in directions:
            for point in ray:
                starts[origin * points + point] = len(steps)
            steps += [*ray, -1]
    others = [0] * 32
    for part, back in enumerate(variant.backs):
        for front in range(KINDS):
            others[part << 4 | front] = back[front]
            others[part << 4 | 1 << 3 | back[front]] = front
    worths = [variant.worth(faces) for faces in FACES]
    pairs = [worth.lines * len(directions) + worth.plus for worth in worths for directions in board]
    return {
        "BOARD": (1 << points) - 1,
        "POINTS": points,
        "NEXT": tuple(sum(1 << ray[0] for ray in directions) for directions in board),
        "RAYS": tuple(starts),
        "STEPS": tuple(steps),
        "DEGREES": tuple(map(len, board)),
        "OTHER_FACES": tuple(others),
        "WORTH_PER_LINE": tuple(worth.lines for worth in worths),
        "WORTH_BESIDES": tuple(worth.plus for worth in worths),
        "BEST_PAIR": max(pairs),
        "POOREST_PAIR": min(pairs),
        "SMALLEST_PART": min(component_sizes(board)),
        "TARGET": variant.target,
        "TARGET_COUNTS_PAIRS": int(family.target_counts_pairs),
        "UNITES_ANY": int(family.unites_any),
        "TURNS_BACK": int(family.turns_back),
    }


class VariantContext:
    """The parts that do not depend on the options.

    A position carries its options, so the kernels serve all readings.
    """

    def __init__(self, family: Family, data: Variant, mark: str, text: str | None = None) -> None:
        """Bind the rules to `data`.

        `mark` is part of the names of the bound copies, `text` that of a variant file.
        """
        names = rule_tables(family, data)
        self.family = family
        self.data = data
        self.text = text
        self.points = BoardPoints(data.points, variant.MAX_BOARD.columns)
        copy = f"{family.package}.{mark}"
        self.laws: ModuleType = bind(RULES, f"{copy}_rules", names, jit=False)
        self.faults: ModuleType = bind(BREACH, f"{copy}_breach", {**names, **marked_kernels(self.laws)}, jit=False)
        if len(data.points) > MACHINE_POINTS:
            remove_kernel_marks(self.laws)
            remove_kernel_marks(self.faults)
        self.games: dict[int, Game] = {}
        """The game under each set of flags that was asked for: there is one game for each."""

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns of the board that keep its lines (see :mod:`kifu.games.union.symmetry`)."""
        return board_symmetries(symmetries_of_points(self.data), self.points)

    @cached_property
    def symmetry_module(self) -> ModuleType:
        """The module of symmetries over this board's own tables.

        It is made at first use.
        """
        return bind(SYMMETRY, f"{self.laws.__name__}_turning", symmetry_tables(self.data), jit=False)


RULES = f"{__package__}.rules"
BREACH = f"{__package__}.breach"
SYMMETRY = f"{__package__}.symmetry"


def remove_kernel_marks(module: ModuleType) -> None:
    """Remove kernel marks from a bound copy, which is never compiled.

    Its board is too large for machine integers.
    """
    for function in marked_kernels(module).values():
        vars(function).pop(KERNEL_MARK, None)
