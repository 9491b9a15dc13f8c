"""Tests of results in sentences: who won, why, and what says no end."""

from __future__ import annotations

import pytest
from helpers import verdict

import kifu
from kifu.core import games
from kifu.core.outcome import Side
from notation.freeform.fold_text import fold_line
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.spans_line_context_and_sides import SideContext
from notation.reading import read_documents

_PLAYERS = {"山田": Side.FIRST, "鈴木": Side.SECOND}


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("黒は動かす駒もなく、負けと相成つた。", "SECOND"),
        ("わたしの せんりょうが ぜんぶ なくなったので 後手の かち。くやしい。", "SECOND"),
        ("後手の占領が無くなりましたので先手の勝ちです 録音終わり", "FIRST"),
        ("先手は時間がなくなりました。だから 後手が かちました。", "SECOND"),
        ("裁定：反則。先手の負けとする。", "SECOND"),
    ],
)
def test_results_behind_clauses(line, winner):
    """A sentence that tells why the game ended says who won."""
    around = SideContext(games.load("six"), {}, {}, first="黒")
    text = fold_line(line.removesuffix("くやしい。").removesuffix("録音終わり"), 1).text
    result = read_result(around, text)
    assert result is not None
    assert result.winner is Side[winner]


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("だめだ〜参りました", None),
        ("これは無理、投了します🙇", None),
        ("だめだ〜降参です（田中）", Side.FIRST),
        ("鈴木選手の途中棄権により田中選手の勝ち", Side.SECOND),
        ("田中二段、ここで「負けました」。", Side.FIRST),
        ("鈴木、時間切れです。田中の勝ちとなります。", Side.SECOND),
    ],
)
def test_who_gives_up_in_a_sentence(text, winner):
    """An exclamation, a cause or a rank does not hide the result behind it."""
    result = read_result(
        SideContext(games.load("six"), {}, {"鈴木": Side.FIRST, "田中": Side.SECOND}), fold_line(text, 1).text
    )
    assert result is not None
    assert (result.winner if result.side is None else result.side.other) is winner
    assert winner is not None or result.word == "投了"


@pytest.mark.parametrize(
    "text", ["デザート来たので引き分けってことで", "時間も遅いし引き分けで", "持ち時間がなくなり、規定により引き分け。"]
)
def test_draws_that_people_agree_on(text):
    """A draw stands behind the clause that tells why."""
    result = read_result(SideContext(games.load("six"), {}, {}), text)
    assert result is not None
    assert result.word == "引き分け"


@pytest.mark.parametrize(
    "text",
    [
        "友達が疲れて投了",
        "上記のとおり相違ありません。",
        "お変わりありませんか。",
        "負けず嫌いだ",
        "五04騎、投了しない",
    ],
)
def test_sentences_that_tell_no_end(text):
    """Words of an end within other words, or about somebody of no side, say nothing."""
    assert read_result(SideContext(games.load("six"), {}, {}), text) is None


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("結局、山田さんが逃げ切って勝ち", "FIRST"),
        ("鈴木さんは反則を認め、負けを認めた", "FIRST"),
        ("鈴木さんが自分の反則と認めて投了", "FIRST"),
        ("この手は反則。鈴木さんの反則負けとなりました", "FIRST"),
        ("鈴木: 電源きれそう　負けでいいよ", "FIRST"),
        ("鈴木「あ、ほんとだ。反則ですね、負けです」", "FIRST"),
        ("山田: やったー勝った！", "FIRST"),
        ("鈴木さん、もう手がないと投了", "FIRST"),
        ("王が詰んで山田の勝ち", "FIRST"),
        ("先手28目、後手32目。後手 鈴木の勝ち", "SECOND"),
        ("終局。得点は先手112、後手60。先手が100点を超えたので先手の勝ち！", "FIRST"),
        ("後手鈴木の占領がすべて倒れ、先手山田の優勝。", "FIRST"),
        ("先手の山田、ここで頭を下げる（投了）。", "SECOND"),
        ("鈴木様「もう降参」と笑って駒を置かれ、山田様が勝たれました。", "FIRST"),
        ("その場では先生に言われて反則とわかった。鈴木の反則負けとした。", "FIRST"),
        ("山田、勝ち目なしと見て投了。", "SECOND"),
        ("先手の占が無くなり△勝ち", "SECOND"),
        ("以上48手　後手 鈴木の勝ち（後手 同色5組、先手65 後手70）", "SECOND"),
    ],
)
def test_results_among_other_words(line, winner):
    """A sentence whose last words say the end is read, whatever else it tells."""
    result = read_result(SideContext(games.load("six"), {}, _PLAYERS), fold_line(line, 1).text)
    assert result is not None
    assert result.winner is Side[winner]


