"""Pictures of openings: shares with their n, results of few games in grey, and sets as boards."""

import numpy as np
import pandas as pd
import pytest
from drawn_words import explains_hatching, hatched, numbers
from explored import SIX
from matplotlib.colors import to_hex, to_rgb

from analysis.openings.atlas import table_csv
from analysis.openings.atlas_text import frequent_openings_heading, pairs_heading, sequences_heading
from analysis.openings.opening_charts import (
    FAINT,
    DrawnOpening,
    draw_frequent_sets,
    draw_results_by_size,
    draw_square_shares,
    map_rows,
)
from analysis.openings.opening_sets import SquareShares, add_share_columns, destination_square
from analysis.plots.picture_style import DIVERGING, figure_bytes
from kifu.core import games
from kifu.core.outcome import Side


def counted(*rows):
    """Return a table of results; each row is (first, second, wins, losses, unfinished)."""
    table = pd.DataFrame(
        [
            {
                "first_number": first,
                "second_number": second,
                "games": wins + losses + unfinished,
                "first_wins": wins,
                "second_wins": losses,
                "draws": 0,
                "unfinished": unfinished,
                "finished": wins + losses,
            }
            for first, second, wins, losses, unfinished in rows
        ]
    )
    return add_share_columns(table, 0)


def patches(axes):
    """Return the colours of the cells, and the number of frames."""
    filled = [to_hex(patch.get_facecolor()) for patch in axes.patches if patch.get_fill()]
    return filled, sum(not patch.get_fill() for patch in axes.patches)


def test_a_cell_says_share_interval_and_n():
    """Each cell has its share, its interval, its number of games, and the unfinished games beside it."""
    figure = draw_results_by_size(counted((7, 7, 30, 30, 4), (7, 8, 3, 1, 0)), SIX, 30, "x", "en")
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts == ["50%", "38%–62%", "n=60 +4?", "75%", "30%–95%", "n=4"]
    assert figure_bytes(figure, "png")


def test_few_games_are_grey():
    """A cell with fewer games than `small` has no colour."""
    filled, _ = patches(draw_results_by_size(counted((7, 7, 30, 32, 0), (7, 8, 4, 0, 0)), SIX, 30, "x").axes[0])
    assert filled[1] == FAINT
    assert filled[0] != FAINT


def test_a_frame_needs_the_interval_of_all():
    """A share has a frame only if one half lies outside the interval for all cells, not just outside its own."""
    rows = [(number, 7, 30, 15, 0) for number in range(1, 10)]
    alone = draw_results_by_size(counted(rows[0]), SIX, 30, "x").axes[0]
    assert patches(alone)[1] == 1
    assert patches(draw_results_by_size(counted(*rows), SIX, 30, "x").axes[0])[1] == 0


def test_no_finished_game_has_no_share():
    """A cell whose games are all unfinished has a dash."""
    figure = draw_results_by_size(counted((7, 7, 0, 0, 3)), SIX, 30, "x")
    assert [text.get_text() for text in figure.axes[0].texts] == ["—", "", "n=0 +3?"]
    assert figure_bytes(figure, "svg")


def test_a_low_share_is_orange():
    """Less than one half for 先手 is orange, more is purple, in the table and in the differences of the maps."""
    filled, _ = patches(draw_results_by_size(counted((7, 7, 10, 30, 0), (7, 8, 30, 10, 0)), SIX, 30, "x").axes[0])
    low, high = (to_rgb(colour) for colour in filled)
    assert low[0] > low[1] > low[2]
    assert high[2] > high[0] > high[1]
    maps = {(side, 7): SquareShares(side, 7, 50, grid(0.5 - side / 4)) for side in (0, 1)}
    assert draw_square_shares(maps, SIX, [7], 30).axes[2].collections[0].cmap.name == DIVERGING


def test_large_boards_have_fewer_rows_a_page():
    """Five maps of the 7路 board go on a page; of a 19路 board, only as many as a screen takes."""
    large = games.load("rengo").configure(None, {"盤": "碁盤19路"})
    assert map_rows(SIX) == 5
    assert 1 <= map_rows(large) < 5


