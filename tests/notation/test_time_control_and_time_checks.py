"""Tests of time controls: they are read as people write them, or not at all."""

import pytest
from each import each
from helpers import DIAGRAM, HEAD, verdict
from hypothesis import example, given
from hypothesis import strategies as st

from kifu.referee.status_fault_and_basis import Status
from notation.time_control_and_time_checks import BUDGET_KEY, MAX_TIME_CONTROL_CHARACTERS, TimeControl, time_control_of

KANJI = dict(enumerate("〇一二三四五六七八九"))


@each(
    ("text", "control"),
    [
        ("30分", (1800, None)),
        ("1時間", (3600, None)),
        ("1時間30分", (5400, None)),
        ("１時間半", (5400, None)),
        ("各30分", (1800, None)),
        ("各自３０分", (1800, None)),
        ("それぞれ 30 分 ずつ", (1800, None)),
        ("各６時間（チェスクロック使用）", (21600, None)),
        ("10分切れ負け", (600, None)),
        ("１０分（切れ負け）", (600, None)),
        ("10分、時間切れ負け", (600, None)),
        ("30分、秒読みなし", (1800, None)),
        ("十分", (600, None)),
        ("三十分", (1800, None)),
        ("二〇分", (1200, None)),
        ("百二十分", (7200, None)),
        ("一時間三十分", (5400, None)),
        ("10秒", (10, None)),
        ("各10秒", (10, None)),
        ("持ち時間10分、秒読み30秒", (600, 30)),
        ("持時間１０分　秒読み３０秒", (600, 30)),
        ("30分+30秒", (1800, 30)),
        ("30分＋1分", (1800, 60)),
        ("15分(秒読み60秒)", (900, 60)),
        ("30分、切れたら1手30秒", (1800, 30)),
        ("30分切れたら一手三十秒未満", (1800, 30)),
        ("1時間、使い切ったら1分の秒読み", (3600, 60)),
        ("0分 秒読み30秒", (0, 30)),
        ("なし、1手30秒", (0, 30)),
        ("持ち時間なし 秒読み 30秒", (0, 30)),
        ("一手三十秒", (0, 30)),
        ("秒読み：30秒", (0, 30)),
        ("10:00", (600, None)),
        ("00:10:00", (600, None)),
        ("1:30:00", (5400, None)),
        ("10:00+0分30秒", (600, 30)),
        ("0:00 秒読み30秒", (0, 30)),
        ("10分、1手ごとに10秒加算", (600, None, 10)),
        ("0:10:00、一手ごとに5秒加算", (600, None, 5)),
        ("持ち時間5分（１手につき３秒加算）", (300, None, 3)),
        ("十分、一手毎に一分三十秒ずつ追加", (600, None, 90)),
    ],
)
def test_times_to_think(text, control):
    """A time control may use hours, minutes, clocks, and half-width, full-width or kanji figures, and 秒読み."""
    assert time_control_of({BUDGET_KEY: text}) == TimeControl(*control)


@each(
    "text",
    [
        *(
            "",
            " ",
            "なし",
            "無し",
            "0分",
            "持ち時間",
            "持ち時間なし",
            "各",
            "不明",
            "早指し",
            "自由",
            "30",
            "分",
            "秒読み",
        ),
        *(
            "10分30秒",
            "30分、考慮時間10回",
            "10分、1手ごとに10秒くらい加算",
            "1手ごとに10秒加算",
            "なし、1手ごとに10秒加算",
            "フィッシャー10分+10秒",
            "先手30分、後手10分",
        ),
        *(
            "30分ぐらい",
            "-30分",
            "10:60",
            "10:0",
            "1:2:3",
            "0:30",
            "00:30",
            "6:00",
            "30分+",
            "+30秒の",
            "分30",
            "99999分",
        ),
        "各" * 100_000,
        "1" * (MAX_TIME_CONTROL_CHARACTERS + 1) + "分",
    ],
)
def test_no_times_to_think(text):
    """A text without a limit, or one that is not understood to its last word, gives None."""
    assert time_control_of({BUDGET_KEY: text}) is None


@each(
    ("head", "control"),
    [
        ({"持ち時間": "30分", "秒読み": "30秒"}, (1800, 30)),
        ({"持ち時間": "30分", "秒読み": "1手1分"}, (1800, 60)),
        ({"持ち時間": "30分", "秒読み": "なし"}, (1800, None)),
        ({"持ち時間": "30分+30秒", "秒読み": "３０秒"}, (1800, 30)),
        ({"持ち時間": "なし", "秒読み": "30秒"}, (0, 30)),
        ({"秒読み": "30秒"}, (0, 30)),
        ({"持ち時間": "30分"}, (1800, None)),
    ],
)
def test_a_header_of_its_own(head, control):
    """秒読み may stand in a header beside 持ち時間, or alone."""
    assert time_control_of(head) == TimeControl(*control)


@each(
    "head",
    [
        {},
        {"持ち時間": "なし"},
        {"秒読み": "なし"},
        {"持ち時間": "自由", "秒読み": "30秒"},
        {"持ち時間": "30分", "秒読み": "あり"},
        {"持ち時間": "30分+30秒", "秒読み": "60秒"},
    ],
)
def test_headers_that_say_nothing_sure(head):
    """Headers without a limit, an unreadable header, or two headers that differ give no time control."""
    assert time_control_of(head) is None


def kanji(number):
    """Return a number below 100 in kanji: 三十五."""
    tens, ones = divmod(number, 10)
    ten = "" if not tens else f"{'' if tens == 1 else KANJI[tens]}十"
    return f"{ten}{KANJI[ones] if ones else ''}" or "〇"


@given(
    st.integers(0, 99),
    st.integers(0, 59),
    st.none() | st.integers(1, 99),
    st.sampled_from([str, kanji, lambda n: str(n).translate(str.maketrans("0123456789", "０１２３４５６７８９"))]),
    st.sampled_from(["+", "、", " 秒読み", "、切れたら一手"]),
)
def test_what_is_spelled_is_read(hours, minutes, byoyomi, figures, between):
    """Any hours, minutes and 秒読み are read back from each way to write them."""
    text = f"{figures(hours)}時間{figures(minutes)}分"
    if byoyomi is not None:
        text += f"{between}{figures(byoyomi)}秒"
    seconds = hours * 3600 + minutes * 60
    expected = TimeControl(seconds, byoyomi) if seconds or byoyomi else None
    assert time_control_of({BUDGET_KEY: text}) == expected


@given(
    st.text("0123456789０十百〇一時間半分秒読みなし各持ち手切れ負け:+、()（） ", max_size=MAX_TIME_CONTROL_CHARACTERS)
    | st.text()
)
@example("一手一手一手一手一手一手一手一手一手一手一手一手一手一手一手")
def test_any_text_is_read_or_not(text):
    """No text fails, and a control read is never negative, nor empty."""
    control = time_control_of({BUDGET_KEY: text})
    assert control is None or (control.budget_seconds >= 0 and any(control))


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
