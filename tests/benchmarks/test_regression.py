"""Regressions: known coefficients, and standard errors that know what belongs together."""

import math
import random
import sys

import numpy as np
import pytest
from each import each
from repository import ROOT

sys.path.append(str(ROOT / "benchmarks"))  # scripts, not a package

from regression import fit_linear, fit_logistic

DRAW = random.Random(5)
CASES = [(1.0, DRAW.uniform(-2, 2), DRAW.uniform(-1, 1)) for _ in range(300)]
OUTCOMES = [float(DRAW.random() < 1 / (1 + math.exp(-(0.3 + x - 2 * y)))) for _, x, y in CASES]
ALONE = list(range(300))


def sandwich(columns, outcomes, clusters):
    """Return the standard errors of a fit, summed case by case in the plainest way."""
    fit = fit_logistic(columns, outcomes, clusters)
    width = len(columns[0])
    curve, scores = np.zeros((width, width)), {}
    for row, outcome, cluster in zip(np.array(columns), outcomes, clusters, strict=True):
        chance = 1 / (1 + math.exp(-(row @ fit.coefficients)))
        curve += chance * (1 - chance) * np.outer(row, row)
        scores[cluster] = scores.get(cluster, np.zeros(width)) + (outcome - chance) * row
    inner = sum(np.outer(score, score) for score in scores.values())
    spread = np.linalg.inv(curve) @ inner @ np.linalg.inv(curve) * len(scores) / (len(scores) - 1)
    return np.sqrt(np.diag(spread))


def test_a_share_is_a_constant():
    """With a constant alone, the coefficient is the logit of the share, and its error the usual one."""
    fit = fit_logistic([[1]] * 40, [1] * 30 + [0] * 10, range(40))
    assert fit.coefficients[0] == pytest.approx(math.log(3))
    assert fit.errors[0] == pytest.approx(math.sqrt(1 / (40 * 0.75 * 0.25) * 40 / 39))
    low, high = fit.interval(0)
    assert (high - low) / fit.errors[0] == pytest.approx(2 * 1.959964, abs=1e-5)


def test_what_made_the_outcomes_is_found():
    """The coefficients of drawn outcomes lie within three standard errors of those that drew them."""
    fit = fit_logistic(CASES, OUTCOMES, ALONE)
    assert (np.abs(fit.coefficients - [0.3, 1, -2]) < 3 * fit.errors).all()
    assert (fit.rows, fit.clusters) == (300, 300)


@each("clusters", [ALONE, [number // 2 for number in ALONE], [number % 30 for number in ALONE]])
def test_errors_are_those_of_a_plain_sandwich(clusters):
    """The robust errors are the sandwich, summed case by case."""
    assert fit_logistic(CASES, OUTCOMES, clusters).errors == pytest.approx(sandwich(CASES, OUTCOMES, clusters))


def test_a_game_counted_twice_adds_nothing():
    """Twice the same cases, each with its double in one cluster, have the same errors as the cases once."""
    once = fit_logistic(CASES, OUTCOMES, ALONE)
    twice = fit_logistic(CASES * 2, OUTCOMES * 2, ALONE * 2)
    assert twice.coefficients == pytest.approx(once.coefficients)
    assert twice.errors == pytest.approx(once.errors)
    assert (fit_logistic(CASES * 2, OUTCOMES * 2, range(600)).errors < 0.8 * once.errors).all()


def test_a_pull_shrinks():
    """A ridge draws its coefficient to zero, and leaves the others free."""
    pulled = fit_logistic(CASES, OUTCOMES, ALONE, [0, 0, 1e6])
    assert abs(pulled.coefficients[2]) < 1e-3
    assert abs(pulled.coefficients[1]) > 0.5


def test_a_straight_line():
    """A linear fit finds the slopes, and a line without spread has no error."""
    fit = fit_linear([[1, x] for x in range(10)], [3 + 2 * x for x in range(10)], range(10))
    assert fit.coefficients == pytest.approx([3, 2])
    assert fit.errors == pytest.approx([0, 0], abs=1e-9)


@each("fitted", [fit_logistic, fit_linear])
@each(
    ("columns", "outcomes", "clusters"),
    [([[1, 1]] * 4, [0, 1, 0, 1], range(4)), ([[1.0]] * 4, [0, 1, 0, 1], [7] * 4)],
)
def test_what_cannot_be_fitted(fitted, columns, outcomes, clusters):
    """Dependent columns, and a single cluster, are refused."""
    with pytest.raises(ValueError, match=r"dependent|cluster"):
        fitted(columns, outcomes, clusters)


def test_outcomes_without_error():
    """A column that tells every outcome has no finite coefficient."""
    with pytest.raises(ValueError, match=r"without error|converge"):
        fit_logistic([[x] for x in (-2, -1, 1, 2)], [0, 0, 1, 1], range(4))
