"""No text of a picture overlaps another or runs over the edge: pages of openings, and differences of groups."""

from pathlib import Path

import numpy as np
import pytest
from overlaps import overlapping

import kifu
from analysis.openings.opening_charts import draw_square_shares
from analysis.openings.opening_sets import SquareShares
from analysis.plots.review_pages import draw_compared_heatmaps
from analysis.tables.square_counts_and_courses import count_squares, mean_counts

SAMPLES = Path(__file__).parents[3] / "samples"


def mean_of(*names):
    """Return the mean counts of the first games of some samples."""
    return mean_counts(count_squares(kifu.verify(kifu.read(SAMPLES / f"{name}.kif"))[0]) for name in names)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_squares_of_openings(language):
    """Few boards on a page, so its two colour bars are wider than they; a row whose first board is missing keeps its name."""
    game = kifu.load_game("six")
    grid = np.linspace(0, 1, 49).reshape(7, 7)
    maps = {
        (side, number): SquareShares(side, number, 1234, grid if side else 0.8 * grid)
        for number in (1, 2, 3, 7, 8)
        for side in (0, 1)
        if (side, number) != (0, 2)
    }
    figure = draw_square_shares(maps, game, [1, 2, 3, 7, 8], 30, language)
    assert overlapping(figure) == ([], [])
    first, second = (axes.get_window_extent() for axes in figure.axes[-2:])
    assert second.x0 - first.x1 > 50
    shown = [axes for axes in figure.axes if axes.get_ylabel()]
    assert len(shown) == 5
    assert all(axes.axison for axes in shown)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        (("six/resigned", "six/out-of-time"), ("six/elimination", "six/standstill"), "stood"),
        (("ace/draw",), ("ace/resigned", "ace/out-of-time"), "stood"),
    ],
)
def test_differences(language, ours, theirs, kind):
    """Titles stay on the page, and numbers in their squares."""
    figure = draw_compared_heatmaps(mean_of(*ours), mean_of(*theirs), kind, language=language, page=[None])
    assert overlapping(figure) == ([], [])
