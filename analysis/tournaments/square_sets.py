"""Square sets up to symmetry, and their values from games with random sets.

Sets are sampled, transformed, compared and changed. Values are by square, by squares that touch, and by the number of units that
a free side places.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.significance import wilson
from kifu import games
from kifu.core.outcome import Side
from kifu.engine.opening_match import MatchScore, placements

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Iterable, Iterator

    from analysis.tournaments.study_matches import SizeCell
    from analysis.tournaments.study_run import StudyResults
    from kifu.core.game.game import Game

Squares = tuple[int, ...]
"""A set of squares in rising order."""
Turns = tuple[Squares, ...]
"""For each symmetry that keeps the sides, the image of every square. The first symmetry changes nothing."""

PATIENCE = 64
"""How many sets are drawn for each set wanted before :func:`distinct_sets` gives up."""


def turns_of(game: Game) -> Turns:
    """Return the symmetries of a game that do not exchange the sides."""
    return tuple(symmetry.squares for symmetry in game.symmetries if not symmetry.exchanges)


@cache
def points_of(game: Game) -> Squares:
    """Return the squares where opening units may be placed."""
    squares = tuple(range(game.board.columns * game.board.rows))
    legal = set(game.legal_moves(game.start()))
    moves = placements(game, squares, Side.FIRST)
    return tuple(square for square, move in zip(squares, moves, strict=True) if move in legal)


def images(squares: Squares, turns: Turns) -> tuple[Squares, ...]:
    """Return the distinct images of a set, in order."""
    return tuple(sorted({tuple(sorted(turn[square] for square in squares)) for turn in turns}))


def canonical(squares: Squares, turns: Turns) -> Squares:
    """Return the least image of a set, equal exactly for symmetric sets."""
    return images(squares, turns)[0]


def stabiliser(squares: Squares, turns: Turns) -> Turns:
    """Return the symmetries that turn a set into itself."""
    return tuple(turn for turn in turns if {turn[square] for square in squares} == set(squares))


def orbit(square: int, turns: Turns) -> Squares:
    """Return the images of a square under the symmetries, in order."""
    return tuple(sorted({turn[square] for turn in turns}))


def untaken_points(points: Iterable[int], taken: Collection[int]) -> Squares:
    """Return the points that are not taken, in order."""
    return tuple(point for point in points if point not in taken)


def random_set(draw: random.Random, points: Squares, size: int) -> Squares:
    """Return a uniform set of `size` points. Raises ValueError.

    It is raised if there are fewer points.
    """
    return tuple(sorted(draw.sample(points, size)))


def random_sets(draw: random.Random, points: Squares, size: int, turns: Turns) -> Iterator[Squares]:
    """Yield uniform sets of `size` points endlessly, canonical, with repetition."""
    while True:
        yield canonical(random_set(draw, points, size), turns)


def distinct_sets(source: Iterable[Squares], count: int, known: Collection[Squares] = ()) -> tuple[Squares, ...]:
    """Return `count` sets of `source`, new and distinct.

    Fewer if new ones are rare.
    """
    seen = set(known)
    kept: list[Squares] = []
    for squares in islice(source, PATIENCE * max(1, count)):
        if len(kept) == count:
            break
        if squares not in seen:
            seen.add(squares)
            kept.append(squares)
    return tuple(kept)


def neighbours(draw: random.Random, squares: Squares, points: Squares, turns: Turns) -> tuple[Squares, ...]:
    """Return all sets with one other square, in random order.

    Up to the symmetries.
    """
    free = untaken_points(points, squares)
    changed = {
        canonical(tuple(sorted((*untaken_points(squares, (left,)), taken))), turns)
        for left in squares
        for taken in free
    }
    itself = canonical(squares, turns)
    return tuple(neighbour for neighbour in draw.sample(sorted(changed), len(changed)) if neighbour != itself)


def disjoint(draw: random.Random, squares: Squares, others: Iterable[Squares], turns: Turns) -> Squares | None:
    """Return a random image of `others` disjoint from `squares`, if any."""
    fitting = [image for rival in others for image in images(rival, turns) if not set(image) & set(squares)]
    return draw.choice(fitting) if fitting else None


MAX_TOUCHING_PAIRS = 6
"""Sets with this number of touching pairs of squares, or more, are counted together."""
SQUARES = ("size", "square", "orbit", "games", "points", "share", "low", "high")


class SquareWorth(NamedTuple):
    """Results of the sets with a square or its image."""

    square: int
    orbit: int
    """The number of its images under the symmetries."""
    games: int
    """Finished games in which a set had at least one of the images; a game counts once for each such set."""
    share: float | None
    """The share of the points; a game counts once for each of the images that the set had. None: no such game."""

    def interval(self) -> tuple[float, float]:
        """Return Wilson's interval by games, not by squares.

        The squares of one set are not independent trials.
        """
        low, high = wilson((self.share or 0) * self.games, self.games)
        return float(low), float(high)


def sides(findings: StudyResults, size: int) -> Iterator[tuple[Squares, str | None, str]]:
    """Yield the random sets of a size: squares, winner, own letter."""
    settings = findings.settings
    for cell in findings.cells:
        if cell.sizes is None or not set(cell.sizes) <= set(settings.sizes) or cell.nodes != settings.nodes:
            continue
        for task, result in zip(cell.tasks, cell.results, strict=True):
            for squares, letter in ((task.a, "a"), (task.b, "b")):
                if isinstance(squares, tuple) and len(squares) == size:
                    yield squares, result.winner, letter


def worths(findings: StudyResults, size: int) -> tuple[SquareWorth, ...]:
    """Return the worth of every square, images merged, by size."""
    game = games.load(findings.settings.game)
    turns = turns_of(game)
    orbits = sorted({orbit(square, turns) for square in points_of(game)})
    result: list[SquareWorth] = []
    for members in orbits:
        times, points, played = 0, 0.0, 0
        for squares, winner, letter in sides(findings, size):
            had = len(set(squares) & set(members))
            if had and winner is not None:
                played += 1
                times += had
                points += had * (0.5 if winner == "draw" else float(winner == letter))
        result += [SquareWorth(square, len(members), played, points / times if times else None) for square in members]
    return tuple(sorted(result))


def worth_rows(findings: StudyResults) -> Iterator[dict[str, object]]:
    """Yield the worth of each square orbit, as rows of :data:`SQUARES`."""
    board = games.load(findings.settings.game).board
    turns = turns_of(games.load(findings.settings.game))
    for size in findings.settings.sizes:
        for worth in worths(findings, size):
            if worth.square == orbit(worth.square, turns)[0]:
                low, high = worth.interval()
                share = "" if worth.share is None else f"{worth.share:.4f}"
                names = " ".join(map(board.spell, orbit(worth.square, turns)))
                yield {
                    "size": size,
                    "square": board.spell(worth.square),
                    "orbit": names,
                    "games": worth.games,
                    "points": "" if worth.share is None else f"{worth.share * worth.games:.1f}",
                    "share": share,
                    "low": f"{low:.4f}",
                    "high": f"{high:.4f}",
                }


def by_neighbours(findings: StudyResults, size: int) -> dict[int, MatchScore]:
    """Return results of random sets (A) by touching squares."""
    columns = games.load(findings.settings.game).board.columns
    tallies: dict[int, MatchScore] = {}
    for squares, winner, letter in sides(findings, size):
        pairs = min(MAX_TOUCHING_PAIRS, touching_pairs(squares, columns))
        own = winner if winner in {None, "draw"} else "a" if winner == letter else "b"
        tallies[pairs] = tallies.get(pairs, MatchScore()).plus(own)
    return dict(sorted(tallies.items()))


def touching_pairs(squares: Iterable[int], columns: int) -> int:
    """Return the number of touching pairs on a `columns`-wide board."""
    return sum(touch(*pair, columns) for pair in combinations(squares, 2))


def touch(first: int, second: int, columns: int) -> bool:
    """Tell whether two squares touch by side or corner."""
    rows, places = zip(divmod(first, columns), divmod(second, columns), strict=True)
    return max(abs(rows[0] - rows[1]), abs(places[0] - places[1])) == 1


def by_count(cell: SizeCell) -> dict[tuple[int, int], MatchScore]:
    """Return the results of a cell by both numbers of units."""
    tallies: dict[tuple[int, int], MatchScore] = {}
    for result in cell.results:
        tallies[result.placed] = tallies.get(result.placed, MatchScore()).plus(result.winner)
    return dict(sorted(tallies.items()))
