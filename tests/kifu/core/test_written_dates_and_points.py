"""Dates at the head of records are read as people write them, as far as they are known."""

import datetime as dt

from each import each
from hypothesis import given
from hypothesis import strategies as st

from kifu.core.outcome import Side
from kifu.core.written_dates_and_points import COLOURS, ERAS, MAX_SCORE_CHARS, WrittenDate, read_date, read_points

WHOLE = """
2013/05/01 14:00 = 2013-05-01
2026/11/03（火・祝）13:00〜 = 2026-11-03
2026/11/3-4 = 2026-11-03
2026.11.3 = 2026-11-03
20261103 = 2026-11-03
2026-11-03T13:00:00+09:00 = 2026-11-03
2026-11-03T23:30Z = 2026-11-03
2026年 11月 3日(火) 9時 = 2026-11-03
２０２６年１１月３日 = 2026-11-03
第3回 2026年11月3日 = 2026-11-03
二〇二六年十一月三日 = 2026-11-03
令和8年11月3日 = 2026-11-03
令和八年十一月二十三日 = 2026-11-23
令和元年5月1日 = 2019-05-01
平成31年4月30日 = 2019-04-30
昭和64年1月7日 = 1989-01-07
大正15/12/24 = 1926-12-24
明治45.7.29 = 1912-07-29
R8.11.3 = 2026-11-03
H31/4/30 = 2019-04-30
S63-1-5 = 1988-01-05
'26.11.3 = 2026-11-03
'98/1/2 = 1998-01-02
Sun Nov 03 2026 = 2026-11-03
Sun Nov  3 13:05:22 2026 = 2026-11-03
Tuesday, 3 November 2026 13:05 = 2026-11-03
Thu, 26 Nov 2026 00:20:41 +0000 = 2026-11-26
Nov. 3rd, 2026 = 2026-11-03
"""
PARTLY = """
2024/00/00 = 2024
2024/??/?? = 2024
2024/05/?? = 2024-05
2026年11月 = 2026-11
2026.11 = 2026-11
November 2026 = 2026-11
平成31年 = 2019
R8年 = 2026
2026 = 2026
2026年度 = 2026
11/3/2026 = 2026
03.11.2026 = 2026
"""
UNKNOWN = [
    "",
    "????/??/??",
    "11/3",
    "（祝）午後1時",
    "午後1時",
    "13:00",
    "26.11.3",
    "2026/13/45",
    "2026/02/30",
    "2000局面",
    "盛夏",
]


def rows(text):
    """Return the pairs of a list: what is written, and the date."""
    return [tuple(line.split(" = ")) for line in text.strip().splitlines()]


@each("written, date", rows(WHOLE))
def test_days(written, date):
    """A day is a date, however it is written."""
    found = read_date(written)
    assert (str(found), found.whole) == (date, dt.date.fromisoformat(date))


@each("written, date", rows(PARTLY))
def test_what_is_partly_known(written, date):
    """A month or a year is known without the rest; 00 and ?? are not known, and neither is which of two numbers is the month."""
    found = read_date(written)
    assert (str(found), found.whole) == (date, None)


@each("written", UNKNOWN)
def test_what_tells_no_date(written):
    """Without a year, or with a day that there is not, nothing is guessed."""
    assert read_date(written) is None


def test_the_texts_sort_as_the_dates_do():
    """What is less known stands before what it may be."""
    dates = [WrittenDate(987), WrittenDate(2024), WrittenDate(2024, 5), WrittenDate(2024, 5, 3), WrittenDate(2024, 12)]
    assert sorted(map(str, dates)) == [str(date) for date in dates]


@each("era, first", [("明治", 1868), ("大正", 1912), ("昭和", 1926), ("平成", 1989), ("令和", 2019)])
def test_the_first_years_of_the_eras(era, first):
    """元年 is the first year."""
    assert str(read_date(f"{era}元年")) == str(read_date(f"{era}1年")) == str(first)
    assert ERAS[era] == first - 1


def test_a_long_text_takes_no_time():
    """Text of strangers is not searched without end."""
    assert read_date("2026/" * 100_000) is None
    assert read_date("平成" * 90) is None


UNION = {"白": Side.FIRST, "黒": Side.SECOND}
READ = {
    "先手105 後手98": (105, 98),
    "先手：105点、後手：98点": (105, 98),
    "後手98 先手105": (105, 98),
    "▲105 △98": (105, 98),
    "１０５対９８": (105, 98),
    "105-98": (105, 98),
    "105 98.5": (105, 98.5),
    "先手は27目半、後手は35目": (27.5, 35),
    "先手 0 後手 6.5": (0, 6.5),
}
UNREAD = [
    "",
    "先手",
    "105",
    "先手105",
    "先手105 先手98",
    "甲105 乙98",
    "105 先手98",
    "先手105 後手98 1",
    "先手1点 後手2円",
    "-1 2",
]
SPELLINGS = st.sampled_from(["先手{} 後手{}", "{}対{}", "先手：{}、後手：{}", "黒{} 白{}"])


def test_what_is_read():
    """Names, order, units and width differ; the numbers are those of 先手 and 後手."""
    for text, points in READ.items():
        assert read_points(text, COLOURS) == points, text


def test_what_is_not_read():
    """One number, one side twice, an unknown name or unit, and a text that is too long, are no points of both sides."""
    for text in [*UNREAD, "先手1 後手2" + " " * MAX_SCORE_CHARS]:
        assert read_points(text, COLOURS) is None, text


def test_colours_are_those_of_the_game():
    """Black moves first with stones, white in the Union games."""
    assert read_points("黒27 白35.5", COLOURS) == (27, 35.5)
    assert read_points("黒27 白35.5", COLOURS | UNION) == (35.5, 27)


@given(st.integers(0, 999999), st.integers(0, 999999), st.booleans(), SPELLINGS)
def test_numbers_come_back(first, second, half, spelling):
    """A whole number is an int; half a point is written as a figure or as 半."""
    more = 0.5 * half
    for tail in ("目半", "半", ".5") if half else ("", "目", "点"):
        assert read_points(spelling.format(f"{first}{tail}", second), COLOURS) == (first + more, second)
    assert isinstance(read_points(spelling.format(first, second), COLOURS)[0], int)
