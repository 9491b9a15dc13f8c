"""Tests of closing lines: the ways in which people end a record after まで."""

from each import each

from kifu.core.outcome import Outcome, Side, Termination
from notation.closing_line_reader import MAX_CLOSING_CHARACTERS, read_closing_line, without_blanks

PLAYERS = {"先手": Side.FIRST, "後手": Side.SECOND, "▲": Side.FIRST, "山田太郎": Side.FIRST, "竹の子": Side.SECOND}


def parts_of(text):
    """Return count, outcome, termination and word of a closing line."""
    closing = read_closing_line(text, 9, 1, PLAYERS)
    return closing and closing[1:5]


@each(
    ("text", "outcome", "termination"),
    [
        ("まで30手で先手の勝ち", "first", None),
        ("まで30手で後手の勝ち", "second", None),
        ("まで、30手にて先手の勝ち。", "first", None),
        ("まで３0手で先手勝ち", "first", None),
        ("まで 30 手で　先手 の 勝ち ", "first", None),
        ("まで30手で後手の負け", "first", None),
        ("まで30手で先手の勝利", "first", None),
        ("まで30手で後手の敗北", "first", None),
        ("まで30手で▲の勝ち", "first", None),
        ("まで30手で山田 太郎の勝ち", "first", None),
        ("まで30手で竹の子の負け", "first", None),
        ("まで30手で竹の子勝ち", "second", None),
        ("まで30手で先手の反則勝ち", "first", "foul"),
        ("まで30手で後手の反則負け", "first", "foul"),
        ("まで30手で後手の時間切れ負け", "first", "time"),
        ("まで30手で後手の切れ負け", "first", "time"),
        ("まで30手で時間切れにより先手の勝ち", "first", "time"),
        ("まで30手で投了により先手の勝ち", "first", "resignation"),
        ("まで30手で後手の反則により先手の勝ち", "first", "foul"),
        ("まで30手で目標到達により先手の勝ち", "first", "target"),
        ("まで30手で先手の目標到達により先手の勝ち", "first", "target"),
        ("まで30手で全滅により先手の勝ち", "first", "elimination"),
        ("まで30手で後手の全滅により先手の勝ち", "first", "elimination"),
        ("まで30手で先手の五連", "first", "five"),
        ("まで30手で後手の投了", "first", "resignation"),
        ("まで30手で後手投了", "first", "resignation"),
        ("まで30手で先手の不戦勝", "first", "forfeit"),
        ("まで30手で後手の不戦敗", "first", "forfeit"),
    ],
)
def test_winners(text, outcome, termination):
    """A closing line gives the winner, under any name, and the reason, if there is one."""
    assert parts_of(text) == (30, Outcome(outcome), termination and Termination(termination), None)


@each(
    ("word", "termination"),
    [
        ("中断", "adjourned"),
        ("千日手", "repetition"),
        ("持将棋", "impasse"),
        ("引き分け", "agreement"),
        ("投了", "resignation"),
        ("時間切れ", "time"),
        ("反則負け", "foul"),
        ("反則勝ち", "foul"),
        ("不戦敗", "forfeit"),
        ("詰み", "mate"),
    ],
)
def test_special_words(word, termination):
    """A special word gives the reason; the winner depends on the turn."""
    assert parts_of(f"まで12手で{word}") == (12, None, Termination(termination), word)


def test_what_is_left_out_is_none():
    """The count and the result may be missing."""
    assert parts_of("まで") == (None, None, None, None)
    assert parts_of("まで7手") == parts_of("まで7手で") == parts_of("以上7手") == (7, None, None, None)
    assert parts_of("まで先手の勝ち") == (None, Outcome.FIRST, None, None)
    assert parts_of("まで0手で中断") == (0, None, Termination.ADJOURNED, "中断")


@each(
    "text",
    [
        "まで30手で山田の勝ち",
        "まで30手で勝ち",
        "まで30手で先手の優勢",
        "まで30手で先手の反則により先手の勝ち",
        "まで30手で誰かの反則により先手の勝ち",
        "まで30手で誰かの投了",
        "以上",
        "計30手",
        "まで1234567890手で中断",
        "まで30手で先手の勝ち" + "！" * MAX_CLOSING_CHARACTERS,
    ],
)
def test_what_is_not_understood(text):
    """A line with an unknown name, no name or a contradiction, or one that is too long, is no closing line."""
    assert parts_of(text) is None


def test_the_line_is_kept_as_it_stands():
    """The closing line keeps the text, the line and the column of the file, with its blanks."""
    closing = read_closing_line("まで 1 手で 中断", 7, 3, PLAYERS)
    assert (closing.text, closing.line, closing.column) == ("まで 1 手で 中断", 7, 3)


def test_names_are_compared_without_blanks():
    """Blanks of every kind are removed."""
    assert without_blanks("山田　太 郎\t") == "山田太郎"


def test_a_long_line_of_blanks_takes_no_time():
    """A long line of blanks is read fast, because no pattern repeats blanks side by side."""
    assert parts_of("までx" + " " * 100_000 + "y") is None
