"""Turns games of pairs into figures: what decides them, how long they are, how they end, and what 怨 do to mobility."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pairs import PairGame, sets_of

from analysis.tables.significance import CONFIDENCE, normal_quantile, wilson_intervals
from analysis.tournaments.square_sets_up_to_symmetry import do_squares_touch, touching_pairs
from kifu.core import games
from kifu.core.outcome import Side, Termination

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from pairs import PairSettings

    from analysis.tournaments.square_sets_up_to_symmetry import Squares
    from kifu.core.squares import Squares as Board

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))  # scripts, not a package
from regression import fit_linear, fit_logistic

FACTORS = ("touching", "corners", "edges", "centre", "entries")
"""In the order of :func:`factors`. What is neither corner nor edge nor centre is what these three are compared with."""
MODELS = {"touching": FACTORS[:1], "place": FACTORS[:4], "entries": FACTORS}
"""The factors of each model, beside the seat. The last model has them all."""
SEAT, SIZE = "seat", "size"
OUT, HALF = "left out", "half"
REGRESSION = (
    "model", "broken_off", "factor", "games", "pairs", "coefficient", "error", "low", "high", "odds", "odds_low", "odds_high",
)  # fmt: skip
MOVES = "moves, within games"
"""The figure of the regression of mobility."""
COURSE = ("figure", "of", "n", "value", "low", "high")
GAMES = ("pair", "exchanged", "winner", "ending", "plies", "last_moves")
USUAL = (50, 60)
"""The plies that the maker's page calls usual."""
FEW = 5
"""A side with no more moves than this can hardly move."""
QUARTILES = (0.25, 0.5, 0.75)
MOBILITY = ("rival_ghosts", "own_ghosts", "own_fighters")


class Coefficient(NamedTuple):
    """A coefficient of a regression, in logits a unit, with its interval."""

    model: str
    broken_off: str
    factor: str
    games: int
    pairs: int
    coefficient: float
    error: float
    low: float
    high: float


def coefficients(settings: PairSettings, played: Sequence[PairGame]) -> Iterator[Coefficient]:
    """Yield the coefficients of every model: what one more of each factor adds to the log odds that 先手 wins.

    Each game is one row, the two games of a pair are one cluster. A factor is 先手's number less 後手's; the seat is a
    constant. If the two sets of a pair have different sizes, the size is a factor of every model. Games broken off are left
    out, then counted as half a win.
    """
    for handling in (OUT, HALF):
        counted = [game for game in played if game.winner is not None or handling == HALF]
        table = differences(settings, counted)
        outcomes = [0.5 if game.winner is None else float(game.winner is Side.FIRST) for game in counted]
        clusters = [game.pair for game in counted]
        always = (SEAT,) if len(settings.sizes) == 1 else (SEAT, SIZE)
        for model, names in MODELS.items():
            fit = fit_logistic(table[:, : len(always) + len(names)], outcomes, clusters)
            for place, factor in enumerate((*always, *names)):
                low, high = fit.interval(place)
                value, error = float(fit.coefficients[place]), float(fit.errors[place])
                yield Coefficient(model, handling, factor, fit.rows, fit.clusters, value, error, low, high)


def differences(settings: PairSettings, played: Sequence[PairGame]) -> NDArray[np.float64]:
    """Return a row for each game: 1 for the seat, then for each factor 先手's number less 後手's.

    The size comes first among the factors, if the sets of a pair have different sizes.
    """
    sized = len(settings.sizes) > 1
    board = games.load(settings.game).board
    by_pair = {}
    for pair in {game.pair for game in played}:
        first, second = sets_of(settings, pair)
        own, rival = factors(first, second, board), factors(second, first, board)
        by_pair[pair] = [len(first) - len(second)] * sized + [a - b for a, b in zip(own, rival, strict=True)]
    rows = [[1, *(-gap if game.exchanged else gap for gap in by_pair[game.pair])] for game in played]
    return np.array(rows, np.float64).reshape(len(rows), 1 + sized + len(FACTORS))


def regression_rows(found: Sequence[Coefficient]) -> Iterator[dict[str, object]]:
    """Yield coefficients as rows of :data:`REGRESSION`; ``odds`` is what one more multiplies the odds by."""
    for one in found:
        ends = {"coefficient": one.coefficient, "error": one.error, "low": one.low, "high": one.high}
        odds = {"odds": math.exp(one.coefficient), "odds_low": math.exp(one.low), "odds_high": math.exp(one.high)}
        yield {**one._asdict(), **{name: f"{value:.4f}" for name, value in (ends | odds).items()}}


def game_rows(played: Sequence[PairGame]) -> Iterator[dict[str, object]]:
    """Yield games as rows of :data:`GAMES`; the sets follow from seed, size and pair."""
    for game in played:
        yield {
            "pair": game.pair,
            "exchanged": int(game.exchanged),
            "winner": "" if game.winner is None else game.winner.name.lower(),
            "ending": game.ending,
            "plies": game.plies,
            "last_moves": "" if game.last_moves is None else game.last_moves,
        }


