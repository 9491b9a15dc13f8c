"""Tests of plies that a record writes twice, and of corrections that name a part of a move."""

import pytest

import kifu
from notation.reading import read_documents

HEAD = "6面体\n1 二02占\n2 三06領\n3 三02占\n4 七05領\n"
END = "6 二06馬\n7 四04武\n"
PLAYED = ["二02占", "三06領", "三02占", "七05領", "四03占", "二06馬", "四04武"]


def _read(text):
    (document,) = read_documents("a.txt", text.encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return [entry.text.lstrip("▲△") for entry in record.main.entries], verdict


@pytest.mark.parametrize(
    "fifth",
    [
        "5 五03占 ×\n5 四03占",
        "×5 五03占\n○5 四03占",
        "5 五03占 ✗\n5 四03占 ✓",
        "5 四03占 ○\n5 五03占 ×",
        "5 五03占（書き損じ）\n5 四03占",
        "5 五03占……もとい、\n5 四03占",
        "5 五03占 → 手が滑った。5手目は下のとおり。\n5 四03占",
        "5 五03占\n5 四03占 ←こっちが正しい（上は間違い）",
        "5 五03占\n（すみません、書き間違い。5手目は下が正しいです）\n5 四03占",
        "5 （書き間違いのため抹消）\n5 四03占",
        "5 五03占、やっぱり四03占",
        "5 五03占（誤）四03占（正）",
        "5 五03占、じゃなくて四03占です",
        "5 五03占（うっかり→四03占）",
        "5 二02占（置けないことに気づいて戻す）\n5 四03占",
        "5 五03占（書き落とし。下が正）\n5 四03占",
    ],
)
def test_a_ply_that_is_written_anew(fifth):
    """The one that a sign or a word calls wrong was not played."""
    moves, verdict = _read(f"{HEAD}{fifth}\n{END}")
    assert (moves, verdict.status.name) == (PLAYED, "UNFINISHED")


@pytest.mark.parametrize(
    "fifth",
    [
        "5 五03占\n5 四03占",
        "5 五03占 ×\n5 四03占 ×",
        "5 五03占 ○\n5 四03占 ○",
        "5 五03占（間違いなく好手）\n5 四03占",
        "5 五03占（好手）\n5 四03占（悪手ではない）",
    ],
)
def test_a_ply_twice_without_a_reason(fifth):
    """Where nothing, or as much, speaks for each of two moves the reader asks."""
    assert _read(f"{HEAD}{fifth}\n{END}")[1].status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "behind", ["、やっぱり五03占のほうがよかった", "（五03占は間違い）", "（迷ったが五03占では損）"]
)
def test_a_remark_that_is_no_correction(behind):
    """A move that a remark only speaks of does not take the place of the one that was played."""
    moves, verdict = _read(f"{HEAD}5 四03占{behind}\n{END}")
    assert moves == PLAYED or verdict.status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "note",
    [
        "追記：7手目は巫ではなく武でした。",
        "訂正　7　巫→武",
        "7手目の巫は武の書き間違いです。",
        "訂正：7手目、巫じゃなくて武でした",
        "※7手目、巫ではなく武",
    ],
)
def test_a_part_of_a_ply_that_the_foot_corrects(note):
    """The unit that the note gives is the one that was placed."""
    moves, verdict = _read(f"{HEAD}5 四03占\n6 二06馬\n7 四04巫\n{note}\n")
    assert (moves, verdict.status.name) == (PLAYED, "UNFINISHED")


@pytest.mark.parametrize(
    "note",
    [
        "訂正：どこか1つ間違えてますが、どれだか分かりません",
        "記録のどこかに写し間違いがあります",
        "以上\n（5手目は四03ではなく五03かもしれない。記録があいまい）",
        "3手目と5手目を逆に書いたかもしれません",
        "※このあと何手か飛んでいるかもしれません",
    ],
)
def test_an_error_that_nobody_can_find(note):
    """A record that says that one of its moves is wrong is asked about."""
    assert _read(f"{HEAD}5 四03占\n{note}\n")[1].status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "note",
    [
        "どこかで間違えたようだ、と後手。",
        "何手か先を読む",
        "（6手目、待ったあり。相手も了承）",
        "以上、清書し直しました。前のものは破棄してください。",
    ],
)
def test_a_note_that_leaves_the_moves(note):
    """An error of the play, and a record that is written out anew, leave the moves as they stand."""
    moves, verdict = _read(f"{HEAD}5 四03占\n{note}\n")
    assert (moves, verdict.status.name) == (PLAYED[:5], "UNFINISHED")


