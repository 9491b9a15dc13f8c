"""The words of the pictures: verdicts of every kind in both languages."""

from __future__ import annotations

import pytest

from analysis.review.charts.wording import end_line, fault_line, players, title

OPENING = "棋種：6面体\n1 四04占\n2 四06領\n"


@pytest.mark.parametrize(
    ("closing", "japanese", "english"),
    [
        ("", "2 手まで (未了)", "2 plies: unfinished"),
        ("3 投了\n", "2 手で後手の勝ち (投了)", "2 plies: second (後手) wins (resignation)"),
        ("3 千日手\n", "2 手で引き分け (千日手)", "2 plies: draw (repetition)"),
        ("まで9手で先手の勝ち\n", "2 手まで (記録と食い違い)", "2 plies: contradicts the record"),
        (
            "3 一01武\n4 反則負け\n",
            "2 手で後手の勝ち (反則, six.4)",
            "2 plies: second (後手) wins (foul, six.4)",
        ),
    ],
)
def test_every_end_has_its_words(judge, closing, japanese, english):
    """Who won, why and by which article; else the status."""
    (judged,) = judge(OPENING + closing)
    assert end_line(judged, "ja") == japanese
    assert end_line(judged, "en") == english


def test_a_contradicted_result_is_named_with_what_is_true(judge, beaten):
    """The winner is the one by the rules, and the contradiction is said."""
    text = beaten.record.source.data.decode().replace("先手の勝ち", "後手の勝ち")
    (judged,) = judge(text)
    assert end_line(judged, "en") == ("7 plies: first (先手) wins (elimination, six.14) - contradicts the record")
    assert fault_line(judged, "en").startswith("ply 7 [six.14]: the record says: second")


def test_no_fault_no_line(beaten):
    """A record without a fault has nothing to say."""
    assert fault_line(beaten, "ja") == ""


def test_one_nameless_player(judge):
    """Where only one side is named, the other is a question mark; where none is, the file stands in the title."""
    (judged,) = judge("棋種：6面体\n後手：佐藤\n")
    assert players(judged, "ja") == "▲? 対 △佐藤"
    (first, second) = judge("棋種：6面体\n1 四04占\n棋種：6面体\n1 四04占\n", "dir/two.kif")
    assert title(first, "ja") == "6面体　two.kif"
    assert title(second, "en") == "6面体 (six)　two.kif [2]"
