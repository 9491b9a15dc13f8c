"""Several games in one text, and the parts of one game."""

import pytest
import typed_records

from kifu.referee.status_fault_and_basis import Status

ONE = ("二02占", "三06領", "三02占", "七05領", "四03占", "二06馬")
TWO = ("六05占", "一04領", "七06騎", "七04領", "六04巫", "六03領")
ACE = ("三06-三05丸内", "三01-三03四外反", "三05-四04丸内反", "一01-三01丸外")


def judged(text, tmp_path):
    """Return the records of a text as they are judged."""
    file = tmp_path / "record.txt"
    file.write_text(text, "utf-8")
    return typed_records.judged(file)


def rows(moves, start=1):
    """Return a line for each move with its number."""
    return "\n".join(f"{number} {move}" for number, move in enumerate(moves, start=start))


def bare(moves):
    """Return a line for each move."""
    return "\n".join(moves)


SEVERAL = {
    "times of the day": f"6面体\n朝の対局\n{rows(ONE)}\n先手勝ち\n夜の対局\n{rows(TWO)}\n後手勝ち\n",
    "the ends below all": f"6面体\n朝の対局\n{rows(ONE)}\n夜の対局\n{rows(TWO)}\n朝は先手の勝ち、夜は後手の勝ち\n",
    "the ends below all by their numbers": f"6面体\n第1局\n{rows(ONE)}\n第2局\n{rows(TWO)}\n第1局は先手勝ち、第2局は後手勝ち\n",
    "stages": f"6面体\n準決勝第1試合\n{rows(ONE)}\n先手の勝ち\n準決勝第2試合\n{rows(TWO)}\n後手の勝ち\n",
    "the head again": f"6面体\n先手：野中\n後手：古賀\n{rows(ONE)}\n先手勝ち\n\n6面体\n先手：野中\n後手：堺\n{rows(TWO)}\n後手勝ち\n",
    "a line of stars": f"6面体\n{rows(ONE)}\n先手勝ち\n＊＊＊＊＊\n{rows(TWO)}\n後手勝ち\n",
    "a number alone, moves without": f"6面体 二番\n壱\n{bare(ONE)}\n先手の勝ち\n弐\n{bare(TWO)}\n後手の勝ち\n",
    "one round is lost": f"6面体\n一回戦\n{rows(ONE)}\n先手勝\n三回戦\n{rows(TWO)}\n後手勝\n",
    "the second one first": f"6面体\n第二局\n{rows(ONE)}\n先手勝ち\n第一局\n{rows(TWO)}\n後手勝ち\n",
    "the second one on a line": f"6面体\n{rows(ONE)}\n先手勝ち\n2局目\n{' '.join(TWO)}\n後手勝ち\n",
    "the game behind a bullet": f"◎ 棋種：6面体\n{rows(ONE)}\n先手勝ち\n◎ 棋種：6面体\n{rows(TWO)}\n後手勝ち\n",
    "the game behind a circle": f"〇 棋種：6面体　2番卓\n{rows(ONE)}\n先手勝ち\n〇 棋種：6面体　1番卓\n{rows(TWO)}\n後手勝ち\n",
    "numbers in brackets, with the hour": f"6面体 例会\n(1) 9:30〜\n{rows(ONE)}\n先手勝ち\n(2) 13:00〜\n{rows(TWO)}\n後手勝ち\n",
}


@pytest.mark.parametrize("name", SEVERAL)
def test_games_below_headings_of_every_kind(name, tmp_path):
    """Each game is a record of its own with its moves and its winner."""
    found = judged(SEVERAL[name], tmp_path)
    assert [(one.moves, one.winner) for one in found] == [(ONE, "first"), (TWO, "second")]


def test_games_of_two_kinds(tmp_path):
    """A heading may name the game that follows."""
    text = f"異種二番\nその一 6面体\n{bare(ONE)}\n先手の勝ち\nその二 ユニオンエース\n{bare(ACE)}\n後手の勝ち\n"
    assert [(one.moves, one.winner) for one in judged(text, tmp_path)] == [(ONE, "first"), (ACE, "second")]


def test_players_of_a_match_change_sides(tmp_path):
    """Who is not named in a heading is the other one of the match."""
    text = f"6面体 対抗戦\n一局目　先手森田\n{rows(ONE)}\n森田の投了\n二局目　先手杉\n{rows(TWO)}\n森田の勝ち\n"
    assert [one.winner for one in judged(text, tmp_path)] == ["second", "second"]


@pytest.mark.parametrize(
    "below",
    [
        f"変化\n{rows(TWO)}\n後手勝ち",
        f"参考：別の手順\n{rows(TWO)}\n後手勝ち",
        f"控え\n{rows(ONE)}\n先手勝ち",
        f"もう一枚\n{rows(ONE)}\n先手勝ち",
    ],
)
def test_what_is_no_other_game(below, tmp_path):
    """A variation, or the same game once more, is none."""
    assert len(judged(f"6面体\n{rows(ONE)}\n先手勝ち\n{below}\n", tmp_path)) == 1


PARTS = {
    "rounds": ("第1ラウンド終了時点：", "第2ラウンド（同じ対局です）："),
    "halves of a day": ("午前の部", "午後の部"),
    "the next page": ("", "6面体 2ページ目（続き）"),
    "the second of two": ("", "6面体（その2）"),
    "serial": ("連載第一回", "連載第二回"),
    "a figure left out": ("", "【中断図】省略"),
    "a figure elsewhere": ("", "（投了図は割愛）"),
}