def test_the_count_that_the_foot_corrects():
    """A count of the plies is the one that the note gives."""
    moves, verdict = _read(f"{HEAD}まで5手で先手の勝ち\n（5手は誤り。4手です）\n")
    assert (len(moves), verdict.status.name) == (4, "DECLARED")


@pytest.mark.parametrize(
    "end",
    [
        "後手の勝ち→訂正。先手の勝ち。",
        "後手の勝ち、じゃなくて先手の勝ち",
        "後手勝ち、と言ってしまいましたが計算し直したら先手の勝ちでした。失礼。",
        "結果：~~後手勝ち~~ 先手勝ち",
    ],
)
def test_an_end_that_its_line_takes_back(end):
    """The last one is meant."""
    assert _read(f"{HEAD}{end}\n")[1].outcome.outcome.value == "first"


def test_a_variation_that_ends():
    """Its plies are a comment, and the game goes on behind it."""
    text = f"{HEAD}5 四03占\n変化：5手\n   5 五03占\n   6 五04領\n変化ここまで。本譜に戻る\n{END}"
    moves, verdict = _read(text)
    assert (moves, verdict.status.name) == (PLAYED, "UNFINISHED")


@pytest.mark.parametrize(
    "seventh",
    [
        "7 四04巫　訂正：武",
        "7 四04巫 ※正しくは武",
        "7 四04巫\n↑巫ではなく武です",
        "7 四04巫\n↑武の間違い",
        "7 四04巫\n上の7は四04武に直してください",
        "7 四04巫\n【訂正】7手目：誤「四04巫」正「四04武」",
        "7 四04巫\n※7手目は四04武が正しい",
        "7 四05武 ←四04の間違い",
        "7 四04武（四05武から訂正）",
        "7 四05武\n7（訂正）四04武",
        "7 四05武\n7' 四04武",
        "誤：7 四05武\n正：7 四04武",
        "7 四05武 NG\n7 四04武 OK",
        "7 四05武　←これは無し\n7 四04武",
        "7 四05武\n（上の行は消してください）\n7 四04武",
        "7 四05武あ、四04武です",
    ],
)
def test_what_stands_beside_a_move_corrects_it(seventh):
    """The right move, or the right part of it, takes the place of what was written."""
    moves, verdict = _read(f"{HEAD}5 四03占\n6 二06馬\n{seventh}\n")
    assert (moves, verdict.status.name) == (PLAYED, "UNFINISHED")


@pytest.mark.parametrize(
    "note",
    [
        "※7手目は四05武もあった",
        "↑いい武です",
        "7手目の武は正しい判断だった",
        "（7手目、修正）",
        "※誤字脱字ご容赦",
        "以上、記録に誤りがあればご指摘ください",
    ],
)
def test_a_note_that_corrects_nothing(note):
    """A remark about a move, and a note without a right one, leave it as it stands."""
    moves, verdict = _read(f"{HEAD}5 四03占\n6 二06馬\n7 四04武\n{note}\n")
    assert (moves, verdict.status.name) == (PLAYED, "UNFINISHED")


KING = "ユニオンキング\n先手：葛西\n後手：土居\n1 七06-七05丸内\n2 四02-四01五内合\n"


@pytest.mark.parametrize(
    "third",
    [
        "3 六内 六6→六4 × 正しくは六5 反",
        "3 六内 六6→六4（正しくは六5）",
        "3 六内 六6→六4 ×→六5",
        "3 六内 六6→六4 訂正 六5",
        "3 六内 六6→六4 じゃなくて六5",
        "3 六内 六6→六4（誤）六5（正）",
    ],
)
def test_a_square_alone_corrects_where_the_move_ends(third):
    """The unit and the square that it leaves stand; nothing is read as a move of the square alone."""
    moves, verdict = _read(KING + third + "\n")
    assert verdict.status.exit_code == 3 or moves[2].startswith("六06-六05")
    assert not any(move.startswith("六05") for move in moves)


