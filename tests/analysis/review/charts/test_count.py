"""The final score as a picture: every part of it on its place, and the sum beside it."""

from __future__ import annotations

import pytest
from drawn_words import words
from matplotlib.colors import to_hex

from analysis.drawing.boards import Discs
from analysis.drawing.style import PENS, render
from analysis.review.charts.count import final_count
from analysis.tables.judged import games_of
from kifu.model.outcome import Side

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
    found = [one for one in axes.collections if isinstance(one, Discs) and to_hex(one.get_facecolor()[0]) == colour]
    return {tuple(offset) for one in found for offset in one.get_offsets().tolist()}


def test_every_pair_is_marked_with_its_points(match):
    """A disc in its side's colour on each pair that scores, its points written there; the points add up to the score."""
    for judged in games_of(match):
        game, final = judged.game, judged.final
        board, _ = final_count(judged).axes
        written = {(word.x, round(word.y + 0.12, 9)): word.text for word in words(board) if word.text.isdigit()}
        for side in Side:
            parts = [part for part in game.shares(final) if part.side is side]
            places = {(part.square % 7 + 0.5, part.square // 7 + 0.5): f"{part.points:g}" for part in parts}
            assert discs(board, PENS[side].colour.lower()) == set(places)
            assert places.items() <= written.items()
            assert sum(map(int, places.values())) == judged.scores()[-1][side]


def test_the_sum_stands_beside_the_board(match):
    """Each side's total, and under it a line for each pair."""
    _, listed = final_count(games_of(match)[0], "en").axes
    lines = [text.get_text() for text in listed.texts]
    assert lines[0] == "○ white (白)　103 points"
    assert "● black (黒)　98 points" in lines
    assert "21　二04 五 正2重合体 (both turned), 8 lines" in lines
    assert len([line for line in lines if "　" in line]) == 2 + 12


@pytest.mark.slow
def test_what_does_not_score_is_shown_and_not_marked(judge):
    """A pair of two colours and a single piece stand there as diagrams write them; a line counts for nothing in Master."""
    (judged,) = judge(HALF)
    board, listed = final_count(judged, "ja").axes
    assert discs(board, PENS[Side.FIRST].colour.lower()) == {(0.5, 0.5)}
    assert discs(board, PENS[Side.SECOND].colour.lower()) == {(2.5, 2.5)}
    assert {"AA", "BvB", "vD'vD", "vG・"} <= {word.text for word in words(board)}
    texts = [text.get_text() for text in listed.texts]
    assert texts == ["○ 白　10 点", "10　一01 A 合体 (昇格 0)", "", "● 黒　15 点", "15　三03 D 合体 (昇格 1)"]
    assert render(final_count(judged), "png")
    assert render(final_count(judged), "svg") == render(final_count(judged), "svg")


def test_a_game_that_does_not_say_is_refused(beaten):
    """6面体 has a standing of no parts."""
    with pytest.raises(ValueError, match="six"):
        final_count(beaten)
