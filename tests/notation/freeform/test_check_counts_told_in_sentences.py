"""Counts that sentences tell: those that the record does not show are no remarks."""

import pytest

import kifu
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read_documents

SIX = [
    "棋種：6面体",
    "先手：黒田",
    "後手：白石",
    *["1：六02占", "2：七02領", "3：六01騎", "4：六03女", "5：七03弓", "6：七01士"],
]
KING = [
    "ユニオンキング",
    "白・先手：本多",
    "黒・後手：富樫",
    *["1：三06-三05六内", "2：六01-六02八外合", "3：六07-六06三外合", "4：二01-二02三外合"],
]


def codes(*lines):
    """Return the status of a record and the codes of its warnings and errors."""
    (document,) = read_documents("a.txt", "\n".join(lines).encode())
    (verdict,) = kifu.verify(document)
    told = {"told-count", "not-compared"}
    return verdict.status, [one.code for one in verdict.diagnostics if one.code in told]


@pytest.mark.parametrize(
    ("lines", "true", "false"),
    [
        (SIX, "手元に残った駒は黒田12個、白石12個。", "手元に残った駒は黒田12個、白石14個。"),
        (SIX, "盤の外に残った駒は全部で24個。", "盤の外に残った駒は全部で25個。"),
        (SIX, "両者それぞれ3手ずつ指した。", "両者それぞれ4手ずつ指した。"),
        (SIX, "手数は先手3手、後手3手。", "手数は先手3手、後手4手。"),
        (SIX, "数えたら全部で6手だった。", "数えたら全部で7手だった。"),
        (KING, "白の合体は1組、黒は2組。", "白の合体は4組、黒は2組。"),
        (KING, "さいごの点　白 16てん　黒 32てん", "さいごの点　白 16てん　黒 35てん"),
        (KING, "4手で指し掛け。次は白の番。", "4手で指し掛け。次は黒の番。"),
        (KING, "続きは来週、次は白の番から。", "続きは来週、次は黒の番から。"),
        (KING, "4手で指し掛け。手番：白", "4手で指し掛け。手番：黒"),
        (KING, "4手で指し掛け。本多さんから再開", "4手で指し掛け。富樫さんから再開"),
        (KING, "Broken off. White plays next", "Broken off. Black plays next"),
        (SIX, "Total 6 moves. We had to stop.", "Total 8 moves. We had to stop."),
        (KING, "2手目が本局最初の合であった。", "3手目が本局最初の合であった。"),
    ],
)
def test_counts_are_compared(lines, true, false):
    """A count in a sentence contradicts the record if it is another one, and is passed over if it is the same."""
    assert [codes(*lines, text)[1] for text in (true, false)] == [[], ["told-count"]]
    assert codes(*lines, false)[0] is Status.CONTRADICTED


ACE = ["ユニオンエース", "白まさき　黒けん", "白 六6-六5六内", "黒 六2-五3三内", "白 五7-三5四外", "黒 二1-二3三外反"]


@pytest.mark.parametrize("text", ["（ここまで{}手）", "ここまでで{}手。休けい", "ここまでは{}手だった"])
def test_plies_so_far(text):
    """A count of the plies above it is compared with them."""
    found = [codes(*ACE[:-1], text.format(count), *ACE[-1:])[0] for count in (3, 5)]
    assert found == [Status.UNFINISHED, Status.CONTRADICTED]


@pytest.mark.parametrize(
    "text", ["（ここまで2手ずつ）", "（ここまで5手ほど）", "（ここまで5分）", "ここまで5手連続で外"]
)
def test_what_is_no_count_of_the_plies_so_far(text):
    """Plies of each side, a vague count and a time contradict nothing."""
    assert "told-count" not in codes(*ACE[:-1], text, *ACE[-1:])[1]


MASTER = ["ユニオンマスター", "白：五十嵐　黒：ダン", "1. 一4白D内", "2. 三6黒E外", "3. 五3白G外", "4. 四2黒A外"]


@pytest.mark.parametrize(
    "text",
    [
        "ここで休けい。白い駒の残り12個、黒い駒の残り{}個。",
        "残りは白12枚、黒{}枚",
        "白い石のこり12個、黒い石のこり{}個",
    ],
)
def test_units_that_are_still_to_be_placed(text):
    """While units are placed, the rest is what is not on the board yet."""
    found = [codes(*MASTER, text.format(count), "中断")[0] for count in (12, 11)]
    assert found == [Status.UNFINISHED, Status.CONTRADICTED]