@pytest.mark.parametrize(
    "remark",
    ["(should be f6)", "(typo for f6)", "-- should read f6", "(meant f6, sorry)", "← meant to play f6", "※六06でした"],
)
def test_a_remark_that_names_another_square_is_asked_about(remark):
    """A blank may part such a remark, and it is seen still; one that put the move right is kept."""
    moves, verdict = _read(f"6面体\n1) d4 占\n2) e2 領\n3. d6 T {remark}\n4) a1 領\n")
    assert verdict.status.name == "UNREADABLE" or moves[2] in {"f6 T", "六06占", "六06占領"}


@pytest.mark.parametrize("remark", ["(this should be strong)", "(a typo above)", "(I meant it)", "strong! f6 is next?"])
def test_a_remark_in_english_that_corrects_no_square(remark):
    """Words of a correction without a square say nothing of the move."""
    moves, verdict = _read(f"6面体\n1) d4 占\n2) e2 領\n3. d6 T {remark}\n4) a1 領\n")
    assert (verdict.status.name, len(moves)) == ("UNFINISHED", 4)


@pytest.mark.parametrize(
    ("fifth", "status"),
    [
        ("5 五03占 (taken back, Paul agreed) -> 四03占", "UNFINISHED"),
        ("5 五03占 (takes it back) → 四03占", "UNFINISHED"),
        ("5 ▲五03占(待った)▲四03占", "UNFINISHED"),
        ("5 五03占（取り消し、相手も了承）四03占", "UNFINISHED"),
        ("5 五03占 (taken back?) -> 四03占 or 四05占", "UNREADABLE"),
        ("5 五03占 (thinking back) -> 四03占", "UNREADABLE"),
    ],
)
def test_a_move_taken_back_on_its_line(fifth, status):
    """What stands behind the words, or behind an arrow, is the ply; without them nothing says which it is."""
    moves, verdict = _read(f"{HEAD}{fifth}\n{END}")
    assert verdict.status.name == status
    assert status == "UNREADABLE" or moves == PLAYED


@pytest.mark.parametrize(
    ("remark", "read"),
    [
        ("（はじめ「六03占」と誤記、直した）", True),
        ("（最初「六03占」と書いて訂正した）", True),
        ("（当初『六03占』と書き間違い、後で直しました）", True),
        ("（はじめ「六03占」と誤記か）", False),
        ("（はじめ「六03占」と誤記、直したか不明）", False),
    ],
)
def test_a_remark_on_what_stood_in_the_place_of_a_move(remark, read):
    """The move before it is the right one where the remark says so; a doubt, or another right one, is asked about."""
    text = f"6面体\n1 四04占\n2 二02領\n3 五03占{remark}\n4 二03領\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.exit_code == 0) is read


@pytest.mark.parametrize("said", ["　いや違う、六06占が正", "、いやちがう。▲六06占が正しい", " いや、違った 六06占"])
def test_a_move_taken_back_by_a_word(said):
    """いや違う, with the right move behind it, takes the place of the wrong one, and is no foul."""
    lines = ["1 ▲五06占", "2 △三03領", f"3 ▲三03占{said}", "4 △二04矢"]
    (verdict,) = kifu.verify(kifu.read(("6面体\n" + "\n".join(lines) + "\n").encode()))
    assert (verdict.status.name, verdict.plies) == ("UNFINISHED", 4)


CHAT = "10:00 こうじ 6面体しよう。おれ先手\n10:01 こうじ 二02占\n10:02 まゆ 三06領\n10:03 こうじ 三02占\n10:04 まゆ 七06領\n{}10:06 こうじ 四03占\n"


@pytest.mark.parametrize(
    "said", ["まちがえた、七05！", "いや違う、七05です", "あ、間違えました。七05領です", "ごめん、七05", "もとい、七05"]
)
def test_a_speaker_who_takes_the_last_move_back(said):
    """What somebody says right behind a move of theirs is where it went."""
    moves, verdict = _read(CHAT.format(f"10:05 まゆ {said}\n"))
    assert (moves, verdict.status.name) == (PLAYED[:5], "UNFINISHED")


