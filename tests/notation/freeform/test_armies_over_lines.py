"""Tests of armies told as lists: below sides, by senders of messages, behind names with marks."""

import pytest

import kifu
from notation.reading import read_documents


def _judged(text):
    document = next(read_documents("a.txt", text.encode()))
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    moves = [record.game.spell(move) for move in verdict.replay.moves] if verdict.replay else []
    fields = {} if record.setup is None else {field.key: field.value for field in record.setup.fields}
    return verdict.status.name, moves, fields


SHOWN = "続・連合将棋　碁盤9路の途中の図から　先手 比嘉、後手 ルイ\n\n図（比嘉さんの手帳から）\n先手：玉 五9、金 五3　駒台に 金 歩\n後手：玉 五1、香 四1、香 六1　駒台なし\n{told}\n\n▲八3金 打\n△四1→四7香\n"
SHOWN_MOVES = ["八03金打", "四01-四07香"]


@pytest.mark.parametrize(
    ("told", "captives"),
    [
        ("アゲハマ 先手0 後手0　先手番", "先手0 後手0"),
        ("アゲハマ：先手2、後手1", "先手2 後手1"),
        ("アゲハマは後手が1個、先手が2個です", "先手2 後手1"),
        ("アゲハマ ▲2 △0", "先手2 後手0"),
    ],
)
def test_armies_below_sides_with_what_was_taken(told, captives):
    """A unit right behind a side is no player, and a position with アゲハマ is no start."""
    status, moves, fields = _judged(SHOWN.format(told=told))
    assert (status, moves) == ("UNFINISHED", SHOWN_MOVES)
    assert (fields["先手の駒台"], fields["後手の駒台"], fields["アゲハマ"]) == ("金1 歩1", "なし", captives)


@pytest.mark.parametrize("told", ["アゲハマ 先手0 先手0", "アゲハマ 先手たくさん 後手0"])
def test_what_was_taken_and_is_not_understood(told):
    """One side twice, or no number, is asked about."""
    assert _judged(SHOWN.format(told=told))[0] != "UNFINISHED"


@pytest.mark.parametrize("told", ["先手番です", "先手の番です。", "次は先手の手番です", "先手のばんです"])
def test_a_sentence_about_the_turn_below_armies(told):
    """It is no heading of another army."""
    status, moves, fields = _judged(SHOWN.format(told=told))
    assert (status, moves, fields["手番"]) == ("UNFINISHED", SHOWN_MOVES, "先手")


CHILDREN = "続・連合将棋\n\nばん：９路の碁ばん（よこは左から一〜九、たては上から１〜９）\n先手のこま：玉（五の9）、珠（一の1、一の2、一の3、一の4）、もっている石は珠{count}\n後手のこま：玉（九の1）、飛（四の2）、もっている石なし\n先手のばんです。アゲハマはどちらも０。\n\n１　先手　二の3に珠を打つ\n"


@pytest.mark.parametrize(("count", "held"), [("ひとつ", "珠1"), ("ふたつ", "珠2"), ("みっつ", "珠3"), ("４つ", "珠4")])
def test_stones_counted_in_kana(count, held):
    """Children write こま, もっている石 and ふたつ."""
    status, moves, fields = _judged(CHILDREN.format(count=count))
    assert (status, moves, fields["先手の駒台"]) == ("UNFINISHED", ["二03珠打"], held)


CHAT = (
    "家族グループ 2026-08-25\n[18:50] けんた> 続・連合将棋、チェス盤で。{sides}。{stands}\n"
    "[18:51] けんた> {mine} 一7歩、二7兵、五8玉、四8飛\n[18:53] りく> {yours} 五1玉、四1飛、一2歩、二2平\n"
    "[18:54] けんた> 横は左から一二三…、縦は上から1\n[19:00] りく> OK\n[19:04] けんた> 二7-二6兵\n[19:07] りく> 一2-一3歩\n"
)
CHAT_MOVES = ["二07-二06兵", "一02-一03歩"]


@pytest.mark.parametrize("sides", ["俺先手、りく後手", "けんた先手、りく後手", "けんたが先手、りくが後手"])
@pytest.mark.parametrize(("mine", "yours"), [("俺の駒", "ぼくの駒"), ("けんたの駒", "りくの駒"), ("", "")])
@pytest.mark.parametrize("stands", ["駒台なし", "持ち駒なし", ""])
def test_armies_by_senders(sides, mine, yours, stands):
    """Each tells his own; that nothing is held, behind both sides, is said of both."""
    status, moves, fields = _judged(CHAT.format(sides=sides, mine=mine, yours=yours, stands=stands))
    assert (status, moves) == ("UNFINISHED", CHAT_MOVES)
    assert {fields.get("先手の駒台", "なし"), fields.get("後手の駒台", "なし")} == {"なし"}


@pytest.mark.parametrize(
    ("mine", "yours"), [("りくの駒", "けんたの駒"), ("俺の駒 一7玉、", "ぼくの駒"), ("俺の駒 一2歩、", "ぼくの駒")]
)
def test_armies_of_senders_that_do_not_fit(mine, yours):
    """Exchanged names, and a square with two units, are no start that could be played from."""
    told = CHAT.format(sides="俺先手、りく後手", mine=mine, yours=yours, stands="駒台なし")
    assert _judged(told)[0] in {"UNREADABLE", "ILLEGAL"}


MARKED = (
    "続・連合将棋 on a chess board / チェス盤\n先手: Erik    後手: 北村あや\n{note}\n\n"
    "Erik ({first}): a7兵 b7卒 c7兵 d8王 f8僧\nあや ({second}): b1后 e1王 f1僧 a2卒 b2兵\n\n1. 兵a7-a5  后b1-c1\n2. 僧f8-e7  兵b2-b4\n"
)
ABOVE = "NOTE: rows are counted from the top (a1 = top left), {} in chess!"
MARKED_MOVES = ["一07-一05兵", "二01-三01后", "六08-五07僧", "二02-二04兵"]


@pytest.mark.parametrize(("first", "second"), [("▲", "△"), ("先手", "後手"), ("☗", "☖"), ("先", "後")])
@pytest.mark.parametrize("note", [ABOVE.format("not like"), ABOVE.format("unlike"), "a1 = top left"])
def test_armies_behind_names_with_marks(first, second, note):
    """A part of a player's name before a mark is that player's, and rows that are not as in chess are not turned."""
    status, moves, _ = _judged(MARKED.format(first=first, second=second, note=note))
    assert (status, moves) == ("UNFINISHED", MARKED_MOVES)


def test_marks_that_contradict_the_head():
    """They are asked about."""
    assert _judged(MARKED.format(first="△", second="▲", note="a1 = top left"))[0] == "UNREADABLE"


def test_rows_as_in_chess():
    """They are counted from below: the armies stand the wrong way round."""
    assert _judged(MARKED.format(first="▲", second="△", note="squares like in chess"))[0] in {"UNREADABLE", "ILLEGAL"}
