"""Tests of records told in sentences: corrections, subjects, verbs, and what a sentence must not swallow."""

from __future__ import annotations

import pytest

import kifu
from kifu.core.outcome import Outcome
from kifu.referee.status_fault_and_basis import Status
from notation.freeform import corrections_of_numbered_plies
from notation.reading import read_documents

SIX = "棋種：6面体\n"
ONE = "第一手　先手、六の一に占を置く。\n第二手　後手、四の四に領を置く。\n第三手　先手、五の三に占を置く。\n第四手　後手、四の七に領を置く。\n"


def _read(text):
    (document,) = read_documents("a.txt", text.encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return record, verdict


def _moves(record):
    return [entry.text.lstrip("▲△") for entry in record.main.entries]


@pytest.mark.parametrize(
    "note",
    [
        "正誤　第三手に「五の三」とあるは「五の二」の誤り。",
        "訂正：3手目の五の三は五の二の間違い",
        "お詫びと訂正　第三手「五の三」→「五の二」に訂正",
        "訂正（掲示後）　上の第三手「五の三」は書き違い。正しくは「五の二」。両者確認済み。",
        "第三手は翌日の手紙で「五の三は書きまちがい、五の二です」と訂正あり",
        "（三通目は追伸で「五の三は書き違い、五の二でした」とのこと）",
        "訂正　第三手の行き先を「五の三」としたが、正しくは「五の二」。",
    ],
)
def test_a_correction_at_the_end_holds_for_its_ply(note):
    """The square that the note gives is the one that was played."""
    record, verdict = _read(f"{SIX}{ONE}第五手　先手、一の四に占を置く。\n第六手　後手、五の三に領を置く。\n\n{note}\n")
    assert verdict.status.name == "UNFINISHED"
    assert _moves(record)[2] == "五02占"


@pytest.mark.parametrize(
    "note", ["訂正 3手目は 五02占 でした", "※訂正：3手目「五の二占」", "お詫び　三手目は五2占に訂正します"]
)
def test_a_correction_that_names_no_slip(note):
    """A whole move that is told for a ply takes the place of the one that stands there."""
    record, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n4 四07領\n5 一04占\n6 五03領\n{note}\n")
    assert verdict.status.name == "UNFINISHED"
    assert _moves(record)[2] == "五02占"


BELOW = "{}1 六01占\n2 四04領\n3 五03占\n{}4 四07領\n5 一04占\n6 五03領\n{}\n"


@pytest.mark.parametrize(
    ("between", "behind"),
    [
        ("", "訂正：3手目は 五03占 と書いたが 五02占 が正しい（写真で確認）"),
        ("", "3手目は五03占と書きましたけど、本当は五02占が正しい"),
        ("   ↑3手目は書きまちがい。 五02占 が正しい\n", ""),
        ("　 3を書きまちがえた。正しくは 五02占\n", ""),
        ("", "3手目を書き損じました。正しくは五02占"),
    ],
)
def test_a_correction_that_tells_a_slip_and_the_whole_move(between, behind):
    """The move that it calls right takes the place of the one of its ply, below it or at the end."""
    record, verdict = _read(BELOW.format(SIX, between, behind))
    assert verdict.status.name == "UNFINISHED"
    assert _moves(record)[2] == "五02占"


@pytest.mark.parametrize(
    "note",
    [
        "訂正：3手目は 五05占 と書いたが 五02占 が正しい",
        "訂正：3手目は 五03占 と書いたが 五02占 が正しいかも",
        "9手目を書きまちがえた。正しくは 五02占",
    ],
)
def test_a_correction_that_does_not_fit_is_asked_about(note):
    """One that names another move than stands there, that is not sure, or of no ply, corrects none."""
    assert _read(BELOW.format(SIX, "", note))[1].status.name == "UNREADABLE"


@pytest.mark.parametrize("behind", ["て占領を討った。", "、相手の占領を倒す", "てせんりょうをやっつけた。やったー", ""])
def test_the_unit_that_a_move_beats(behind):
    """A clause about it behind the move is a remark; one that says more than that is asked about."""
    head = f"{SIX}先手：山田\n後手：鈴木\n\n山田 四四に占領を置く\n鈴木 四五に占領を置く\n山田 三五に武士を置く\n鈴木 七七に占領を置く\n"
    record, verdict = _read(f"{head}山田 三五の武士を四五へ動かし{behind}\n")
    assert (verdict.status.name, _moves(record)[-1]) == ("UNFINISHED", "三05-四05武士")
    assert _read(f"{head}山田 三五の武士を四五へ動かして占領を討てず\n")[1].status.name == "UNREADABLE"


def test_a_correction_holds_where_the_ply_is_plain():
    """A move of the notation is corrected too, not played as it stands."""
    record, _ = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n4 四07領\n\n訂正　3手目の「五03」は「五02」の誤り\n")
    assert _moves(record)[2] == "五02占" or record.diagnostics


def test_a_correction_of_no_ply_is_asked_about():
    """A note that cannot be followed is not passed over."""
    _, verdict = _read(f"{SIX}{ONE}\n正誤　第九手に「五の三」とあるは「五の二」の誤り。\n")
    assert verdict.status.name == "UNREADABLE"


@pytest.mark.parametrize("note", ["※ 3手目は五03占ではなく五02占でした。", "3手目の「五03占」は五02占の誤り。"])
def test_a_correction_of_a_ply_without_a_number(note):
    """Where each line is a ply, the third of them is put right; one that tells another move there is asked about."""
    text = "6面体\n先手 六01占\n後手 四04領\n先手 五03占\n後手 四07領\n\n"
    assert _moves(_read(f"{text}{note}\n")[0])[2:] == ["五02占", "四07領"]
    assert _read(f"{text}{note.replace('3手', '4手')}\n")[1].status.name == "UNREADABLE"


def test_sentences_with_two_subjects_in_turn():
    """Names that no head knows are the sides, in the order in which they play."""
    text = (
        "６めんたい\n\nわたしが せんりょうを 1れつめの7だんめに おきました。\nおにいちゃんが せんりょうを 1れつめの5だんめに おきました。\n"
        "わたしが きばを 1れつめの6だんめに おきました。\nおにいちゃんが きばを 2れつめの4だんめに おきました。\n"
        "わたしの 1れつめの6だんめの きばが 2れつめの4だんめに いきました。きばを やっつけた！\n"
    )
    record, verdict = _read(text)
    assert verdict.status.name == "UNFINISHED"
    assert _moves(record) == ["一07占領", "一05占領", "一06騎馬", "二04騎馬", "一06-二04騎馬"]


@pytest.mark.parametrize(
    "moves",
    [
        "1. や 四04占\n2. す 四05領\n3. や 五04占\n4. す 五05領\n",
        "・や四四占　す四五領　や五四占\n・す五五領\n",
        "や・四四占　す・四五領　や・五四占\nす・五五領\n",
        "や 四04に占を置く　／　す 四05に領を置く\nや 五04に占を置く　／　す 五05に領を置く\n",
    ],
)
def test_signs_of_the_players_before_each_move(moves):
    """Two words that stand before the moves in turn are the sides, although the head has other names for them."""
    record, verdict = _read(f"{SIX}やまと(先手) vs すず(後手)\n{moves}")
    assert (verdict.status.name, len(_moves(record))) == ("UNFINISHED", 4)


@pytest.mark.parametrize("head", ["白 ▽やまと ／ 黒 ▼すず", "黒 ▼すず　白 ▽やまと"])
def test_marks_that_the_head_gives_to_the_players(head):
    """A record's own marks are those of the sides that it names with them, whatever the notation calls so."""
    moves = "▽七06-七07丸内合　▼七02-七03三内反　▽七07-五05四内反"
    record, verdict = _read(f"ユニオンキング\n{head}\n{moves}\n")
    assert (verdict.status.name, len(_moves(record))) == ("UNFINISHED", 3)


def test_a_message_that_takes_the_last_move_back():
    """It tells the move that was meant on the same line."""
    text = f"{SIX}先手：母\n後手：私\n母「四04占」\n私「四05領」\n母「五04占」\n母「ごめん、いまのは打ち間違い。六04占が正しいです」\n私「了解　じゃあ五05領」\n"
    record, verdict = _read(text)
    assert verdict.status.name == "UNFINISHED"
    assert _moves(record) == ["四04占", "四05領", "六04占", "五05領"]


@pytest.mark.parametrize(
    "line", ["講習の時間が尽きたため、ここで打ち切りとした。", "反則ですのでここまで", "じいじが寝たからおわり"]
)
def test_who_broke_off_is_no_loser(line):
    """An end that the room brings about, or that leaves the foul to the rules, names no winner."""
    _, verdict = _read(f"{SIX}先手：じいじ\n後手：山田\n1 四04占\n2 四05領\n{line}\n")
    assert (verdict.status.name, verdict.outcome) == ("UNFINISHED", None)


def test_time_of_a_game_in_its_head_is_no_end():
    """切れ負け behind the minutes of each side is the rule of the time, and nobody has lost."""
    _, verdict = _read(f"{SIX}先手　山田　　後手　鈴木\n持時間　各15分切れ負け　　　記録係　森\n1 四04占\n2 四05領\n")
    assert (verdict.status.name, verdict.outcome) == ("UNFINISHED", None)


@pytest.mark.parametrize("sign", ["{}. ", "({}) "])
def test_items_of_minutes_are_no_plies(sign):
    """The numbers of the items of a document count no moves, which stand below one of them."""
    item = [sign.format(number) for number in range(1, 4)]
    text = f"6面体 例会\n{item[0]}前回議事の確認　異議なし。\n{item[1]}模範対局\n1 四04占\n2 四05領\n3 五04占\n{item[2]}次回　当番は村上。\n"
    record, verdict = _read(text)
    assert (verdict.status.name, len(_moves(record))) == ("UNFINISHED", 3)


def test_an_item_without_its_move_is_a_ply():
    """Numbers that stand before moves are those of plies: one without a move is asked about."""
    assert _read("6面体 例会\n1. 前回議事の確認\n2. 四05領\n3. 五04占\n")[1].status.name == "UNREADABLE"


def test_a_move_that_is_told_is_no_remark():
    """A sentence with a square and its verb is read or asked about, never kept as a comment."""
    record, verdict = _read(f"{SIX}1 四04占\n先生の武士が(4、7)から(5、7)へ歩きました。\n")
    assert verdict.status.name == "UNREADABLE" or len(record.main.entries) == 2


def test_the_colour_before_a_unit_that_moves_is_its_side():
    """白五角 in a move of ユニオンキング is 白's 五角, and no foul."""
    _, verdict = _read("ユニオンキング\n①白五角(外) 四7～四6 合、②黒三角(外) 二1～二2 合\n")
    assert verdict.status.name == "UNFINISHED"
    assert verdict.plies == 2


def test_a_move_that_nobody_remembers_is_asked_about():
    """One of two squares that the recorder no longer knows is no remark."""
    _, verdict = _read(
        f"{SIX}1 四04占\n2 四02領\n先手 次の一手が思い出せない。三の3だったか五の3だったか、どちらかに武を置いたまでは覚えている。\n"
    )
    assert verdict.status.name == "UNREADABLE"


def test_a_foul_among_moves_that_are_not_understood_is_in_doubt():
    """Where several moves cannot be read, another one that is not legal is asked about."""
    strange = "第七手　先手なにやら二の五の弓なにやら。\n第八手　後手なにやら六の三の馬なにやら。\n"
    _, verdict = _read(f"{SIX}{ONE}第五手　先手、一の四に占を置く。\n第六手　後手、五の三に領を置く。\n{strange}")
    assert verdict.status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "behind",
    [
        "（すみません、六02占の間違いです）",
        "（六02占が正しい）",
        "(六02占に訂正)",
        " → 六02占に訂正",
        "→六02占へ変更しました",
        "「六02占のつもり」",
    ],
)
def test_a_correction_behind_the_move_takes_its_place(behind):
    """A move that a remark puts in the place of the one before it is the one that was played."""
    record, verdict = _read(f"{SIX}1 六01占{behind}\n2 四04領\n3 五03占\n")
    assert (_moves(record), verdict.status.name) == (["六02占", "四04領", "五03占"], "UNFINISHED")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("1 六1占（訂正：領）", "六1領"),
        ("1 六1占（訂正：六2）", "六2占"),
        ("1 六1（訂正：六2）へ占", "六02占"),
        ("1 五03占　→　六03占（書きまちがい）", "六03占"),
        ("1 五03占×　六03占（書き間違い）", "六03占"),
        ("1 五03占 ×　六03占 ○", "六03占"),
    ],
)
def test_a_correction_on_the_line_takes_the_place_of_what_it_corrects(line, move):
    """A unit, a square or a move behind the wrong one, said to correct it, is what was played; a foul of its own is asked about."""
    record, verdict = _read(f"{SIX}{line}\n")
    assert _moves(record) == [move]
    assert verdict.status == ("UNREADABLE" if "領" in move else "UNFINISHED")