@pytest.mark.parametrize(
    "said",
    ["10:05 こうじ まちがえた、七05！\n", "10:05 こうじ うん\n10:05 まゆ まちがえた、七05！\n"],
)
def test_a_word_of_a_slip_that_may_be_about_another_move(said):
    """Behind a move of the other one, or no move, it is asked which one was a slip."""
    assert _read(CHAT.format(said))[1].status.name == "UNREADABLE"


def test_a_slip_without_a_speaker():
    """The word of a slip below a ply is about it; an excuse may stand before the next one."""
    assert _read("6面体\n1 二02占\n2 三05領\nまちがえた、三06\n3 三02占\n")[0] == PLAYED[:3]
    assert _read("6面体\n二02占\n三06領\nごめん、三02占\n")[0] == PLAYED[:3]


ACE = [
    "1　みお　七7→七5　丸・外",
    "2　パパ　一2→一3　五角・内",
    "3　みお　三7→五5　六角・外",
    "4　パパ　四2→一2　十字・内",
]


@pytest.mark.parametrize(
    ("first", "again", "read"),
    [
        ("六7→三6　三角・外　×", "六7→三7　三角・外　（↑書きまちがい。こっちが本当）", True),
        ("六7→三6　三角・外　×", "六7→三7　三角・外", True),
        ("六7→三6　三角・外", "六7→三7　三角・外（こちらが正しい）", True),
        ("六7→三6　三角・外　×", "六7→三7　三角・外　×", False),
    ],
)
def test_a_ply_written_twice_behind_the_name_of_its_player(first, again, read):
    """A sign or a word tells which of both was played; where both are struck out nobody knows."""
    lines = [*ACE, f"5　みお　{first}", f"5　みお　{again}", "6　パパ　一2→四2　十字・内"]
    text = "ユニオンエース\n白：みお\n黒：パパ\n" + "\n".join(lines) + "\n"
    assert (kifu.verify(kifu.read(text.encode()))[0].status.name == "UNFINISHED") is read


def test_what_happens_at_the_end_of_the_right_move_stays_with_it():
    """Only the bracket that calls a ply the right one is cut off, not the word before it."""
    lines = [*ACE, "5　みお　六7→三6　三角・外　×", "5　みお　六7→三7　三角・外　うらがえし　（こっちが本当の5手目）"]
    text = "ユニオンエース\n白：みお\n黒：パパ\n" + "\n".join(lines) + "\n"
    (record,) = kifu.read(text.encode()).records
    assert record.plain.main.entries[-1].text == "▲六07-三07三外反"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (" → 消して 六4", "UNFINISHED"),
        (" → 書き直して 六4", "UNFINISHED"),
        (" → 消しました", "UNREADABLE"),
        (" → 消して 一6", "UNREADABLE"),
    ],
)
def test_a_square_that_is_struck_out_behind_an_arrow(said, status):
    """The square behind takes its place; one that is no legal move, or nothing behind it, is asked about."""
    text = f"ユニオンマスター\n1. 白 B外 一6\n2. 黒 D外 五3\n3. 白 E外 二3\n4. 黒 A外 七4{said}\n5. 白 F外 六1\n"
    assert kifu.verify(kifu.read(text.encode()))[0].status.name == status


@pytest.mark.parametrize(
    ("said", "read"), [("ごめん一3だった", True), ("まちがえた、一3", True), ("ごめん一3かも", False)]
)
def test_a_square_corrected_behind_a_move_in_words_of_its_own(said, read):
    """丸の外、裏返し is a whole move, and only the square that it goes to is another one."""
    text = (
        "21:02 かなこ ユニオンエースやる人ー\n21:03 りょう やる。白でいい？\n21:03 かなこ いいよ、黒もらう\n"
        f"21:06 りょう 七7→七5 丸の外\n21:09 かなこ 一1→一2 丸の外、裏返し\n21:10 かなこ {said}\n21:11 りょう 二6→二5 三角の内\n"
    )
    moves, verdict = _read(text)
    assert (verdict.status.name == "UNFINISHED") is read
    assert not read or moves[1] == "一01-一03丸外反"


