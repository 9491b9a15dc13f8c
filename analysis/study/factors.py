"""Counts what an opening set has: squares that touch, squares of each place, and squares beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.study.square_worth import touch, touching_pairs

if TYPE_CHECKING:
    from analysis.study.sets import Squares
    from kifu.model.squares import Squares as Board

FACTORS = ("touching", "corners", "edges", "centre", "entries")
"""In the order of :func:`factors`. What is neither corner nor edge nor centre is what these three are compared with."""


def factors(squares: Squares, other: Squares, board: Board) -> tuple[int, ...]:
    """Return the :data:`FACTORS` of a set beside the `other` side's set.

    They are the pairs of its squares that touch by a side or a corner; its squares in the corners, on the rest of the
    rim, and among the three by three in the middle; and the entry squares: those in neither set that touch the set.
    """
    touching = touching_pairs(squares, board.columns)
    places = [place(square, board) for square in squares]
    taken = {*squares, *other}
    entries = sum(
        square not in taken and any(touch(square, own, board.columns) for own in squares)
        for square in range(board.columns * board.rows)
    )
    return (touching, *(places.count(name) for name in FACTORS[1:4]), entries)


def place(square: int, board: Board) -> str:
    """Return where a square lies: ``corners``, ``edges``, ``centre``, or ``ring`` for all others."""
    row, column = divmod(square, board.columns)
    sides = (row in {0, board.rows - 1}) + (column in {0, board.columns - 1})
    if sides:
        return "edges" if sides == 1 else "corners"
    far = max(abs(2 * row - board.rows + 1), abs(2 * column - board.columns + 1))
    return "centre" if far <= 2 else "ring"  # noqa: PLR2004 - one square from the middle, doubled
