"""Wilson's interval: published values, and what an interval never does."""

from __future__ import annotations

import numpy as np
import pytest
from each import each

from analysis.tables.significance import (
    adjust_by_holm,
    difference_of_shares,
    unfinished_bounds,
    wilson_intervals,
)


@each(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_values(successes, trials, low, high):
    """The ends are those of Table I of Newcombe, Statistics in Medicine 17 (1998) 857-872, method 3."""
    interval = wilson_intervals(successes, trials)
    assert [round(float(end), 4) for end in interval] == [low, high]


def test_whole_arrays_at_once():
    """Arrays keep their shape, and each element is what the number alone gives."""
    successes, trials = np.array([[0, 3], [5, 10]]), np.array([[0, 4], [10, 10]])
    low, high = wilson_intervals(successes, trials)
    assert low.shape == high.shape == (2, 2)
    for place, of in np.ndenumerate(trials):
        assert (low[place], high[place]) == wilson_intervals(successes[place], of)
    assert (low[0, 0], high[0, 0]) == (0, 1)


def test_ends_lie_round_the_share_within_0_and_1():
    """Every interval holds its share, and that of the failures is its mirror image."""
    trials = np.repeat(np.arange(1, 40), 3)
    successes = trials * np.tile([0, 0.5, 1], 39)
    low, high = wilson_intervals(successes, trials)
    share = successes / trials
    assert ((low >= 0) & (low <= share) & (share <= high) & (high <= 1)).all()
    rest = wilson_intervals(trials - successes, trials)
    np.testing.assert_allclose(rest[0], 1 - high, atol=1e-12)
    np.testing.assert_allclose(rest[1], 1 - low, atol=1e-12)


def test_more_confidence_and_fewer_games_are_wider():
    """99 % is wider than 95 %, ten games wider than a thousand."""
    width = [
        high - low
        for low, high in (wilson_intervals(5, 10, 0.99), wilson_intervals(5, 10), wilson_intervals(500, 1000))
    ]
    assert width[0] > width[1] > width[2]


@each(("successes", "trials", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0)])
def test_nonsense_is_refused(successes, trials, confidence):
    """More successes than trials, fewer than none, and certainty raise errors."""
    with pytest.raises(ValueError, match="between 0 and"):
        wilson_intervals(successes, trials, confidence)


def test_the_interval_keeps_its_promise():
    """About 95 % of 20 000 samples with a known share have it in their interval."""
    draw = np.random.default_rng(1927)
    for share in (0.1, 0.5, 0.85):
        low, high = wilson_intervals(draw.binomial(60, share, 20_000), 60)
        assert 0.93 < float(((low <= share) & (share <= high)).mean()) < 0.97


def test_what_unfinished_games_leave_open():
    """All of them lost, or all of them won; without any the two are the share itself."""
    assert unfinished_bounds(500, 1077, 923) == (0.25, 0.7115)
    assert unfinished_bounds(3.5, 7, 0) == (0.5, 0.5)
    assert unfinished_bounds(0, 0, 4) == (0, 1)
    assert unfinished_bounds(0, 0, 0) == (0, 1)


@each(
    ("counts", "expected"),
    [  # Newcombe (1998), table II, method 10
        ((56, 70, 48, 80), (0.2000, 0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.6000, 0.1705, 0.8090)),
        ((10, 10, 0, 20), (1.0000, 0.6791, 1.0000)),
        ((0, 10, 0, 20), (0.0000, -0.1611, 0.2775)),
    ],
)
def test_newcombe(counts, expected):
    """The differences of the article come out, where no game was lost too."""
    assert difference_of_shares(*counts)[:3] == pytest.approx(expected, abs=6e-5)


def test_p_and_interval_agree():
    """The level is below 0.05 exactly where the interval leaves out zero; without a game there is no difference."""
    for won in range(0, 61, 3):
        for other in range(0, 41, 5):
            found = difference_of_shares(won, 60, other, 40)
            assert (found.p < 0.05) == (not found.low <= 0 <= found.high)
    assert difference_of_shares(5, 10, 5, 10).p == pytest.approx(1)
    assert difference_of_shares(400, 400, 0, 400).p < 1e-12
    assert difference_of_shares(1, 2, 0, 0) is None


def test_holm():
    """The example of every textbook: the least p times their number, the next times one less, never falling."""
    assert adjust_by_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjust_by_holm([0.9, 0.8]) == [1.0, 1.0]
    assert adjust_by_holm([]) == []