@pytest.mark.parametrize(
    "line",
    ["1 六1占（訂正：六9）", "1 六1（訂正：六2）占（訂正：弓）", "1 六1占（弓の間違い）", "1 六1占（弓だったかも）"],
)
def test_a_correction_of_another_kind_is_asked_about(line):
    """Brackets that correct or doubt a move otherwise than by what stands right before them are no remark."""
    _, verdict = _read(f"{SIX}{line}\n")
    assert verdict.status == "UNREADABLE"


@pytest.mark.parametrize("behind", ["（六02占かも、たぶん間違い）", "（誤記、六02占と六03占のどちらか）"])
def test_a_doubtful_correction_is_asked_about(behind):
    """A remark that doubts a move and names another one is not passed over."""
    _, verdict = _read(f"{SIX}1 六01占{behind}\n2 四04領\n3 五03占\n")
    assert verdict.status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "line",
    [
        "電源きれそう　負けでいいよ",
        "母がねむいと言うので母の負けということにしてもらった。",
        "ねむたいから、きょうはぼくの負けでおねがい",
        "お茶がはいったら、なんだか先手の勝ちにされました。",
    ],
)
def test_a_result_behind_other_words_is_not_passed_over(line):
    """Words that doubt something else than the result leave it a result: it is read, or asked about."""
    _, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n{line}\n")
    assert verdict.status.name != "UNFINISHED"


