"""The picture of the final score: every part of it on its square, and the sum beside the board."""

from __future__ import annotations

import pytest
from drawn_words import words
from matplotlib.colors import to_hex

from analysis.plots.board_plot import Discs
from analysis.plots.final_score import final_count
from analysis.plots.picture_style import PENS, render
from analysis.tables.verdict_access import games_of
from kifu.core.outcome import Side

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
    for verdict in games_of(match):
        game, final = verdict.game, verdict.final
        board, _ = final_count(verdict).axes
        written = {(word.x, round(word.y + 0.12, 9)): word.text for word in words(board) if word.text.isdigit()}
        for side in Side:
            parts = [part for part in game.shares(final) if part.side is side]
            places = {(part.square % 7 + 0.5, part.square // 7 + 0.5): f"{part.points:g}" for part in parts}
            assert discs(board, PENS[side].colour.lower()) == set(places)
            assert places.items() <= written.items()
            assert sum(map(int, places.values())) == verdict.scores()[-1][side]


def test_the_sum_stands_beside_the_board(match):
    """The list has the total of each side, and under it a line for each pair."""
    _, listed = final_count(games_of(match)[0], "en").axes
    lines = [text.get_text() for text in listed.texts]
    assert lines[0] == "○ white (白)　105 points"
    assert "● black (黒)　99 points" in lines
    assert "21　二04 三 正2重合体 (both turned), 8 lines" in lines
    assert len([line for line in lines if "　" in line]) == 2 + 12


def test_what_does_not_score_is_shown_and_not_marked(judge):
    """Mixed pairs and single pieces are written as in diagrams, without a coloured disc; Master gives lines no points."""
    (verdict,) = judge(HALF)
    board, listed = final_count(verdict, "ja").axes
    assert discs(board, PENS[Side.FIRST].colour.lower()) == {(0.5, 0.5)}
    assert discs(board, PENS[Side.SECOND].colour.lower()) == {(2.5, 2.5)}
    assert {"AA", "BvB", "vD'vD", "vG・"} <= {word.text for word in words(board)}
    texts = [text.get_text() for text in listed.texts]
    assert texts == ["○ 白　10 点", "10　一01 A 合体 (昇格 0)", "", "● 黒　15 点", "15　三03 D 合体 (昇格 1)"]
    assert render(final_count(verdict), "png")
    assert render(final_count(verdict), "svg") == render(final_count(verdict), "svg")


def test_a_game_that_does_not_say_is_refused(beaten):
    """6面体 has a score without parts, so it has no such picture."""
    with pytest.raises(ValueError, match="six"):
        final_count(beaten)