def test_units_that_may_be_on_the_board_or_not():
    """What has remained is asked about: nobody says whether on the board or beside it."""
    assert codes(*MASTER, "白い駒は11個残った。", "中断") == (Status.UNREADABLE, ["not-compared"])


@pytest.mark.parametrize(
    "text",
    [
        "つづきは次の水曜、{}の番から。",
        "チャイムで中断。明日は{}の番から。",
        "再開は{}からの予定。（中断）",
        "次は{}の番ですが、転勤で中断。",
        "{}の番で打ち掛け",
        "〈消灯。翌朝つづき、{}番から〉",
        "中断。手番は{}",
        "来週は{}の番から",
    ],
)
def test_the_next_mover_is_compared_wherever_it_is_told(text):
    """With whom a game goes on that is broken off is compared, whatever day or break the sentence names."""
    found = [codes(*KING, text.format(side))[0] for side in "白黒"]
    assert found == [Status.UNFINISHED, Status.CONTRADICTED]


@pytest.mark.parametrize(
    "text",
    [
        "中断。明日の二局目は黒の番から",
        "中断。明日は先後を替えて黒の番から",
        "中断。前回は黒の番から。",
        "中断。続きは来週、次は黒番だと思う。",
        "黒番から攻めた。中断",
        "中断。次の対局は黒の番から",
        "ここまで黒番、白番とも好調。中断",
    ],
)
def test_the_first_mover_of_another_game_is_a_remark(text):
    """Who begins another game, or perhaps moves next, contradicts nothing."""
    assert codes(*KING, text) == (Status.UNFINISHED, [])


@pytest.mark.parametrize("text", ["以上{}手", "以上、{}手。", "以上 {}手でした。", "以上{}手、お疲れさまでした。"])
def test_the_count_of_all_plies_below_the_end(text):
    """What 以上 counts behind a resignation is compared, however the line goes on."""
    found = [codes(*SIX, "7：投了", text.format(count))[0] for count in (6, 7)]
    assert found == [Status.DECLARED, Status.CONTRADICTED]


@pytest.mark.parametrize(
    "text",
    [
        "{}手目のあと、黒田が負けを認めました。",
        "第{}手の後、黒田が投了。",
        "{}通目のあと、黒田「こちらの負けです」。白石の勝ち。",
        "{}信目を読んで黒田が投了。",
        "{}手目でおしまい。白石の勝ち。",
    ],
)
def test_the_ply_behind_which_a_game_has_ended(text):
    """It is the last one, whatever plies are counted by; another number is asked about, or false."""
    found = [codes(*SIX, "", text.format(count))[0] for count in (6, 7, 5)]
    assert found[0] is Status.DECLARED
    assert all(one.exit_code for one in found[1:])


@pytest.mark.parametrize("points", [(16, 32), (16, 30), (15, 32)])
def test_points_after_the_last_ply_beside_the_end(points):
    """Both are compared, though the end stands on their line."""
    end = "四手を終えて白{}点、黒{}点。ここで白本多が投了。黒富樫さんの勝ち。"
    status, _ = codes(*KING, "", end.format(*points))
    assert status is (Status.DECLARED if points == (16, 32) else Status.CONTRADICTED)


@pytest.mark.parametrize("text", ["ここまで本多{}点、富樫16点", "　　※ここで白{}点、黒16点", "ここまで白{}点・黒16点"])
def test_points_so_far_between_moves(text):
    """Points of both sides below a move are those of the board there, by names or by colours."""
    found = [codes(*KING[:6], text.format(one), KING[6])[0] for one in (16, 18)]
    assert found == [Status.UNFINISHED, Status.CONTRADICTED]


def test_what_a_side_gains_is_no_count_of_its_points():
    """Points that both have gained at a ply are none of the board."""
    assert codes(*KING[:6], "※ここで白が5点、黒が3点取った", KING[6])[0] is not Status.CONTRADICTED


