"""Tests what names the game of a record, and its board: a title, a sentence, a short name, or only its moves."""

from each import each

import kifu
from kifu.core import games
from kifu.core.game.options import configure_game
from notation.freeform.fold_text import fold_line
from notation.freeform.plain_diagram_lines_and_setup import plain_cells_of_row
from notation.freeform.setup_in_words import read_setup
from notation.freeform.setup_parts import Setup, leaves_hands_open
from notation.reading import read

SIX = ("六05占", "一05領", "四04占", "二01領", "七04占", "三05領")
KING = ("四07-四06五外合", "二01-二02三外合", "六07-六06三外合", "六01-六02八外合")
MASTER = ("二01白A内", "六07黒A内", "一07白B内", "七02黒G内")


def numbered(moves, first=1):
    """Return moves with their numbers, one a line."""
    return "\n".join(f"{at} {move}" for at, move in enumerate(moves, first))


def judged(text, encoding="utf-8"):
    """Return the game and the moves of the only record of a text, its verdict, and the codes of all notes."""
    document = kifu.read(text.encode(encoding))
    (record,), (verdict,) = document.records, kifu.verify(document)
    moves = tuple(map(record.game.spell, verdict.replay.moves)) if verdict.replay else ()
    return record.game.id, moves, verdict.status.exit_code, {one.code for one in verdict.diagnostics}


@each(
    ("text", "game", "moves"),
    [
        (numbered(SIX), "six", SIX),
        (f"先手：大野\n後手：三好\n{numbered(SIX)}", "six", SIX),
        (f"{numbered(SIX)}\n\n以上、６面体の棋譜でした", "six", SIX),
        (f"ロクメンタイ　先手 大野　後手 三好\n{numbered(SIX)}", "six", SIX),
        (f"King対局　先：J.M.　後：S.T.\n{numbered(KING)}", "king", KING),
        (
            "1 しろのエーうち 2-1 におく\n2 くろのエーうち 6-7 におく\n3 しろのビーうち 1-7 におく\n4 くろのジーうち 7-2 におく\n（よこ-たて）",
            "master",
            MASTER,
        ),
        (f"ユニキン　白 一条 黒 二条\n{numbered(KING)}", "king", KING),
        (f"UMASTER LOG V0.9\n{numbered(MASTER)}", "master", MASTER),
        (f"第3回キング杯　決勝　白 一条 黒 二条\n{numbered(KING)}", "king", KING),
        (
            "キング王座戦（町内会）\n１．白 外五(4,7)→(4,6)・合　黒 外三(2,1)→(2,2)・合\n２．白 外三(6,7)→(6,6)・合　黒 外八(6,1)→(6,2)・合",
            "king",
            KING,
        ),
        (f"マスター配置メモ 白:Q 黒:R → {' '.join(MASTER)}", "master", MASTER),
        (f"６面体　先手：大野　後手：三好　{' '.join(SIX)}{'　' * 60}中断", "six", SIX),
    ],
)
def test_games_that_no_line_names(text, game, moves):
    """A record is of the game that anything in it names, else of the only one in which its moves are legal."""
    assert judged(text)[:3] == (game, moves, 0)


def test_moves_of_several_games():
    """The first moves of ユニオンエース and ユニオンキング may be the same: then the game is asked for, unless a word says it."""
    moves = numbered(("一07-一05十外", "一01-一03丸外", "一05-一04十外", "一03-一01丸外"))
    _, _, exit_code, codes = judged(f"白 一条 黒 二条\n{moves}")
    assert ("several-games" in codes, exit_code) == (True, 3)
    assert judged(f"キング 白 一条 黒 二条\n{moves}")[0] == "king"
    assert judged(f"エース 白 一条 黒 二条\n{moves}")[0] == "ace"


def test_texts_without_a_game():
    """Two moves in a letter are no record, and moves of shogi are none of ours."""
    for text in ("四04占と二02領の話をしました。", "▲七六歩 △三四歩 ▲二六歩 △八四歩 ▲二五歩 △八五歩"):
        assert read("letter.txt", text.encode()).records == ()


