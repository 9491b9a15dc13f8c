"""Opening sets as sets of squares: drawn at random, turned, counted up to the symmetries of the board, changed a little."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from kifu.engine.duel import placements
from kifu.model.outcome import Side

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Iterable, Iterator

    from kifu.model.game import Game

Squares = tuple[int, ...]
"""A set of squares, in order."""
Turns = tuple[Squares, ...]
"""For each symmetry that leaves the sides alone: where each square comes to lie. The first changes nothing."""

PATIENCE = 64
"""Draws for each set wanted, before a search for further distinct ones gives up."""


def turns_of(game: Game) -> Turns:
    """Return the symmetries of a game that do not exchange the sides."""
    return tuple(symmetry.squares for symmetry in game.symmetries if not symmetry.exchanges)


def points_of(game: Game) -> Squares:
    """Return the squares where an opening set may stand: those where its unit may be placed at the start."""
    squares = tuple(range(game.board.columns * game.board.rows))
    legal = set(game.legal_moves(game.start()))
    moves = placements(game, squares, Side.FIRST)
    return tuple(square for square, move in zip(squares, moves, strict=True) if move in legal)


def images(squares: Squares, turns: Turns) -> tuple[Squares, ...]:
    """Return what a set becomes by the symmetries, each image once, in order."""
    return tuple(sorted({tuple(sorted(turn[square] for square in squares)) for turn in turns}))


def canonical(squares: Squares, turns: Turns) -> Squares:
    """Return the image that stands for all: two sets have the same exactly when a symmetry turns one into the other."""
    return images(squares, turns)[0]


def fixing(squares: Squares, turns: Turns) -> Turns:
    """Return the symmetries that turn a set into itself."""
    return tuple(turn for turn in turns if {turn[square] for square in squares} == set(squares))


def orbit(square: int, turns: Turns) -> Squares:
    """Return the squares that the symmetries make of one."""
    return tuple(sorted({turn[square] for turn in turns}))


def without(points: Iterable[int], taken: Collection[int]) -> Squares:
    """Return the points that are not taken, in order."""
    return tuple(point for point in points if point not in taken)


def random_set(draw: random.Random, points: Squares, size: int) -> Squares:
    """Return a set drawn uniformly. Raises ValueError where there are fewer points."""
    return tuple(sorted(draw.sample(points, size)))


def random_sets(draw: random.Random, points: Squares, size: int, turns: Turns) -> Iterator[Squares]:
    """Yield sets drawn uniformly, each as the image that stands for all, without end and with repetitions."""
    while True:
        yield canonical(random_set(draw, points, size), turns)


def distinct(found: Iterable[Squares], count: int, known: Collection[Squares] = ()) -> tuple[Squares, ...]:
    """Return the first `count` sets that are neither `known` nor repeated; fewer where so many are hard to find."""
    seen = set(known)
    kept: list[Squares] = []
    for squares in islice(found, PATIENCE * max(1, count)):
        if len(kept) == count:
            break
        if squares not in seen:
            seen.add(squares)
            kept.append(squares)
    return tuple(kept)


def neighbours(draw: random.Random, squares: Squares, points: Squares, turns: Turns) -> tuple[Squares, ...]:
    """Return all sets that differ from one in a single square, up to the symmetries, in an order drawn at random."""
    free = without(points, squares)
    found = {canonical(tuple(sorted((*without(squares, (left,)), taken))), turns) for left in squares for taken in free}
    itself = canonical(squares, turns)
    return tuple(one for one in draw.sample(sorted(found), len(found)) if one != itself)


def disjoint(draw: random.Random, squares: Squares, others: Iterable[Squares], turns: Turns) -> Squares | None:
    """Return one of the images of `others` that shares no square with a set, drawn at random; None if there is none."""
    fitting = [image for other in others for image in images(other, turns) if not set(image) & set(squares)]
    return draw.choice(fitting) if fitting else None
