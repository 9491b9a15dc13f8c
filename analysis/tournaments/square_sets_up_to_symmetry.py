"""Square sets up to symmetry: drawn at random, images, neighbours, touching pairs."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice
from typing import TYPE_CHECKING

from kifu.core.outcome import Side
from kifu.engine.opening_match_and_adjudication import placement_moves

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Iterable, Iterator

    from kifu.core.game.game import Game

Squares = tuple[int, ...]
"""A set of squares in rising order."""
Turns = tuple[Squares, ...]
"""For each symmetry that keeps the sides, the image of every square. The first symmetry changes nothing."""

PATIENCE = 64
"""How many sets are drawn for each set wanted before :func:`distinct_sets` gives up."""


def side_keeping_symmetries(game: Game) -> Turns:
    """Return the symmetries of a game that do not exchange the sides."""
    return tuple(symmetry.squares for symmetry in game.symmetries if not symmetry.exchanges)


@cache
def opening_points(game: Game) -> Squares:
    """Return the squares where opening units may be placed."""
    squares = tuple(range(game.board.columns * game.board.rows))
    legal = set(game.legal_moves(game.start()))
    moves = placement_moves(game, squares, Side.FIRST)
    return tuple(square for square, move in zip(squares, moves, strict=True) if move in legal)


def set_images(squares: Squares, turns: Turns) -> tuple[Squares, ...]:
    """Return the distinct images of a set, in order."""
    return tuple(sorted({tuple(sorted(turn[square] for square in squares)) for turn in turns}))


def canonical_set(squares: Squares, turns: Turns) -> Squares:
    """Return the least image of a set, equal exactly for symmetric sets."""
    return set_images(squares, turns)[0]


def stabiliser(squares: Squares, turns: Turns) -> Turns:
    """Return the symmetries that turn a set into itself."""
    return tuple(turn for turn in turns if {turn[square] for square in squares} == set(squares))


def square_orbit(square: int, turns: Turns) -> Squares:
    """Return the images of a square under the symmetries, in order."""
    return tuple(sorted({turn[square] for turn in turns}))


def untaken_points(points: Iterable[int], taken: Collection[int]) -> Squares:
    """Return the points that are not taken, in order."""
    return tuple(point for point in points if point not in taken)


def random_set(random_source: random.Random, points: Squares, size: int) -> Squares:
    """Return a uniform set of `size` points. Raises ValueError.

    It is raised if there are fewer points.
    """
    return tuple(sorted(random_source.sample(points, size)))


def random_sets(random_source: random.Random, points: Squares, size: int, turns: Turns) -> Iterator[Squares]:
    """Yield uniform sets of `size` points endlessly, canonical, with repetition."""
    while True:
        yield canonical_set(random_set(random_source, points, size), turns)


def distinct_sets(source: Iterable[Squares], count: int, excluded: Collection[Squares] = ()) -> tuple[Squares, ...]:
    """Return `count` sets of `source`, new and distinct.

    Fewer if new ones are rare.
    """
    seen = set(excluded)
    kept: list[Squares] = []
    for squares in islice(source, PATIENCE * max(1, count)):
        if len(kept) == count:
            break
        if squares not in seen:
            seen.add(squares)
            kept.append(squares)
    return tuple(kept)


def neighbouring_sets(
    random_source: random.Random, squares: Squares, points: Squares, turns: Turns
) -> tuple[Squares, ...]:
    """Return all sets with one other square, in random order.

    Up to the symmetries.
    """
    free = untaken_points(points, squares)
    changed = {
        canonical_set(tuple(sorted((*untaken_points(squares, (left,)), taken))), turns)
        for left in squares
        for taken in free
    }
    itself = canonical_set(squares, turns)
    return tuple(neighbour for neighbour in random_source.sample(sorted(changed), len(changed)) if neighbour != itself)


def disjoint_image(draw: random.Random, squares: Squares, others: Iterable[Squares], turns: Turns) -> Squares | None:
    """Return a random image of `others` disjoint from `squares`, if any."""
    fitting = [image for rival in others for image in set_images(rival, turns) if not set(image) & set(squares)]
    return draw.choice(fitting) if fitting else None


def touching_pairs(squares: Iterable[int], columns: int) -> int:
    """Return the number of touching pairs on a `columns`-wide board."""
    return sum(do_squares_touch(*pair, columns) for pair in combinations(squares, 2))


def do_squares_touch(first: int, second: int, columns: int) -> bool:
    """Tell whether two squares touch by side or corner."""
    rows, places = zip(divmod(first, columns), divmod(second, columns), strict=True)
    return max(abs(rows[0] - rows[1]), abs(places[0] - places[1])) == 1
