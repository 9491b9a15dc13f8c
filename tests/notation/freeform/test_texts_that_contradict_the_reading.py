"""Titles, remarks and lines of players that do not fit what was read are asked about."""

import pytest

import kifu
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read_documents

HEAD = ["棋種：6面体", "先手：大庭", "後手：石塚"]
MOVES = ["1手目 先 六02占", "2手目 後 七02領", "3手目 先 六01騎", "4手目 後 六03女", "大庭投了"]


def codes(*lines):
    """Return the codes of the warnings and errors of a record."""
    (document,) = read_documents("a.txt", "\n".join(lines).encode())
    (verdict,) = kifu.verify(document)
    return [one.code for one in verdict.diagnostics if one.severity != "note"]


@pytest.mark.parametrize(
    ("title", "doubted"),
    [
        ("【速報】先手の大庭勝つ！", True),
        ("【速報】石塚勝つ！", False),
        ("前回は大庭勝つ！", False),
        ("大庭勝ち越しへの一局", False),
        ("石塚敗れる", True),
    ],
)
def test_winners_of_titles(title, doubted):
    """A title that tells another winner than the record is asked about."""
    assert bool(codes(title, *HEAD, *MOVES)) is doubted


@pytest.mark.parametrize(
    ("remark", "doubted"), [("←石塚の好手", True), ("←大庭の好手", False), ("石塚の好手を警戒", False)]
)
def test_movers_of_remarks(remark, doubted):
    """A remark that points at a move of the other side is asked about."""
    assert ("told-otherwise" in codes(*HEAD, *MOVES[:3], remark, *MOVES[3:])) is doubted


def test_players_are_not_lost():
    """A second player of the same name is no remark by which the winner becomes known."""
    lines = ["６面体", "先手　後藤（二丁目）", "後手　後藤（五丁目）", *MOVES[:4], "四手にて終局。後藤さんの勝ち。"]
    assert codes(*lines)


def test_moves_that_were_not_noted():
    """A figure that the reader adds to a move is asked about where a remark says that it was not noted."""
    moves = ["ユニオンキング", "1手目 白 四07-四06五外合", "2手目 黒 四01-四02 外コマ（図は控え忘れ）"]
    assert codes(*moves)


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("4手で指し掛け。点は白45 黒60。", "told-count"),
        ("4手にて中断。白32点、黒13点。次は白の手番。", "told-count"),
        ("4手で引き分け、32対32。", "wrong-score"),
        ("（4手終了時　白0点　黒13点）", "told-count"),
    ],
)
def test_points_beside_a_break(end, code):
    """Points that stand beside a break or a draw, or behind a ply, are compared with the board."""
    king = ["ユニオンキング", "白・先手：本多", "黒・後手：富樫"]
    moves = ["1：三06-三05六内", "2：六01-六02八外合", "3：六07-六06三外合", "4：二01-二02三外合"]
    assert code in codes(*king, *moves, end)


def test_numbers_of_units_are_no_points():
    """アゲハマ behind an end are no points: they are compared, or a remark."""
    assert "wrong-score" not in codes(*HEAD, *MOVES[:4], "4手まで、大庭投了。アゲハマ先手2、後手1。")


def test_a_count_before_the_game_is_asked_about():
    """What a message says of an end before the first move claims no result of the game."""
    chat = [
        "#6面体",
        "19:59 みけ: もう終局です 先手3手で全滅w",
        "20:00 まっつん: 六4占",
        "20:01 ゆき姉: 三7領",
        "20:02 まっつん: 六5武",
        "20:04 ゆき姉: 七1領",
    ]
    (document,) = read_documents("a.txt", "\n".join(chat).encode())
    assert kifu.verify(document)[0].status is Status.UNREADABLE


def test_columns_of_units_in_hand():
    """Two numbers behind each move that count the dice in hand are compared: one that differs is asked about."""
    rows = ["1,先,六3占,14,15", "2,後,一5領,14,14", "3,先,二6占,13,14", "4,後,二5矢,13,13", "5,先,六6占,12,13"]
    head = ["6面体", "手数,番,指し手,先手残,後手残"]
    assert "points-so-far" not in codes(*head, *rows, "6,後,二5-二7矢,12,13")
    assert "points-so-far" in codes(*head, *rows, "6,後,二5-二7矢,12,14")


def test_the_number_of_all_plies_in_a_title():
    """A title that tells another number of plies than there are is asked about; one that fits is not, nor that of a series."""
    text = "6面体　{}\n先手：銀林\n後手：桂\n1 四04占\n2 二02領\n\n銀林、投了。\n"
    for title, status in {
        "全2手": "DECLARED",
        "全3手": "UNREADABLE",
        "（全２手）": "DECLARED",
        "（全１手）": "UNREADABLE",
    }.items():
        (verdict,) = kifu.verify(kifu.read(text.format(title).encode()))
        assert str(verdict.status) == status, title


def test_the_plies_of_each_side_are_no_points():
    """Numbers of plies behind the sides beside an end are not compared with the points."""
    text = "ユニオンエース\n先手：銀林\n後手：桂\n1 三07-五05六外反\n2 七01-五03十外反\n\n銀林さんの投了で桂さんの勝ち。手数は{}です。\n"
    (verdict,) = kifu.verify(kifu.read(text.format("先手14、後手13").encode()))
    assert "wrong-score" not in {one.code for one in verdict.diagnostics}


@pytest.mark.parametrize(
    ("correction", "doubted"),
    [
        ("上の3手目は書きまちがいです。正しくは 5.1-3.2 騎馬 でした。", True),
        ("※3手目の誤記、正しくは 五.一 のほうの騎馬", True),
        ("3手目は間違い。正しくは五1で受けるべき手", False),
        ("3手目が間違いのもと", False),
    ],
)
def test_a_correction_that_was_not_followed(correction, doubted):
    """It is asked about, also below the end; what one should have played is a remark."""
    assert bool({*codes(*HEAD, *MOVES, correction)} - {"after-the-end"}) is doubted


@pytest.mark.parametrize(
    ("end", "doubted"), [("石塚の勝ち（先手）", True), ("石塚の勝ち（後手）", False), ("大庭投了（先手）", False)]
)
def test_a_winner_with_the_side_of_the_other(end, doubted):
    """The side in brackets gives the game to the other player: it is asked about."""
    assert bool(codes(*HEAD, *MOVES[:-1], end)) is doubted


@pytest.mark.parametrize(
    ("game", "behind", "status"),
    [
        (
            "続・連合将棋（碁盤9路）\n初形：説明書の例の図\n1 五09-六08玉\n2 二02-三02城",
            "詰みました。私の勝ちです。",
            "UNREADABLE",
        ),
        ("続・連合将棋（碁盤9路）\n初形：説明書の例の図\n1 五09-六08玉\n2 二02-三02城", "詰みました。", "CONTRADICTED"),
        ("続・連合将棋（碁盤9路）\n初形：説明書の例の図\n1 五09-六08玉\n2 二02-三02城", "私の勝ちです。", "DECLARED"),
        ("6面体\n1 四04占\n2 四05領", "詰みました。私の勝ちです。", "DECLARED"),
    ],
)
def test_a_mate_behind_the_end_that_was_not_understood(game, behind, status):
    """A line that tells a mate beside what is not understood is asked about where the game ends by mate and has not."""
    (document,) = read_documents("a.txt", f"{game}\n先手の勝ち\n\n{behind}\n".encode())
    (verdict,) = kifu.verify(document)
    assert verdict.status.name == status