@pytest.mark.parametrize(
    "line",
    ["見落としていたら先手の負けだった", "これは後手の負けかもと思った", "先手の反則負けということで…うそ、また明日"],
)
def test_a_result_that_has_not_come_is_a_remark(line):
    """A condition before a result, and doubt or a joke behind it, make it none."""
    _, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n{line}\n")
    assert verdict.status.name == "UNFINISHED"


def _parted(text, *, numbered=True):
    """Return a record whose four moves have a text between the second and the third."""
    moves = [
        f"{ply} {move}" if numbered else move for ply, move in enumerate(("六01占", "四04領", "五03占", "四07領"), 1)
    ]
    return _read("\n".join([SIX.strip(), *moves[:2], text, *moves[2:]]) + "\n")


@pytest.mark.parametrize(
    "text",
    [
        "1:02 PM",
        "--- 14:20 ---",
        "10/11 つづき",
        "財布を忘れたので取りに戻った",
        "3人で休憩",
        "💬 2　🔁 1　❤ 14",
        "1 4",
    ],
)
def test_the_next_number_shows_that_a_text_hides_no_move(text):
    """What may be a number, a time or a gap is a comment where the plies around it follow each other."""
    record, verdict = _parted(text)
    assert verdict.status.name == "UNFINISHED"
    assert _moves(record) == ["六01占", "四04領", "五03占", "四07領"]


