"""Tests that the kind of each line is found in every form of docs/notation.md, and with common slips."""

from each import each

from kifu.core.game.text import split_header
from kifu.core.outcome import SPECIALS
from notation.line_kinds import CLEAN_MOVE, LineKind, MoveClock, classify_line, read_clock


@each(
    ("line", "kind", "text"),
    [
        ("", LineKind.BLANK, ""),
        (" \t　\u00a0\ufeff", LineKind.BLANK, ""),
        ("# a comment line of the file", LineKind.FILE_COMMENT, " a comment line of the file"),
        ("  #四04占", LineKind.FILE_COMMENT, "四04占"),
        ("*a comment on the move above", LineKind.COMMENT, "a comment on the move above"),
        ("*1 四04占", LineKind.COMMENT, "1 四04占"),
        ("*", LineKind.COMMENT, ""),
        ("&a bookmark", LineKind.BOOKMARK, "a bookmark"),
        ("局面図", LineKind.DIAGRAM, "局面図"),
        ("局面図：", LineKind.DIAGRAM, "局面図："),
        (" 局面図 :", LineKind.DIAGRAM, "局面図 :"),
        ("局面図のとおり", LineKind.UNKNOWN, "局面図のとおり"),
        ("手数----指手---------消費時間--", LineKind.TABLE, "手数----指手---------消費時間--"),
        ("手数－－指手", LineKind.TABLE, "手数－－指手"),
        ("手数が多い", LineKind.UNKNOWN, "手数が多い"),
        ("まで30手で先手の勝ち", LineKind.CLOSING, "まで30手で先手の勝ち"),
        ("　まで", LineKind.CLOSING, "まで"),
        ("一二三四五六七", LineKind.UNKNOWN, "一二三四五六七"),
        ("○○○○○怨○01", LineKind.UNKNOWN, "○○○○○怨○01"),
        ("ここで長考", LineKind.UNKNOWN, "ここで長考"),
        ("31. 四04占", LineKind.UNKNOWN, "31. 四04占"),
        ("1234567890 四04占", LineKind.UNKNOWN, "1234567890 四04占"),
        ("：四04占", LineKind.UNKNOWN, "：四04占"),
        ("あ" * 41 + "：い", LineKind.UNKNOWN, "あ" * 41 + "：い"),
    ],
)
def test_kinds_of_line(line, kind, text):
    """The first characters of a line decide its kind."""
    item = classify_line(line)
    assert (item.kind, item.text) == (kind, text)


@each(
    ("line", "number", "text", "clock", "column"),
    [
        ("   1 四04占", 1, "四04占", "", 6),
        ("30 六01-四03-一06怨        ( 0:05/00:00:05)", 30, "六01-四03-一06怨", "( 0:05/00:00:05)", 4),
        ("　１　四０４占　", 1, "四０４占", "", 4),
        ("1０ 四0４占", 10, "四0４占", "", 4),
        ("12四04占", 12, "四04占", "", 3),
        ("3\t四04占(0:01)", 3, "四04占", "(0:01)", 3),
        ("3 四04占（０：０１）", 3, "四04占", "（０：０１）", 3),
        ("31 投了", 31, "投了", "", 4),
        ("31 ▲投了", 31, "▲投了", "", 4),
        ("5", 5, "", "", 2),
        ("1 d4T", 1, "d4T", "", 3),
        ("1d4T", 1, "d4T", "", 2),
        ("1 四04占 四05領", 1, "四04占 四05領", "", 3),
        ("7 ?", 7, "?", "", 3),
    ],
)
def test_numbered_moves(line, number, text, clock, column):
    """A numbered move has a number, a move and a time; digits have either width, and blanks any kind."""
    item = classify_line(line)
    assert item == (LineKind.MOVE, text, column, "", number, clock)


@each("line", ["四04占", " ▲四04占", "☗四04占", "△一１占", "▽f01G", "☖f1-d3-a6G", "九99?", "四04占は良い手"])
def test_moves_without_a_number(line):
    """A square, with or without a side mark, begins a move. The game decides whether the move is readable."""
    item = classify_line(line)
    assert (item.kind, item.number, item.text) == (LineKind.MOVE, None, line.strip())


@each("word", [*SPECIALS, "▲投了", "△パス", "パス", "☖中断"])
def test_special_words_without_a_number(word):
    """Every special word is known by itself, with a side mark and with a time."""
    assert classify_line(word)[:2] == (LineKind.MOVE, word)
    assert classify_line(f" {word} (0:03/)")[:2] == (LineKind.MOVE, word)


