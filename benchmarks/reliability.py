"""Curves from values to winning chances: fitted, tested on games that no fit has seen, and drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from regression import fit_logistic

from analysis.tables.significance import normal_quantile
from kifu.engine.best_move_and_win_chance import SURE, ProbabilityCurve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from regression import RegressionFit

    Numbers = NDArray[np.float64]

BINS = 10
"""The parts of equal size by which reliability is shown."""
RIGHT = (0.8, 1.25)
"""The calibration slopes of a curve that may be shown; the interval on held games has to reach them."""
PULL = 1e-3
"""The pull of the growth towards 0: enough to settle it where there is one strength only."""
SEAT_ERRORS = 3
"""The standard errors from 0 beyond which the number of the seat is kept."""
MANY = 1_000_000
"""Games of different strengths have different numbers."""


class Played(NamedTuple):
    """A game, with the positions drawn from it."""

    number: int
    points: float | None
    """1: 先手 won; 0.5: drawn; 0: lost; None: broken off, and nothing is proven."""
    proven: bool
    """Whether a proof decided it."""
    cases: list[tuple[int, int]]
    """For each drawn position, the side to move and the value that the search finds for it."""


class Sample(NamedTuple):
    """Positions of games that ended, in which the search has not seen the end."""

    values: Numbers
    """For 先手."""
    turns: Numbers
    """1: 先手 is to move; -1: 後手."""
    points: Numbers
    games: Numbers
    """The number of the game of each position."""
    broken_off: int
    proven: int
    """Games that a proof decided."""
    seen: tuple[int, int]
    """The positions left out because the search has seen a win, and how many of these wins the game confirmed."""


def rows_of(played: Iterable[Played]) -> Sample:
    """Return the positions of some games."""
    rows: list[tuple[float, float, float, float]] = []
    broken_off = proven = seen = right = 0
    for game in played:
        proven += game.proven
        if game.points is None:
            broken_off += 1
            continue
        for side, value in game.cases:
            if abs(value) >= SURE:
                seen += 1
                right += game.points == float((value > 0) == (side == 0))
            else:
                rows.append((-value if side else value, 1 - 2 * side, game.points, game.number))
    values, turns, points, games = np.array(rows, float).reshape(-1, 4).T
    return Sample(values, turns, points, games, broken_off, proven, (seen, right))


class Fitted(NamedTuple):
    """A curve with the standard errors of its numbers, robust by game."""

    curve: ProbabilityCurve
    errors: Numbers

    def toml(self, bench: str) -> str:
        """Return the curve as a file; `bench` is the mark of the engine that it was fitted to."""
        numbers = (f"{key} = {round(value, 3)}\n" for key, value in self.curve._asdict().items())
        return f'bench = "{bench}"\n\n[curve]\n{"".join(numbers)}'


def fitted(samples: Mapping[int, Sample]) -> Fitted:
    """Return the curve that fits samples best, by the nodes of each; without the seat if its number may be 0."""
    rows = np.concatenate([columns(sample, nodes) for nodes, sample in samples.items()])
    games = np.concatenate([sample.games + MANY * place for place, sample in enumerate(samples.values())])
    points, pulls = np.concatenate([sample.points for sample in samples.values()]), (0, PULL, 0, 0)
    fit = fit_logistic(rows, points, games, pulls)
    if abs(fit.coefficients[-1]) < SEAT_ERRORS * fit.errors[-1]:
        fit = fit_logistic(rows[:, :-1], points, games, pulls[:-1])
    return Fitted(ProbabilityCurve(min(samples), max(samples), *map(float, fit.coefficients)), fit.errors)


def columns(sample: Sample, nodes: int) -> Numbers:
    """Return a column for each number of a curve."""
    values = sample.values / 1000
    return np.column_stack([values, values * math.log(nodes / 1000), sample.turns, np.ones_like(values)])


def odds(curve: ProbabilityCurve, sample: Sample, nodes: int) -> Numbers:
    """Return the logarithm of the odds of 先手 in each position."""
    return columns(sample, nodes) @ np.array(curve[2:])


def logit(odds: Numbers) -> Numbers:
    """Return the chances of logarithms of odds."""
    return 1 / (1 + np.exp(-odds))


def brier(guesses: Numbers, points: Numbers) -> Numbers:
    """Return the squared error of each guess."""
    return (guesses - points) ** 2


def log_loss(guesses: Numbers, points: Numbers) -> Numbers:
    """Return the log loss of each guess, in nats."""
    held = np.clip(guesses, 1e-6, 1 - 1e-6)
    return -(points * np.log(held) + (1 - points) * np.log(1 - held))


def isotonic(sample: Sample) -> Callable[[Numbers], Numbers]:
    """Return the best rising step function from values to chances (pool adjacent violators): no shape is supposed."""
    order = np.argsort(sample.values, kind="stable")
    blocks: list[list[float]] = []  # sum, number and first value of each step
    for value, point in zip(sample.values[order], sample.points[order], strict=True):
        blocks.append([point, 1, value])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            total, number, _ = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += number
    starts, steps = np.array([block[2] for block in blocks]), np.array([block[0] / block[1] for block in blocks])
    return lambda values: steps[np.clip(np.searchsorted(starts, values, "right") - 1, 0, None)]


class Mean(NamedTuple):
    """A mean over positions, with its 95 % interval by game."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.mean - self.half:.3f}, {self.mean + self.half:.3f}]"


def mean(numbers: Numbers, games: Numbers) -> Mean:
    """Return the mean of a number that each position has; positions of one game depend on each other."""
    middle = float(numbers.mean())
    _, members = np.unique(games, return_inverse=True)
    sums = np.bincount(members, numbers - middle)
    number = len(sums)
    return Mean(
        middle, normal_quantile(0.95) * math.sqrt(float(sums @ sums) * number / max(1, number - 1)) / len(numbers)
    )