@pytest.mark.parametrize(
    ("text", "numbered"), [("四3", True), ("2 ???", True), ("次の手は記録なし", True), ("二手ほど忘れました", False)]
)
def test_what_may_be_a_move_is_asked_about(text, numbered):
    """A square, a hole and what is said not to be recorded are no comments, nor is a gap that no number closes."""
    assert _parted(text, numbered=numbered)[1].status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "end",
    [
        "鈴木 投了",
        "妹、時間切れ",
        "妹 反則負け",
        "鈴木　投了（合掌）",
        "Ines out of time.",
        "Ines: out of time",
        "Ines flagged",
        "Ines resigns",
    ],
)
def test_whose_end_it_is_no_line_has_told(end):
    """Who stands before an end, and in no head, may be either player: the end is not that of the side to move."""
    _, verdict = _read(f"{SIX}{ONE}\n{end}\n")
    assert verdict.status.name == "UNREADABLE"


@pytest.mark.parametrize(("mine", "winner"), [("先", Outcome.FIRST), ("後手", Outcome.SECOND)])
def test_the_other_player_of_a_heading(mine, winner):
    """A heading that names only the other player tells whose end it is below."""
    _, verdict = _read(f"６面体　　対　木曜会の佐野氏　わたしが{mine}\n{ONE}以上　佐野氏、時間切れ負け\n")
    assert verdict.recorded is not None
    assert verdict.recorded.outcome is winner


@pytest.mark.parametrize("end", ["結局 時間切れ", "残念、時間切れ", "ここで投了", "Finally out of time"])
def test_words_before_an_end_that_are_no_name(end):
    """An adverb before the end leaves it that of the side to move."""
    _, verdict = _read(f"{SIX}{ONE}\n{end}\n")
    assert verdict.recorded is not None
    assert verdict.recorded.outcome is Outcome.SECOND


@pytest.mark.parametrize(("sender", "status"), [("けん", "DECLARED"), ("みどり", "UNREADABLE")])
def test_who_gives_up_in_a_chat(sender, status):
    """The sender of the message has resigned, also who moved last; somebody else has not."""
    heads = [f"{name} — 11/14/2026 9:0{minute} PM" for minute, name in enumerate(("あや", "けん", "あや", "けん"))]
    said = [f"{head}\n{move}" for head, move in zip(heads, ("六01占", "四04領", "五03占", "四07領"), strict=True)]
    _, verdict = _read(
        "\n".join(["6面体　先手あや　後手けん", *said, f"{sender} — 11/14/2026 9:20 PM", "参りました"]) + "\n"
    )
    assert verdict.status.name == status
    assert status != "DECLARED" or verdict.outcome.outcome.value == "first"


@pytest.mark.parametrize("behind", [" 12:30", "（12:30）", " 9:05"])
def test_a_time_behind_a_result_is_no_count_of_points(behind):
    """A clock behind a result says when it was written, not that the other side has more points."""
    record, verdict = _read(f"{SIX}先手：けん\n後手：あや\n1 六01占\n2 四04領\nけんの勝ち{behind}\n")
    assert (verdict.status.name, record.main.closing.text) == ("DECLARED", "まで先手の勝ち")


