"""Tests of time controls: they are read as people write them, or not at all."""

from each import each
from hypothesis import example, given
from hypothesis import strategies as st

from notation.time_control import BUDGET_KEY, MAX_TIME_CONTROL_CHARACTERS, TimeControl, time_control_of

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
