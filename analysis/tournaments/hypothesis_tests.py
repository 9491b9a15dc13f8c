"""Hypothesis tests of two shares: interval, p-value, multiple comparisons."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.confidence_intervals import CONFIDENCE, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

FINEST = 1e-15
"""The least p that is told apart."""
HALVINGS = 60


class Difference(NamedTuple):
    """Difference of independent shares, with Newcombe's interval (1998, method 10)."""

    value: float
    low: float
    high: float
    p: float
    """The level at which the interval reaches zero."""


def difference(points: float, games: int, others: float, other_games: int) -> Difference | None:
    """Return the difference of two shares; None if either is empty."""
    if not games or not other_games:
        return None
    value = points / games - others / other_games
    ends = _ends(points, games, others, other_games, CONFIDENCE)
    return Difference(value, *ends, _level(points, games, others, other_games))


def holm(levels: Sequence[float]) -> list[float]:
    """Return p-values adjusted by Holm (1979).

    Below 0.05, a comparison is shown together with the others.
    """
    adjusted, greatest = [0.0] * len(levels), 0.0
    for rank, place in enumerate(sorted(range(len(levels)), key=levels.__getitem__)):
        greatest = max(greatest, min(1.0, (len(levels) - rank) * levels[place]))
        adjusted[place] = greatest
    return adjusted


def _ends(points: float, games: int, others: float, other_games: int, confidence: float) -> tuple[float, float]:
    share, other = points / games, others / other_games
    low, high = map(float, wilson(points, games, confidence))
    other_low, other_high = map(float, wilson(others, other_games, confidence))
    return share - other - hypot(share - low, other_high - other), share - other + hypot(
        high - share, other - other_low
    )


def _level(points: float, games: int, others: float, other_games: int) -> float:
    """Return the significance level at which the interval reaches zero."""
    least, most = FINEST, 1.0 - FINEST
    for _ in range(HALVINGS):
        middle = (least * most) ** 0.5
        low, high = _ends(points, games, others, other_games, 1 - middle)
        if low <= 0 <= high:
            least = middle
        else:
            most = middle
    return most
