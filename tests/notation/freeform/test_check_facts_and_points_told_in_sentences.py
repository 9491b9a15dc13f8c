"""Tests of points with a half, as 後手 has them where a komi of 6.5 is counted."""

import pytest

import kifu

MOVES = [
    "九05翻打",
    "六08碁打",
    "五02碁打",
    "六03-四01平",
    "四03碁打",
    "四07碁打",
    "七03珠打",
    "四06碁打",
    "三07-五05平",
    "八06翻打",
    "一03珠打",
    "二02-二05城",
    "四05碁打",
    "パス",
    "パス",
]
GAME = "続・連合将棋\n碁盤9路 初形は規則書の例図のまま\n先手 鉄\n後手 柚子\n\n" + "".join(
    f"{ply} {move}\n" for ply, move in enumerate(MOVES, start=1)
)
"""A game that is counted: 先手 2, 後手 8.5."""


def _status(end):
    (verdict,) = kifu.verify(kifu.read(f"{GAME}\n{end}\n".encode()))
    return verdict.status.name


ENDS = (
    "先手2点、後手{}点で後手の勝ち",
    "先手が2、後手がコミ込みで{}。後手の勝ち",
    "数えると先手2目、後手{}目。後手の勝ち",
    "後手の勝ち（先手2点 後手{}点）",
    "後手の勝ち（2-{}）",
    "{}対2で後手の勝ち",
    "柚子 {}、鉄 2",
    "先手2対後手{}",
    "目数：先手2、後手{}",
    "Second wins {} to 2",
    "{}対2",
)


@pytest.mark.parametrize("end", ENDS)
def test_points_of_the_board(end):
    """They are compared, half a point with half a point."""
    assert _status(end.format("8.5")) == "CONFIRMED"


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("points", ["7.5", "9.5"])
def test_points_that_are_not_those_of_the_board(end, points):
    """They contradict the record, or are asked about."""
    assert _status(end.format(points)) in {"CONTRADICTED", "UNREADABLE"}


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("先手2目、後手8目半で後手の勝ち", "CONFIRMED"),
        ("先手2目、後手7目半で後手の勝ち", "CONTRADICTED"),
        ("先手2点、後手八点半", "CONFIRMED"),
        ("先手2点、後手七点半", "CONTRADICTED"),
        ("後手の6目半勝ち", "CONFIRMED"),
        ("後手の5目半勝ち", "UNREADABLE"),
        ("数えて後手の6目半勝ち。", "CONFIRMED"),
        ("数えて後手の5目半勝ち。", "UNREADABLE"),
        ("結果は後手の6目半勝ちです。", "CONFIRMED"),
        ("結果は後手の5目半勝ちです。", "UNREADABLE"),
        ("6.5点差で後手に軍配。", "CONFIRMED"),
        ("先手の6目半負けです。", "CONFIRMED"),
        ("後手が6.5差で勝ち", "CONFIRMED"),
        ("後手が5.5差で勝ち", "UNREADABLE"),
    ],
)
def test_halves_in_words(end, status):
    """A half behind 目 and 点, and the margin, are read as people write them."""
    assert _status(end) == status


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("先手の地2目、後手の地2目にコミ6目半で後手の勝ち", "CONFIRMED"),
        ("先手の地2目、後手の地1目にコミ6目半で後手の勝ち", "CONTRADICTED"),
        ("先手の地2目、後手2目+コミ6目半で後手の勝ち", "CONFIRMED"),
        ("先手２　後手２＋６．５＝８．５", "CONFIRMED"),
        ("先手２　後手３＋６．５＝９．５", "UNREADABLE"),
        ("盤上は2対2、コミの分だけ後手の勝ち", "UNREADABLE"),
        ("コミ抜きなら2対2だった。後手の勝ち", "UNREADABLE"),
        ("コミがなければ2対2でした。後手の勝ち", "UNREADABLE"),
        ("コミ6目半で後手の勝ち", "CONFIRMED"),
        ("コミ6.5が重い。後手の勝ち", "CONFIRMED"),
    ],
)
def test_the_komi(end, status):
    """It is added to the points before it; alone it is nobody's."""
    assert _status(end) == status


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("パス、パス。数えます", "CONFIRMED"),
        ("両者パスで終局。数えて後手の6目半勝ち。", "CONFIRMED"),
        ("両者パスで終局。", "CONFIRMED"),
        ("お互いにパスしたので終局です。後手の勝ち。", "CONFIRMED"),
        ("パスが二回続いたので終了。先手 2、後手 8.5（コミ込み）。", "CONFIRMED"),
        ("パスが二回続いたので終了。先手 2、後手 7.5（コミ込み）。", "CONTRADICTED"),
        ("両者パスで終局。先手の勝ち。", "CONTRADICTED"),
    ],
)
def test_the_passes_told_again(end, status):
    """Below the passes by which a game is over their words are none of its moves."""
    assert _status(end) == status


