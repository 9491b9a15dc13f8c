"""Square values from games with random sets.

By square, by squares that touch, and by the number of units that a free side places.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.confidence_intervals import wilson
from analysis.tournaments.square_sets import orbit, points_of, turns_of
from kifu import games
from kifu.engine.opening_match import MatchScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from analysis.tournaments.square_sets import Squares
    from analysis.tournaments.study_matches import SizeCell
    from analysis.tournaments.study_run import StudyResults

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
