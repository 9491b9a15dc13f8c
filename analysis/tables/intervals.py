"""Confidence intervals of shares: what a few games can and cannot say."""

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
    """Return the lower and the upper ends of Wilson's score interval (1927) of shares, without correction.

    `successes` of `trials`, numbers or arrays that fit each other; the ends are arrays of shares from 0 to 1 of the same
    shape. No trial says nothing: 0 to 1. Successes may be halves (a draw as half a win): a mean of such has no more
    spread than a share, so the interval is then wider than it need be, never too narrow. Raises ValueError for
    successes below 0 or above the trials, and for a confidence that is not between 0 and 1.
    """
    found, of = np.broadcast_arrays(np.asarray(successes, np.float64), np.asarray(trials, np.float64))
    if not ((found >= 0) & (found <= of)).all():
        message = "successes lie between 0 and the number of trials"
        raise ValueError(message)
    if not 0 < confidence < 1:
        message = f"a confidence lies between 0 and 1, not {confidence}"
        raise ValueError(message)
    square = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    centre = found + square / 2
    # At 0 and at all of the trials an end is exactly 0 or 1: rounding must not say otherwise.
    half = np.sqrt(square * (found * (of - found) / np.where(of > 0, of, 1) + square / 4))
    low = np.where(found == 0, 0.0, (centre - half) / (of + square))
    high = np.where(found == of, 1.0, (centre + half) / (of + square))
    return low, high