@pytest.mark.parametrize(
    "line",
    [
        "山田が見守る中佐藤の勝ち",
        "山田が攻めたが、佐藤の勝ち",
        "弟が泣いたので勝ち",
        "山田さんは去年の大会で鈴木さんに負けた",
        "鈴木さんは勝ちを逃した",
        "先手の勝ちかもしれない",
        "山田は勝ったと思った",
        "鈴木の攻めが決まれば勝ち",
        "もう少しで山田の勝ち",
        "大会は山田が優勝",
        "山田さんが気づいて反則",
        "私の投了",
        "山田は負け、鈴木も負け",
    ],
)
def test_words_of_a_result_that_say_none(line):
    """A sentence about somebody else, another time or a thought says no result."""
    assert read_result(SideContext(games.load("six"), {}, _PLAYERS), fold_line(line, 1).text) is None


def test_points_of_clauses_are_those_of_the_result():
    """The points that other clauses name are claimed with the winner."""
    result = read_result(SideContext(games.load("ace"), {}, {}), "終局。得点は白112、黒60。白の勝ち")
    assert result is not None
    assert result.points == (112, 60)


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("先手は打つ手がなく、投了", "SECOND"),
        ("○ 山田 － 鈴木 ×　（39手、後手の最後の領が取られて終局）", "FIRST"),
        ("山田の勝ち（鈴木の領が全部倒れた）", "FIRST"),
        ("勝ち：山田（相手の時間切れ）", "FIRST"),
        ("山田の投了（20:15終局）", "SECOND"),
        ("山田が攻めきり、相手が投了", "FIRST"),
        ("●山田 ○鈴木（鈴木の投了）", None),
        ("山田の勝ち（鈴木の勝ち）", None),
        ("佐藤が急用のため投了", None),
        ("先手が投げまして 後手の勝ちです", "SECOND"),
        ("山田が粘ったが鈴木の勝利", "SECOND"),
        ("先手が間違えて後手の勝ち", "SECOND"),
        ("山田が鈴木の投了で勝ち", "FIRST"),
        ("山田が鈴木の投了で負け", None),
        ("山田の猛攻に鈴木投了", "FIRST"),
        ("鈴木さんの持ち時間がゼロに。私の時間切れ勝ちです", "FIRST"),
        ("鈴木さんの持ち時間がゼロに。私の負けです", None),
        ("ここで私の持ち時間がなくなりました（先手切れ負け）", "SECOND"),
        ("私は先手に負けました", None),
        ("後手の私が投了", "FIRST"),
        ("鈴木の投了〜 初勝利🎉", "FIRST"),
        ("山田投了で鈴木の連勝", "SECOND"),
        ("山田さん惜しかった（投了）", None),
        ("手番の山田さんが頭を下げられました", "SECOND"),
        ("先手、11手目を考慮中に切れ負け", "SECOND"),
        ("時間切れでここまで", None),
    ],
)
def test_clauses_of_one_result(line, winner):
    """The clauses of a result and its brackets say the same, or it is none; the opponent is that of the only side."""
    result = read_result(SideContext(games.load("six"), {}, _PLAYERS), fold_line(line, 1).text)
    assert (result and result.winner) is (None if winner is None else Side[winner])


@pytest.mark.parametrize(
    "text",
    ["時間切れ勝ち", "時間勝ち", "先手か後手の勝ち", "先手または後手の負け", "田中と鈴木の勝ち"]
    + [
        f"{pair}の勝ち"
        for pair in ("先手・後手", "後手／先手", "黒、白", "先手 後手", "（先手/後手）", "先手鈴木・後手田中")
    ]
    + ["勝者：田中/鈴木", "投了（後手・先手）", "先手｜後手の時間切れ", "先手も後手も勝ち", "先手の田中の勝ち"],
)
def test_an_end_of_nobody_or_of_either_side_is_no_result(text):
    """A win on time without a side, and an end that may be of either side, are left to the question."""
    players = {"鈴木": Side.FIRST, "田中": Side.SECOND}
    assert read_result(SideContext(games.load("six"), {}, players), fold_line(text, 1).text) is None


