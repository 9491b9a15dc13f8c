"""Tests of verbs by which a game ends: all their forms, the verbs near them that end none, and whom they are about."""

from __future__ import annotations

import re

import pytest
from helpers import verdict

from kifu.core import games
from kifu.core.outcome import Outcome, Side, Termination
from kifu.referee.status_fault_and_basis import Status
from notation.freeform.fold_text import fold_line
from notation.freeform.japanese_verbs import passive_verb_pattern, told_verb_pattern
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.spans_line_context_and_sides import SideContext

_PLAYERS = {"山田": Side.FIRST, "鈴木": Side.SECOND}
_SIX = "6面体\n先手：山田\n後手：鈴木\n1 二02占\n2 三06領\n"


def _result(text, game="six"):
    first = "白" if game in {"ace", "king", "master"} else ""
    return read_result(SideContext(games.load(game), {}, _PLAYERS, first=first), fold_line(text, 1).text)


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("負け+る", "負けた 負けました 負けて 負けちゃった 負けてしまいました 負けてもうた 負けよった 負ける"),
        ("勝つ", "勝った 勝ちました 勝って 勝ちます 勝っちゃった 勝つ"),
        ("脱ぐ", "脱いだ 脱ぎました 脱いで 脱いじゃった 脱ぐ"),
        ("飲む", "飲んだ 飲みました 飲んで 飲む"),
        ("屈+する", "屈した 屈しました 屈して 屈する"),
    ],
)
def test_forms_of_verbs(verb, forms):
    """A verb is known in every form that tells what has happened, and in none that denies it."""
    pattern = re.compile(told_verb_pattern(verb))
    assert [form for form in forms.split() if pattern.fullmatch(form) is None] == []
    stem = verb.partition("+")[0][:2]
    assert not any(pattern.fullmatch(stem + end) for end in ("なかった", "そう", "たい", "れば"))


def test_passive_of_verbs():
    """What is done to a player is told by the passive of what the other one does."""
    pattern = re.compile(passive_verb_pattern("逃げ切る 負かす 制+する"))
    assert all(map(pattern.fullmatch, ("逃げ切られた", "負かされました", "制されて")))


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("山田、ここで駒を投じる。", "SECOND"),
        ("鈴木が白旗を掲げた。", "FIRST"),
        ("鈴木さんが諦めて終局", "FIRST"),
        ("山田は兜を脱いだ。", "SECOND"),
        ("山田さん、お手上げです", "SECOND"),
        ("鈴木は敗北を認めた。", "FIRST"),
        ("鈴木がタオルを投げ入れて終了。", "FIRST"),
        ("鈴木、涙をのむ。", "FIRST"),
        ("山田に黒星がついた。", "SECOND"),
        ("鈴木が惨敗", "FIRST"),
        ("山田の負けじゃ", "SECOND"),
        ("先手が接戦を制した。", "FIRST"),
        ("後手に軍配が上がった。", "SECOND"),
        ("軍配は後手に上がった。", "SECOND"),
        ("鈴木の金星！", "SECOND"),
        ("山田、辛くも逃げ切る。", "FIRST"),
        ("後手が先手を下した。", "SECOND"),
        ("山田、鈴木を破る", "FIRST"),
        ("山田にまけた。", "FIRST"),
        ("鈴木に屈する", "SECOND"),
        ("先手の持ち時間が切れた。", "SECOND"),
        ("鈴木が持ち時間を使い切った", "FIRST"),
        ("先手の戦意喪失により終局", "SECOND"),
        ("先手が降参しちゃった", "SECOND"),
        ("後手さまが投了あそばされました", "FIRST"),
        ("後手は投了やむなし", "FIRST"),
        ("先攻の勝ち", "FIRST"),
        ("山田先輩の勝ち", "FIRST"),
        ("☆先手の勝ち☆", "FIRST"),
        ("先手、助言を受けたため失格", "SECOND"),
        ("後手は時間切れを待たずに投了した。", "FIRST"),
        ("Ken gives up, 山田 wins", "FIRST"),
    ],
)
def test_verbs_of_an_end(text, winner):
    """A verb for giving up, losing, winning or running out of time says who has won."""
    result = _result(text.replace("Ken", "鈴木"))
    assert result is not None
    assert result.winner is Side[winner]


@pytest.mark.parametrize(
    ("text", "winner"),
    [("先手が五十一手で詰ましました。", "FIRST"), ("先手は詰まされた", "SECOND"), ("後手の王が詰んでいる", "FIRST")],
)
def test_verbs_of_a_mate(text, winner):
    """Who mates has won, and who is mated has lost."""
    result = _result(text, "rengo")
    assert result is not None
    assert (result.winner, result.reason) == (Side[winner], Termination.MATE)


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("鈴木「ギブ」", "FIRST"),
        ("山田「負けました」鈴木「ありがとうございました」", "SECOND"),
        ("せんて「まいりました」 ごて「ありがとうございました」", "SECOND"),
        ("鈴木「参りました」山田「ありがとうございました」", "FIRST"),
        ("山田「勝った！」鈴木「負けた…」", "FIRST"),
        ("先手「ありません」", "SECOND"),
    ],
)
def test_ends_in_the_words_of_the_players(text, winner):
    """A player who says that the game is lost has lost it, whatever the other one answers."""
    assert verdict(f"{_SIX}{text}\n").outcome.outcome is Outcome[winner]


@pytest.mark.parametrize("text", ["通りすがり「負けました」", "佐藤「投了します」"])
def test_the_words_of_somebody_else(text):
    """Words of somebody who is no player are asked about."""
    assert verdict(f"{_SIX}{text}\n").status is Status.UNREADABLE