@pytest.mark.parametrize(
    ("remark", "status"),
    [
        ("弓を倒す", "UNFINISHED"),
        ("弓矢を倒した", "UNFINISHED"),
        ("相手の弓を取った", "UNFINISHED"),
        ("武を倒す", "CONTRADICTED"),
        ("相手の巫女を取った！", "CONTRADICTED"),
        ("武を倒すつもり", "UNFINISHED"),
    ],
)
def test_what_a_remark_beside_a_move_tells_to_be_beaten(remark, status):
    """A remark that names another unit than the one that its move beats contradicts the record."""
    moves = [
        "二04占",
        "三05領",
        "一05武",
        "四04士",
        "三03巫",
        "三06士",
        "二05弓",
        "四04-四03士",
        "一03巫",
        "三06-二05士",
    ]
    rows = "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
    (verdict,) = kifu.verify(kifu.read(f"6面体\n{rows.rstrip()}　（{remark}）\n".encode()))
    assert verdict.status.name == status


_SIX = "二03占 四06領 二04弓 四03領 三02巫 五03矢 三03弓 五02女 三04武 五05女 一02武 四02女 三03-三01弓 三06女 三03巫 五06馬 二04-五04弓 五06-三05馬 五04-五07弓 三05-四07馬 五07-五05弓 五03-二03矢"


@pytest.mark.parametrize(
    ("remark", "status"),
    [
        ("矢で先手の占を取ります。", "CONFIRMED"),
        ("矢で先手の武を取ります。", "UNREADABLE"),
        ("次に矢で先手の武を取ります。", "CONFIRMED"),
        ("馬で武を取りたかった。", "CONFIRMED"),
    ],
)
def test_the_unit_that_the_last_ply_has_taken(remark, status):
    """It is the one that stood there, or is asked about; what was only meant is not compared."""
    rows = "".join(f"{ply} {move}\n" for ply, move in enumerate(_SIX.split(), start=1))
    (verdict,) = kifu.verify(kifu.read(f"6面体\n先手 鉄\n後手 柚子\n\n{rows}\n{remark}\n".encode()))
    assert verdict.status.name == status


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("次は黒の三枝の番から始める。", "CONTRADICTED"),
        ("次は三枝さんの番から再開します。", "CONTRADICTED"),
        ("次は黒から始める。", "CONTRADICTED"),
        ("次は白の小谷の番から始める。", "UNFINISHED"),
        ("次は小谷さんの番から再開します。", "UNFINISHED"),
        ("次の対局は黒の三枝の番から始める。", "UNFINISHED"),
    ],
)
def test_who_is_told_to_go_on(told, status):
    """The side and the name may both be told, and that the game begins there again."""
    head = "ユニオンエース\n白：小谷\n黒：三枝\n1 二06-二05三内\n2 二02-二03六内\n"
    (verdict,) = kifu.verify(kifu.read(f"{head}2手までで時間となり、指し掛けとした。{told}\n".encode()))
    assert verdict.status.name == status