class CourseFigure(NamedTuple):
    """A figure about the course of the games, with its interval."""

    figure: str
    of: str
    n: int
    value: float
    low: float
    high: float


def course(played: Sequence[PairGame]) -> Iterator[CourseFigure]:
    """Yield the figures about the course of the decided games."""
    decided = [game for game in played if game.winner is not None]
    plies = sorted(game.plies for game in decided)
    yield _share("broken off", "games", len(played) - len(decided), len(played))
    yield _share("先手 won", "decided games", sum(game.winner is Side.FIRST for game in decided), len(decided))
    first = sum((game.winner is Side.FIRST) != game.exchanged for game in decided)
    yield _share("the first set won", "decided games", first, len(decided))
    yield from _quartiles("plies", plies)
    yield _share(
        f"plies {USUAL[0]}-{USUAL[1]}", "decided games", sum(USUAL[0] <= n <= USUAL[1] for n in plies), len(plies)
    )
    for ending in (Termination.STANDSTILL, Termination.ELIMINATION):
        yield _share(str(ending), "decided games", sum(game.ending == ending for game in decided), len(decided))
    last = sorted(game.last_moves for game in decided if game.last_moves is not None)
    yield from _quartiles("last moves of the loser", last)
    few = sum(moves <= FEW for moves in last)
    yield _share(f"last moves of the loser, at most {FEW}", "decided games", few, len(last))
    yield from _mobility(played)


def _quartiles(figure: str, values: Sequence[int]) -> Iterator[CourseFigure]:
    """Yield the quartiles of sorted values; the ends of the intervals are order statistics."""
    n = len(values)
    for quantile in QUARTILES if n else ():
        half = normal_quantile(CONFIDENCE) * math.sqrt(n * quantile * (1 - quantile))
        ends = (max(0, math.floor(n * quantile - half)), min(n - 1, math.ceil(n * quantile + half)))
        value = float(np.quantile(values, quantile))
        yield CourseFigure(figure, f"quantile {quantile}", n, value, values[ends[0]], values[ends[1]])


def _share(figure: str, of: str, count: int, n: int) -> CourseFigure:
    low, high = wilson_intervals(count, n)
    return CourseFigure(figure, of, n, count / n if n else math.nan, float(low), float(high))


def _mobility(played: Sequence[PairGame]) -> Iterator[CourseFigure]:
    """Yield the mean number of moves by the number of 怨 on the board, and the regression within games.

    In the rows of the mean, the interval is that of the mean over games (a game that was there counts once). If the games do not
    settle the regression, its rows are left out.
    """
    means: dict[int, list[float]] = {}
    for game in played:
        by_ghosts: dict[int, list[int]] = {}
        for look in game.looks:
            by_ghosts.setdefault(look.rival_ghosts + look.own_ghosts, []).append(look.moves)
        for ghosts, moves in by_ghosts.items():
            means.setdefault(ghosts, []).append(sum(moves) / len(moves))
    for ghosts, values in sorted(means.items()):
        mean = float(np.mean(values))
        half = normal_quantile(CONFIDENCE) * float(np.std(values)) / math.sqrt(len(values))
        yield CourseFigure("moves", f"{ghosts} ghosts", len(values), mean, mean - half, mean + half)
    columns, outcomes, clusters = [], [], []
    for game in played:
        if game.looks:
            table = np.array(game.looks, np.float64)
            table -= table.mean(axis=0)
            columns.append(table[:, 1:])
            outcomes.append(table[:, 0])
            clusters.append(np.full(len(table), game.pair))
    if columns:
        try:
            fit = fit_linear(np.concatenate(columns), np.concatenate(outcomes), np.concatenate(clusters))
        except ValueError:  # where nobody's 占 was beaten, each 怨 is a fighter less: the two cannot be told apart
            return
        for place, name in enumerate(MOBILITY):
            low, high = fit.interval(place)
            yield CourseFigure(MOVES, name, fit.rows, float(fit.coefficients[place]), low, high)


def course_rows(found: Sequence[CourseFigure]) -> Iterator[dict[str, object]]:
    """Yield figures as rows of :data:`COURSE`."""
    for one in found:
        numbers = {"value": one.value, "low": one.low, "high": one.high}
        yield {**one._asdict(), **{name: f"{value:.4f}" for name, value in numbers.items()}}


def factors(squares: Squares, other: Squares, board: Board) -> tuple[int, ...]:
    """Return the :data:`FACTORS` of a set beside the `other` side's set.

    They are the pairs of its squares that touch by a side or a corner; its squares in the corners, on the rest of the
    rim, and among the three by three in the middle; and the entry squares: those in neither set that touch the set.
    """
    touching = touching_pairs(squares, board.columns)
    places = [place(square, board) for square in squares]
    taken = {*squares, *other}
    entries = sum(
        square not in taken and any(do_squares_touch(square, own, board.columns) for own in squares)
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
