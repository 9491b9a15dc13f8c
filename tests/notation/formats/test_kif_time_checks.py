"""Tests of times against 持ち時間 and 秒読み: a breach is a warning and does not change the status."""

import pytest
from each import each
from helpers import DIAGRAM, HEAD, verdict

from kifu.referee.status import Status

CODES = {"overtime", "time-left", "unreadable-time-control", "wrong-total-time"}


def time_diagnostics(head, lines, status=Status.UNFINISHED):
    """Return code, line and ply of each diagnostic on the times of a record, and check its status."""
    game_verdict = verdict(HEAD + head + lines)
    assert game_verdict.status is status
    return [
        (diagnostic.code, diagnostic.line, diagnostic.ply)
        for diagnostic in game_verdict.diagnostics
        if diagnostic.code in CODES
    ]


def test_within_the_time():
    """A side may use exactly its whole time."""
    assert time_diagnostics("持ち時間：1分\n", "1 一01占 (0:59/)\n2 七07領 (1:00/)\n3 一02占 (0:01/)\n") == []
    gained = "1 一01占 (0:59/)\n2 七07領 (0:01/)\n3 一02占 (0:06/)\n"
    assert time_diagnostics("持ち時間：1分、一手ごとに5秒加算\n", gained) == []


@each(
    ("head", "lines", "expected"),
    [
        ("持ち時間：1分\n", "1 一01占 (0:59/)\n2 七07領 (0:01/)\n3 一02占 (0:02/)\n", ("overtime", 5, 3)),
        ("持ち時間：1分\n秒読み：30秒\n", "1 一01占 (1:20/)\n2 七07領\n3 一02占 (0:31/)\n", ("overtime", 6, 3)),
        ("秒読み：30秒\n", "1 一01占 (0:31/)\n", ("overtime", 3, 1)),
        (
            "持ち時間：1分、一手ごとに5秒加算\n",
            "1 一01占 (0:59/)\n2 七07領 (0:01/)\n3 一02占 (0:07/)\n",
            ("overtime", 5, 3),
        ),
    ],
)
def test_over_the_time(head, lines, expected):
    """The first move over the time gets a warning; with 秒読み the excess of each move counts."""
    assert time_diagnostics(head, lines) == [expected]


@pytest.mark.parametrize(
    "lines", ["1 一01占\n2 七07領\n3 一02占 (9:00/)\n", "1 一01占 (0:60)\n2 七07領\n3 一02占 (9:00/)\n"]
)
def test_moves_without_a_time(lines):
    """After a move without a time, the time left of its side is unknown and not checked."""
    assert time_diagnostics("持ち時間：1分\n", lines) == []


def test_time_left():
    """時間切れ of a side with time left is contradicted; where its last thought has no time, a note says what was left."""
    moves = "1 一01占 (0:10/)\n2 七07領 (0:05/)\n"
    assert time_diagnostics("持ち時間：1分\n", moves + "3 時間切れ (0:20/)\n", Status.CONTRADICTED) == [
        ("time-left", 5, 2)
    ]
    assert time_diagnostics("持ち時間：1分\n", moves + "3 時間切れ (0:50/)\n", Status.DECLARED) == []
    assert time_diagnostics("持ち時間：1分\n", moves + "3 時間切れ (0:51/)\n", Status.DECLARED) == []
    assert time_diagnostics("持ち時間：1分\n", moves + "3 時間切れ (0:49/)\n", Status.DECLARED) == [("time-left", 5, 2)]
    for end in ("3 時間切れ\n", "まで2手で時間切れ\n", "まで2手で時間切れにより後手の勝ち\n"):
        assert time_diagnostics("持ち時間：1分\n", moves + end, Status.DECLARED) == [("time-left", 5, 2)]


def test_both_clocks_are_checked_after_an_overtime():
    """The time of one side says nothing of the other's; a side without 秒読み is over its time once."""
    late = "1 一01占 (1:10/)\n2 七07領 (1:05/)\n3 一02占 (0:05/)\n4 七06領 (0:05/)\n"
    assert time_diagnostics("持ち時間：1分\n", late) == [("overtime", 3, 1), ("overtime", 4, 2)]
    both = [("overtime", 4, 1), ("overtime", 5, 2)]
    assert time_diagnostics("持ち時間：0分\n秒読み：60秒\n", late) == both
    again = late.replace("0:05", "1:01")
    each = [*both, ("overtime", 6, 3), ("overtime", 7, 4)]
    assert time_diagnostics("持ち時間：0分\n秒読み：60秒\n", again) == each
    lost = "1 一01占 (1:10/)\n2 七07領 (0:05/)\n3 一02占\n4 時間切れ (0:06/)\n"
    found = time_diagnostics("持ち時間：1分\n", lost, Status.CONTRADICTED)
    assert found == [("overtime", 3, 1), ("time-left", 6, 3)]


def test_clocks_of_a_side_that_moves_first_though_it_is_not_first():
    """Black makes the first ply of ユニオンマスター, and 後手 where a diagram says so: the clock is that side's."""
    for text in (
        "棋種：master\n持ち時間：1分\n1 一01白A内 (1:10/)\n",
        f"{HEAD}持ち時間：1分\n{DIAGRAM.replace('手番：先手', '手番：後手')}1 五03-六03領 (1:10/)\n",
    ):
        (found,) = [diagnostic for diagnostic in verdict(text).diagnostics if diagnostic.code == "overtime"]
        assert found.message.ja.startswith("後手"), text


def test_a_time_control_that_is_not_understood():
    """An unreadable time control gets one note, and no time is checked."""
    assert time_diagnostics("持ち時間：たっぷり\n", "1 一01占 (9:00/)\n") == [("unreadable-time-control", 2, None)]
    assert time_diagnostics("持ち時間：なし\n", "1 一01占 (9:00/)\n") == []


@each(
    ("total", "words"),
    [("00:00:09", "減っています"), ("00:00:25", "抜けているか"), ("00:01:00", "はずです")],
)
def test_totals_that_do_not_add_up(total, words):
    """The warning tells apart a total that decreases, the other side's total, and any other wrong total."""
    text = HEAD + f"1 一01占 (0:10/00:00:10)\n2 七07領 (0:20/00:00:20)\n3 一02占 (0:05/{total})\n"
    (diagnostic,) = verdict(text).diagnostics
    assert (diagnostic.code, diagnostic.line, words in diagnostic.message.ja) == ("wrong-total-time", 4, True)
