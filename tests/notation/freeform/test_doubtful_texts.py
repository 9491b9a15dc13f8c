"""Tests of what stands behind a move where moves have suffixes: a sign that is not understood is no mere remark."""

import pytest
from helpers import verdict

import kifu

ACE = "ユニオンエース\n白：楓　黒：父\n"
TABLE = ACE + "手数,手番,元,先,コマ,{}\n1,白,二6,二5,三内,{}\n2,黒,二2,二3,六内,\n"


def _judged(text):
    found = verdict(text)
    moves = [kifu.load_game("ace").spell(move) for move in found.replay.moves] if found.replay else []
    return found.status.name, moves


@pytest.mark.parametrize("sign", ["U", "+", "(P)", "🔄", "u", "〃", "×", "P・合", "; P", "○", "*", "'"])
def test_a_sign_behind_a_move_is_asked_about(sign):
    """It may stand for what happens at the end of the move."""
    for lines in (f"白 二六→二五 三内 {sign}\n黒 二二→二三 六内\n", f"1 二6→二5 三内 {sign}\n2 二2→二3 六内\n"):
        assert _judged(ACE + lines)[0] == "UNREADABLE"


@pytest.mark.parametrize(
    "remark", ["!?", "好手", "どうぞ", "0:12", "(笑)", "🙏", "白10 黒0", "いい手だ", "w", "六内を取る"]
)
def test_a_remark_behind_a_move_is_none(remark):
    """What people say about a move is a remark still."""
    assert _judged(f"{ACE}白 二六→二五 三内 {remark}\n黒 二二→二三 六内\n") == (
        "UNFINISHED",
        ["二06-二05三内", "二02-二03六内"],
    )


def test_a_word_behind_several_moves_is_asked_about():
    """A record without a suffix may have a word of its own for one."""
    lines = "白 二六→二五 三内 くりん\n黒 二二→二三 六内 くりん\n"
    assert _judged(ACE + lines)[0] == "UNREADABLE"


@pytest.mark.parametrize("name", ["昇格", "裏返し", "flip", "prom"])
@pytest.mark.parametrize("tick", ["○", "✓", "x", "TRUE", "1", "レ"])
def test_ticks_below_a_name_that_is_known(name, tick):
    """The name of the column tells what happens at the end of the move."""
    assert _judged(TABLE.format(name, tick)) == ("UNFINISHED", ["二06-二05三内反", "二02-二03六内"])


@pytest.mark.parametrize("tick", ["○", "✓", "x", "TRUE", "1", "レ"])
def test_ticks_below_a_name_that_is_not_known(tick):
    """They are no remarks: the move may have a suffix."""
    assert _judged(TABLE.format("くりん", tick))[0] == "UNREADABLE"


def test_a_disc_behind_a_move_is_not_the_side_of_the_next():
    """It is asked about, and no foul of the other side."""
    assert _judged(f"{ACE}1\t二6→二5 三内\t○\n2\t二2→二3 六内\t\n3\t一6→一5 四内\t○\n")[0] == "UNREADABLE"


def test_a_legend_of_signs_right_before_their_words():
    """A particle within a word parts no sign from it: ↺うらがえし."""
    lines = "白 二六→二五 三内↺\n黒 二二→二三 六内\n"
    assert _judged(f"{ACE}↺うらがえし　+合体\n{lines}") == ("UNFINISHED", ["二06-二05三内反", "二02-二03六内"])


def test_signs_that_a_legend_explains():
    """They stand for the words of the notation."""
    legend = "裏＝ひっくり返した、U＝合体\n"
    moves = ["二06-二05三内反", "二02-二03六内"]
    assert _judged(f"{ACE}{legend}白 二六→二五 三内 裏\n黒 二二→二三 六内\n") == ("UNFINISHED", moves)


@pytest.mark.parametrize(
    "behind",
    ["、はん", "／反", " 反！", " ★反", "、反", " うら"],
    ids=["dictated", "slash", "cry", "star", "comma", "word"],
)
def test_a_suffix_behind_a_mark(behind):
    """A mark before the word for what happens at the end of a move makes neither a remark nor a legend of it."""
    moves = ["二06-二05三内反", "二02-二03六内"]
    status, read = _judged(f"{ACE}1 二6→二5 三内{behind}\n2 二2→二3 六内\n")
    assert status == "UNREADABLE" or (status, read) == ("UNFINISHED", moves)
    assert status == "UNFINISHED" or behind == "、反"


def test_the_end_in_a_row_of_a_table():
    """A row with a result names no columns anew."""
    text = "game,Union Ace\nturn,phase,colour,shape,ring,from,to,flip\n1,move,white,三,inner,b6,b5,TRUE\n2,move,black,六,inner,b2,b3,FALSE\n"
    (verdict,) = kifu.verify(kifu.read((text + ",end,black,,,,,resigned\n").encode()))
    assert (verdict.status.name, verdict.outcome.outcome.value) == ("DECLARED", "first")


