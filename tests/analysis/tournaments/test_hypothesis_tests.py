"""Differences of shares, and the correction for many of them."""

import pytest
from each import each

from analysis.tournaments.hypothesis_tests import difference, holm


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
    assert difference(*counts)[:3] == pytest.approx(expected, abs=6e-5)


def test_p_and_interval_agree():
    """The level is below 0.05 exactly where the interval leaves out zero; without a game there is no difference."""
    for won in range(0, 61, 3):
        for other in range(0, 41, 5):
            found = difference(won, 60, other, 40)
            assert (found.p < 0.05) == (not found.low <= 0 <= found.high)
    assert difference(5, 10, 5, 10).p == pytest.approx(1)
    assert difference(400, 400, 0, 400).p < 1e-12
    assert difference(1, 2, 0, 0) is None


def test_holm():
    """The example of every textbook: the least p times their number, the next times one less, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