def grid(value):
    """Return a 7 × 7 grid with one number in the middle."""
    array = np.zeros((7, 7))
    array[3, 3] = value
    return array


def test_maps_of_each_side_and_their_difference():
    """A row has 先手, 後手 and the difference, with n; a side without games is empty."""
    maps = {
        (0, 7): SquareShares(0, 7, 50, grid(0.6)),
        (1, 7): SquareShares(1, 7, 60, grid(0.2)),
        (0, 8): SquareShares(0, 8, 5, grid(0.4)),
    }
    figure = draw_square_shares(maps, SIX, [7, 8], 30, "ja")
    boards = figure.axes[:6]
    assert [axes.get_title() for axes in boards] == ["▲ 先手　n=50", "△ 後手　n=60", "▲ − △", "▲ 先手　n=5", "", ""]
    assert explains_hatching(figure)
    assert not hatched(figure)  # 先手 has placed there more often
    turned = draw_square_shares(
        {(1 - side, 7): maps[side, 7]._replace(side=1 - side) for side in (0, 1)}, SIX, [7], 30, "en"
    )
    assert hatched(turned)
    assert explains_hatching(turned)
    counted = [list(numbers(axes).values()) for axes in boards]
    assert counted == [[".60"], [".20"], ["+.40"], [".40"], [], []]
    assert [[text.get_text() for text in axes.texts] for axes in boards[4:]] == [["—"], ["—"]]
    assert boards[0].get_ylabel() == "占領 7 個"
    assert figure_bytes(figure, "png")


def test_few_games_have_no_colours():
    """Maps of few games are grey, and so are differences between few games."""
    maps = {(side, 7): SquareShares(side, 7, 5, grid(0.5 - side / 4)) for side in (0, 1)}
    figure = draw_square_shares(maps, SIX, [7], 30)
    for axes in figure.axes[:3]:
        red, green, blue, _ = axes.collections[0].to_rgba(0.25)
        assert red == pytest.approx(green, abs=0.02) == pytest.approx(blue, abs=0.02)


@pytest.mark.parametrize("name", ["six", "king"])
def test_sets_are_boards(name):
    """Each opening is a board with a disc for each move; the title has its games, share and n."""
    game = games.load(name)
    first = list(game.legal_moves(game.start()))[:2]
    moves = tuple((Side.SECOND, game.spell(move)) for move in first)
    (row,) = counted((3, 3, 20, 12, 1)).to_dict("records")
    figure = draw_frequent_sets([DrawnOpening(moves, row), DrawnOpening(moves[:1], row)], game, "見出し", 30, "ja")
    assert [axes.get_title() for axes in figure.axes] == [
        "1.　33 局\n62% (45%–77%, n=32)",
        "2.　33 局\n62% (45%–77%, n=32)",
    ]
    squares = {(square % 7, square // 7) for square in (destination_square(game, move) for move in first)}
    assert figure.get_suptitle() == "見出し\n局数、得点率 (95% 区間、n は結果の付いた局)。灰色は n が 30 未満"
    assert set(numbers(figure.axes[0])) == squares
    assert figure_bytes(figure, "png")


@pytest.mark.parametrize("name", games.ids())
def test_titles_say_what_is_counted(name):
    """What is frequent are games, not the units of an opening: 「占領の多い配置」 would be placements with many 占領."""
    game = games.load(name)
    titles = [*(frequent_openings_heading(game, side) for side in Side), pairs_heading(game), sequences_heading(game)]
    for title in titles:
        assert "局数の多い順" in title.ja
        assert title.ja.count("多い") == 1
        assert title.en.startswith("most frequent ")


def test_csv_of_tables():
    """Only columns of text change; shares below zero stay numbers, missing values stay empty; `raw` changes nothing."""
    table = pd.DataFrame({"name": ["=1", "a", None], "worth": [-0.5, 1, None]})
    assert table_csv(table) == b"name,worth\n'=1,-0.500000\na,1.000000\n,\n"
    assert table_csv(table, raw=True) == b"name,worth\n=1,-0.500000\na,1.000000\n,\n"
