"""Tables of :mod:`kifu.games.union.symmetry`: turns that keep the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.set_kernel import chunks, set_table
from kifu.core.game.symmetries import Symmetry, turns
from kifu.games.union.variant import MAX_BOARD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.games.union.point_names import Points
    from kifu.games.union.variant import Variant


def permutations(variant: Variant) -> list[Symmetry]:
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
    for turn in turns(columns, rows):
        images = [points.get(turn.squares[square], -1) for square in squares]
        if (
            -1 not in images
            and {_lower_end_first([images[point] for point in line]) for line in variant.lines} == drawn
        ):
            symmetries.append(Symmetry(turn.name, tuple(images)))
    return symmetries


def on_board(symmetries: Sequence[Symmetry], points: Points) -> tuple[Symmetry, ...]:
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
    images = [symmetry.squares for symmetry in permutations(variant)]
    return {
        "POINTS": len(variant.points),
        "SYMMETRIES": len(images),
        "CHUNKS": chunks(len(variant.points)),
        "IMAGES": set_table(images),
        "PLACES": tuple(place for places in images for place in places),
    }


def _lower_end_first(line: Sequence[int]) -> tuple[int, ...]:
    """Return a line from its end with the lower number."""
    return tuple(line if line[0] < line[-1] else reversed(line))