@each("encoding", ["cp932", "euc_jp"])
def test_names_in_other_encodings(encoding):
    """The name of a game tells the encoding where no line is one of the notation."""
    text = f"(1) [312] 昨日の六面体です\n{numbered(SIX)}"
    assert judged(text, encoding)[:3] == ("six", SIX, 0)


def test_heads_of_pages_and_mails():
    """The title and the players of the next page are the same statements again, and so is a subject."""
    page = "6面体例会 {}/2ページ\n先手 大野　後手 三好\n"
    text = f"{page.format(1)}{numbered(SIX[:4])}\n{page.format(2)}{numbered(SIX[4:], 5)}"
    assert judged(text)[:3] == ("six", SIX, 0)
    assert "repeated-header" not in judged(text)[3]


def on(board):
    """Return 続・連合将棋 on a board."""
    return configure_game(games.load("rengo"), None, {"棋種": "続・連合将棋", "盤": board}, None)


@each(
    ("board", "text", "told"),
    [
        ("連珠盤", "先手 玉八15　後手 玉八01　駒台は両者とも珠12個ずつ", ((("▲玉", "八15"), ("△玉", "八01")), ("珠12", "珠12"))),
        ("碁盤9路", "先手：五03金、五09玉、持駒 歩・金／後手：玉五01、持駒なし", ((("▲金", "五03"), ("▲玉", "五09"), ("△玉", "五01")), ("歩 金", "なし"))),
        ("ドラフツ盤", "4段 後一平 後三平", ((("△平", "一04"), ("△平", "三04")), (None, None))),
        ("将棋盤", "先手の駒台 なし／後手の駒台 なし", ((), ("なし", "なし"))),
        ("碁盤9路", "持ち石：☗碁五　☖碁五", ((), ("碁5", "碁5"))),
        ("オセロ盤", "手持ち 先手=翻×4 後手=翻×4", ((), ("翻4", "翻4"))),
        ("オセロ盤", "先手の駒（下から）八段目 左より 船午根君種根午船", (tuple((f"▲{unit}", f"{column}08") for unit, column in zip("船午根君種根午船", "一二三四五六七八", strict=True)), (None, None))),
        ("ドラフツ盤", "stand,sente none,gote none", ((), ("なし", "なし"))),
    ],
)  # fmt: skip
def test_starts_in_words(board, text, told):
    """Units with their squares, and what the stands hold."""
    found = read_setup(on(board), fold_line(text, 1).text)
    assert found is not None
    assert (found.units, found.stands) == told


@each("text", ["先手は強い", "駒台には碁・翻・珠が少しずつ", "先手 玉五09と何か", "▲五05飛 △五03玉に"])
def test_starts_that_are_not_understood(text):
    """What is understood in part says nothing."""
    assert read_setup(on("碁盤9路"), fold_line(text, 1).text) is None


def test_stands_that_are_left_open():
    """A text about stands that does not say what they hold is no remark."""
    assert leaves_hands_open("駒台には碁が少し")
    assert not leaves_hands_open("駒台は両者なし")


@each(
    ("board", "row", "text", "cells"),
    [
        ("チェス盤", 1, "△城 △騎 △僧 △后 △王 △僧 △騎 △城  01", "△城△騎△僧△后△王△僧△騎△城"),
        ("オセロ盤", 1, ".. .. G騎 .. G玉 .. .. G翻", "・・・・△騎・・△玉・・・・△翻"),
        ("チャンギ盤", 2, "　　|　　|　　|　　|△楚|　　|　　|　　|　　|2", "・・" * 4 + "△楚" + "・・" * 4),
        ("将棋盤", 8, "|   | 角|   |   |   |   |   | 飛|   |八", "・・▲角" + "・・" * 5 + "▲飛・・"),
        ("碁盤9路", 3, "＋＋＋＋☖歩＋＋☖歩＋＋☖歩＋＋＋＋ 三", "・・・・△歩・・△歩・・△歩・・・・"),
        ("碁盤9路", 4, "＋＋＋＋☖歩＋＋☖歩＋＋☖歩＋＋＋＋ 三", ""),
        ("碁盤9路", 1, "+----------------+", ""),
        ("碁盤9路", 1, "・・・・・・・・△玉", ""),
    ],
)
def test_rows_of_any_cells(board, row, text, cells):
    """A row has as many cells as the board, whatever stands between them and for an empty square."""
    assert plain_cells_of_row(on(board), fold_line(text, 1).text, row) == cells


