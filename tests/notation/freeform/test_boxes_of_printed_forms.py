"""Tests of printed forms: boxes with a tick, and the reason of an end on a line of its own."""

import pytest

import kifu
from kifu.core.outcome import Outcome, Termination
from kifu.referee.status_fault_and_basis import Status
from notation.freeform.clean_lines import clean_lines
from notation.reading import read_documents

MOVES = "6面体\n先手：みお\n後手：りく\n1 四04占\n2 四05領\n3 五04占\n4 五05領\n\n"


def verdict_of(*lines):
    """Return the verdict on a record of four plies with lines behind them."""
    (document,) = read_documents("a.txt", (MOVES + "\n".join(lines) + "\n").encode())
    (verdict,) = kifu.verify(document)
    return verdict


@pytest.mark.parametrize(
    ("lines", "outcome", "why"),
    [
        (("勝敗　□先手勝　■後手勝　□引分", "事由　■投了　□時間切れ"), Outcome.SECOND, Termination.RESIGNATION),
        (("勝敗　■先手勝　□後手勝　□引分", "事由　□投了　■時間切れ"), Outcome.FIRST, Termination.TIME),
        (("勝敗：☐先手勝 ☐後手勝 ☑引分", "理由：☐投了 ☑合意 ☐その他"), Outcome.DRAW, Termination.AGREEMENT),
        (("結果 [ ]先手の勝ち [x]後手の勝ち [ ]引き分け",), Outcome.SECOND, Termination.DECLARED),
        (("Result: [ ] first wins [x] second wins [ ] draw",), Outcome.SECOND, Termination.DECLARED),
        (("勝敗　□先手勝　■後手勝", "事由　□投了　■その他"), Outcome.SECOND, Termination.DECLARED),
        (("結果：先手勝", "決まり手：時間切れ"), Outcome.FIRST, Termination.TIME),
        (("終局理由：時間切れ", "結果：先手勝"), Outcome.FIRST, Termination.TIME),
        (("Result: second wins", "Reason: resignation"), Outcome.SECOND, Termination.RESIGNATION),
    ],
)
def test_the_ticked_option_is_what_a_form_says(lines, outcome, why):
    """Of several boxes the ticked one is said; a reason is that of the result beside it, whoever is to move."""
    told = verdict_of(*lines)
    assert (told.status, told.outcome.outcome, told.outcome.termination) == (Status.DECLARED, outcome, why)


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (("勝敗　■先手勝　■後手勝　□引分",), Status.CONTRADICTED),
        (("勝敗　□先手勝　□後手勝　□引分",), Status.UNREADABLE),
        (("勝敗　□先手勝　■後手勝　□引分", "後手が投了"), Status.CONTRADICTED),
        (("勝敗　□先手勝　■後手勝　□引分", "事由　□投了　■反則"), Status.CONTRADICTED),
    ],
)
def test_ticks_that_tell_no_result(lines, status):
    """A form without a tick is asked about; two ticks contradict each other, and so does a sentence that one does not fit."""
    told = verdict_of(*lines)
    assert (told.status, told.outcome) == (status, None)


@pytest.mark.parametrize(
    "behind", ["28手までは相手の駒を置く（駒の欄に色）", "持時間　各15分", "反のときは反した後の図を書くこと"]
)
@pytest.mark.parametrize("colour", ["先手が白", "後手は黒番", "白が先手"])
def test_a_colour_before_a_wide_gap(colour, behind):
    """What a form prints behind the colour of a side is a line of its own."""
    moves = "1 一07-三05十外反\n2 七01-五03十外反\n"
    (document,) = read_documents("a.txt", f"ユニオンエース\n{colour}　　{behind}\n{moves}".encode())
    (verdict,) = kifu.verify(document)
    assert (verdict.status, verdict.plies) == (Status.UNFINISHED, 2)


def test_a_colour_within_a_sentence_is_no_line_of_its_own():
    """Only a wide gap parts the colour from what stands behind it."""
    laid = clean_lines(["先手が白 持時間は各15分", "先手が白　　持時間は各15分"], 1)
    assert [one.passage.text for one in laid] == ["先手が白 持時間は各15分", "先手が白", "持時間は各15分"]


ROWS = "ユニオンエース\n手数｜番｜駒｜元｜先｜摘要\n 1｜先｜十外｜一07｜{}｜\n 2｜後｜十外｜七01｜五03｜反\n 3｜先｜十内｜四06｜三05｜反合\n"


@pytest.mark.parametrize(
    ("row", "remark", "status"),
    [
        ("三06", "反", Status.ILLEGAL),
        ("三06", "先は三05の誤り（訂正印）", Status.UNFINISHED),
        ("三06", "先を三05に訂正", Status.UNFINISHED),
        ("三06", "先は正しくは三05です", Status.UNFINISHED),
        ("三06", "to should be 三05", Status.UNFINISHED),
        ("三06", "先は三05かも", Status.UNREADABLE),
        ("三06", "先は三05？", Status.UNREADABLE),
        ("三05", "元は一07の誤り", Status.UNFINISHED),
    ],
)
def test_a_square_of_a_row_put_right_by_its_column(row, remark, status):
    """A remark that names the column of a square and what is right is followed; one in doubt is asked about."""
    text = (
        ROWS.replace("四06｜三05｜反合", "四06｜五05｜")
        .format(row)
        .replace("07｜" + row + "｜", f"07｜{row}｜{remark}")
    )
    (document,) = read_documents("a.txt", text.encode())
    (verdict,) = kifu.verify(document)
    assert verdict.status is status