BOARD = "続・連合将棋\n盤：将棋盤\n局面図\n" + "".join(
    f"{row}{number:02d}\n"
    for number, row in enumerate(
        [
            "・・" * 5 + "△王" + "・・" * 3,
            *["・・" * 9] * 6,
            "・・" * 2 + "▲飛" + "・・" * 6,
            "・・" * 4 + "▲玉" + "・・" * 4,
        ],
        1,
    )
)


@pytest.mark.parametrize(
    ("behind", "move"),
    [
        ("ナリ", "三08-三02飛成"),
        ("成る", "三08-三02飛成"),
        ("好手", "三08-三02飛"),
        ("P", None),
        ("へんしん", None),
        ("+", None),
    ],
)
def test_a_word_behind_a_move_that_may_promote(behind, move):
    """A word for 成 is read; one that may be such a word is asked about."""
    text = f"{BOARD}先手の駒台：なし\n後手の駒台：なし\n1 三8→三2飛 {behind}\n2 六1→七1王\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    moves = (
        [kifu.read(text.encode()).records[0].game.spell(one) for one in verdict.replay.moves] if verdict.replay else []
    )
    assert (verdict.status.name, moves[:1]) == (("UNREADABLE", []) if move is None else ("UNFINISHED", [move]))


@pytest.mark.parametrize(
    "said", ["裏返したかどうかは書く暇がなく、省きました。", "合体は書いていません。", "Flips are not recorded."]
)
def test_a_record_that_leaves_out_what_happens_is_asked_about(said):
    """Every move of it may be another one."""
    moves = "1. 二6→二5 内\n2. 二2→二3 内\n"
    assert _judged(f"{ACE}※{said}\n{moves}")[0] == "UNREADABLE"
    assert _judged(f"{ACE}※よい一局でした。\n{moves}")[0] == "UNFINISHED"


def test_a_legend_of_words_that_are_those_of_the_notation():
    """What it explains is known, in whatever words; the sign of another one is replaced."""
    own = f"{ACE}反＝昇格させながら　合＝合体\n1 二6→二5三内反\n2 二2→二3六内\n"
    other = f"{ACE}裏＝ひっくり返した、重＝重ねた\n白　二六の内三、二五へ　裏\n黒　二二の内六、二三へ\n"
    twice = f"{ACE}白　二6の三角内、二5へ、返して昇格\n黒　二2の六角内、二3へ\n"
    assert _judged(own) == _judged(other) == _judged(twice) == ("UNFINISHED", ["二06-二05三内反", "二02-二03六内"])


SIX = "6面体\n先手：山田\n後手：鈴木\n1 先手 四04占\n2 後手 二02領\n3 先手 四05占\n"


@pytest.mark.parametrize(
    "end", ["全滅", "相手を全滅", "動けない", "後手動けず", "指す手なし", "同一局面4回", "盤が埋まった", "満局", "点差で先手", "後手欠席", "wipeout"]
)  # fmt: skip
def test_a_short_word_of_an_end_is_no_remark(end):
    """Behind the last move of a record without another end it is asked about, on a line of its own and beside the move."""
    assert verdict(f"{SIX}{end}\n").status.name == "UNREADABLE"
    assert verdict(f"{SIX.rstrip()} {end}\n").status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "end", ["後手全滅", "鈴木全滅", "後手は全滅しました", "先手が全滅させた", "後手全滅 先手の勝ち"]
)
def test_an_elimination_has_to_be_on_the_board(end):
    """A side with 全滅 is an end that the rules know."""
    found = verdict(f"{SIX}{end}\n")
    assert "unfounded-claim" in [one.code for one in found.diagnostics] or found.status.name == "UNREADABLE"
    assert found.status.exit_code


@pytest.mark.parametrize("remark", ["全滅しそう", "まだ動ける", "点差は小さい", "盤が広い", "欠席者なし"])
def test_a_remark_without_an_end_stays_one(remark):
    """Words that only look like those of an end say nothing."""
    assert verdict(f"{SIX}4 後手 二03領　{remark}\n5 先手 一01占\n").status.name == "UNFINISHED"


@pytest.mark.parametrize(
    "last", ["04-二02矢", "4-二02矢", "-二02矢", "△4-二02矢", "6 -二02矢", "6 →二02矢", "6. →二02矢"]
)
def test_a_move_that_has_lost_the_square_it_leaves_is_asked_about(last):
    """A dash that no other move has before it joined two squares: a placement on the second one is not all it may be."""
    moves = "五06占\n三03領\n六07占\n二04矢\n四01占\n"
    assert verdict(f"6面体\n{moves}二04-二02矢\n").status.name == "UNFINISHED"
    assert verdict(f"6面体\n{moves}{last}\n").status.name == "UNREADABLE"


def test_dashes_before_all_moves_are_bullets():
    """A list of moves, each behind a dash, has lost nothing."""
    moves = ("五06占", "三03領", "六07占", "二04矢", "四01占", "二02矢")
    for form in ("- {}", "-{}", "→{}"):
        assert verdict("6面体\n" + "".join(f"{form.format(move)}\n" for move in moves)).status.name == "UNFINISHED"


SIX = "6面体\n先手：森\n後手：岡\n五06占\n三03領\n六07占\n"


