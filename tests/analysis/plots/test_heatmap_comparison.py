"""Comparisons: A, B and A − B, on scales that make them comparable."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_words import explains_hatching, hatched, numbers
from matplotlib import colormaps
from matplotlib.collections import PatchCollection

from analysis.plots.picture_style import DIVERGING, figure_bytes
from analysis.plots.review_pages import (
    ComparedNames,
    draw_compared_heatmaps,
    draw_compared_timelines,
    draw_comparison_pages,
)
from analysis.tables.square_counts_and_courses import count_difference, count_squares, mean_counts
from analysis.tables.verdict_access import verdicts_of_replayed_games
from kifu.core.outcome import Side


@pytest.fixture(scope="module")
def pair(beaten, group):
    """Return the counts of one record, and the means of three."""
    return count_squares(beaten), mean_counts(count_squares(verdict) for verdict in group)


@pytest.fixture(scope="module")
def page(pair):
    """Return the comparison of one record with three."""
    return draw_compared_heatmaps(*pair, "stood", ComparedNames("一局", "三局"), "ja")


@pytest.fixture(scope="module")
def fewer(beaten, illegal):
    """Return the comparison of a record with another that has all its placements and more."""
    return draw_compared_heatmaps(count_squares(illegal), count_squares(beaten), "placement", page=[None])


@pytest.fixture(scope="module")
def more(beaten, illegal):
    """Return the comparison of the same records with A and B exchanged."""
    return draw_compared_heatmaps(count_squares(beaten), count_squares(illegal), "placement", page=[None])


def boards(figure):
    """Return the boards of a comparison in rows of six."""
    return np.array(figure.axes[:-2]).reshape(-1, 6)


def test_a_row_is_both_and_their_difference(page):
    """A row has A, B and A − B of each side; there is a row for all units, then one for each unit."""
    rows = boards(page)
    assert [axes.get_title() for axes in rows[0]] == [
        f"{side}　{part}" for side in ("▲ 先手", "△ 後手") for part in ("A", "B", "A − B")
    ]
    assert [row[0].get_ylabel() for row in rows] == ["計", "占領", "武士", "騎馬", "弓矢", "巫女", "怨霊"]
    assert page.get_suptitle() == "立っていた手数\nA: 一局 (1 局)\nB: 三局 (3 局)"


def test_what_is_compared_has_one_scale(pair, page):
    """A and B share one scale on the page; the differences share another, symmetrical around 0 and just wide enough."""
    rows = boards(page)
    counted = {
        (mesh.norm.vmin, mesh.norm.vmax) for row in rows for mesh in (row[n].collections[0] for n in (0, 1, 3, 4))
    }
    signed = {(mesh.norm.vmin, mesh.norm.vmax) for row in rows for mesh in (row[n].collections[0] for n in (2, 5))}
    assert counted == {(0.0, max(part.counts_per_record("stood", side).max() for part in pair for side in Side))}
    highest = max(
        np.abs(count_difference(*pair)["stood"].sum(axis=1)).max(), np.abs(count_difference(*pair)["stood"]).max()
    )
    assert signed == {(-highest, highest)}


def test_differences_are_signed(fewer, more):
    """A square has + where A has more, − where B has more, and is blank where both are equal."""
    first, second = boards(fewer)[0, 2], boards(fewer)[0, 5]
    assert list(numbers(first).values()) == ["−1"]
    assert list(numbers(second).values()) == ["−1", "−1"]
    assert list(numbers(boards(more)[0, 5]).values()) == ["+1", "+1"]


def test_negative_squares_are_hatched(fewer, more):
    """Hatching shows the sign in grey: each negative square has one patch, a positive one has none."""

    def hatches(axes):
        patches = [patch for patch in axes.collections if isinstance(patch, PatchCollection)]
        return [len(patch.get_paths()) for patch in patches if patch.get_hatch()]

    assert hatches(boards(fewer)[0, 5]) == [2]
    assert hatches(boards(more)[0, 5]) == []


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_page_says_what_hatching_means(pair, language):
    """A reader who has never seen such a page is told that hatched squares are below zero."""
    figure = draw_compared_heatmaps(*pair, "stood", language=language)
    assert hatched(figure)
    assert explains_hatching(figure)


def test_the_diverging_scale_is_even():
    """Both ends of the scale are dark and the middle is light, so both signs look equally strong."""
    low, middle, high = colormaps[DIVERGING]([0.0, 0.5, 1.0])[:, :3] @ (0.3, 0.59, 0.11)
    assert middle - low > 0.5
    assert middle - high > 0.5


def test_more_is_purple_and_less_is_orange(fewer):
    """Squares where A has less are orange, as a low share is in every other picture."""
    red, green, blue, _ = boards(fewer)[0, 2].collections[0].to_rgba(-1)
    assert red > green > blue


def test_a_comparison_goes_on_on_further_pages(pair):
    """Seven rows of 7路 boards do not fit a screen: four go on the first page, three on the second, in one scale."""
    pages = draw_comparison_pages(*pair, "stood", language="ja")
    labels = [[row[0].get_ylabel() for row in boards(page)] for page in pages]
    assert labels == [["計", "占領", "武士", "騎馬"], ["弓矢", "巫女", "怨霊"]]
    assert len({boards(page)[0, 0].collections[0].norm.vmax for page in pages}) == 1


def test_nothing_to_compare_is_no_page(setup_only):
    """If neither A nor B has a mark of the kind, there is no picture."""
    counted = count_squares(setup_only)
    assert draw_comparison_pages(counted, counted, "landing") == ()


def test_the_same_against_itself_is_blank(beaten):
    """A record against itself has no number and no hatch, and is drawn."""
    counted = count_squares(beaten)
    figure = draw_compared_heatmaps(counted, counted, "landing", language="en")
    assert not any(numbers(axes) for row in boards(figure) for axes in (row[2], row[5]))
    assert figure_bytes(figure, "png")


def test_other_games_are_not_compared(beaten, other_game):
    """Boards or courses of two games are refused."""
    with pytest.raises(ValueError, match="cannot compare"):
        draw_compared_heatmaps(count_squares(beaten), count_squares(other_game), "stood")
    with pytest.raises(ValueError, match="cannot compare"):
        draw_compared_timelines([beaten], [other_game])


def test_courses_stand_side_by_side(beaten, illegal):
    """Each measure has a row: A and B share a y axis; A − B ends with the shorter and is symmetrical around 0."""
    figure = draw_compared_timelines([beaten], [illegal], ComparedNames("$a$", ""), "en")
    rows = np.array(figure.axes).reshape(5, 3)
    assert figure.get_suptitle() == "A: $a$ (1 record)\nB: 1 record"
    assert [axes.get_title(loc="left") for axes in rows[3]] == [f"dice in hand　{part}" for part in ("A", "B", "A − B")]
    assert list(rows[3, 0].get_lines()[0].get_ydata()) == [15, 14, 14, 13, 13, 13, 13, 13]
    assert list(rows[3, 1].get_lines()[0].get_ydata()) == [15, 14, 14]
    assert list(rows[3, 2].get_lines()[0].get_ydata()) == [0, 0, 0]
    for row in rows:
        assert row[0].get_ylim() == row[1].get_ylim()
        low, high = row[2].get_ylim()
        assert low == pytest.approx(-high)
    assert figure_bytes(figure, "svg") == figure_bytes(
        draw_compared_timelines([beaten], [illegal], ComparedNames("$a$", ""), "en"), "svg"
    )


def test_groups_tell_how_many_go_on(beaten, illegal, group):
    """For a group, a last row counts the records behind each mean, and the head tells it."""
    figure = draw_compared_timelines([beaten, illegal], group, language="ja")
    rows = np.array(figure.axes).reshape(6, 3)
    assert list(rows[5, 0].get_lines()[0].get_ydata()) == [2, 2, 2, 1, 1, 1, 1, 1]
    assert rows[5, 1].get_title(loc="left") == "続いている局数　B"
    assert figure.get_suptitle().splitlines() == ["A: 2 局", "B: 3 局", "線は、その手数まで続いた局の平均"]
    assert figure_bytes(figure, "png")


def test_the_target_is_drawn_for_both(match):
    """The target crosses the panels of A and of B, which share an axis, and not that of A − B."""
    first, second = verdicts_of_replayed_games(match)
    figure = draw_compared_timelines([second], [first], language="ja")
    rows = np.array(figure.axes).reshape(-1, 3)
    targets = [
        [[*line.get_ydata()] for line in axes.get_lines() if line.get_label() == "target"] for axes in figure.axes
    ]
    assert targets == [[[100, 100]], [[100, 100]], *[[]] * (len(figure.axes) - 2)]
    assert [axes.texts[0].get_text() for axes in rows[0, :2]] == ["目標 100"] * 2
    assert rows[0, 0].get_ylim() == rows[0, 1].get_ylim()
