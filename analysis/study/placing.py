"""What the games with random sets say of single squares, of squares that touch, and of how many a free side places."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from analysis.study.sets import orbit, points_of, turns_of
from analysis.tables.intervals import wilson
from kifu import games
from kifu.engine.duel import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.study.cells import Cell
    from analysis.study.course import StudyResults
    from analysis.study.sets import Squares

MANY = 6
"""Pairs of touching squares from which on sets are counted together."""
SQUARES = ("size", "square", "orbit", "games", "points", "share", "low", "high")


class Worth(NamedTuple):
    """How sets fared that had a square, or one of its images."""

    square: int
    orbit: int
    """How many squares the symmetries make of it."""
    games: int
    """Finished games in which a set had at least one of them."""
    share: float | None
    """Of the points, each game counted once for each of those squares the set had."""

    def interval(self) -> tuple[float, float]:
        """Return Wilson's interval by the number of games: squares of one set are no trials of their own."""
        low, high = wilson((self.share or 0) * self.games, self.games)
        return float(low), float(high)


def sides(findings: StudyResults, size: int) -> Iterator[tuple[Squares, str | None, str]]:
    """Yield every random set of a size, among pairs of the study's sizes: its squares, who won, which side it was."""
    settings = findings.settings
    for cell in findings.cells:
        if cell.sizes is None or not set(cell.sizes) <= set(settings.sizes) or cell.nodes != settings.nodes:
            continue
        for task, result in zip(cell.tasks, cell.results, strict=True):
            for squares, who in ((task.a, "a"), (task.b, "b")):
                if squares is not None and len(squares) == size:
                    yield squares, result.winner, who


def worths(findings: StudyResults, size: int) -> tuple[Worth, ...]:
    """Return the worth of every square for sets of a size; squares that a symmetry exchanges are counted together."""
    game = games.load(findings.settings.game)
    turns = turns_of(game)
    orbits = sorted({orbit(square, turns) for square in points_of(game)})
    found = []
    for members in orbits:
        times, points, played = 0, 0.0, 0
        for squares, winner, who in sides(findings, size):
            had = len(set(squares) & set(members))
            if had and winner is not None:
                played += 1
                times += had
                points += had * (0.5 if winner == "draw" else float(winner == who))
        found += [Worth(square, len(members), played, points / times if times else None) for square in members]
    return tuple(sorted(found))


def worth_rows(findings: StudyResults) -> Iterator[dict[str, object]]:
    """Yield the worth of each kind of square, named by its first, as rows of :data:`SQUARES`."""
    board = games.load(findings.settings.game).board
    turns = turns_of(games.load(findings.settings.game))
    for size in findings.settings.sizes:
        for one in worths(findings, size):
            if one.square == orbit(one.square, turns)[0]:
                low, high = one.interval()
                share = "" if one.share is None else f"{one.share:.4f}"
                names = " ".join(map(board.spell, orbit(one.square, turns)))
                yield {
                    "size": size,
                    "square": board.spell(one.square),
                    "orbit": names,
                    "games": one.games,
                    "points": "" if one.share is None else f"{one.share * one.games:.1f}",
                    "share": share,
                    "low": f"{low:.4f}",
                    "high": f"{high:.4f}",
                }


def by_neighbours(findings: StudyResults, size: int) -> dict[int, Tally]:
    """Return how random sets of a size fared (as A) by how many pairs of their squares touch, by a side or a corner."""
    columns = games.load(findings.settings.game).board.columns
    found: dict[int, Tally] = {}
    for squares, winner, who in sides(findings, size):
        pairs = min(MANY, sum(touch(one, other, columns) for one, other in combinations(squares, 2)))
        own = winner if winner in {None, "draw"} else "a" if winner == who else "b"
        found[pairs] = found.get(pairs, Tally()).plus(own)
    return dict(sorted(found.items()))


def touch(one: int, other: int, columns: int) -> bool:
    """Tell whether two squares lie side by side or corner to corner."""
    (row, column), (row_of_other, column_of_other) = divmod(one, columns), divmod(other, columns)
    return max(abs(row - row_of_other), abs(column - column_of_other)) == 1


def by_count(cell: Cell) -> dict[tuple[int, int], Tally]:
    """Return how the games of a cell ended by how many units 先手 and 後手 placed."""
    found: dict[tuple[int, int], Tally] = {}
    for result in cell.results:
        found[result.placed] = found.get(result.placed, Tally()).plus(result.winner)
    return dict(sorted(found.items()))
