"""The words on the pictures: verdicts of every kind in both languages."""

from __future__ import annotations

from each import each

from analysis.plots.titles import ending_line, fault_line, players_text, record_title

OPENING = "棋種：6面体\n1 四04占\n2 四06領\n"


@each(
    ("closing", "japanese", "english"),
    [
        ("", "2 手まで (未了)", "2 plies: unfinished"),
        ("3 投了\n", "2 手で後手の勝ち (投了)", "2 plies: second (後手) wins (resignation)"),
        ("3 千日手\n", "2 手で引き分け (千日手)", "2 plies: draw (repetition)"),
        ("まで9手で先手の勝ち\n", "2 手まで (記録と食い違い)", "2 plies: contradicts the record"),
        (
            "3 一01武\n4 反則負け\n",
            "2 手で後手の勝ち (反則) [six.4]",
            "2 plies: second (後手) wins (foul) [six.4]",
        ),
    ],
)
def test_every_end_has_its_words(judge, closing, japanese, english):
    """The line has the winner, the reason and the article, or else the status."""
    (verdict,) = judge(OPENING + closing)
    assert ending_line(verdict, "ja") == japanese
    assert ending_line(verdict, "en") == english


def test_a_contradicted_result_is_named_with_what_is_true(judge, beaten):
    """The line has the winner by the rules, and tells the contradiction."""
    text = beaten.record.source.data.decode().replace("先手の勝ち", "後手の勝ち")
    (verdict,) = judge(text)
    assert ending_line(verdict, "en") == ("7 plies: first (先手) wins (elimination) [six.14] - contradicts the record")
    assert fault_line(verdict, "en").startswith("ply 7 [six.14]: the record says: second")


def test_no_fault_no_line(beaten):
    """A record without a fault has no such line."""
    assert fault_line(beaten, "ja") == ""


def test_one_nameless_player(judge):
    """A player without a name is a question mark; if both have none, the title has the file."""
    (verdict,) = judge("棋種：6面体\n後手：佐藤\n")
    assert players_text(verdict, "ja") == "▲? 対 △佐藤"
    (first, second) = judge("棋種：6面体\n1 四04占\n棋種：6面体\n1 四04占\n", "dir/two.kif")
    assert record_title(first, "ja") == "6面体　two.kif"
    assert record_title(second, "en") == "6面体 (six)　two.kif [2]"