@pytest.mark.parametrize(
    ("head", "end", "winner"),
    [
        (
            "先　手　奥寺　誠\n後　手　椎名　和夫\n",
            "以上2手にて、先手の奥寺さんが投了。後手・椎名さんの勝ち。",
            Outcome.SECOND,
        ),
        ("先手　理事　松永弘\n後手　会員　片山由美\n", "2手で後手片山さんの勝ちとなった。", Outcome.SECOND),
        ("先手：・山田\n後手：佐藤\n", "佐藤の勝ち", Outcome.SECOND),
        ("先手：赤坂・江口\n後手：青葉・柏木\n", "江口が投了、柏木の勝ち", Outcome.SECOND),
        ("先手：3年 大槻\n後手：OB 真鍋\n", "大槻さんの勝ち\n署名：大槻　真鍋", Outcome.FIRST),
        ("2024年1月3日（新年会）　先手：岩井　後手：佐久間\n", "後手 佐久間の勝ち", Outcome.SECOND),
        ("先手・白　細田由紀　　後手・黒　水谷勝\n", "水谷氏が投了し、細田氏の勝ち。", Outcome.FIRST),
    ],
)
def test_players_with_a_house_and_in_parts(head, end, winner):
    """A name stands for its player by each part that only one has, however its key is spaced."""
    record, verdict = _read(f"6面体\n{head}\n1 六01占\n2 四04領\n{end}\n")
    assert (verdict.status.name, verdict.outcome.outcome) == ("DECLARED", winner)
    assert {header.key for header in record.headers} >= {"先手", "後手"}


def test_a_date_in_english_stands_in_the_head():
    """A date with the name of its month is that of the game."""
    record, _ = _read("6面体\n12 Oct 2024\n1 六01占\n2 四04領\n")
    assert [header.value for header in record.headers if header.key == "開始日時"] == ["12 Oct 2024"]


@pytest.mark.parametrize(
    ("ends", "status", "outcome"),
    [
        ("まで4手。先手の勝ち。", "DECLARED", Outcome.FIRST),
        ("まで4手\nまで後手の勝ち", "DECLARED", Outcome.SECOND),
        ("以上\n引き分け", "DECLARED", Outcome.DRAW),
        ("以下略\n後手の勝ち", "DECLARED", Outcome.SECOND),
        ("ここで中止。先手の勝ち。", "DECLARED", Outcome.FIRST),
        ("中断。引き分けに合意。", "DECLARED", Outcome.DRAW),
        ("先手の勝ち\n以上4手", "DECLARED", Outcome.FIRST),
        ("まで4手。まで3手で先手の勝ち。", "CONTRADICTED", None),
        ("先手の勝ち\n中断", "CONTRADICTED", None),
        ("引き分け\n先手の勝ち", "CONTRADICTED", None),
        ("まで4手で先手の勝ち\nまで4手で後手の勝ち", "CONTRADICTED", None),
        ("まで先手の勝ち\n千日手", "CONTRADICTED", None),
        ("まで4手\nほんとうは後手の勝ち", "UNREADABLE", None),
    ],
)
def test_several_ends_one_after_the_other(ends, status, outcome):
    """A result behind an end that leaves it open is the result; what contradicts another is no mere remark."""
    _, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n4 四07領\n{ends}\n")
    assert verdict.status.name == status
    assert outcome is None or verdict.outcome.outcome is outcome


@pytest.mark.parametrize("end", ["〈朝食。後手投了〉", "(ここで後手が投了)", "《後手投了》", "[朝食。後手の投了]"])
def test_a_result_in_brackets(end):
    """A line in brackets is read as it would be without them."""
    _, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n4 四07領\n{end}\n")
    assert verdict.outcome.outcome is Outcome.FIRST


def test_a_foul_that_was_no_slip_of_the_pen():
    """A note that says so leaves no doubt about the move."""
    note = "※3手目、四・四にはもう白の領があるのに置いてしまった。まちがいなくそう指した。反則負け。"
    _, verdict = _read(f"6面体\n先：おさむ　後：貴子\n1 六・一 占\n2 四・四 領\n3 四・四 占\n{note}\n")
    assert (verdict.status.name, verdict.plies) in {("CONFIRMED", 2), ("ILLEGAL", 2)}


def test_a_square_with_a_particle_in_free_text():
    """A move told by its square with の is not swallowed by the sentence round it."""
    moves = "ぼく、三の5に占。お兄ちゃん、五の5に領。\nぼく、一の7に占。お兄ちゃん、七の3に領。\nぼく、五の2に占。お兄ちゃん、六の3に領。\n"
    record, _ = _read(f"6面体。ぼくが先手。\n{moves}")
    assert [
        kifu.load_game("six").spell(move)
        for move in kifu.verify(kifu.read(f"6面体。ぼくが先手。\n{moves}".encode()))[0].replay.moves
    ] == ["三05占", "五05領", "一07占", "七03領", "五02占", "六03領"]
    assert record.header("先手") in {"ぼく", None}


