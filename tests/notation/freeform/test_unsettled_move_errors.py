"""Tests of what is said, word for word, of a text in the place of a move: a changed word is found here first."""

from each import each

from notation.freeform.doubtful_readings import reading_stopped_warning
from notation.freeform.unsettled_move_errors import (
    illegal_behind_slip_error,
    illegal_reading_error,
    several_readings_error,
    unwritten_move_error,
)


@each(
    ("error", "code", "ja", "en"),
    [
        (
            several_readings_error("四3占", ["四03占", "三04占", "四03占"]),
            "two-readings",
            "「四3占」は「四03占」か「三04占」とも読めます。指した手を書いてください",
            "'四3占' may mean '四03占' or '三04占'; write the move that was played",
        ),
        (
            illegal_reading_error("四3占", "四03占"),
            "illegal-as-read",
            "「四3占」は「四03占」と読めますが、ここでは指せません。指した手を手数を付けて書いてください",
            "'四3占' reads as '四03占', which is not legal here; write the move that was played, with its ply number",
        ),
        (
            illegal_behind_slip_error("四3占"),
            "illegal-as-read",
            (
                "手数か手番がここまでに合っていないので、「四3占」が反則か、手が抜けているか二度書かれているのかが決まりません。"
                "抜けた手を書き足すか、余分な手を消してください"
            ),
            (
                "a number or a side does not fit up to here, so '四3占' may be illegal, or a move may be missing or stand twice; "
                "add the missing move, or delete the other"
            ),
        ),
        (
            unwritten_move_error(7),
            "unwritten-move",
            "7 手目の指し手が書かれていません。分かれば書き足してください",
            "move 7 is not written down; add it if it is known",
        ),
        (
            reading_stopped_warning(9),
            "reading-stopped",
            "ここまでに指し手でない文が長く続くので、この行から先は記法どおりの行だけを読みました。棋譜でない部分を除いてください",
            "so much above is no move that from this line on only lines of the notation are read: leave out what is no part of the record",
        ),
    ],
)
def test_what_is_said(error, code, ja, en):
    """An error has its code, and says in both languages what was found and what to do."""
    assert (error.code, error.message.ja, error.message.en) == (code, ja, en)


def test_no_more_readings_are_named_than_four():
    """Behind the fourth reading there is a sign for more."""
    error = several_readings_error("武", ["一01武", "一02武", "一03武", "一04武", "一05武"])
    assert (
        error.message.en
        == "'武' may mean '一01武' or '一02武' or '一03武' or '一04武'…; write the move that was played"
    )
