"""Tests of plies that were left out and are put in below by words, of suffixes that fell, and of numbers that were skipped."""

import pytest

import kifu
from notation.reading import read_documents

MOVES = ["二02占", "三06領", "三02占", "七05領", "四03占", "二06馬", "四04武"]


def _read(text):
    (document,) = read_documents("a.txt", text.encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return [entry.text.lstrip("▲△") for entry in record.main.entries], verdict.status.name


def _without(ply, said, form="{} {}"):
    lines = [form.format(at, move) for at, move in enumerate(MOVES, start=1) if at != ply]
    return "6面体\n先手：大庭\n後手：三浦\n" + "\n".join([*lines, said]) + "\n"


@pytest.mark.parametrize(
    "said",
    [
        "追記：書き落としが一手ありました。4手目と6手目の間に次が入ります。\n5手目 先手 四03占",
        "*5 四03占   ←*書きおとし。4の次に指した手",
        "(後日、三浦さんより) 4と6の間の先手の手が抜けていました → 5 先手 四03占",
        "※4と6の間に 5.四03占 を補う（大庭の記憶、三浦も確認）",
        "書き忘れ：5 四03占（6の前）",
        "5 四03占 (forgotten, goes between 4 and 6)",
        "Missing move, insert after 4:\n5 四03占",
    ],
)
def test_a_ply_that_words_put_in(said):
    """It stands where its number belongs, on a line of its own and in a text of several plies."""
    assert _read(_without(5, said)) == (MOVES, "UNFINISHED")
    rows = "1.二02占 2.三06領 3.三02占 4.七05領\n6.二06馬 7.四04武\n"
    assert _read(f"6面体\n{rows}{said}\n") == (MOVES, "UNFINISHED")


@pytest.mark.parametrize(
    "said",
    [
        "3と5の間に 5 四03占 を補う",
        "書き忘れ：5 四03占 だったかも",
        "書き忘れたのは 5 四03占 か 5 四05占",
        "4と6の間が抜けていました。",
        "4の次に書き忘れ：五03占",
    ],
)
def test_a_ply_that_is_not_put_in(said):
    """Words that name another place, are not sure, or have no ply with its number, put in none."""
    assert _read(_without(5, said))[1] == "UNREADABLE"


UNION = [("1", "一07-三05十外反"), ("2", "七01-五03十外反"), ("3", "四06-三05十内（反合）"), ("4", "四02-五03十内反合")]


@pytest.mark.parametrize("said", ["書きもれ：{} {}", "{} {}（書き忘れ）"])
def test_the_suffixes_in_brackets_of_a_ply_put_in(said):
    """They are put in with their move."""
    lines = [f"{number} {move}" for number, move in UNION if number != "3"]
    moves, status = _read("ユニオンエース\n" + "\n".join([*lines, said.format(*UNION[2])]) + "\n")
    assert (moves[2], status) == ("四06-三05十内反合", "UNFINISHED")


def test_a_ply_put_in_may_be_illegal():
    """A ply in its place is judged as any other: one that is not legal is not passed over."""
    assert _read(_without(5, "書き忘れ：5 七05占（4の次）"))[1] in {"ILLEGAL", "UNREADABLE"}


@pytest.mark.parametrize("form", ["{} {}", "{}. {}", "{}手目 {}", "{}手目：{}"])
@pytest.mark.parametrize("blank", ["", " ", "\u3000"])
@pytest.mark.parametrize("ply", [1, 3])
def test_a_suffix_at_the_head_of_the_next_line(form, blank, ply):
    """It is the end of the move above, with which the move is legal, and not a remark."""
    moves = ["一07-三05十外反", "七01-五03十外反", "四06-三05十内反合", "四02-五03十内反合"]
    lines = [form.format(at, move) for at, move in enumerate(moves, start=1)]
    cut = lines[ply - 1].index("反")
    lines[ply - 1 : ply + 1] = [lines[ply - 1][:cut], lines[ply - 1][cut:] + blank + lines[ply]]
    assert _read("ユニオンエース\n" + "\n".join(lines) + "\n") == (moves, "UNFINISHED")


def test_a_suffix_before_another_number_is_asked_about():
    """反 before a ply that does not follow is no end of the move above."""
    _, status = _read("ユニオンエース\n1 一07-三05十外\n反3 七01-五03十外反\n")
    assert status == "UNREADABLE"


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