def test_halves_with_both_players_are_games():
    """前半 and 後半 with the players are two games; the halves of one game are not."""
    games_ = "前半　白 花岡／黒 ルイ\n1)二7-二6八外合 2)六1-六2八外合\nルイ投了\n\n後半　白 ルイ／黒 花岡\n1)五7-五6四外合 2)三1-三2四外合\n\nルイ投了。二番とも花岡の勝ち。\n"
    document = kifu.read(f"ユニオンキング　二番勝負\n花岡 vs ルイ\n\n{games_}".encode())
    assert [verdict.outcome.outcome for verdict in kifu.verify(document)] == [Outcome.FIRST, Outcome.SECOND]


def test_a_unit_before_an_end_is_no_part_of_its_sentence():
    """A move whose squares look like a number stays a move before words of an end."""
    record, verdict = _read(f"{SIX}先手：山田\n後手：鈴木\n\n37占 15領 41占 63領 27弓 52士 …鈴木投了\n")
    assert _moves(record) == ["三07占", "一05領", "四01占", "六03領", "二07弓", "五02士"]
    assert verdict.outcome.outcome is Outcome.FIRST


def test_the_column_stands_first_in_two_figures():
    """Two figures are column and row, as they are printed, unless a move is legal only the other way round."""
    record, verdict = _read(f"{SIX}先 山田　後 鈴木\n42占 13領 53占 36領\n")
    assert _moves(record) == ["四02占", "一03領", "五03占", "三06領"]
    assert "column-first" in {one.code for one in verdict.diagnostics}
    _, told = _read(f"{SIX}列・段の順\n42占 13領 53占 36領\n")
    assert "column-first" not in {one.code for one in told.diagnostics}


def test_a_winner_below_the_moves_is_no_heading():
    """A player and a mark of a result below the moves are no columns of a table."""
    _, verdict = _read(f"{SIX}先手：山田\n後手：鈴木\n1. 四02占\n2. 一03領\n山田 ○\n")
    assert verdict.outcome.outcome is Outcome.FIRST


@pytest.mark.parametrize("second", ["後：一04白A内後 七01白D内", "後手：一04白A内後手：七01黒D内"])
def test_a_move_is_no_name(second):
    """What stands behind the key of a player is a move where it is one: no move is lost in a head."""
    record, verdict = _read(f"棋種：ユニオンマスター\n先：七02黒G外\n{second}\n")
    assert len(record.plain.main.entries) == 3
    assert verdict.status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "line",
    [
        "引き分けかと思ったら山田投了",
        "引き分けにしようと言われた",
        "5、■■弓（にじんで読めず）",
        "5手目は字がつぶれていて読めない",
        "5、（ここは字が消えていて分かりません）",
        "5、…（このあと紙が破れている）",
        "ここで僕の投了です",
    ],
)
def test_what_is_not_legible_is_asked_about(line):
    """A ply that nobody can read, or an end of somebody unknown, is no remark below the last move."""
    _, verdict = _read(f"{SIX}1、六01占\n2、四04領\n3、五03占\n4、四07領\n{line}\n")
    assert verdict.status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "line",
    [
        "この日はここで時間切れ、続きは来月です。",
        "時間切れのため続きは来週",
        "閉館時間になったので続きは次回",
        "先手さん、お迎えが来てここまで。",
        "先手泣いたのでなし（勝ち負けなし）",
    ],
)
def test_a_game_that_goes_on_has_no_winner(line):
    """Time that is over ends nothing where the game goes on another day."""
    _, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n4 四07領\n{line}\n")
    assert verdict.status.name == "UNFINISHED"


@pytest.mark.parametrize(
    "head",
    [
        "A=山田(先) B=鈴木\n1A 六1占\n2B 四4領\n3A 五3占\n4B 四7領",
        "先手 山田　後手 鈴木\n1 六1占\n2 四4領\n3 <s>三7弓</s> 五3占\n4 四7領",
        "先手 山田　後手 鈴木\n1 六1占\n2 四4領\n3 五3占\n4 四7領\n鈴木",
    ],
)
def test_letters_of_players_and_names_below(head):
    """A letter that stands for a player is a side; a name alone below the moves signs them."""
    record, verdict = _read(f"6面体\n{head}\n")
    assert (verdict.status.name, len(_moves(record))) == ("UNFINISHED", 4)


TOLD = ("四5に占領", "三3に占領", "五5に占領", "二3に占領", "四4に武士")


