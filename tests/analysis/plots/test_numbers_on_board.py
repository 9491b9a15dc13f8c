"""Boards that are graphs are drawn as their lines, with a disc for each counted point."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_words import numbers
from each import each
from matplotlib.collections import LineCollection, PatchCollection, QuadMesh

from analysis.plots.heatmaps_and_final_score import draw_heatmap_page
from analysis.plots.numbers_on_board import Discs
from analysis.plots.picture_style import figure_bytes
from analysis.plots.review_pages import draw_compared_heatmaps
from analysis.tables.square_counts_and_courses import count_squares
from analysis.tables.verdict_access import verdicts_of_replayed_games
from kifu.core import games
from kifu.core.outcome import Side


@pytest.fixture(scope="module")
def counted(match):
    """Return the counts of both games of the match."""
    return [count_squares(game) for game in verdicts_of_replayed_games(match)]


def drawn(axes, kind):
    """Return the collections of a kind on a board."""
    return [collection for collection in axes.collections if type(collection) is kind]


def test_a_graph_is_drawn_as_its_lines(counted):
    """Each line of the game's data runs through the middles of its squares; no squares are drawn."""
    game = counted[0].game
    axes = draw_heatmap_page(counted[0], "landing").axes[0]
    (lines,) = drawn(axes, LineCollection)
    segments = lines.get_segments()
    assert len(segments) == len(game._data.lines) == 24
    first = [divmod(square, 7) for square in game.lines[0]]
    assert segments[0].tolist() == [[column + 0.5, row + 0.5] for row, column in first]
    assert not drawn(axes, QuadMesh)
    assert axes.get_ylim() == (7, 0)


def test_counted_points_are_discs_with_numbers(counted):
    """Every point has a dot, and every counted point has a disc and a number."""
    axes = draw_heatmap_page(counted[0], "landing").axes[0]
    dots, discs = drawn(axes, Discs)
    grid = counted[0].counts_per_record("landing", Side.FIRST)
    assert len(dots.get_offsets()) == 49
    assert discs.get_array().tolist() == grid[grid > 0].tolist()
    assert numbers(axes) == {(column, row): f"{grid[row, column]:.0f}" for row, column in np.argwhere(grid > 0)}


def test_squares_stay_squares(beaten):
    """The board of a game without lines is drawn as squares."""
    assert beaten.game.lines == ()
    axes = draw_heatmap_page(count_squares(beaten), "stood").axes[0]
    assert not drawn(axes, LineCollection)
    assert len(drawn(axes, QuadMesh)) == 1


def test_differences_stand_on_the_lines_too(counted):
    """A − B has the lines of A and B, and its negative points are hatched."""
    figure = draw_compared_heatmaps(*counted, "union")
    assert all(len(drawn(axes, LineCollection)) == 1 for axes in figure.axes[:6])
    gap = counted[0].counts_per_record("union", Side.FIRST) - counted[1].counts_per_record("union", Side.FIRST)
    hatched = [collection for collection in drawn(figure.axes[2], PatchCollection) if collection.get_hatch()]
    assert [len(collection.get_paths()) for collection in hatched] == (
        [int((gap < 0).sum())] if (gap < 0).any() else []
    )
    assert figure_bytes(figure, "png")


def test_an_empty_graph_is_drawn(counted):
    """Without counts only the lines and dots are drawn."""
    nothing = {kind: np.zeros_like(grid) for kind, grid in counted[0].counts.items()}
    axes = draw_heatmap_page(counted[0]._replace(counts=nothing), "landing").axes[0]
    assert not numbers(axes)
    assert drawn(axes, Discs)[1].get_array().size == 0


@each("name", ["ace", "king", "master"])
def test_lines_run_over_squares_of_the_board(name):
    """The lines are given in squares, as traces are, not in the game's own numbers of its points."""
    game = games.load(name)
    squares = {square for line in game.lines for square in line}
    assert squares <= set(game.board.squares)
    assert np.array_equal(sorted(squares), game.board.squares)
