"""The sequential test of a match of pairs: two games from one opening, each player once on each side."""

from __future__ import annotations

import math

import numpy as np

from analysis.tables.significance import normal_quantile

ERROR = 0.05
"""Both errors of the test."""
BOUND = math.log((1 - ERROR) / ERROR)
"""Where the logarithm of the likelihood ratio decides: H1 at this value, H0 at its negative."""
LOOK = 8
"""The pairs between two looks of the test."""
CLOSE = 1e-3
"""The least spread of the points of pairs."""


def score_of(elo: float) -> float:
    """Return the share of points that a lead in Elo gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def ratio(pairs: list[float], low: float, high: float, least: float = CLOSE) -> float:
    """Return the logarithm of the likelihood ratio of H1 and H0 for the points of pairs, each from 0 to 1.

    It uses the mean and the spread of the points (a generalised sequential probability ratio test); `least` is the least spread.
    """
    lower, upper = score_of(low), score_of(high)
    spread = max(float(np.var(pairs)), least)
    return len(pairs) * (upper - lower) * (2 * float(np.mean(pairs)) - lower - upper) / (2 * spread)


def spread_between(low: float, high: float) -> float:
    """Return the spread of the points of a pair halfway between two leads in Elo, if its games are independent and not drawn.

    As the least spread it keeps a test from deciding by the little spread of a match that one side always wins.
    """
    middle = (score_of(low) + score_of(high)) / 2
    return middle * (1 - middle) / 2


def verdict(value: float) -> str:
    """Return what the logarithm of the likelihood ratio decides."""
    return "H1" if value >= BOUND else "H0" if value <= -BOUND else "undecided"


def summary(pairs: list[float], counts: list[int]) -> str:
    """Return the counts and the share of points, with its interval by pairs."""
    mean = float(np.mean(pairs))
    half = normal_quantile(0.95) * math.sqrt(float(np.var(pairs)) / len(pairs))
    off, won, lost, drawn = counts
    ends = f"won {won}, lost {lost}, drawn {drawn}, broken off {off}"
    return f"{2 * len(pairs)} games: {ends}; {mean:.1%} [{mean - half:.1%}, {mean + half:.1%}]"