def test_the_writer_who_is_a_player_is_not_the_other_side():
    """後手が私です: 私が投了しました is 後手's resignation."""
    found = read_result(SideContext(games.load("six"), {}, {"私": Side.SECOND}), "このあと私が投了しました")
    assert found is not None
    assert found.winner is Side.FIRST


@pytest.mark.parametrize(
    ("end", "winner"),
    [
        ("鈴木に勝ちました", Side.FIRST),
        ("先手、後手に負け", Side.SECOND),
        ("山田から鈴木へ投了", Side.SECOND),
        ("鈴木を下して勝ち", Side.FIRST),
        ("山田を破って鈴木の勝ち", Side.SECOND),
        ("後手に投了されました", Side.FIRST),
        ("勝者：後手　敗者：先手", Side.SECOND),
        ("敗者：山田、勝者：鈴木", Side.SECOND),
    ],
)
def test_whom_somebody_has_beaten(end, winner):
    """Whoever is beaten, or resigned to, is not the one that the word of the result belongs to."""
    found = read_result(SideContext(games.load("six"), {}, _PLAYERS), fold_line(end, 1).text)
    assert found is not None
    assert found.winner is winner
    judged = verdict(f"棋種：6面体\n先手：山田\n後手：鈴木\n1 四04占\n2 四02領\n{end}\n")
    assert judged.outcome is not None
    assert judged.outcome.outcome.value == winner.name.lower()


MOVES = "1 三06-三05丸内\n2 三01-三03四外反\n"


def _judged(text):
    (document,) = read_documents("a.txt", f"ユニオンエース\n{text}\n{MOVES}".encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return (record.header("先手"), record.header("後手")), verdict


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("白 岩田　○\n黒 池田　×", "first"),
        ("白 岩田　×\n黒 池田　○", "second"),
        ("黒 池田　○\n白 岩田　×", "second"),
        ("白 岩田 ○　黒 池田 ×", "first"),
        ("先手 岩田 負　後手 池田 勝", "second"),
        ("先手：岩田（勝ち）\n後手：池田（負け）", "first"),
        ("負け：後手 池田\n勝ち：先手 岩田", "first"),
        ("× 先手 岩田\n○ 後手 池田", "second"),
    ],
)
def test_marks_of_both_players_tell_the_result(text, winner):
    """The mark is no part of the name, and the one who has that of a winner has won."""
    players, verdict = _judged(text)
    assert players == ("岩田", "池田")
    assert verdict.outcome.outcome.value == winner


@pytest.mark.parametrize(
    ("claim", "status"),
    [("勝ち：池田", "DECLARED"), ("岩田 40 - 51 池田", "CONTRADICTED"), ("岩田 2 - 1 池田", "UNREADABLE")],
)
def test_players_below_the_moves(claim, status):
    """A winner is known without the house in brackets; a score stands in the order of the names beside it."""
    (document,) = read_documents("a.txt", f"ユニオンエース\n先手：岩田\n後手：池田(北高)\n{MOVES}\n{claim}\n".encode())
    (verdict,) = kifu.verify(document)
    assert verdict.status.name == status, [str(one.message) for one in verdict.diagnostics]


@pytest.mark.parametrize(
    "text", ["白 岩田 ○\n黒 池田 ●", "○先手 岩田\n●後手 池田", "白 岩田 ○\n黒 池田 ○", "先手：勝田\n後手：負野"]
)
def test_signs_that_are_no_results(text):
    """Discs may be those of the sides, two equal marks tell nobody's win, and a name may begin like a word of a result."""
    _, verdict = _judged(text)
    assert (verdict.status.name, verdict.outcome) == ("UNFINISHED", None)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("(kitchen closes, last orders for toasties)", True),
        ("Shapes are the ones showing through the window after the move", True),
        ("I wonder", True),
        ("what a win", False),
    ],
)
def test_words_that_only_hold_one_of_a_result(text, read):
    """Closes, showing, window and wonder say nothing of an end; a remark with a word of one is asked about."""
    (verdict,) = kifu.verify(kifu.read(f"ユニオンエース\n先手：岩田\n後手：池田\n{MOVES}\n{text}\n".encode()))
    assert (verdict.status.exit_code == 0) is read


