"""Tests of rows of tables with a flag that is not understood."""

import pytest

import kifu

HEAD = "ユニオンエース\n白,柳\n黒,三枝\n"
NAMES = ("順,色,どこから,どこへ,駒,裏返し\n", "手数,手番,元,先,駒,反\n", "no,side,from,to,piece,flipped\n")


def _judged(text):
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    return verdict.status.name, len(verdict.replay.moves) if verdict.replay else 0


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("flag", ["たぶん", "する?", "不明", "忘れた"])
@pytest.mark.parametrize("below", ["", "2,黒,b2,b3,六内,\n"])
def test_a_flag_that_is_not_understood(names, flag, below):
    """It is asked about: the move may be another one, which was read without the flag."""
    assert _judged(f"{HEAD}{names}1,白,b6,b5,三内,{flag}\n{below}")[0] == "UNREADABLE"


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("flag", ["", "しない", "いいえ", "off", "なし", "-", "する", "裏返し", "flip", "on", "true"])
def test_a_flag_that_is_understood(names, flag):
    """It says yes or no, or what happens."""
    assert _judged(f"{HEAD}{names}1,白,b6,b5,三内,{flag}\n2,黒,b2,b3,六内,\n") == ("UNFINISHED", 2)


def test_an_end_below_a_flag():
    """A row without a square tells the end in any column."""
    assert _judged(f"{HEAD}{NAMES[0]}1,白,b6,b5,三内,する\n,,,,,黒の投了\n") == ("DECLARED", 1)


def test_a_rule_below_the_names():
    """The rule of a table in Markdown holds no flag."""
    names = "| 手数 | 手番 | 元 | 先 | 駒 | 反 |\n|--:|:-:|:-:|:-:|:--|:-:|\n"
    assert _judged(f"{HEAD}{names}| 1 | 白 | b6 | b5 | 三内 | する |\n| 2 | 黒 | b2 | b3 | 六内 |  |\n") == (
        "UNFINISHED",
        2,
    )
