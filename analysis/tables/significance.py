"""Significance of shares: confidence intervals, tests, comparisons."""

from __future__ import annotations

from math import hypot
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from kifu.engine.opening_match_and_adjudication import MatchScore

CONFIDENCE = 0.95


def wilson_intervals(
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
    square = normal_quantile(confidence) ** 2
    centre = won + square / 2
    # With no success, or with nothing but successes, one end is exactly 0 or 1. Rounding must not change that.
    half = np.sqrt(square * (won * (of - won) / np.where(of > 0, of, 1) + square / 4))
    low = np.where(won == 0, 0.0, (centre - half) / (of + square))
    high = np.where(won == of, 1.0, (centre + half) / (of + square))
    return low, high


def unfinished_bounds(points: float, finished: int, unfinished: int) -> tuple[float, float]:
    """Return the share's bounds: no unfinished game a point, or all.

    `points` are those of the finished games. Without any game the bounds are 0 and 1.
    """
    games = finished + unfinished
    return (points / games, (points + unfinished) / games) if games else (0.0, 1.0)


def normal_quantile(confidence: float) -> float:
    """Return the two-sided normal quantile of `confidence`."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


FINEST = 1e-15
"""The least p that is told apart."""
HALVINGS = 60


class ShareDifference(NamedTuple):
    """Difference of independent shares, with Newcombe's interval (1998, method 10)."""

    value: float
    low: float
    high: float
    p: float
    """The level at which the interval reaches zero."""


def difference_of_shares(
    own_points: float, own_games: int, other_points: float, other_games: int
) -> ShareDifference | None:
    """Return the difference of two shares; None if either is empty."""
    if not own_games or not other_games:
        return None
    value = own_points / own_games - other_points / other_games
    ends = _difference_interval(own_points, own_games, other_points, other_games, CONFIDENCE)
    return ShareDifference(value, *ends, _p_value(own_points, own_games, other_points, other_games))


def adjust_by_holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted by Holm (1979).

    Below 0.05, a comparison is shown together with the others.
    """
    adjusted, greatest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        greatest = max(greatest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = greatest
    return adjusted


def _difference_interval(
    own_points: float, own_games: int, other_points: float, other_games: int, confidence: float
) -> tuple[float, float]:
    share, other = own_points / own_games, other_points / other_games
    low, high = map(float, wilson_intervals(own_points, own_games, confidence))
    other_low, other_high = map(float, wilson_intervals(other_points, other_games, confidence))
    return share - other - hypot(share - low, other_high - other), share - other + hypot(
        high - share, other - other_low
    )


def _p_value(own_points: float, own_games: int, other_points: float, other_games: int) -> float:
    """Return the significance level at which the interval reaches zero."""
    least, most = FINEST, 1.0 - FINEST
    for _ in range(HALVINGS):
        middle = (least * most) ** 0.5
        low, high = _difference_interval(own_points, own_games, other_points, other_games, 1 - middle)
        if low <= 0 <= high:
            least = middle
        else:
            most = middle
    return most


BESIDE = (
    "games", "control_games", "share", "control_share", "difference", "low", "high", "p", "holm", "shown",
    "half_difference", "half_low", "half_high",
)  # fmt: skip
"""What :func:`comparison_rows` adds to the names of a comparison."""
ABOVE, BELOW = "above", "below"


def comparison_rows(
    compared: Sequence[tuple[Mapping[str, object], MatchScore, MatchScore]],
) -> Iterator[dict[str, object]]:
    """Yield comparison rows: names, A's share and control's by :data:`BESIDE`.

    ``holm`` is ``p`` adjusted for all rows together; ``shown`` is ``above`` or ``below`` if it is below 0.05. Games broken
    off are left out; in the columns ``half_…`` they count as half a point. A comparison without a game that ended is left out.
    """
    found = [(names, own, control, gap) for names, own, control in compared if (gap := score_difference(own, control))]
    for (names, own, control, gap), level in zip(found, adjust_by_holm([gap.p for *_, gap in found]), strict=True):
        half = score_difference(own, control, unfinished_as_half=True)
        yield {
            **names,
            "games": sum(own),
            "control_games": sum(control),
            "share": f"{points_with_draws(own) / own.finished:.4f}",
            "control_share": f"{points_with_draws(control) / control.finished:.4f}",
            **_difference_cells(gap, "difference", "low", "high"),
            "p": f"{gap.p:.4g}",
            "holm": f"{level:.4g}",
            "shown": (ABOVE if gap.value > 0 else BELOW) if level < 1 - CONFIDENCE else "",
            **_difference_cells(half or gap, "half_difference", "half_low", "half_high"),
        }


def points_with_draws(tally: MatchScore, *, unfinished_as_half: bool = False) -> float:
    """Return A's points, ½ for a draw; `unfinished_as_half` counts broken-off games."""
    return tally.a + (tally.draw + unfinished_as_half * tally.unfinished) / 2


def score_difference(
    score: MatchScore, control: MatchScore, *, unfinished_as_half: bool = False
) -> ShareDifference | None:
    """Return the difference of A's shares in `score` and `control`.

    Of the games that ended; with `unfinished_as_half`, of all.
    """
    of, other_of = (sum(each) if unfinished_as_half else each.finished for each in (score, control))
    return difference_of_shares(
        points_with_draws(score, unfinished_as_half=unfinished_as_half),
        of,
        points_with_draws(control, unfinished_as_half=unfinished_as_half),
        other_of,
    )


def _difference_cells(gap: ShareDifference, *names: str) -> dict[str, object]:
    return {name: f"{number:.4f}" for name, number in zip(names, gap, strict=False)}