class Scores(NamedTuple):
    """How well chances of 先手 foretell the results of games that no fit has seen."""

    brier: Mean
    control: Mean
    """The Brier score of the share of the training games."""
    gain: Mean
    """How much lower the Brier score is than that of the control."""
    log_loss: Mean
    log_loss_of_control: Mean
    isotonic: Mean
    """The Brier score of a step function fitted to the training games of this strength alone."""


def scores(curve: ProbabilityCurve, trained: Sample, held: Sample, nodes: int) -> Scores:
    """Return how well a curve does on a sample; the control and the step function are fitted to `trained`."""
    guesses = logit(odds(curve, held, nodes))
    share = np.full_like(guesses, trained.points.mean())
    by_game = [
        brier(guesses, held.points),
        brier(share, held.points),
        brier(share, held.points) - brier(guesses, held.points),
        log_loss(guesses, held.points),
        log_loss(share, held.points),
        brier(isotonic(trained)(held.values), held.points),
    ]
    return Scores(*(mean(numbers, held.games) for numbers in by_game))


def slope(curve: ProbabilityCurve, samples: Mapping[int, Sample]) -> RegressionFit:
    """Return the calibration slope and intercept: how the results of samples depend on the odds that the curve gives.

    A curve that is right has the slope 1 and the intercept 0; one that is too sure has a smaller slope.
    """
    given = np.concatenate([odds(curve, sample, nodes) for nodes, sample in samples.items()])
    games = np.concatenate([sample.games + MANY * place for place, sample in enumerate(samples.values())])
    points = np.concatenate([sample.points for sample in samples.values()])
    return fit_logistic(np.column_stack([given, np.ones_like(given)]), points, games)


class Bin(NamedTuple):
    """Positions whose chances are near each other."""

    chance: float
    share: Mean
    """The mean result."""
    positions: int


def bins(guesses: Numbers, sample: Sample) -> Iterator[Bin]:
    """Yield BINS parts of a sample of about equal size, from low chances to high ones."""
    for part in np.array_split(np.argsort(guesses, kind="stable"), BINS):
        if len(part):
            yield Bin(float(guesses[part].mean()), mean(sample.points[part], sample.games[part]), len(part))


def passes(tests: Iterable[Scores], found: RegressionFit) -> bool:
    """Tell whether a curve may be shown: surely better than the control at each strength, and neither too sure nor too shy."""
    low, high = found.interval(0)
    return all(test.gain.mean > test.gain.half for test in tests) and low <= RIGHT[1] and high >= RIGHT[0]


def diagram(title: str, curve: ProbabilityCurve, samples: Mapping[int, Sample]) -> Figure:
    """Return a panel for each strength: the mean result of positions over the chance that the curve gives them."""
    from analysis.plots.picture_style import GRID, INK, fix_layout, matplotlib_settings, new_figure  # noqa: PLC0415 - loads matplotlib

    with matplotlib_settings():
        figure = new_figure(2.4 * len(samples), 3)
        figure.suptitle(title, fontsize=11)
        for axes, (nodes, sample) in zip(np.ravel(figure.subplots(1, len(samples))), samples.items(), strict=True):
            found = list(bins(logit(odds(curve, sample, nodes)), sample))
            axes.plot([0, 1], [0, 1], color=GRID)
            axes.errorbar(
                [each.chance for each in found],
                [each.share.mean for each in found],
                [each.share.half for each in found],
                color=INK,
                fmt="o",
                markersize=4,
                linewidth=1,
            )
            axes.set(xlim=(0, 1), ylim=(-0.05, 1.05), aspect="equal")
            axes.set_title(f"{nodes:,} nodes, n = {len(sample.points):,}", fontsize=9)
            axes.set_xlabel("chance of 先手 by the curve", fontsize=9)
        return fix_layout(figure)


def report(fit: Fitted, samples: Mapping[int, tuple[Sample, Sample]]) -> tuple[str, bool]:
    """Return what there is to say of a curve: its numbers, a row for each strength, the slope on all held games; whether it passes."""
    numbers = zip(ProbabilityCurve._fields[2:], fit.curve[2:], fit.errors, strict=False)  # the seat may be left out
    lines = [", ".join(f"{key} {value:.2f} ± {error:.2f}" for key, value, error in numbers)]
    tests = []
    for nodes, (trained, held) in samples.items():
        tests.append(test := scores(fit.curve, trained, held, nodes))
        off, proven, seen, right = (
            sum(pair)
            for pair in zip(
                *((each.broken_off, each.proven, *each.seen) for each in (trained, held)),
                strict=True,
            )
        )
        cells = (
            f"{nodes:,}",
            f"{len(set(trained.games))} + {len(set(held.games))}",
            f"{off}, {proven}",
            f"{len(held.points):,}",
            test.brier,
            f"{test.control.mean:.3f}",
            test.gain,
            f"{test.isotonic.mean:.3f}",
            test.log_loss,
            f"{test.log_loss_of_control.mean:.3f}",
            f"{right} of {seen}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    found = slope(fit.curve, {nodes: held for nodes, (_, held) in samples.items()})
    (low, high), (left, right) = found.interval(0), found.interval(1)
    passed = passes(tests, found)
    lines.append(
        f"calibration slope {found.coefficients[0]:.2f} [{low:.2f}, {high:.2f}], intercept {found.coefficients[1]:.2f} "
        f"[{left:.2f}, {right:.2f}]: {'kept' if passed else 'not kept'}"
    )
    return "\n".join(lines), passed
