"""Regressions on games: coefficients, and standard errors that know which games belong together."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.tables.significance import CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

STEPS = 100
CLOSE = 1e-10
"""The largest change of a coefficient in the last step of a fit."""


class RegressionFit(NamedTuple):
    """A fitted regression."""

    coefficients: NDArray[np.float64]
    """In logits: what one unit more of a column adds to the logarithm of the odds."""
    errors: NDArray[np.float64]
    """The standard errors of the coefficients, robust against dependence within a cluster."""
    rows: int
    clusters: int

    def interval(self, column: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the ends of the interval of a coefficient."""
        half = normal_quantile(confidence) * self.errors[column]
        return float(self.coefficients[column] - half), float(self.coefficients[column] + half)


def fit_logistic(columns: ArrayLike, outcomes: ArrayLike, clusters: ArrayLike, ridge: ArrayLike = 0.0) -> RegressionFit:
    """Fit a logistic regression on `columns`, without intercept added.

    `columns` has a row for each case and a column for each coefficient. `outcomes` are from 0 to 1 (a half is a draw).
    `clusters` has a number for each case: cases with the same number may depend on each other. `ridge` is a penalty of
    half its value times the square of each coefficient: one number, or one a column.

    The standard errors are the square roots of the diagonal of the sandwich A⁻¹ B A⁻¹ · G/(G-1), where A is the second
    derivative of the penalised likelihood, B the sum over the G clusters of the outer product of a cluster's summed
    first derivatives (Liang and Zeger 1986). Raises ValueError if the columns are linearly dependent, if an outcome can
    be told without error, or if there are fewer than two clusters.
    """
    x, y = np.asarray(columns, np.float64), np.asarray(outcomes, np.float64)
    penalty = np.broadcast_to(np.asarray(ridge, np.float64), x.shape[1:])
    groups, members = np.unique(np.asarray(clusters), return_inverse=True)
    if len(groups) < 2:  # noqa: PLR2004 - the spread between clusters needs two
        message = "a regression needs at least two clusters"
        raise ValueError(message)
    b: NDArray[np.float64] = np.zeros(x.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(x @ b, -40, 40)))
        slope = x.T @ (y - chances) - penalty * b
        curve = (x * (chances * (1 - chances))[:, None]).T @ x + np.diag(penalty)
        if np.linalg.cond(curve) > 1 / np.finfo(float).eps:
            message = "the columns are linearly dependent, or they tell the outcome without error"
            raise ValueError(message)
        step = np.linalg.solve(curve, slope)
        b = b + step
        if np.abs(step).max() < CLOSE:
            break
    else:
        message = "the regression does not converge"
        raise ValueError(message)
    chances = 1 / (1 + np.exp(-(x @ b)))
    parts = np.zeros((len(groups), x.shape[1]))
    np.add.at(parts, members, x * (y - chances)[:, None])
    return RegressionFit(b, _cluster_robust_errors(curve, parts), len(y), len(groups))


def fit_linear(columns: ArrayLike, outcomes: ArrayLike, clusters: ArrayLike) -> RegressionFit:
    """Fit a linear regression on `columns`, like :func:`fit_logistic`.

    Raises ValueError if the columns are linearly dependent, or if there are fewer than two clusters.
    """
    x, y = np.asarray(columns, np.float64), np.asarray(outcomes, np.float64)
    groups, members = np.unique(np.asarray(clusters), return_inverse=True)
    curve = x.T @ x
    if len(groups) < 2 or np.linalg.cond(curve) > 1 / np.finfo(float).eps:  # noqa: PLR2004 - as above
        message = "the columns are linearly dependent, or there are fewer than two clusters"
        raise ValueError(message)
    b = np.asarray(np.linalg.solve(curve, x.T @ y), np.float64)
    parts = np.zeros((len(groups), x.shape[1]))
    np.add.at(parts, members, x * (y - x @ b)[:, None])
    return RegressionFit(b, _cluster_robust_errors(curve, parts), len(y), len(groups))


def _cluster_robust_errors(hessian: NDArray[np.float64], cluster_scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return cluster-robust standard errors from Hessian and cluster scores."""
    number = len(cluster_scores)
    # The norm of each column of B^½ A⁻¹: a sum of squares, never negative by rounding where A is nearly singular.
    errors: NDArray[np.float64] = np.linalg.norm(np.linalg.solve(hessian, cluster_scores.T), axis=1)
    return errors * sqrt(number / (number - 1))
