"""Tests of remarks that a number was skipped, and no move is missing."""

import pytest

import kifu
from notation.reading import read_documents

ROWS = "1 二02占\n2 三06領\n3 三02占\n4 七05領\n6 四03占\n7 二06馬\n8 四04武\n"


def _status(text):
    (document,) = read_documents("a.txt", f"6面体\n先手：大庭　後手：三浦\n{text}\n".encode())
    return kifu.verify(document)[0].status.name


@pytest.mark.parametrize(
    "said",
    [
        "（5は欠番。手はぬけていない）",
        "(4のつぎを6と書いてしまった。5番はない。手はぬけていない)",
        "※5の番号を飛ばしました。指し手は抜けていません。実際は7手です。",
        "注：番号が4から6に飛んでいますが、番号だけで手の抜けはありません",
        "(number 5 was skipped, no move is missing)",
        "※番号の5を飛ばして6と書いた。手が抜けたのではない。7手。",
        "The numbers jump from 4 to 6 by mistake; nothing is missing.",
    ],
)
def test_a_number_that_was_skipped(said):
    """A remark that fits the numbers of the record is a comment."""
    assert _status(ROWS + said) == "UNFINISHED"


@pytest.mark.parametrize(
    "said",
    [
        "(5番の手が抜けています)",
        "(6は欠番。手はぬけていない)",
        "(5は欠番。実際は8手です)",
        "(5は欠番のはず。手は抜けていないと思うけど？)",
        "(5は欠番。あとで四04占を書きます。手は抜けていない)",
        "(move 5 is missing)",
        "※番号の5を飛ばして6と書いた。手が抜けたのではない。8手。",
    ],
)
def test_a_remark_that_is_no_such(said):
    """A move that may be missing, another number, another count and a doubt are asked about."""
    assert _status(ROWS + said) == "UNREADABLE"


TWICE = "1 二02占\n2 三06領\n3 三02占\n4 七05領\n4 四03占\n5 二06馬\n6 四04武\n"


@pytest.mark.parametrize(
    "said",
    [
        "（4が二つあるのは番号の書きまちがい。指し手は7手で合っています　大庭）",
        "※4番が2つありますが番号の間違いです。全部で7手",
        "(4の番号が重複。番号の振りまちがいで、手は合っています)",
    ],
)
def test_a_number_that_was_written_twice(said):
    """A remark that fits the number that two plies have is a comment."""
    assert _status(TWICE + said) == "UNFINISHED"


@pytest.mark.parametrize(
    "said",
    [
        "（4が二つあるのは番号の書きまちがい。指し手は6手で合っています）",
        "（5が二つあるのは番号の書きまちがい。指し手は7手で合っています）",
        "（4が二つあるのは番号の書きまちがいかも）",
    ],
)
def test_a_remark_about_another_number(said):
    """Another count, another number and a doubt are asked about."""
    assert _status(TWICE + said) == "UNREADABLE"


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("8　後手　（着手なし・時計 0:00）", True),
        ("8　（着手せず）", True),
        ("8. 指さず", True),
        ("8　先手　（着手なし）", False),
        ("9　後手　（着手なし）", False),
        ("8　後手　（着手なし）\n9　三04占", False),
    ],
)
def test_the_row_of_a_ply_that_was_not_made(row, read):
    """The row of the ply that was due is a remark; one of another number or side, or with a ply behind it, is asked about."""
    rows = ROWS.replace("6 四", "5 四").replace("7 二", "6 二").replace("8 四", "7 四")
    assert (_status(f"{rows}{row}\n後手の時間切れ") == "DECLARED") is read
