"""Tests of the players that only sentences above the moves name."""

import pytest

import kifu
from notation.reading import read_documents

MOVES = "1 四04占\n2 四05領\n3 五04占\n4 五05領\n"


def _players(text, game="6面体"):
    (document,) = read_documents("a.txt", f"{game}\n{text}\n{MOVES if game == '6面体' else ''}".encode())
    (record,) = document.records
    assert not any(one.severity == "error" for one in document.diagnostics)
    return record.header("先手"), record.header("後手")


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("さいころで4と2。大きい目の出た若林が先、矢部が後。", ("若林", "矢部")),
        ("じゃんけんの結果、みくがさきで、ようくんがあと！", ("みく", "ようくん")),
        ("寒い。ストーブの前で対局。先手おれ、後手あにき。", ("おれ", "あにき")),
        ("Owen had the first turn, no: Owen was first, I (Dilys) was second.", ("Owen", "Dilys")),
        ("Nia took first and Tom played second.", ("Nia", "Tom")),
        ("先手 ▲坂井 昭二　後手 △松尾 直", ("坂井 昭二", "松尾 直")),
        ("先手 坂井 昭二 三段　後手 松尾 直 四段", ("坂井 昭二", "松尾 直")),
        ("わしが後手や。先手は隣の源さん。わし→徳次郎。", ("源さん", "徳次郎")),
        ("私、大塚が先番を頂戴しました。お相手は同僚の前川氏。", ("大塚", "前川氏")),
        ("10分遅刻の為、後手・速水の持ち時間から引く。先手は戸田。", ("戸田", "速水")),
        ("△は後手の村瀬、▲は先手の私・黒沢です。", ("黒沢", "村瀬")),
        ("今日は職場の後輩の楠田くん（先手）と私（後手）の一局", ("楠田くん", "私")),
        ("対局 岸本−内海（左が先手）", ("岸本", "内海")),
        ("対局 岸本−内海（右が先手）", ("内海", "岸本")),
        ("挑戦者　川端（先手）\n名人　　志賀（後手）", ("川端", "志賀")),
        ("Player1(先手): haru\nPlayer2(後手): natsu", ("haru", "natsu")),
        ("| 先手 | 後手 | 場所 |\n| 渡辺 | 青木 | 部室 |", ("渡辺", "青木")),
        ("【棋譜】たかし(先) vs みき(後)", ("たかし", "みき")),
        ("先手▲大貫登志夫\n後手△三輪和枝", ("大貫登志夫", "三輪和枝")),
        ("先　番：　坂口\n後　番：　河合", ("坂口", "河合")),
        ("先番は抽選の結果、赤松。後番は白石。", ("赤松", "白石")),
        ("先番▲　三段　熊谷\n後番△　二段　小田切", ("熊谷", "小田切")),
    ],
)
def test_players_of_a_sentence(text, players):
    """Each name is the one that a person reads beside the word for its side."""
    assert _players(text) == players


@pytest.mark.parametrize(
    "text",
    [
        "先手は占を三つ並べる作戦。後手は守り。",
        "先手が赤、後手が青です",
        "先手は3分、後手は5分使った",
        "前回は先手が山田、後手が佐藤でした",
        "先手が投げるか、後手が投げるか",
        "問題図（後手番）",
        "先手▲優勢",
        "先手          後手",
        "First         Second",
        "後手△持駒なし",
        "1局目は先手・北、後手・南。先後を入れ替え。",
    ],
)
def test_what_is_no_name(text):
    """A sentence about the sides, another game or colours names nobody."""
    assert _players(text) == (None, None)


def test_a_colour_is_that_of_the_game():
    """In a Union game 白 moves first, whichever of both is named first."""
    text = "ユニオンエース\n黒番・藤原　白番・清水　※白が先に動かします\n1 三06-三05丸内\n2 三01-三03四外反\n"
    (document,) = read_documents("a.txt", text.encode())
    assert [document.records[0].header(key) for key in ("先手", "後手")] == ["清水", "藤原"]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("誠一（釧路）が先手・白、由美子（高松）が後手・黒", ("誠一", "由美子")),
        ("由美子が黒・後手、誠一が白・先手です", ("誠一", "由美子")),
        ("誠一（釧路）が先手・黒、由美子（高松）が後手・白", (None, None)),
    ],
)
def test_a_side_with_its_colour_behind_a_name(text, players):
    """Both words are about one side; where the second is of the other one, the sentence names nobody."""
    data = f"ユニオンエース\n{text}\n1 三06-三05丸内\n2 三01-三03四外反\n".encode()
    (document,) = read_documents("a.txt", data)
    assert tuple(document.records[0].header(key) for key in ("先手", "後手")) == players


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("White moves first: Ann\nBlack (moving second): Bob", ("Ann", "Bob")),
        ("White (1st): Ann\nBlack (goes second) = Bob", ("Ann", "Bob")),
        ("White moves second: Ann\nBlack moves first: Bob", (None, None)),
    ],
)
def test_a_colour_with_its_turn_before_a_name(text, players):
    """The turn is no part of a name; where the game gives it to the other colour, the line is asked about."""
    data = f"ユニオンエース\n{text}\n1 三06-三05丸内\n2 三01-三03四外反\n".encode()
    (document,) = read_documents("a.txt", data)
    assert tuple(document.records[0].header(key) for key in ("先手", "後手")) == players
    (verdict,) = kifu.verify(document)
    assert (verdict.status.value == "UNREADABLE") is (players[0] is None)