@pytest.mark.parametrize(
    ("comment", "warned"),
    [
        ("*数えたら全部で2手", []),
        ("*数えたら全部で3手", ["told-count"]),
        ("*3手で決まった", ["not-compared"]),
        ("*先手は残り3個、後手は残り3個", ["not-compared", "not-compared"]),
        ("*全部で3手かかる作戦", []),
        ("*3手以上考えた", []),
        ("*10手で終わると思っていた", []),
    ],
)
def test_a_comment_of_a_plain_record_changes_no_verdict(comment, warned):
    """What a comment behind * tells is compared with a warning: a plain record is judged by its moves and statements."""
    lines = ["棋種：6面体", "規則：six/1", "   1 四04占", "   2 二02領"]
    status, found = codes(*lines, comment)
    assert status is Status.UNFINISHED
    assert found == warned


@pytest.mark.parametrize(
    "text",
    [
        "前回は全部で9手だった。",
        "全部で20手くらい指すつもりだった。",
        "黒田の次の手は3手目と同じ。",
        "先手は3手、考えた。",
    ],
)
def test_other_counts_are_remarks(text):
    """A count of another game, a vague one and one of something else contradict nothing."""
    assert codes(*SIX, text)[1] == []


def test_count_of_unknown_meaning_is_named():
    """A count of units that is not compared is named with its place."""
    assert codes(*SIX, "駒を5個も取られてしまった。")[1] == ["not-compared"]


@pytest.mark.parametrize(
    "told",
    [
        "わずか{}手で終わった",
        "対局は{}手で終わりました",
        "完（{}手）",
        "しめて{}手",
        "手数は{}手でした",
        "{} moves in all",
    ],
)
def test_the_number_of_all_plies_in_a_sentence(told):
    """Above the moves or below the end, one that is not the record's is a contradiction, or is asked about."""
    for lines in ([*SIX[:3], told, *SIX[3:], "白石投了"], [*SIX, "白石投了", told]):
        right, wrong = ([line.format(number) for line in lines] for number in (6, 9))
        assert codes(*right)[1] == []
        assert codes(*wrong)[0] in {Status.CONTRADICTED, Status.UNREADABLE}


def test_the_ply_of_a_resignation():
    """It is the last one or the next; another is asked about."""
    found = [codes(*SIX, f"{ply}手目に白石が投了")[0] for ply in (5, 6, 7, 8)]
    assert found == [Status.UNREADABLE, Status.DECLARED, Status.DECLARED, Status.UNREADABLE]


@pytest.mark.parametrize(
    "end",
    [
        "Rob resigned after {}. 0-1",
        "White resigned after {} 0-1",
        "Won by Black in {}.",
        "Rob resigned in {} moves. 0-1",
    ],
)
def test_the_number_before_the_marks_of_a_won_game(end):
    """It counts plies, and numbers no ply whose move is 0-1."""
    rounds = (
        "ユニオンエース",
        "White: Rob",
        "Black: Ann",
        "1. 三06-三05丸内 三01-三03四外反",
        "2. 三05-四04丸内反 一01-三01丸外",
    )
    assert codes(*rounds, end.format(4))[0] is Status.DECLARED
    assert codes(*rounds, end.format(9))[0] in {Status.CONTRADICTED, Status.UNREADABLE}


def test_a_rule_of_how_long_a_game_lasts_is_no_count():
    """A sentence above the moves that does not speak of the past contradicts nothing."""
    assert codes(*SIX[:3], "100点先取。40手で終局", *SIX[3:], "白石投了")[0] is not Status.CONTRADICTED


@pytest.mark.parametrize(
    "told", ["{}対{}", "（{}－{}）", "本多 {} 富樫 {}", "終了時　白＝{}　黒＝{}", "W {} B {}", "先{} 後{}", "計 {} {}"]
)
def test_points_alone_below_the_end(told):
    """They are compared though no word calls them points; others are asked about."""
    assert codes(*KING, "富樫投了", told.format(16, 32)) == (Status.DECLARED, [])
    assert codes(*KING, "富樫投了", told.format(16, 35))[0] in {Status.UNREADABLE, Status.CONTRADICTED}


@pytest.mark.parametrize("told", ["2-1", "10-31", "3対2", "富樫 2 本多 1"])
def test_two_numbers_that_are_no_points(told):
    """A score of games, and a date, are remarks; names with other numbers are asked about."""
    assert (codes(*KING, "富樫投了", told)[0] is Status.DECLARED) is ("富樫" not in told)