@pytest.mark.parametrize("name", PARTS)
def test_parts_of_one_game(name, tmp_path):
    """A heading among the moves whose numbers go on is that of a part."""
    first, second = PARTS[name]
    text = "\n".join(filter(None, ["6面体", first, rows(ONE[:3]), second, rows(ONE[3:], 4), "先手勝ち"]))
    (found,) = judged(text + "\n", tmp_path)
    assert (found.moves, found.winner) == (ONE, "first")


def test_a_page_that_tells_the_last_moves_again(tmp_path):
    """A move with the number of the last one, and the same, is no new one; another move is asked about."""
    text = f"6面体（その1）\n{rows(ONE[:4])}\n6面体（その2）\n{{}}\n"
    (found,) = judged(text.format(rows(ONE[2:], 3)), tmp_path)
    assert (found.moves, found.status) == (ONE, Status.UNFINISHED)
    (other,) = judged(text.format(rows(("四04占", *ONE[3:]), 3)), tmp_path)
    assert other.status is Status.UNREADABLE


LISTED = """6面体
■結果
{rows}
■棋譜
第1局　先手 石川　後手 前田
{one}
先手の勝ち
第2局　先手 森　後手 西尾
{two}
森投了
"""
LISTS = {
    "marks": "第1局 石川 ○ － ● 前田　（6手、前田投了）\n第2局 森　 ● － ○ 西尾　（6手、森投了）\n※左が先手",
    "columns": "対局　先手　後手\n第1局 石川○　前田●　6手\n第2局 森●　西尾○　6手\n（○勝ち ●負け。いずれも投了による）",
    "items": "1. ○石川-●前田 6手\n2. 森●-○西尾 6手",
    "other numbers": "①　石川○　前田●\n②　森●　西尾○\n（先手は左、後手は右）",
    "players alone": "石川 1-0 前田\n森 0-1 西尾",
    "words": "一局目：石川の勝ち（前田投了、6手）\n二局目：西尾の勝ち",
    "a game without moves": "第1局 石川○ 前田● 6手\n第2局 森● 西尾○ 6手\n第3局 前田○ 森● （棋譜なし）",
}


@pytest.mark.parametrize("name", LISTS)
def test_results_listed_above_the_games(name, tmp_path):
    """Each row is a result of its own game; what is said of the columns and marks is so."""
    text = LISTED.format(rows=LISTS[name], one=rows(ONE), two=rows(TWO))
    found = judged(text, tmp_path)
    assert [(one.moves, one.winner) for one in found] == [(ONE, "first"), (TWO, "second")]
    assert {one.status for one in found} == {Status.DECLARED}


def test_results_listed_below_the_games(tmp_path):
    """The list may stand below the last game."""
    text = LISTED.format(rows="", one=rows(ONE), two=rows(TWO)) + LISTS["marks"]
    assert [one.status for one in judged(text, tmp_path)] == [Status.DECLARED, Status.DECLARED]


@pytest.mark.parametrize(
    ("first", "below"),
    [
        ("石川 ● － ○ 前田", ""),
        ("石川 ○ － ● 前田　（7手）", ""),
        ("石川 ○ － ● 前田　（石川投了）", ""),
        ("石川 ○ － ● 前田　（全滅）", ""),
        ("石田 ○ － ● 前田", ""),
        ("前田 ● － ○ 石川", "※左が先手"),
        ("石川 ○ － ● 前田", "※左が後手"),
        ("石川 ○ － ● 前田", "（●勝ち ○負け）"),
        ("石川 ○ － ● 前田（前田投了）", "いずれも時間切れ"),
    ],
)
def test_a_list_that_does_not_fit_its_games(first, below, tmp_path):
    """A winner, a count, a reason, a name, a side, a legend that is not so is an error."""
    listed = f"第1局 {first}\n第2局 森 ● － ○ 西尾　（6手）\n{below}"
    found = judged(LISTED.format(rows=listed, one=rows(ONE), two=rows(TWO)), tmp_path)
    assert found[0].status in {Status.UNREADABLE, Status.CONTRADICTED}


def test_players_that_only_the_list_names(tmp_path):
    """Where the headings name nobody, the columns of the list do; if it does not say whose they are, it is asked about."""
    text = f"6面体\n第1局 石川 ○ - ● 前田\n第2局 森 ● - ○ 西尾\n{{}}\n第1局\n{rows(ONE)}\n第2局\n{rows(TWO)}\n"
    assert [one.winner for one in judged(text.format("左が先手"), tmp_path)] == ["first", "second"]
    assert [one.winner for one in judged(text.format("左が後手"), tmp_path)] == ["second", "first"]
    assert {one.status for one in judged(text.format(""), tmp_path)} == {Status.UNREADABLE}


@pytest.mark.parametrize("heading", ["【{}】", "対局：{}"])
def test_the_players_of_a_match_change_sides(heading, tmp_path):
    """In the second game of a match a player's name is that of the other side."""
    one, two = ("六07-六06三外合", "二01-二02三外合"), ("二07-二06八外合", "二01-二02三外合")
    first, second = map(heading.format, ("前半", "後半"))
    text = f"ユニオンキング\n白 久保田\n黒 新井\n{first}\n{rows(one)}\n新井投了\n{second}\n{rows(two)}\n新井投了　久保田の勝ち\n"
    found = judged(text, tmp_path)
    assert [(one.status, one.winner) for one in found] == [(Status.DECLARED, "first"), (Status.DECLARED, "second")]


def test_the_name_of_the_game_on_its_next_page(tmp_path):
    """A page that names the game again, and counts its plies on, is no other game."""
    text = f"◎ 棋種：6面体\n{rows(ONE)}\n◎ 棋種：6面体（つづき）\n7 四04武\n8 四02士\n"
    assert len(judged(text, tmp_path)) == 1
