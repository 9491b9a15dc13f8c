"""Share rows of a study: by cell, match, finalist and square.

Each has its game counts and confidence interval. Squares are valued from games with random sets: alone, by touching pairs, and
by the number of units that a free side places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.significance import CONFIDENCE, wilson_intervals
from analysis.tournaments.game_tasks_and_journal import FREE, opening_set_text
from analysis.tournaments.square_sets_up_to_symmetry import (
    opening_points,
    side_keeping_symmetries,
    square_orbit,
    touching_pairs,
)
from kifu.core import games
from kifu.engine.opening_match_and_adjudication import AUTO, MatchScore

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from analysis.tournaments.game_tasks_and_journal import Settings
    from analysis.tournaments.square_sets_up_to_symmetry import Squares
    from analysis.tournaments.strongest_sets_and_replies import StudyResults
    from analysis.tournaments.study_matches import SizeCell, StudyMatch

FIGURES = (
    "part", "a_size", "b_size", "rank", "seat", "nodes", "games", "a_won", "b_won", "drawn", "unfinished", "share",
    "low", "high", "low_all", "high_all", "seed", "a", "b", "reproduce",
)  # fmt: skip
SEATS: Mapping[str, bool | None] = {"all": None, "a_first": False, "a_second": True}
RANDOM = "random"


class ShareEstimate(NamedTuple):
    """A's share of points in games that ended, ½ for draws."""

    part: str
    """``cell``, ``placed`` (free games by the numbers placed), ``neighbours``, or the kind of a match."""
    a_size: int | str
    b_size: int | str
    rank: int | None
    seat: str
    """``all``, ``a_first``, ``a_second``."""
    nodes: int
    tally: MatchScore
    seed: int
    a: str = RANDOM
    b: str = RANDOM
    reproduce: str = ""
    """A command that plays the same games; empty if only `kifu study placements` can play them."""

    @property
    def points(self) -> float:
        """The points of A."""
        return self.tally.a + self.tally.draw / 2

    @property
    def share(self) -> float | None:
        """A's share, 0 to 1; None if no game ended."""
        return self.points / self.tally.finished if self.tally.finished else None

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the ends of Wilson's interval of the share."""
        low, high = wilson_intervals(self.points, self.tally.finished, confidence)
        return float(low), float(high)


def all_share_estimates(findings: StudyResults) -> tuple[ShareEstimate, ...]:
    """Return all figures of a study, in a fixed order."""
    result: list[ShareEstimate] = []
    for cell in findings.cells:
        result.append(size_cell_share(cell))
        if cell.sizes is None:
            result += shares_by_placed_units(cell)
    result += shares_by_touching_squares(findings)
    for match in findings.matches:
        result += match_shares(findings.settings, match)
    return tuple(result)


def size_cell_share(cell: SizeCell) -> ShareEstimate:
    """Return 先手's share in a cell."""
    a_size, b_size = cell.sizes or (FREE, FREE)
    sets = (FREE, FREE) if cell.sizes is None else (RANDOM, RANDOM)
    return ShareEstimate("cell", a_size, b_size, None, "a_first", cell.nodes, cell.tally, cell.seed, *sets)


def shares_by_placed_units(cell: SizeCell) -> Iterator[ShareEstimate]:
    """Yield 先手's share in free games, by units placed."""
    for (first, second), tally in results_by_unit_counts(cell).items():
        yield ShareEstimate("placed", first, second, None, "a_first", cell.nodes, tally, cell.seed, FREE, FREE)


def shares_by_touching_squares(findings: StudyResults) -> Iterator[ShareEstimate]:
    """Yield shares of random sets by number of touching squares."""
    for size in findings.settings.sizes:
        for pairs, tally in results_by_touching_squares(findings, size).items():
            yield ShareEstimate(
                "neighbours", size, "", pairs, "all", findings.settings.nodes, tally, findings.settings.seed
            )


def match_shares(settings: Settings, match: StudyMatch) -> Iterator[ShareEstimate]:
    """Yield A's share in a match: in all games, and by seat."""
    b = RANDOM if match.b is None else opening_set_text(settings, match.b)
    for seat, exchanged in SEATS.items():
        tally = match.tally(exchanged=exchanged)
        yield ShareEstimate(
            match.kind,
            len(match.a),
            match.size,
            match.rank,
            seat,
            match.nodes,
            tally,
            match.seed,
            opening_set_text(settings, match.a),
            b,
            duel_command(settings, match),
        )


def duel_command(settings: Settings, match: StudyMatch) -> str:
    """Return the `kifu study duel …` command of a match.

    Empty for a match against random sets.
    """
    if match.b is None:
        return ""
    sets = [",".join(opening_set_text(settings, squares).split()) for squares in (match.a, match.b)]
    return (
        f"kifu study duel --game {settings.game} --first {sets[0]} --second {sets[1]} --games {len(match.tasks)} "
        f"--nodes {match.nodes} --plies {settings.plies} --stale {settings.stale} --seed {match.seed} --search-only"
        f"{adjudication_options(settings)}"
    )