@pytest.mark.parametrize(
    "clocks", ["【消費時間　▲15分　△11分】", "[消費時間 先手15分 後手11分]", "消費時間　白44分　黒37分"]
)
def test_what_both_have_used_is_no_count(clocks):
    """It stands below the end, in brackets or without."""
    assert codes(*KING, "富樫投了", clocks) == (Status.DECLARED, [])


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("4コマまで置きました。次は5コマ目、白コマです。", True),
        ("4個まで置きました。", True),
        ("次は6コマ目、白コマです。", False),
        ("次は5コマ目、黒コマです。", False),
        ("3コマまで置きました。", False),
    ],
)
def test_the_unit_that_is_placed_next(said, read):
    """The number of the unit to come, and its colour, are those of the record."""
    placed = ["ユニオンマスター", "1 白B外 一6", "2 黒D外 五3", "3 白E外 二3", "4 黒A外 七4"]
    assert (codes(*placed, said)[0].exit_code == 0) is read


@pytest.mark.parametrize(
    "told",
    [
        "{}手指したところで会場の終了時刻。中断。",
        "{}手まで進んで休憩、夜にチャットで再開の約束",
        "{}手 終業のため打ち切り",
        "{}手並べたところで忘年会の相談になり、打ち切り。",
        "{} moves, time for school.",
        "{} moves. I resign. 本多さんの勝ち！",
        "{}手目まで指して中断",
        "富樫「もう寝ますね。{}手まで、16対32です」",
    ],
)
def test_a_count_that_a_sentence_begins_with(told):
    """It numbers no ply: it is compared, and a false one is a contradiction or asked about."""
    assert codes(*KING, told.format(4))[0] in {Status.DECLARED, Status.UNFINISHED}
    assert codes(*KING, told.format(3))[0] in {Status.CONTRADICTED, Status.UNREADABLE}


@pytest.mark.parametrize(
    "told",
    [
        "4手 時間のため打ち切り 白{} 黒32",
        "4 moves, White {}, Black 32. Stopped.",
        "4 moves, time for school. Score so far: White {}, Black 32.",
        "4手まで、{}対32で中断",
    ],
)
def test_points_behind_a_count(told):
    """The points of both behind the count of the plies are compared, whether a word calls them points or not."""
    assert codes(*KING, told.format(16))[0] is Status.UNFINISHED
    assert codes(*KING, told.format(26))[0] in {Status.CONTRADICTED, Status.UNREADABLE}


@pytest.mark.parametrize("told", ["4手目の合体で黒が{}点になった。", "この合体で富樫が{}点に届いた"])
def test_points_that_a_side_has_reached(told):
    """A sentence may tell the points of one side, and not only who has won."""
    assert codes(*KING, told.format(32), "本多投了")[0] is Status.DECLARED
    assert codes(*KING, told.format(100), "本多投了")[0] is Status.CONTRADICTED


def test_a_game_that_is_over_by_points_that_no_side_has():
    """They are false, whoever is said to have won."""
    lines = ("4手目の合体で黒が100点になったので終わり。", "黒 富樫の勝ち")
    assert codes(*KING, *lines)[0] is Status.CONTRADICTED
    assert codes(*KING, "4手目で黒が100点に届き、富樫の勝ち")[0] is Status.CONTRADICTED


@pytest.mark.parametrize(
    "told",
    [
        "次に指すのは{}。",
        "次に指す人は{}",
        "次の一手は{}から",
        "次に指すのは{}の本多さん。",
        "明日は{}の私の番からですね",
    ],
)
def test_whoever_moves_next_in_other_words(told):
    """The side of the next ply is compared."""
    assert codes(*KING, "4手で中断。" + told.format("白"))[0] is Status.UNFINISHED
    assert codes(*KING, "4手で中断。" + told.format("黒"))[0] is Status.CONTRADICTED


@pytest.mark.parametrize(
    ("told", "true"),
    [
        ("White to move next.", True),
        ("Black is next.", False),
        ("It is Black's turn.", False),
        ("next: Black", False),
        ("続きは来月、○白番本多さんの手番からです。", True),
        ("続きは来月、●黒番富樫さんの手番からです。", False),
    ],
)
def test_the_next_mover_in_english_or_with_his_name(told, true):
    """Who moves next is compared, in English and with the name of the player behind the side."""
    status, _ = codes(*KING, "4手で一旦切ります。", told)
    assert (status is Status.CONTRADICTED) is not true