@pytest.mark.parametrize("told", ["{}手目、{}。", "{}手目は{}を置く、", "{}手目 {} "])
def test_a_paragraph_that_numbers_its_plies(told):
    """Each ply is read as if it stood on a line of its own."""
    text = "6面体の記録。" + "".join(told.format(ply, move) for ply, move in enumerate(TOLD, 1)) + "\n"
    record, verdict = _read(text)
    assert [record.game.spell(move) for move in verdict.replay.moves] == [
        "四05占",
        "三03領",
        "五05占",
        "二03領",
        "四04武",
    ]


def test_a_diary_in_kana_that_names_no_game():
    """The squares and units that it dictates are those of one game; し is four."""
    text = "10がつ5にち　はれ\nぼくが　せんてです。\nぼく　しの5に　せんりょう\nあに　さんの3に　せんりょう\nぼく　ごの5に　せんりょう\nあに　にの3に　せんりょう\nぼく　しの4に　ぶし\nあに　さんの4に　ぶし\n"
    record, verdict = _read(text)
    assert [record.game.spell(move) for move in verdict.replay.moves] == [
        "四05占", "三03領", "五05占", "二03領", "四04武", "三04士"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("end", "status"),
    [("参った", "second"), ("まけたー", "second"), ("勝った！", "first")],
)
def test_the_result_of_whoever_sent_it(end, status):
    """A message that names nobody is about its sender."""
    times = "\n".join(
        f"20:0{at}\t{name}\t{move}" for at, (name, move) in enumerate(zip("はみはみ", TOLD, strict=False))
    )
    _, verdict = _read(f"6面体 先手は 後手み\n{times}\n20:09\tは\t{end}\n")
    assert verdict.outcome.outcome.value == status


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("先手 offers a draw, declined; 後手 lost on time", "first"),
        ("先手 offers a draw, accepted", "draw"),
        ("引き分けを提案→合意", "draw"),
    ],
)
def test_an_offer_is_no_draw(line, outcome):
    """It has to be accepted."""
    _, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 五03占\n4 四07領\n{line}\n")
    assert verdict.outcome.outcome.value == outcome


def test_a_goal_that_the_line_below_corrects():
    """The move above ends at the square that is told."""
    record, verdict = _read(f"{SIX}1 六01占\n2 四04領\n3 六02武\n4 四07領\n5 六2→六4武\n↑訂正 行き先は六3\n6 五07領\n")
    assert (verdict.status.name, record.game.spell(verdict.replay.moves[4])) == ("UNFINISHED", "六02-六03武")


@pytest.mark.parametrize("heading", ["〔{}半〕白：梅 黒：桃", "■{}卓　白 梅　黒 桃"])
def test_games_below_halves_in_brackets_and_letters_of_tables(heading):
    """Each half, or table, is a game of its own."""
    games_ = "\n".join(
        f"{heading.format(name)}\n1 二6→二5 三内\n2 二2→二3 六内\n桃投了"
        for name in ("前後" if "半" in heading else "AB")
    )
    found = [
        verdict
        for document in read_documents("a.txt", f"ユニオンエース\n{games_}\n".encode())
        for verdict in kifu.verify(document)
    ]
    assert [one.outcome.outcome.value for one in found] == ["first", "first"]


@pytest.mark.parametrize("unit", ["しろの Aうち", "城エーの内", "しろAうち", "白のエーの内"])
def test_letters_and_colours_as_they_are_spoken(unit):
    """A placed unit is named by the words for its colour, its letter and its part."""
    record, verdict = _read(f"ユニオンマスター\n1 {unit} → 四3\n2 くろの Bそと → 四7\n")
    assert [record.game.spell(move) for move in verdict.replay.moves] == ["四03白A内", "四07黒B外"]


@pytest.mark.parametrize(
    "said", ["ここで石黒さんが頭を下げた。", "私の投げということにした。", "白旗。", "then he gave up."]
)
def test_an_idiom_for_giving_up_is_asked_about(said):
    """Below the last move somebody has won, and nobody says who."""
    assert _read(f"6面体\n1 四5占\n2 三3領\n{said}\n")[1].status == "UNREADABLE"


@pytest.mark.parametrize(("who", "status"), [("山田", "DECLARED"), ("鈴木", "UNREADABLE")])
def test_the_winner_of_a_tournament_behind_an_end(who, status):
    """The loser of the game is asked about."""
    text = f"6面体\n先手：山田\n後手：鈴木\n1 四5占\n2 三3領\n鈴木の投了。優勝は{who}。\n"
    assert _read(text)[1].status == status