def adjudication_options(settings: Settings) -> str:
    """Return the command's options for the solver, if it is asked."""
    how = settings.adjudication
    if how is None:
        return ""
    return f" --adjudicate {'auto' if how.start == AUTO else how.start} --proof-nodes {how.nodes}"


def estimate_rows(table: Sequence[ShareEstimate]) -> Iterator[dict[str, object]]:
    """Yield figures as rows of :data:`FIGURES`, shares with four decimals.

    ``low_all`` and ``high_all`` are the interval that holds for all figures of the table at once (Bonferroni). Use it
    for a figure that was picked out because it is striking.
    """
    together = 1 - (1 - CONFIDENCE) / max(1, len(table))
    for figure in table:
        low, high = figure.interval()
        low_all, high_all = figure.interval(together)
        tally = figure.tally
        yield {
            **figure._asdict(),
            "rank": "" if figure.rank is None else figure.rank,
            "games": tally.finished + tally.unfinished,
            "a_won": tally.a,
            "b_won": tally.b,
            "drawn": tally.draw,
            "unfinished": tally.unfinished,
            "share": "" if figure.share is None else f"{figure.share:.4f}",
            "low": f"{low:.4f}",
            "high": f"{high:.4f}",
            "low_all": f"{low_all:.4f}",
            "high_all": f"{high_all:.4f}",
        }


FINALISTS = ("searched", "size", "rank", "games", "score", "squares")


def finalist_rows(findings: StudyResults) -> Iterator[dict[str, object]]:
    """Yield the finalists of every search as rows of :data:`FINALISTS`.

    ``score`` flatters the finalists: it comes from the games that chose them; a game broken off is half a point.
    ``searched`` is ``strength`` for the search against all kinds of sets, ``answer`` for the search against the target.
    """
    for searched, standings in (("strength", findings.finalists), ("answer", findings.answers)):
        for size, finalists in standings.items():
            for rank, standing in enumerate(finalists, 1):
                games = standing.tally.finished + standing.tally.unfinished
                yield {
                    "searched": searched,
                    "size": size,
                    "rank": rank,
                    "games": games,
                    "score": f"{standing.score:.4f}",
                    "squares": opening_set_text(findings.settings, standing.squares),
                }


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
        low, high = wilson_intervals((self.share or 0) * self.games, self.games)
        return float(low), float(high)


def random_sets_of_size(findings: StudyResults, size: int) -> Iterator[tuple[Squares, str | None, str]]:
    """Yield the random sets of a size: squares, winner, own letter."""
    settings = findings.settings
    for cell in findings.cells:
        if cell.sizes is None or not set(cell.sizes) <= set(settings.sizes) or cell.nodes != settings.nodes:
            continue
        for task, result in zip(cell.tasks, cell.results, strict=True):
            for squares, letter in ((task.a, "a"), (task.b, "b")):
                if isinstance(squares, tuple) and len(squares) == size:
                    yield squares, result.winner, letter


def square_worths(findings: StudyResults, size: int) -> tuple[SquareWorth, ...]:
    """Return the worth of every square, images merged, by size."""
    game = games.load(findings.settings.game)
    turns = side_keeping_symmetries(game)
    orbits = sorted({square_orbit(square, turns) for square in opening_points(game)})
    result: list[SquareWorth] = []
    for members in orbits:
        times, points, played = 0, 0.0, 0
        for squares, winner, letter in random_sets_of_size(findings, size):
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
    turns = side_keeping_symmetries(games.load(findings.settings.game))
    for size in findings.settings.sizes:
        for worth in square_worths(findings, size):
            if worth.square == square_orbit(worth.square, turns)[0]:
                low, high = worth.interval()
                share = "" if worth.share is None else f"{worth.share:.4f}"
                names = " ".join(map(board.spell, square_orbit(worth.square, turns)))
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


def results_by_touching_squares(findings: StudyResults, size: int) -> dict[int, MatchScore]:
    """Return results of random sets (A) by touching squares."""
    columns = games.load(findings.settings.game).board.columns
    tallies: dict[int, MatchScore] = {}
    for squares, winner, letter in random_sets_of_size(findings, size):
        pairs = min(MAX_TOUCHING_PAIRS, touching_pairs(squares, columns))
        own = winner if winner in {None, "draw"} else "a" if winner == letter else "b"
        tallies[pairs] = tallies.get(pairs, MatchScore()).with_result(own)
    return dict(sorted(tallies.items()))


def results_by_unit_counts(cell: SizeCell) -> dict[tuple[int, int], MatchScore]:
    """Return the results of a cell by both numbers of units."""
    tallies: dict[tuple[int, int], MatchScore] = {}
    for result in cell.results:
        tallies[result.placed] = tallies.get(result.placed, MatchScore()).with_result(result.winner)
    return dict(sorted(tallies.items()))
