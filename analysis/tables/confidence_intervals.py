"""Confidence intervals of shares."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95


def wilson(
    successes: ArrayLike, trials: ArrayLike, confidence: float = CONFIDENCE
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return Wilson's score intervals (1927) of shares, uncorrected.

    `successes` and `trials` are numbers, or arrays that broadcast to one shape. The two ends are arrays of that shape,
    of shares from 0 to 1. Without any trial the interval is 0 to 1. Successes may be halves (a draw is half a win):
    halves spread less than whole wins, so the interval is then wider than needed, never too narrow.

    Raises ValueError for successes below 0 or above the trials, and for a confidence that is not between 0 and 1.
    """
    won, of = np.broadcast_arrays(np.asarray(successes, np.float64), np.asarray(trials, np.float64))
    if not ((won >= 0) & (won <= of)).all():
        message = "successes lie between 0 and the number of trials"
        raise ValueError(message)
    if not 0 < confidence < 1:
        message = f"a confidence lies between 0 and 1, not {confidence}"
        raise ValueError(message)
    square = deviations(confidence) ** 2
    centre = won + square / 2
    # With no success, or with nothing but successes, one end is exactly 0 or 1. Rounding must not change that.
    half = np.sqrt(square * (won * (of - won) / np.where(of > 0, of, 1) + square / 4))
    low = np.where(won == 0, 0.0, (centre - half) / (of + square))
    high = np.where(won == of, 1.0, (centre + half) / (of + square))
    return low, high


def bounds(points: float, finished: int, unfinished: int) -> tuple[float, float]:
    """Return the share's bounds: no unfinished game a point, or all.

    `points` are those of the finished games. Without any game the bounds are 0 and 1.
    """
    games = finished + unfinished
    return (points / games, (points + unfinished) / games) if games else (0.0, 1.0)


def deviations(confidence: float) -> float:
    """Return the two-sided normal quantile of `confidence`."""
    return NormalDist().inv_cdf((1 + confidence) / 2)