@each(
    ("line", "key", "value", "column"),
    [
        ("棋種：6面体", "棋種", "6面体", 4),
        ("棋種:six", "棋種", "six", 4),
        ("　先手 ：　山田 太郎　", "先手", "山田 太郎", 7),
        ("備考：一：二", "備考", "一：二", 4),
        ("開始日時：2013/05/01 14:00", "開始日時", "2013/05/01 14:00", 6),
        ("先手：", "先手", "", 4),
        ("12:30 休憩", "12", "30 休憩", 4),
        ("https://example.jp/", "https", "//example.jp/", 7),
        ("\ufeff棋種：6面体", "棋種", "6面体", 5),
    ],
)
def test_headers(line, key, value, column):
    """A key of at most forty characters before the first colon of either width; the value keeps its inner blanks."""
    assert classify_line(line) == (LineKind.HEADER, value, column, key, None, "")


@each("line", ["2013/05/01", "2013年5月1日", "12時半から", "3.四04占", "10，000円"])
def test_dates_and_the_like_are_no_moves(line):
    """A number followed by a mark of dates, times or lists numbers no move."""
    assert classify_line(line).kind is LineKind.UNKNOWN


def test_a_time_without_its_move_is_no_header():
    """A colon within an open parenthesis belongs to a time."""
    assert classify_line("四?4占 ( 0:05/00:00:05)").kind is LineKind.UNKNOWN
    assert classify_line("先手(黒)：山田").kind is LineKind.HEADER


@each("line", ["変化：21手", "変化:21手", "　変化 ：２1 手 ", "変化：21", "変化21手"])
def test_branches(line):
    """A branch gives its ply in digits of either width, with or without 手."""
    item = classify_line(line)
    assert (item.kind, item.number) == (LineKind.BRANCH, 21)


@each("line", ["変化：二手", "変化：", "変化：21手目"])
def test_branches_without_a_ply_are_headers_here(line):
    """A branch without a readable ply is a header with the key 変化."""
    assert classify_line(line)[0::3][:2] == (LineKind.HEADER, "変化")


@each(
    ("text", "spent", "total", "branches"),
    [
        ("( 0:05/00:00:05)", 5, 5, False),
        ("(12:34/01:02:03)", 754, 3723, False),
        ("( 1:02:03/01:02:03)+", 3723, 3723, True),
        ("（０：０５／００：００：０５）", 5, 5, False),
        ("(0:05/)", 5, None, False),
        ("(0:05)", 5, None, False),
        ("( 0:05 / 00:00:05 ) + ", 5, 5, True),
        ("(999:59/9999:59:59)", 59999, 35999999, False),
    ],
)
def test_clocks(text, spent, total, branches):
    """A clock has minutes and seconds, and may have hours and the total of its side."""
    assert read_clock(text) == MoveClock(spent, total, branches)


@each(
    "text",
    [
        "",
        "(0:60)",
        "(1:60:00)",
        "(0:05/00:60:00)",
        "(0:05/00:00:60)",
        "(0:05",
        "0:05)",
        "(5)",
        "(0:05)x",
        "(0:05/00:05)",
        "(0:05)++",
    ],
)
def test_no_clocks(text):
    """A text with sixty seconds, or with anything but a time, is no clock."""
    assert read_clock(text) is None


def test_clean_moves_are_exactly_what_classify_says():
    """The pattern of the fast path and `classify` agree on number, move, place and time."""
    for line in ("1 四04占", "  ２　▲四04-四05武 (0:05/)", "9 投了\t( 0:01/00:00:01)+ "):
        clean, item = CLEAN_MOVE.fullmatch(line), classify_line(line)
        assert (int(clean[1]), clean[2], clean.start(2) + 1) == (item.number, item.text, item.column)
        assert (clean[3] or "").rstrip() == item.clock


@each("line", ["1 四04占 x", "1 四04占x y(", "四04占", "x1 四04占", "1四04占"])
def test_odd_lines_are_not_clean(line):
    """A line in an unusual form does not match the pattern of the fast path."""
    assert CLEAN_MOVE.fullmatch(line) is None


def test_headers_split_at_the_first_colon_only():
    """A header is split at its first colon; a line without a key or a colon is no header."""
    assert split_header("a:b：c", 3) == ("a", "b：c", 5)
    assert split_header("：c", 1) is None
    assert split_header("c", 1) is None


@each("start", ["1 四", "備考：", "まで", "変化：", "四04", "局面図", "(", "*", "1 四04占 (0:05"])
def test_a_very_long_line_is_scanned_in_linear_time(start):
    """A line with a megabyte of blanks is read fast; a pattern with two repeats would need days."""
    line = start + " " * 1_000_000 + "x"
    assert classify_line(line).kind is not LineKind.BLANK
    assert read_clock("(0:05" + " " * 1_000_000 + "x") is None