@pytest.mark.parametrize("title", ["6面体", "棋種：6面体"])
@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("先手：山田（負）\n後手：鈴木", ("DECLARED", "second")),
        ("先手：山田\n後手：鈴木（負け）", ("DECLARED", "first")),
        ("先手 山田(負) 後手 鈴木", ("DECLARED", "second")),
        ("先手：山田（敗）\n後手：鈴木（敗）", ("UNREADABLE", None)),
        ("先手：山田（東高）\n後手：鈴木（負け）", ("UNREADABLE", None)),
    ],
)
def test_a_result_in_brackets_behind_one_name(title, players, expected):
    """One of both players has won or lost; where it is not clear, the line is asked about: it is no part of a name."""
    (verdict,) = kifu.verify(kifu.read(f"{title}\n{players}\n1 四04占\n2 四02領\n".encode()))
    outcome = verdict.outcome and verdict.outcome.outcome
    assert (verdict.status.name, outcome and outcome.value) == expected


@pytest.mark.parametrize("end", ["鈴木（負）", "（負）鈴木", "後手（負）"])
def test_a_loser_with_a_bracket(end):
    """負 in brackets beside a name below the moves is an end: it was a remark."""
    (verdict,) = kifu.verify(kifu.read(f"6面体\n先手：山田\n後手：鈴木\n1 四04占\n2 四02領\n{end}\n".encode()))
    assert verdict.outcome.outcome.value == "first"


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("0-1 (鈴木)", Side.SECOND),
        ("1-0 (山田)", Side.FIRST),
        ("1-0 (鈴木)", None),
        ("0-1 山田", None),
        ("1-0", Side.FIRST),
        ("鈴木 1-0 山田", Side.SECOND),
        ("鈴木氏が山田氏を投了に追い込む", Side.SECOND),
    ],
)
def test_the_name_behind_a_result_in_figures(line, winner):
    """It is that of the winner, or nothing is told."""
    found = read_result(SideContext(games.load("ace"), {}, _PLAYERS), fold_line(line, 1).text)
    assert (None if found is None else found.winner) is winner


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("両者同意のうえ終了。勝ち負けなし。", "引き分け"),
        ("合意により終了、勝敗なし", "引き分け"),
        ("勝敗なし。", "中断"),
        ("停電により終了。勝敗なし。", "中断"),
        ("ひき分け。", "引き分け"),
        ("引きわけです", "引き分け"),
    ],
)
def test_an_end_without_a_winner(line, word):
    """What both have agreed on is a draw; otherwise the game was broken off."""
    assert read_result(SideContext(games.load("ace"), {}, _PLAYERS), fold_line(line, 1).text).word == word


_AGREES = "ユニオンマスター\n先手 西 洋介\n後手 東 真理\n1. 五02白E外\n2. 七03黒E外\n"


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ("○西 洋介　●東 真理", "DECLARED"),
        ("○西　●東（時切れ）", "DECLARED"),
        ("▲西　勝ち\n△東　負け", "DECLARED"),
        ("▲東　勝ち\n△西　負け", "UNREADABLE"),
        ("白：0点\n黒：0点\n黒の投了", "DECLARED"),
        ("白：0点\n黒：1点\n黒の投了", "UNREADABLE"),
        ("勝者：西\n理由：投了", "DECLARED"),
        ("西さん○　エリさん×　次は黒を西さんが持ちます。", "UNREADABLE"),
    ],
)
def test_players_and_points_below_the_moves(lines, status):
    """Their lines name nobody anew: what they tell is the result, and points that the board shows."""
    assert verdict(f"{_AGREES}\n{lines}\n").status.name == status


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("○山田（75）　●鈴木（30）", (75, 30)),
        ("○鈴木 85　●山田 20", (20, 85)),
        ("○山田 75 鈴木 30", (75, 30)),
    ],
)
def test_points_behind_marked_players(line, points):
    """Each number is that of the player before it."""
    found = read_result(SideContext(games.load("ace"), {}, _PLAYERS), fold_line(line, 1).text)
    assert found is not None
    assert found.points == points
