"""The pictures of a study, in both languages."""

import numpy as np
import pytest
from drawn_words import explains_hatching, hatched
from studies import played

from analysis.plots.numbers_on_board import Discs, WordCollection
from analysis.plots.picture_style import figure_bytes
from analysis.tournaments.study_charts import (
    IntervalLine,
    SetBoard,
    ShareEntry,
    draw_difference_grids,
    draw_intervals,
    draw_sets,
    draw_share_table,
    study_figures,
)
from kifu.core import games
from kifu.core.outcome import Side

SIX = games.load("six")


def words_of(axes):
    """Return the words written on a board."""
    return [word.text for words in axes.collections if isinstance(words, WordCollection) for word in words.words]


def places(axes):
    """Return the discs of a board, set by set, as squares."""
    sets = [discs for discs in axes.collections if isinstance(discs, Discs)]
    return [{(int(down), int(across)) for across, down in discs.get_offsets()} for discs in sets]


def test_sets_stand_where_they_should():
    """The first set is discs, the second rings; a row without boards is left out."""
    rows = {"7": [SetBoard("1)", (0, 8, 48), (6,)), SetBoard("2)", (24,))], "8": []}
    figure = draw_sets(SIX, "title", rows)
    left, right = figure.axes
    assert places(left) == [{(0, 0), (1, 1), (6, 6)}, {(0, 6)}]
    assert places(right) == [{(3, 3)}]
    assert (left.get_title(), left.get_ylabel()) == ("1)", "7")


def test_worths_share_a_scale():
    """Each size has a board, in one scale, with a colour bar."""
    grid = np.zeros((7, 7))
    grid[0, 0], grid[3, 3] = 4.0, -8.0
    figure = draw_difference_grids(SIX, "title", "points", {"7": grid, "8": grid / 2})
    assert [axes.get_title() for axes in figure.axes[:2]] == ["7", "8"]
    assert {"+4", "−8"} <= set(words_of(figure.axes[0]))
    assert {"+2", "−4"} <= set(words_of(figure.axes[1]))


def test_table():
    """Each entry has its share, interval and n; it is grey if the interval holds one half."""
    table = {
        (7, 7): ShareEntry(0.5, 0.4, 0.6, 90),
        (7, 8): ShareEntry(0.75, 0.7, 0.8, 300),
        (8, 7): ShareEntry(None, 0, 1, 0),
    }
    (axes,) = draw_share_table("title", "second", "first", table).axes
    assert {"50.0%", "40–60", "n=90", "75.0%", "n=300", "-", "n=0"} <= set(words_of(axes))
    painted = axes.images[0].get_array()
    assert painted[0, 0].tolist() == pytest.approx([0.851, 0.851, 0.851, 1], abs=0.001)
    assert painted[0, 1].min() < 0.5
    assert painted[0, 1][2] > painted[0, 1][0] > painted[0, 1][1]  # a high share is purple, here and among openings


def test_intervals():
    """Each share has an interval; a heading, and a line without finished games, have none."""
    lines = [
        IntervalLine("A"),
        IntervalLine("a", ShareEntry(0.25, 0.2, 0.3, 100), Side.FIRST),
        IntervalLine("b", ShareEntry(None, 0, 1, 0)),
    ]
    (axes,) = draw_intervals("title", "share", lines).axes
    drawn = [tuple(line.get_xdata()) for line in axes.lines]
    assert drawn == [(0.5, 0.5), (0.2, 0.3), (0.25,)]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["A", "a", "b"]


def test_a_study_without_games_has_no_pictures():
    """Pictures without content are not drawn, and each page gives the reason."""
    findings, _ = played()
    nothing = findings._replace(cells=(), finalists={}, matches=())
    reasons = {page.name: (page.draw(), page.empty.ja) for page in study_figures(nothing, "ja")}
    assert reasons == {
        "squares": ((), "終わった局がない"),
        "strongest": ((), "見つかった組がない"),
        "answers": ((), "確かめの対局がない"),
        "confirmed": ((), "確かめの対局がない"),
    }


@pytest.mark.parametrize("language", ["ja", "en"])
def test_all_pages_of_a_study(language):
    """Every page is drawn; the target stands on all boards of answers; the same study gives the same bytes."""
    findings, _ = played()
    drawn = {page.name: page.draw()[0] for page in study_figures(findings, language)}
    assert set(drawn) == {"sizes", "squares", "strongest", "answers", "confirmed"}
    target = {divmod(square, 7) for square in findings.target}
    assert len(drawn["answers"].axes) == 4
    assert all(places(axes)[0] == target for axes in drawn["answers"].axes)
    assert len(drawn["strongest"].axes) == 6
    for name, figure in drawn.items():
        assert explains_hatching(figure) or not hatched(figure), name
    again = {page.name: page.draw()[0] for page in study_figures(findings, language)}
    assert figure_bytes(drawn["sizes"], "svg") == figure_bytes(again["sizes"], "svg")
