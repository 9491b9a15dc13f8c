"""The heatmaps: boards look as in diagrams, a page has one scale, and numbers can be read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawn_words import names, numbers, words
from each import each
from matplotlib.colors import to_hex

from analysis.plots.heatmaps_and_final_score import draw_final_count, draw_heatmap_page, draw_heatmap_pages, unit_label
from analysis.plots.numbers_on_board import Discs, cell_points, format_count, number_size, panel_units, spell_signed
from analysis.plots.picture_style import COUNTING, PENS, figure_bytes
from analysis.tables.square_counts_and_courses import count_squares, mean_counts
from analysis.tables.verdict_access import verdicts_of_replayed_games
from kifu.core.outcome import Side
from kifu.referee.verify import verify
from notation.reading import read

SAMPLES = Path(__file__).parents[3] / "samples"


def rengo(name):
    """Return the verdict on a sample of 続・連合将棋."""
    document = read(f"{name}.kif", (SAMPLES / f"rengo/{name}.kif").read_bytes())
    return verify(document.records[0], document.sha256)


def meshes(figure):
    """Return the coloured squares of each board of a page, row by row."""
    return [axes.collections[0] for axes in figure.axes[:-1]]


def test_a_page_has_a_board_for_each_side_and_unit(beaten):
    """A page has two rows of seven boards, all units first and then each by its name, and a colour bar."""
    figure = draw_heatmap_page(count_squares(beaten), "stood", "記録", "ja")
    assert len(figure.axes) == 2 * 7 + 1
    titles = [axes.get_title() for axes in figure.axes[:7]]
    assert titles == ["計", "占領", "武士", "騎馬", "弓矢", "巫女", "怨霊"]
    assert [figure.axes[number].get_ylabel() for number in (0, 7)] == ["▲ 先手", "△ 後手"]
    assert figure.get_suptitle() == "立っていた手数　記録"
    assert figure.axes[-1].get_xlabel() == "立っていた手数"


def test_squares_are_named_as_diagrams_print_them(beaten):
    """Columns 一 to 七 stand above the board from the left, rows 01 to 07 from the top."""
    axes = draw_heatmap_page(count_squares(beaten), "stood").axes[0]
    assert names(axes) == {(column, -1): name for column, name in enumerate("一二三四五六七")} | {
        (-1, row): f"0{row + 1}" for row in range(7)
    }
    bottom, top = axes.get_ylim()
    assert (bottom, top) == (7, 0)


def test_numbers_stand_on_their_squares(beaten):
    """Each count is written on its square; a square without a count is empty."""
    figure = draw_heatmap_page(count_squares(beaten), "placement")
    assert numbers(figure.axes[0]) == {(3, 3): "1", (3, 4): "1"}
    assert numbers(figure.axes[7]) == {(3, 5): "1", (4, 4): "1", (2, 6): "1"}
    assert numbers(figure.axes[6]) == {}


def test_one_scale_holds_for_the_page(long_game):
    """All boards share the scale from 0 to the highest count on the page."""
    counted = count_squares(long_game)
    squares = meshes(draw_heatmap_page(counted, "stood"))
    highest = max(counted.counts_per_record("stood", side).max() for side in Side)
    assert len(squares) == 14
    assert {(mesh.norm.vmin, mesh.norm.vmax) for mesh in squares} == {(0.0, highest)}


def test_colours_go_one_way_in_grey():
    """The scale gets darker from end to end, and its lightest colour is darker than white."""
    colours = COUNTING(np.linspace(0, 1, 64))[:, :3] @ (0.3, 0.59, 0.11)
    assert (np.diff(colours) < 0).all()
    assert 0.85 < colours[0] < 0.95
    assert colours[-1] < 0.2


def test_little_is_pale(beaten):
    """If no square has more than two marks, no square is dark."""
    mesh = meshes(draw_heatmap_page(count_squares(beaten), "placement"))[0]
    assert mesh.norm.vmax == 5
    assert mesh.to_rgba(1)[:3] @ np.array((0.3, 0.59, 0.11)) > 0.7


@each("kind", ["stood", "landing", "drop"])
def test_a_page_fits_a_screen(kind):
    """A 19路 game takes several pages of at most 1600 × 1200 dots, with numbers, in one scale."""
    counted = count_squares(rengo("game-go19"))
    pages = draw_heatmap_pages(counted, kind)
    for page in pages:
        wide, high = page.get_size_inches() * page.dpi
        assert wide <= 1600
        assert high <= 1200
        assert len({mesh.norm.vmax for mesh in meshes(page)}) == 1
    whole = {(column, row) for row, column in np.argwhere(counted.counts_per_record(kind, Side.FIRST) > 0)}
    assert set(numbers(pages[0].axes[0])) == whole
    titles = [axes.get_title() for page in pages for axes in page.axes if axes.get_title()]
    assert sorted(titles) == sorted([unit_label(counted, unit, "ja") for unit in panel_units([counted], kind)] * 2)


def test_names_of_small_squares_do_not_meet():
    """On 19路 boards only some columns are named, and no name reaches the board or the next name."""
    counted = count_squares(rengo("game-go19"))
    axes = draw_heatmap_pages(counted, "stood")[0].axes[0]
    cell = cell_points(axes, counted.game)
    above = sorted(word.x for word in words(axes) if word.y < 0)
    assert above[0] == 0.5
    assert min(np.diff(above)) * cell > 2 * 7.0
    assert all(-word.y * cell > 0.5 * word.size for word in words(axes) if word.y < 0)


@each("number", ["1", "23", "456", "+7", "−.25"])
@each("room", [6.0, 9.0, 18.0])
def test_a_number_stays_within_its_square(number, room):
    """A number is no wider than its room, even in a small square."""
    assert number_size(number, room) * 0.57 * len(number) <= room


def test_nothing_counted_is_no_page(setup_only):
    """A kind that did not occur has no heatmap."""
    assert draw_heatmap_pages(count_squares(setup_only), "beating") == ()


def test_an_empty_page_is_drawn(setup_only):
    """The function for one page draws it even without counts."""
    figure = draw_heatmap_page(count_squares(setup_only), "beating")
    assert not any(numbers(axes) for axes in figure.axes)
    assert figure_bytes(figure, "svg") == figure_bytes(draw_heatmap_page(count_squares(setup_only), "beating"), "svg")


def test_means_say_so(group):
    """The numbers of a group are per record, and the colour bar says so."""
    average = mean_counts(count_squares(verdict) for verdict in group)
    figure = draw_heatmap_page(average, "placement", "three", "en")
    assert figure.axes[-1].get_xlabel() == "placements (per record)"
    assert set(numbers(figure.axes[1]).values()) <= {".33", ".67", "1.0"}
    assert figure_bytes(figure, "png")


def test_many_units_go_on_in_further_rows(other_game):
    """With twelve units only those seen get a board, in rows of about equal length, of eight boards at most."""
    figure = draw_heatmap_page(count_squares(other_game), "drop", language="en")
    assert [axes.get_title() for axes in figure.axes[:4]] == ["all", "stone 0", "stone 1", "stone 2"]
    assert len(figure.axes) == 2 * 4 + 1
    stood = count_squares(other_game)
    stood.counts["stood"][:, :, 0, 0] = 1
    wide = draw_heatmap_page(stood, "stood", language="en")
    assert [axes.get_title() for axes in wide.axes[14:20]] == [f"stone {number}" for number in range(6, 12)]
    assert len(wide.axes) == 2 * 13 + 1
    assert figure_bytes(wide, "png")


def test_a_subject_is_only_text(beaten):
    """The name of a group may hold any characters."""
    figure = draw_heatmap_page(count_squares(beaten), "placement", "$a$\x07")
    assert figure.get_suptitle() == "置いたマス　$a$<U+0007>"
    assert figure_bytes(figure, "png")


def test_an_unknown_kind_is_refused(beaten):
    """A kind that the game does not have is an error."""
    with pytest.raises(KeyError, match="drop"):
        draw_heatmap_page(count_squares(beaten), "drop")


@each(
    ("number", "whole", "unsigned", "signed"),
    [
        (3, True, "3", "−3"),
        (217, True, "217", "−217"),
        (3, False, "3.0", "−3.0"),
        (9.96, False, "10", "−10"),
        (0.25, False, ".25", "−.25"),
        (0.996, False, "1.0", "−1.0"),
        (0.001, False, ".00", "−.00"),
    ],
)
def test_numbers_fit_their_squares(number, whole, unsigned, signed):
    """Counts are short; differences carry their sign."""
    assert format_count(number, whole=whole) == unsigned
    assert spell_signed(-number, whole=whole) == signed
    assert spell_signed(number, whole=whole) == f"+{unsigned}"


HALF = """\
棋種：ユニオンマスター
局面図
一 二 三 四 五 六 七
AA ・・ ・・ ・・ ・・ ・・ ・・ 01
・・ BvB ・・ ・・ ・・ ・・ ・・ 02
・・ ・・ v'v ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ ・・ ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ v・ ・・ ・・ 05
・・ ・・ ・・ ・・ ・・ ・・ ・・ 06
・・ ・・ ・・ ・・ ・・ ・・ ・・ 07
手番：白
""".replace("v'v", "vD'vD").replace("v・", "vG・")


def discs(axes, colour):
    """Return the middles of the discs of a colour."""
    coloured = [
        discs for discs in axes.collections if isinstance(discs, Discs) and to_hex(discs.get_facecolor()[0]) == colour
    ]
    return {tuple(offset) for discs in coloured for offset in discs.get_offsets().tolist()}


def test_every_pair_is_marked_with_its_points(match):
    """Each pair that scores has a disc of its side with its points, and the points add up to the score."""
    for verdict in verdicts_of_replayed_games(match):
        game, final = verdict.game, verdict.final
        board, _ = draw_final_count(verdict).axes
        written = {(word.x, round(word.y + 0.12, 9)): word.text for word in words(board) if word.text.isdigit()}
        for side in Side:
            parts = [part for part in game.shares(final) if part.side is side]
            places = {(part.square % 7 + 0.5, part.square // 7 + 0.5): f"{part.points:g}" for part in parts}
            assert discs(board, PENS[side].colour.lower()) == set(places)
            assert places.items() <= written.items()
            assert sum(map(int, places.values())) == verdict.scores()[-1][side]


def test_the_sum_stands_beside_the_board(match):
    """The list has the total of each side, and under it a line for each pair."""
    _, listed = draw_final_count(verdicts_of_replayed_games(match)[0], "en").axes
    lines = [text.get_text() for text in listed.texts]
    assert lines[0] == "○ white (白)　105 points"
    assert "● black (黒)　99 points" in lines
    assert "21　二04 三 正2重合体 (both turned), 8 lines" in lines
    assert len([line for line in lines if "　" in line]) == 2 + 12


def test_what_does_not_score_is_shown_and_not_marked(judge):
    """Mixed pairs and single pieces are written as in diagrams, without a coloured disc; Master gives lines no points."""
    (verdict,) = judge(HALF)
    board, listed = draw_final_count(verdict, "ja").axes
    assert discs(board, PENS[Side.FIRST].colour.lower()) == {(0.5, 0.5)}
    assert discs(board, PENS[Side.SECOND].colour.lower()) == {(2.5, 2.5)}
    assert {"AA", "BvB", "vD'vD", "vG・"} <= {word.text for word in words(board)}
    texts = [text.get_text() for text in listed.texts]
    assert texts == ["○ 白　10 点", "10　一01 A 合体 (昇格 0)", "", "● 黒　15 点", "15　三03 D 合体 (昇格 1)"]
    assert figure_bytes(draw_final_count(verdict), "png")
    assert figure_bytes(draw_final_count(verdict), "svg") == figure_bytes(draw_final_count(verdict), "svg")


def test_a_game_that_does_not_say_is_refused(beaten):
    """6面体 has a score without parts, so it has no such picture."""
    with pytest.raises(ValueError, match="six"):
        draw_final_count(beaten)