PLAYED = """
四07-四05五外反 五02-五03丸内 三07-四07六外 五01-七03六外反 二06-二05三内 二01-二03三外反
五06-二06八内反 七01-七04十外反 一06-一05四内 四02-三03十内 二06-二04八内 五03-四03丸内
一07-三07十外 七02-七01四内反 六06-五06六内反 四01-五01五外反 一05-一04四内反 二03-一03三外
四06-二06十内反 七01-七02四内 五06-五05六内 一01-一05丸外反 七06-六06五内反 六02-六03三内
三07-二06十外合 七02-七01四内
"""
POINTS = [
    *["ユニオンエース", "白：山田", "黒：鈴木"],
    *(f"{ply} {move}" for ply, move in enumerate(PLAYED.split(), start=1)),
]


@pytest.mark.parametrize(
    ("end", "statuses"),
    [
        ("先手の勝ち（{}-{}）", (Status.DECLARED, Status.CONTRADICTED)),
        ("○山田 {} 鈴木 {}", (Status.DECLARED, Status.CONTRADICTED)),
        ("鈴木投了（{}-{}）", (Status.DECLARED, Status.UNREADABLE)),
    ],
)
def test_points_beside_an_end_are_compared(end, statuses):
    """Points in a bracket behind an end are points and no date; who resigns may be ahead, so they are asked about there."""
    assert tuple(codes(*POINTS, end.format(*one))[0] for one in ((13, 0), (12, 0))) == statuses


@pytest.mark.parametrize(
    "end", ["先手の勝ち（11/29）", "先手の勝ち（1-0）", "鈴木投了（2026-11-29）", "結果：0-13（鈴木-山田）"]
)
def test_what_is_no_false_count_of_points(end):
    """A date, a result of one game, and points in the order of the names behind them contradict nothing."""
    assert codes(*POINTS, end)[0] in {Status.DECLARED, Status.UNFINISHED}


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("黒田は3手、白石は3手で終わった。", "黒田は3手、白石は2手で終わった。"),
        ("先手3手・後手3手で終局", "先手3手・後手4手で終局"),
        ("黒田は3手、白石は3手で中断", "黒田は3手、白石は5手で中断"),
        ("白石は3手で終わった", "白石は4手で終わった"),
        ("白石は6手で中断", "白石は4手で中断"),
    ],
)
def test_count_behind_each_side_is_of_its_plies(true, false):
    """Where one side alone has it, it may also be the count of all."""
    free = ["6面体", "先手 黒田　後手 白石", *(line.replace("：", ". ") for line in SIX[3:])]
    assert codes(*free, true) == (Status.UNFINISHED, [])
    assert "told-count" in codes(*free, false)[1]


@pytest.mark.parametrize("told", ["勝った黒田が次は後手", "負けた白石が次は先手", "白石が次は先手", "次は白石が先手"])
@pytest.mark.parametrize("end", ["黒田の勝ち", "中断"])
def test_side_that_a_player_has_in_the_next_game_is_compared_with_nothing(told, end):
    """Who moves next in this game is another matter."""
    assert codes(*SIX, end, told)[1] == []


@pytest.mark.parametrize(
    ("lines", "true", "false"),
    [
        (SIX, "盤上の騎は全部で1個", "盤上の騎は全部で2個"),
        (SIX, "盤上の弓は合わせて1枚", "盤上の弓は合わせて3枚"),
        (SIX, "盤上の占と領は全部で2個", "盤上の占と領は全部で3個"),
        (SIX, "盤上の駒は全部で6個", "盤上の駒は全部で5個"),
        (KING, "最後の点数 16 32", "最後の点数 16 35"),
        (KING, "最後の点数は32と16", "最後の点数は31と16"),
        (KING, "本多が16点になって終わり", "本多が17点になって終わり"),
        (KING, "32点になって終わり", "33点になって終わり"),
    ],
)
def test_units_of_a_kind_and_points_without_a_side_are_compared(lines, true, false):
    """A unit before the count is what was counted, and 最後 names no side."""
    assert codes(*lines, true)[1] == []
    assert codes(*lines, false)[1] != []


def test_points_below_the_target_reach_none():
    """Who has 16 points at the end has not won by it."""
    assert codes(*KING, "本多が16点になって終わり") == (Status.UNFINISHED, [])
    assert codes(*KING, "本多が100点になって終わり")[0] is Status.CONTRADICTED
