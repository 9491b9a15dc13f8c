"""Tests of sentences about ends that are none, of what is left out, and of talk about moves."""

import pytest

import kifu
from kifu.core.outcome import Outcome
from notation.freeform.undecided_results import denies_a_result
from notation.reading import read_documents

PLIES = ["四04占", "四05領", "五04占", "五05領"]


def _judged(text):
    (document,) = read_documents("a.txt", text.encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return [entry.text.lstrip("▲△") for entry in record.main.entries], verdict


@pytest.mark.parametrize(
    "text",
    [
        "ここで投了してもよかった",
        "もう勝ったやろ",
        "投了すべきだったか",
        "負けを覚悟した",
        "千日手の話になった",
        "引き分けの気配",
        "勝ったかな",
        "投了寸前だった",
        "負けだろう",
        "勝てば優勝という場合",
        "投げようかと迷う",
    ],
)
def test_an_end_that_has_not_come(text):
    """Words behind a result say that it is wished, feared, or only spoken of."""
    assert denies_a_result(text) or not any(word in text for word in ("投了", "勝った", "負け", "千日手", "引き分け"))


@pytest.mark.parametrize(
    "text", ["先手が投了した", "引き分けの話がまとまった", "後手の勝ち", "負けました", "投了となりました"]
)
def test_an_end_that_has_come(text):
    """An end that is told outright is none of those."""
    assert not denies_a_result(text)


@pytest.mark.parametrize(
    "remark",
    [
        "ここで投了してもよかったよ（笑）と先手",
        "先手「もう勝ったやろ」後手「まだや」",
        "千日手の話になったけど、まだ2手目です",
        "※敬称は以下略します",
        "＜2手目の局面は省略＞",
        "（コメントは割愛しました）",
        "（図は略）",
        "もしここで先手が三03弓なら、後手は二06-四05馬のつもりだったそうです。",
        "感想戦では「3手目は三04武のほうが勝った」と先手。",
        "ユイ：次どこ？四05？三05？",
        "反省会：3手目あたりで先手が急ぐべきだった。二06-四05馬とか。",
        "じゃんけんで勝ったほうが先に駒をしまう",
    ],
)
def test_talk_between_two_plies(remark):
    """It is a remark, and the plies are those with a number."""
    text = f"6面体\n1 {PLIES[0]}\n2 {PLIES[1]}\n{remark}\n3 {PLIES[2]}\n4 {PLIES[3]}\n"
    moves, verdict = _judged(text)
    assert (moves, verdict.status.name) == (PLIES, "UNFINISHED")


@pytest.mark.parametrize("line", ["先手が投了した", "以下の手は省略", "3 三04武（四05武かも）", "図の3手目は不明"])
def test_what_is_no_talk(line):
    """An end, moves that are left out and one in doubt are not passed over."""
    _, verdict = _judged(f"6面体\n1 {PLIES[0]}\n2 {PLIES[1]}\n{line}\n")
    assert verdict.status.name != "UNFINISHED"


@pytest.mark.parametrize(
    "head",
    [
        "1手1分、切れたら負け、ということで。",
        "1手30秒",
        "先に100点取った方が勝ち",
        "5連ができたら勝ち、というルールです",
        "勝者には図書カード",
        "前回の雪辱戦（前回は私の負け）",
        "じゃんけんで勝ったので私、大塚が先番を頂戴しました。お相手は前川氏。",
    ],
)
def test_terms_and_toss_are_no_end(head):
    """What is lost by the clock, or won by the toss, is no result of the game, and no ply."""
    moves, verdict = _judged(f"6面体\n{head}\n1 {PLIES[0]}\n2 {PLIES[1]}\n")
    assert (moves, verdict.status.name) == (PLIES[:2], "UNFINISHED")


@pytest.mark.parametrize("line", ["勝因は序盤、敗因は時間。", "負けた方がジュースをおごる約束だった", "2件のコメント"])
def test_talk_below_the_moves(line):
    """What is said of causes and stakes below a game without an end claims none."""
    moves, verdict = _judged(f"6面体\n1 {PLIES[0]}\n2 {PLIES[1]}\n{line}\n")
    assert (moves, verdict.status.name) == (PLIES[:2], "UNFINISHED")


@pytest.mark.parametrize(
    "line", ["前回は負けたが今日は先手の勝ち", "先手が先に100点取った、先手の勝ち", "後手が負けた"]
)
def test_an_end_beside_another_time(line):
    """The end of this game stands beside that of another one, or beside its cause."""
    _, verdict = _judged(f"6面体\n1 {PLIES[0]}\n2 {PLIES[1]}\n{line}\n")
    assert verdict.status.name != "UNFINISHED"


@pytest.mark.parametrize(
    "line",
    [
        "どちらかが投了したと思う。",
        "投了したらしいが、だれが投げたか分からない。",
        "勝負はついた。どっちが勝ったか覚えていない",
        "投了？",
        "投了。といっても、どちらが言ったのか録音が聞き取れません。",
        "勝ち。ところで、誰が勝ったか忘れました。",
        "先手は引き分けと言い、後手は続きがあると言っています。",
        "投了って言ったの冗談だよね？",
        "投了でいいですか？",
    ],
)
def test_an_end_of_which_nobody_knows_whose_it_is(line):
    """An end without a side, or with a question mark, is asked about: it is neither an end nor a remark."""
    moves, verdict = _judged(f"6面体\n1 {PLIES[0]}\n2 {PLIES[1]}\n{line}\n")
    assert (moves, verdict.status.name) == (PLIES[:2], "UNREADABLE")


@pytest.mark.parametrize(
    "text",
    [
        "6面体 森▲−岡△ きれいな夜 二04占、四04領、三04占、五07領、まで4手、森か岡の勝ち",
        "6面体 先手:森 後手:岡 二04占、四04領、三04占、五07領、岡と森の負け",
        "6面体 先手:森 後手:岡 二04占、四04領、三04占、五07領、森または岡の投了",
    ],
)
def test_an_end_of_either_player_on_the_line_that_names_them(text):
    """A name behind another one and か or と is not whose the end is."""
    assert _judged(f"{text}\n")[1].status.name == "UNREADABLE"


def test_an_end_behind_both_names():
    """Words between both names and the end leave no doubt."""
    text = "6面体 先手:森 後手:岡 二04占、四04領、三04占、五07領 森と岡の勝負は後手の勝ち"
    assert _judged(f"{text}\n")[1].outcome.outcome is Outcome.SECOND


@pytest.mark.parametrize(
    "line",
    [
        "引き分けにしようと二人で決めた。",
        "引き分けにすると両者で合意しました",
        "引き分けにしましょうと二人とも納得した",
    ],
)
def test_a_draw_that_both_have_agreed_on(line):
    """What is proposed has come where both have decided so."""
    _, verdict = _judged(f"6面体\n1 {PLIES[0]}\n2 {PLIES[1]}\n{line}\n")
    assert verdict.outcome.outcome is Outcome.DRAW


@pytest.mark.parametrize(
    "line",
    [
        "引き分けにしようと言った。",
        "引き分けにしようか。",
        "引き分けにしようと言ったが、断られた",
        "後手が投了しようと言った",
    ],
)
def test_an_end_that_is_only_proposed(line):
    """Nobody says that it was taken up: it is asked about, or a remark, and no end."""
    _, verdict = _judged(f"6面体\n1 {PLIES[0]}\n2 {PLIES[1]}\n{line}\n")
    assert verdict.status.name in {"UNREADABLE", "UNFINISHED"}


@pytest.mark.parametrize(
    "words",
    ["石がならんで、", "ならび、", "ずらりとならべて", "さよなら、", "ならいたての", "かならずと言って", "おもしろい勝負で", "あたらしい手で", "はたらきがよくて",
     "はずかしながら", "はずれて", "すばらしい手で", "めずらしく"],
)  # fmt: skip
def test_words_that_hold_a_condition_or_a_doubt_by_their_letters(words):
    """ならんで is no なら, あたらしい no らしい: the end behind them counts."""
    rows = "".join(f"{at} {move}\n" for at, move in enumerate(PLIES, start=1))
    for end in ("後手の勝ち。", "鈴木の勝ち", "先手投了"):
        _, verdict = _judged(f"6面体\n先手：山田\n後手：鈴木\n{rows}\n{words}{end}\n")
        assert verdict.outcome.outcome is Outcome.SECOND


@pytest.mark.parametrize("words", ["ここで受けていたら", "四04武なら", "攻めれば", "例えるなら"])
def test_a_condition(words):
    """What would have been is no end."""
    rows = "".join(f"{at} {move}\n" for at, move in enumerate(PLIES, start=1))
    _, verdict = _judged(f"6面体\n先手：山田\n後手：鈴木\n{rows}\n{words}後手の勝ち\n")
    assert verdict.outcome is None or verdict.outcome.outcome is None


@pytest.mark.parametrize(
    ("behind", "status"),
    [
        ("五つ並べると勝ちと聞きました。", "UNFINISHED"),
        ("全部倒すと勝ちだと教わりました。", "UNFINISHED"),
        ("10点になりました。", "UNFINISHED"),
        ("使えそうだったからです。", "UNFINISHED"),
        ("鈴木の勝ち。", "DECLARED"),
    ],
)
def test_a_sentence_behind_a_sentence_that_is_the_move(behind, status):
    """What a beginner tells of the rules, of points and of reasons is a remark, a result is none."""
    head = "6面体\n先手：山田\n後手：鈴木\nますは、左からの列を一〜七、上からの段を1〜7で書いています。\n"
    rows = f"1手目　山田：占領を七列の5段目に置きました。\n2手目　鈴木：占領を六列の6段目に置きました。{behind}\n3手目　山田：占領を七列の4段目に置きました。\n"
    _, verdict = _judged(f"{head}{rows}")
    assert verdict.status.name == status


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("ここで中断！同点だよ", "UNREADABLE"),
        ("同点のまま打ち掛け", "UNREADABLE"),
        ("同点で引き分け", "DECLARED"),
        ("ここで中断！", "UNFINISHED"),
    ],
)
def test_even_points_at_a_break(end, status):
    """Even points where a game was broken off are no draw, and are asked about."""
    text = f"ユニオンキング\n先手 大貫\n後手 三輪\n1：三06-三05六内\n2：六01-六02八外合\n3：六07-六06三外合\n{end}\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status.name == status