@pytest.mark.parametrize("end", ["後手の勝ち", "岡の勝ち", "森投了", "まで3手で後手の勝ち", "結果：後手勝ち"])
@pytest.mark.parametrize(
    "doubt", ["（たぶん）", "らしい", "かも", "だったはず", "と思います", "？", "（不確か）", "でしょう"]
)
def test_a_result_told_with_a_doubt_is_asked_about(end, doubt):
    """Nobody has won for certain: it is no remark, and no result."""
    assert verdict(SIX + end + doubt + "\n").status.name == "UNREADABLE"
    assert verdict(SIX + end + "\n").status.name == "DECLARED"


def test_what_is_said_of_a_doubt():
    """The message says how to make the result certain, or a comment, in both languages."""
    (found,) = (one for one in verdict(SIX + "岡の勝ちかも\n").diagnostics if one.code == "doubtful-result")
    assert (found.line, found.message.en) == (
        7,
        "the result is not told for certain: leave out the words of doubt, or make the line a comment with * if nobody knows",
    )
    assert found.message.ja == (
        "勝敗が確かな言葉で書かれていません。確かなら「たぶん」「？」などを消し、分からなければ行の頭に * を付けて注釈にしてください"
    )


@pytest.mark.parametrize(
    "end", ["たしか岡の勝ち", "probably second won", "First resigned, I believe", "Result: probably 0-1", "○岡？"]
)
def test_a_doubt_ahead_or_in_english(end):
    """It is asked about too."""
    assert verdict(f"{SIX}{end}\n").status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "behind", ["。次は勝てるかな", "　楽しかったみたい", "。また明日？", "。いい勝負だったと思います"]
)
def test_talk_behind_a_result_is_no_doubt_about_it(behind):
    """What the next sentence doubts is not the result."""
    assert verdict(f"{SIX}岡の勝ち{behind}\n").status.name == "DECLARED"


@pytest.mark.parametrize("ahead", ["うっかりしたらしい。", "ここまでかな ", "置けないはず。"])
def test_talk_before_a_result_is_no_doubt_about_it(ahead):
    """Nor is what the sentence before it doubts."""
    assert verdict(f"{SIX}{ahead}岡の勝ち\n").status.name == "DECLARED"


@pytest.mark.parametrize(
    "told", ["岡の勝ちかな\n森投了", "〆岡の負けかも\n岡投了", "結果：後手の勝ち（たぶん）\n3手で後手の勝ち"]
)
def test_a_doubt_beside_a_certain_result_is_a_remark(told):
    """Another line tells how the game ended."""
    assert verdict(f"{SIX}{told}\n").status.name == "DECLARED"


@pytest.mark.parametrize(
    "talk", ["このままなら後手の勝ちだろう", "もう負けかも", "検討では先手の勝ちと思う", "次に負けるかな"]
)
def test_talk_about_a_result_that_has_not_come(talk):
    """A game that goes on has none."""
    assert verdict(f"{SIX}{talk}\n").status.name == "UNFINISHED"


@pytest.mark.parametrize("end", ["先手負", "森負", "先負", "先手・負"])
def test_a_loss_in_one_character(end):
    """負 behind a side is the end of the game, as 敗 is."""
    assert verdict(f"{SIX}{end}\n").outcome.outcome.value == "second"


HEAD = "ユニオンエース\n白,柳\n黒,三枝\n"
NAMES = ("順,色,どこから,どこへ,駒,裏返し\n", "手数,手番,元,先,駒,反\n", "no,side,from,to,piece,flipped\n")


def _status_and_plies(text):
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    return verdict.status.name, len(verdict.replay.moves) if verdict.replay else 0


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("flag", ["たぶん", "する?", "不明", "忘れた"])
@pytest.mark.parametrize("below", ["", "2,黒,b2,b3,六内,\n"])
def test_a_flag_that_is_not_understood(names, flag, below):
    """It is asked about: the move may be another one, which was read without the flag."""
    assert _status_and_plies(f"{HEAD}{names}1,白,b6,b5,三内,{flag}\n{below}")[0] == "UNREADABLE"


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("flag", ["", "しない", "いいえ", "off", "なし", "-", "する", "裏返し", "flip", "on", "true"])
def test_a_flag_that_is_understood(names, flag):
    """It says yes or no, or what happens."""
    assert _status_and_plies(f"{HEAD}{names}1,白,b6,b5,三内,{flag}\n2,黒,b2,b3,六内,\n") == ("UNFINISHED", 2)


def test_an_end_below_a_flag():
    """A row without a square tells the end in any column."""
    assert _status_and_plies(f"{HEAD}{NAMES[0]}1,白,b6,b5,三内,する\n,,,,,黒の投了\n") == ("DECLARED", 1)


def test_a_rule_below_the_names():
    """The rule of a table in Markdown holds no flag."""
    names = "| 手数 | 手番 | 元 | 先 | 駒 | 反 |\n|--:|:-:|:-:|:-:|:--|:-:|\n"
    assert _status_and_plies(f"{HEAD}{names}| 1 | 白 | b6 | b5 | 三内 | する |\n| 2 | 黒 | b2 | b3 | 六内 |  |\n") == (
        "UNFINISHED",
        2,
    )