def test_a_name_decides_who_has_won():
    """The player whom a sentence alone names has won for his side."""
    text = f"6面体\n大きい目の出た若林が先、矢部が後。\n{MOVES}矢部の勝ち\n"
    (document,) = read_documents("a.txt", text.encode())
    (verdict,) = kifu.verify(document)
    assert verdict.outcome.outcome.value == "second"


def test_the_colour_that_a_side_holds():
    """Where the game has no colours, a sentence that gives one to each side tells whose end it is."""
    (document,) = read_documents("a.txt", f"6面体\n白を持つ先手、黒を持つ後手\n{MOVES}黒の投了で終わる\n".encode())
    (verdict,) = kifu.verify(document)
    assert verdict.outcome.outcome.value == "first"


@pytest.mark.parametrize(
    ("head", "end", "winner"),
    [
        ("ユニオンキング\n先手白　真壁五段　　後手黒　仲宗根四段", "真壁五段の投了により仲宗根四段の勝ち。", "second"),
        ("6面体\n先手：志村ひろし\n後手：越智の弟", "志村氏投了。弟の勝ち。", "second"),
        ("6面体\n先手：志村ひろし\n後手：志村太郎", "志村の勝ち。", None),
    ],
)
def test_a_name_at_the_end_that_stands_in_the_head(head, end, winner):
    """A side with its colour names its player; a family name that both players have is asked about."""
    moves = MOVES if head.startswith("6") else "1 七06-七05丸内\n2 四02-四01五内合\n"
    (document,) = read_documents("a.txt", f"{head}\n{moves}{end}\n".encode())
    (verdict,) = kifu.verify(document)
    assert bool(verdict.status.exit_code) == (winner is None)
    assert winner is None or verdict.outcome.outcome.value == winner


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("ユニオンエース　めぐみ－岩田\nめぐみが白", "DECLARED"),
        ("ユニオンエース　めぐみ vs 岩田\n白はめぐみ", "DECLARED"),
        ("ユニオンエース　めぐみ×岩田\n岩田が黒番", "DECLARED"),
        ("ユニオンエース　めぐみ－岩田\n花子が白", "UNREADABLE"),
        ("ユニオンエース　めぐみ－岩田\n次はめぐみが白", "UNREADABLE"),
    ],
)
def test_a_pair_whose_sides_the_next_line_tells(head, status):
    """Both of them are players then; where it names another one, or another game, nobody knows whose the end is."""
    (document,) = read_documents("a.txt", f"{head}\n1 三07→三05六外\n岩田さん時間切れ。めぐみの勝ち\n".encode())
    assert kifu.verify(document)[0].status.name == status


@pytest.mark.parametrize("head", ["先手▲大貫登志夫\n後手△三輪和枝", "先手：▲大貫登志夫\n後手：△三輪和枝"])
@pytest.mark.parametrize(("told", "status"), [("後手三輪さん", "DECLARED"), ("後手大貫さん", "UNREADABLE")])
def test_a_surname_of_a_marked_player(head, told, status):
    """Whoever stands behind a mark in the head is called by the surname below; of the other side it is asked about."""
    text = f"6面体\n{head}\n{MOVES}まで、四手で{told}の勝ち（大貫さん投了）。\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status.name == status


@pytest.mark.parametrize(
    ("above", "status"),
    [("先手(白)　森　　後手(黒)　岡", "UNFINISHED"), ("先手(白)　岡　　後手(黒)　森", "UNREADABLE")],
)
def test_columns_named_below_the_players(above, status):
    """The words above the columns of both sides name no player; names that change their sides below are asked about."""
    text = f"ユニオンエース\n{above}\n\n先手       後手\n{'-' * 30}\n 1 三06-三05丸内   2 三01-三03四外反\n"
    text += "" if status == "UNFINISHED" else "先手は森、後手は岡\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status.name == status