@pytest.mark.parametrize(
    "said",
    [
        "四の七占領あごめん違う五の三占領でした",
        "四の七占領じゃなくて五の三占領",
        "四の七占領、いや五の三占領",
        "四の四占領 訂正します 五の三占領",
    ],
)
def test_a_speaker_who_takes_a_move_back(said):
    """The move told behind it is played; moves between fillers are moves too."""
    record, verdict = _read(
        f"{SIX}先手六の一占領 後手四の四占領\nえっと 先手{said}\nはい 後手四の五占領 えー 先手一の一占領 えー\n"
    )
    assert verdict.status.name == "UNFINISHED"
    assert _moves(record)[2:] == ["五03占領", "四05占領", "一01占領"]


@pytest.mark.parametrize(
    "end", ["先手・後手の勝ち", "山田／鈴木の負け", "先手、後手投了", "勝者：先手 後手", "▲／△の勝ち"]
)
@pytest.mark.parametrize("before", ["\n", "\n結果：", " "])
def test_no_part_of_an_end_of_either_side_is_read(end, before):
    """An end that may be of either side is asked about as a whole, below the moves, in the head and behind a move."""
    head = "" if before in {"\n", " "} else before.strip() + end + "\n"
    behind = "" if head else before + end
    _, verdict = _read(f"{SIX}先手：山田\n後手：鈴木\n{head}1 四04占\n2 四02領\n3 四03武\n4 三01士{behind}\n")
    assert verdict.status.name == "UNREADABLE"


PLIES = "6面体\n先手：山田\n後手：鈴木\n1 二02占\n2 三06領\n3 三06占\n4 七05領\n"


@pytest.mark.parametrize(
    "note",
    [
        "（書き終えてから気づきました。3は三06ではなく三02です。同じ場所になってしまうので。）",
        "3は三06ではなく三02です。",
        "(3)は「三06」と書いていましたが、正しくは「三02」でした。",
        "(3)「三06」は「三02」の誤りです",
        "追伸　3)を見直したら、行き先は三06ではなく三02でした。訂正します。",
        "3)の行き先は三06ではなく三02でした。",
    ],
)
def test_a_bare_number_names_the_ply_that_is_corrected(note):
    """The number of a ply is read with 手目 and without."""
    record, verdict = _read(f"{PLIES}{note}\n")
    assert (verdict.status.name, _moves(record)[2]) == ("UNFINISHED", "三02占")


@pytest.mark.parametrize("note", ["※3 三06→三02に訂正", "3番は三06→三02でした", "3)は行き先が三02でした"])
def test_a_foul_that_a_note_speaks_of_is_asked_about(note):
    """What is not understood beside the number of the ply leaves open whether it was played."""
    assert _read(f"{PLIES}{note}\n")[1].status.name == "UNREADABLE"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("　　※五の三と書きしは誤り。正しくは五の二。", "UNFINISHED"),
        ("※上の手、「五の三」は書き間違い。正しくは「五の二」です。", "UNFINISHED"),
        ("※四の三と書いたのは誤り。正しくは五の二。", "UNREADABLE"),
        ("※五の三と書いたのは誤り。正しくはどこだったか。", "UNREADABLE"),
    ],
)
def test_a_line_below_a_move_that_corrects_its_square(note, status):
    """The square is that of the move above; one that does not stand there, or in doubt, is asked about."""
    above, below = ONE.split("第四手")
    record, verdict = _read(f"{SIX}{above}{note}\n第四手{below}")
    assert verdict.status.name == status
    assert status != "UNFINISHED" or _moves(record)[2] == "五02占"


@pytest.mark.parametrize(
    ("cell", "status"),
    [
        ("e3 (scored out) e2 Territory", "UNFINISHED"),
        ("e3 Territory (crossed out) e2 Territory", "UNFINISHED"),
        ("e3 Territory (scored out)", "UNREADABLE"),
        ("e3 (struck out?) e2 Territory", "UNREADABLE"),
    ],
)
def test_what_was_struck_out_before_the_right_move(cell, status):
    """The move behind it is the one that was played; where none stands right behind it, the line is asked about."""
    rows = f"1   f1 Territory         d4 Territory\n2   {cell:<44}d7 Territory\n"
    record, verdict = _read(
        f"Game: Rokumentai (6面体)\nFirst: Ann\nSecond: Ben\nSquares: letter = column from the left, number = row from the top\n\nRd  Ann                  Ben\n{rows}"
    )
    assert verdict.status.name == status
    assert status != "UNFINISHED" or _moves(record)[2:] == ["五02占領", "四07占領"]


@pytest.mark.parametrize("most", [0, 1])
def test_more_corrections_than_are_followed(most, monkeypatch):
    """Each correction is looked for on every line, so that those beyond the limit are asked about, not followed."""
    monkeypatch.setattr(corrections_of_numbered_plies, "MAX_CORRECTIONS", most)
    record, verdict = _read(f"{SIX}{ONE}\n訂正：3手目の五の三は五の二の間違い\n")
    assert (verdict.status is Status.UNREADABLE) == (most == 0)
    assert most == 0 or _moves(record)[2] == "五02占"