@pytest.mark.parametrize("side", ["先手 ", "先", "先手　"])
@pytest.mark.parametrize(
    ("wrong", "right"),
    [("×{}", "{}"), ("{}（書き損じ）", "{}"), ("✕ {}", "{}　○"), ("×{}（書き損じ）", "{}（こちらが正）")],
)
def test_a_struck_ply_behind_its_side(side, wrong, right):
    """A side may stand between the number and the move of both: neither is a foul."""
    moves, verdict = _read(f"{HEAD}5 {side}{wrong.format('五03占')}\n5 {side}{right.format('四03占')}\n{END}")
    assert [move.lstrip("先手 　") for move in moves] == PLAYED
    assert verdict.status.name == "UNFINISHED"


@pytest.mark.parametrize(
    "slip", ["ごめんまちがい", "まちがえた💦", "あ、ちがう", "typo", "sorry, wrong square", "じゃなくて", "打ち間違い"]
)
def test_a_message_that_its_sender_calls_a_slip(slip):
    """The next move of the same sender takes its place, whatever the other says between."""
    rows = [f"20:{at:02} {'あき' if at % 2 else 'けん'}: {move}" for at, move in enumerate(PLAYED, start=1)]
    rows[4:4] = ["20:04 あき: 五03占", "20:04 けん: え？", f"20:04 あき: {slip}"]
    moves, verdict = _read("6面体 先手：あき　後手：けん\n" + "\n".join(rows))
    assert moves == PLAYED
    assert verdict.status.name == "UNFINISHED"


def test_a_slip_before_the_move_of_the_other_player():
    """Words about a slip take nothing back where the next move is not their sender's."""
    rows = [f"20:{at:02} {'あき' if at % 2 else 'けん'}: {move}" for at, move in enumerate(PLAYED, start=1)]
    rows[5:5] = ["20:05 あき: まちがえた"]
    moves, _ = _read("6面体 先手：あき　後手：けん\n" + "\n".join(rows))
    assert moves == PLAYED


PLIES = ["二02占", "三06領", "三02占", "七05領", "四03占", "二06馬", "四04巫", "四05矢"]
"""The first moves of a game of 6面体."""
HEADS = {"free": "6面体\n先手 田中　後手 鈴木\n\n", "plain": "棋種：6面体\n先手：田中\n後手：鈴木\n"}


def _statuses(head, line, at, end="中断"):
    """Return the status and the plies of each record of a text with a line behind its ply `at`."""
    plies = [f"{number}. {move}" if head == "free" else f"{number} {move}" for number, move in enumerate(PLIES, 1)]
    text = HEADS[head] + "\n".join([*plies[:at], *([end] if at == len(plies) else []), line, *plies[at:], end, ""])
    return [(found.status.name, found.plies) for found in kifu.verify(kifu.read(text.encode()))]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("at", [0, 7, len(PLIES)])
@pytest.mark.parametrize(
    "line",
    [
        "7手目は四04巫",
        "先手の7手目は四04巫",
        "初手は二02占",
        "Move 7: 四04巫",
        "四04巫 was move 7",
        "敗着は7手目の四04巫",
        "7手目四04巫が決め手",
        "2手目、三06領",
    ],
)
def test_ply_told_again_by_its_number_in_words_is_a_remark(head, at, line):
    """It is the move that stands there, and no other one."""
    assert _statuses(head, line, at) == [("UNFINISHED", len(PLIES))]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(
    "line",
    ["7手目は三03弓", "初手は三03弓", "初手は四04占", "Move 7: 三03弓", "三03弓 was move 7", "7手目に三03弓と指した"],
)
def test_another_move_for_a_ply_above_is_asked_about(head, line):
    """It is neither the next ply, nor the first of another game."""
    assert _statuses(head, line, len(PLIES)) == [("UNREADABLE", len(PLIES))]


def test_ply_behind_a_break_that_no_line_has_is_played():
    """A number that comes next is that of the next ply."""
    assert _statuses("free", "9手目は三03武", len(PLIES)) == [("UNFINISHED", len(PLIES) + 1)]


def test_game_told_in_words_behind_another_is_one_of_its_own():
    """Its plies are not those of the game above."""
    anew = "\n".join(f"{number}手目 {move}" for number, move in enumerate(["四03占", *PLIES[1:4], "二02占"], 1))
    assert _statuses("free", anew, len(PLIES)) == [("UNFINISHED", len(PLIES)), ("UNFINISHED", 5)]