@pytest.mark.parametrize(
    "text",
    [
        "白旗。",
        "お手上げ",
        "諦めました",
        "先手の馬が撃沈",
        "鈴木は勝ちを逃した",
        "先手は投了しなかった",
        "山田は投げずに粘る",
        "先手、投了を考える",
        "後手は負けを覚悟",
        "先手が勝つには？",
        "先手の投げ場探し",
        "次は勝つ。",
        "次で先手の勝ちが決まる",
        "先手必勝の局面",
        "先手に勝ち筋あり",
        "佐々木先輩の勝ち",
        "楽しかった。",
        "then he gave up",
    ],
)
def test_verbs_that_end_no_game(text):
    """Verbs of nobody, of a unit, of another time, and those that are denied say no result."""
    result = _result(text)
    assert result is None or result.winner is None


@pytest.mark.parametrize(
    "text",
    [
        "先手は長考に沈む",
        "後手の負けパターン",
        "先手は勝ちを急いだ",
        "先手は投了しなかった",
        "後手は投げずに粘る",
        "先手、投了を考える",
        "後手は負けを覚悟",
        "先手が勝つには？",
    ],
)
def test_a_game_that_goes_on(text):
    """What denies an end below the last move is a comment."""
    assert verdict(f"{_SIX}{text}\n").status is Status.UNFINISHED


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("痛み分け。", "引き分け"),
        ("山田さんから引き分けの提案があり、鈴木さんが受けました。", "引き分け"),
        ("ここで持ち時間が両者なくなったので審判判定により引分", "引き分け"),
        ("両者時間切れ、両負け。", "両者時間切れ"),
    ],
)
def test_ends_of_both_sides(text, word):
    """A draw and a loss of both are read in other words too."""
    result = _result(text)
    assert result is not None
    assert result.word == word


@pytest.mark.parametrize(
    ("text", "winner", "count"),
    [
        ("これは先手が時間切れで負けた対局の記録です。", "SECOND", None),
        ("12手で後手が投了した一局", "FIRST", 12),
        ("後手が十二手で勝ったお手本です。", "SECOND", 12),
        ("先手の完敗譜", "SECOND", None),
    ],
)
def test_titles_that_tell_the_end(text, winner, count):
    """A sentence that says what the record is may say how the game ended."""
    result = _result(text)
    assert result is not None
    assert (result.winner, result.count) == (Side[winner], count)


@pytest.mark.parametrize(
    ("head", "end", "winner"),
    [
        ("私が先手です。", "私の負けでした。", "SECOND"),
        ("こちら後手。", "当方投了。", "FIRST"),
        ("後手は私。", "相手の方が投了されました。", "SECOND"),
        ("先手：祖父\n後手：孫", "おじいちゃんの負け", "SECOND"),
        ("先手：夫\n後手：妻", "嫁の勝ち", "SECOND"),
        ("先手：父\n後手：私", "お父さんの勝ち", "FIRST"),
    ],
)
def test_words_for_a_player(head, end, winner):
    """The writer, whose side a sentence tells, and a relative are players by other words too."""
    found = verdict(f"6面体\n{head}\n1 二02占\n2 三06領\n{end}\n")
    assert found.outcome is not None
    assert found.outcome.outcome is Outcome[winner]


@pytest.mark.parametrize(
    "end",
    [
        "「はい投了投了、おつでーす」（主）",
        "観戦者「負けました」",
        "山田「詰んだわ…」と言いつつ続行",
        "私の負け",
        "おばあちゃんの負け",
    ],
)
def test_words_of_somebody_else(end):
    """Who says or loses something, and is no player, or plays on, leaves the end open."""
    assert verdict(f"{_SIX}{end}\n").status in {Status.UNREADABLE, Status.UNFINISHED}


@pytest.mark.parametrize("head", ["Result: 1-0", "Winner: White", "最終結果：先手の勝ち", "勝った人：先手"])
def test_keys_of_a_result(head):
    """A key of a result in other words is no field that says nothing."""
    assert verdict(f"ユニオンエース\n{head}\n1 三06-三05丸内\n2 三01-三03四外反\n").status is Status.DECLARED


@pytest.mark.parametrize("value", ["不明", "未定", "忘れました"])
def test_a_result_that_is_not_said(value):
    """A result that is not known is like one that is left blank."""
    assert verdict(f"6面体\n結果：{value}\n1 二02占\n2 三06領\n").status is Status.UNFINISHED


@pytest.mark.parametrize(("text", "winner"), [("B+R", "SECOND"), ("W+Resign", "FIRST"), ("White conceded", "SECOND")])
def test_results_as_programs_write_them(text, winner):
    """The colour of the winner before a plus sign is a result."""
    result = _result(text, "ace")
    assert result is not None
    assert result.winner is Side[winner]


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("後手にやられた", Side.SECOND),
        ("先手は後手にやられた", Side.SECOND),
        ("先手にしてやられた（後手）", Side.FIRST),
        ("先手に圧倒された", Side.FIRST),
        ("先手がやられた", Side.SECOND),
        ("先手に勝った", Side.SECOND),
        ("後手が仕留めた", Side.SECOND),
        ("後手が先手を仕留めた", Side.SECOND),
        ("先手に仕留められた", Side.FIRST),
        ("先手が仕留められた", Side.SECOND),
        ("後手は先手に討ち取られた", Side.FIRST),
    ],
)
def test_side_before_ni_has_done_what_the_other_suffers(text, winner):
    """It says who has won, and nothing of what the board shows."""
    found = _result(text)
    assert (found.winner, found.reason) == (winner, None)


@pytest.mark.parametrize("text", ["後手が馬を仕留めた", "後手に馬をやられた"])
def test_unit_that_is_taken_is_no_end(text):
    """Who takes a unit has not won by it."""
    assert _result(text) is None