def test_a_start_that_the_rules_refuse():
    """Units that may not start so may be those of a later position: that is asked, not called a foul."""
    text = "続・連合将棋 9路盤\n先手 玉五09・飛五05 後手 玉五01\n1 五05-五04飛\n"
    assert kifu.verify(kifu.read(text.encode()))[0].status == "UNREADABLE"


def test_parts_of_a_start():
    """The rows of a start, its stands, and its board in a sentence."""
    text = "続・連合将棋を9路の碁盤で\n先手 玉五09・飛五08 後手 玉五01・飛五02\n駒台は双方なし\n1 五08-五07飛\n"
    assert judged(text)[:3] == ("rengo", ("五08-五07飛",), 0)
    assert Setup(stands=("なし", None)).diagram_field_lines() == ["先手の駒台：なし"]


@each(
    "told",
    [
        "先手 玉五09・飛五08 後手 玉五01・金五08",
        "先手 玉五09・飛五08 後手 玉五01\n駒台は双方なし\n持ち駒：先手 碁2 後手 なし",
        "・・・・・・・・△玉・・・・・・・・\n" + "・・・・・・・・・・・・・・・・・・\n" * 7 + "・・・・・・・・▲玉・・・・・・・・\n先手 飛五08 後手 飛五02",
    ],
)  # fmt: skip
def test_starts_that_contradict_themselves(told):
    """Two units on a square, two stands, or units beside a diagram: nothing is taken for the start in silence."""
    document = kifu.read(f"続・連合将棋 9路盤\n{told}\n1 五09-四09玉\n".encode())
    assert kifu.verify(document)[0].status == "UNREADABLE"


MOVES = "1 二02占\n2 三06領\n3 三02占\n4 七05領\n"


def test_the_name_of_the_game_at_the_foot():
    """A table may name its game below its moves; what begins another record there names that one."""
    for foot in ("種目：6面体", "種目,6面体,,", "ゲーム：6面体"):
        assert judged(f"{MOVES}{foot}\n")[:3] == ("six", ("二02占", "三06領", "三02占", "七05領"), 0)
    assert kifu.read(f"{MOVES}ゲーム：ユニオンキング\n".encode()).records == ()
    assert kifu.verify(kifu.read(f"{MOVES}棋種：6面体\n".encode()))[0].status == "UNREADABLE"


def test_items_of_minutes_with_blanks_behind_their_numbers():
    """The items of minutes stand for heads and remarks; numbers of plies in kanji stay what they are."""
    moves = MOVES.replace(" ", "、")
    minutes = f"6面体 例会\n一　日時　令和八年\n二　場所　公民館\n三　対局　先手　宮本君　後手　柏木君\n四　指手\n{moves}五　閉会　午後五時\n"
    assert judged(minutes)[:3] == ("six", ("二02占", "三06領", "三02占", "七05領"), 0)
    plies = "6面体\n一 占を二02\n二 領を三06\n三 占を三02\n四 領を七05\n"
    assert judged(plies)[:3] == ("six", ("二02占", "三06領", "三02占", "七05領"), 0)


@each(
    ("title", "line", "read"),
    [("", "碁盤13路", True), ("　十三路盤", "碁盤13路です。", True), ("　九路盤", "碁盤13路", False)],
)
def test_the_name_of_a_board_without_its_key(title, line, read):
    """It is understood on a line of its own; where the title names another board, it is asked about."""
    text = f"続・連合将棋{title}\n{line}\n先手 玉五13・飛五12 後手 玉五01・飛五02\n駒台は双方なし\n1 五12-五11飛\n"
    assert (kifu.verify(kifu.read(text.encode()))[0].status.exit_code == 0) is read


def test_a_board_of_lines_is_no_ply():
    """9路盤 tells the board; the figure before 路 is no number of a ply."""
    text = "続・連合将棋\n9路盤です\n先手 玉五09・飛五08 後手 玉五01・飛五02\n駒台は双方なし\n1 五08-五07飛\n"
    assert judged(text)[:3] == ("rengo", ("五08-五07飛",), 0)
