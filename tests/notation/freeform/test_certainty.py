"""Tests what is believed of a record: a slip is no foul, a result is heard in every wording, a remark is none."""

import pytest
from each import each

import kifu
from kifu.referee.status_fault_and_basis import Status

HEAD = "６面体　先手：高杉　後手：久坂\n"
MOVES = [
    "五05占",
    "六04領",
    "五01占",
    "一01領",
    "二01占",
    "六01領",
    "一02占",
    "一05領",
    "四01弓",
    "二02士",
    "五02騎",
    "五03矢",
    "五04武",
    "六02馬",
]
LINES = [f"{number}. {move}" for number, move in enumerate(MOVES, start=1)]


def judged(*lines, head=HEAD):
    """Return the verdict on the lines of a record."""
    (verdict,) = kifu.verify(kifu.read((head + "\n".join(lines) + "\n").encode()))
    return verdict


def winner(verdict):
    """Return the winner of a verdict: first, second, draw, none."""
    return verdict.outcome.outcome.value if verdict.outcome and verdict.outcome.outcome else "none"


@each(
    "lines",
    [
        [*LINES[:6], *LINES[7:]],
        [*LINES[:7], *LINES[6:]],
        [LINES[0], *LINES, "15… ……"],
        [*MOVES[:6], *MOVES[7:]],
        [*MOVES[:7], *MOVES[6:]],
        [f"{number}\t{MOVES[2 * number - 2]}\t{MOVES[2 * number - 1]}" for number in (1, 2, 3, 3, 4, 5)],
    ],
)
def test_a_slip_of_the_numbers_is_no_foul(lines):
    """A move that is left out or stands twice is asked about, with numbers or without."""
    assert judged(*lines).status is Status.UNREADABLE


@each("row", ["1\t△五05占\t5秒", "1\t五05占△\t5秒", "1回 後手五05に占を置く"])
def test_a_side_that_does_not_fit(row):
    """A move with its number and the mark of the other side is asked about in any ink but the plain one."""
    assert judged(row, "2\t六04領\t5秒", head="棋種：6面体\n").status is Status.UNREADABLE


def test_the_first_and_the_last_number_of_a_line():
    """A foul that is not written as it was read, beside a move that is not understood, is asked about."""
    lines = ["1-2 五05占 六04", "3-4 五01占 一01領", "3-4 五01占 一01領"]
    assert judged(*lines, head="棋種：6面体\n").status is Status.UNREADABLE


@each("move", ["五6へ武", "武を五6へ"])
def test_a_unit_that_goes_where_none_can_go(move):
    """What may be a placement or a move is asked about, also with its number."""
    lines = ["1 四04占", "2 二02領", "3 五05武", "4 二03士", f"5 {move}"]
    assert judged(*lines, head="棋種：6面体\n").status is Status.UNREADABLE


def test_a_number_above_the_result():
    """A result is not broken between two lines: what stands above it is asked about."""
    assert judged(*LINES, "10-", "1-0").status is Status.UNREADABLE


@each("said", ["、○高杉 ●久坂", "　先手○", "、×久坂", "／高杉さん○"])
def test_marks_of_the_result_behind_the_last_move(said):
    """They say who has won, or the record is asked about."""
    verdict = judged(*LINES[:5], LINES[5] + said)
    assert verdict.status is Status.UNREADABLE or winner(verdict) == "first"


@each("names", ["手数\t先手\t手数\t後手　1\t五05占\t2\t六04領", "\t先手\t後手　1\t五05占\t六04領"])
def test_names_of_columns_are_no_players(names):
    """Where the line ends of a table were deleted, its columns and its numbers name nobody."""
    (record,) = kifu.read(f"棋種：6面体　{names}\n".encode()).records
    assert (record.header("先手"), record.header("後手")) == (None, None)


def test_a_suffix_below_its_move():
    """A sign on a line of its own that the move above may have is asked about, as in vertical text that was cut."""
    (verdict,) = kifu.verify(
        kifu.read("\n".join(["棋種：ユニオンエース", *"▲一07-三05十外", "反, △", *"七01-五03十外反", ""]).encode())
    )
    assert verdict.status is Status.UNREADABLE


def test_a_result_behind_a_break():
    """An end that may be somebody's below a game that went on after a break is asked about."""
    told = [*LINES[:4], "はい今日は封じ手にします", "12月5日 再開します", *LINES[4:6], "ここで僕の投了です。"]
    verdict = judged("。".join(told))
    assert verdict.status is Status.UNREADABLE


def test_rows_of_empty_squares_below_a_damaged_row():
    """They are rows that are not understood, no rules: each line is named."""
    empty, damaged = "・" * 18, "・・・△卒・・・・△平・・・・・・"
    rows = ["・" * 8 + "△王" + "・" * 8, damaged, *[empty] * 6, "・" * 8 + "▲玉" + "・" * 8]
    text = "\n".join(["棋種：続・連合将棋", "盤：碁盤9路", "局面図", *rows, "1 五09-五08玉", ""])
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert {5, 6, 7} <= {one.line for one in verdict.diagnostics}


@each("bullet", ["* ", "＊ ", "・"])
def test_a_bullet_before_a_damaged_move(bullet):
    """Where stars are bullets, what stands behind one and is not understood is no comment."""
    lines = [f"{bullet}{move}" for move in (*MOVES[:5], "六0-1六02領")]
    assert judged(*lines, head="棋種：6面体\n").status is Status.UNREADABLE


@each("said", ["引き分でけ合意", "投りょうした", "時間切まけ"])
def test_a_slip_in_the_words_of_the_end(said):
    """Below the last move of a record without an end such a line is asked about."""
    assert judged(*LINES, said).status is Status.UNREADABLE


@each(
    "head",
    [
        "棋種：6面体▲五05占△六04",
        "棋種：6面体\n先手：高杉\n後手：久坂1 五05占",
    ],
)
def test_a_head_that_holds_a_move(head):
    """A title with a move in it is asked about; so is a foul below a name with one."""
    assert judged("2 六04領", "3 五01占", " 五01占", head=f"{head}\n").status is Status.UNREADABLE


def test_two_keys_without_a_blank_between():
    """They are the names of two players."""
    record = kifu.read("棋種：6面体\n先手：高杉後手：久坂\n1 五05占\n".encode()).records[0]
    assert [(one.key, one.value) for one in record.headers][1:] == [("先手", "高杉"), ("後手", "久坂")]


@each("quoted", ["五8に金をあがる", "五8に金をあがる」"])
def test_a_quotation_at_the_end_that_is_a_move(quoted):
    """It tells a move, though its verb is not known and the quotation may not be closed."""
    head = "棋種：続・連合将棋\n盤：将棋盤\n先手　玉五9、金四9・六9\n後手　玉五1、金四1・六1\n"
    (verdict,) = kifu.verify(
        kifu.read(f"{head}先手「四9の金を四8へ」\n後手「四1の金を四2へ」\n先手「{quoted}\n".encode())
    )
    assert verdict.status is Status.UNREADABLE


@each("line", ["結果,高杉の勝ち,久坂の占領がすべて討たれたため", "高杉の勝ち、久坂の占領がすべて討たれたため"])
def test_a_cause_behind_the_result(line):
    """It is compared with the board, in a cell of its own too."""
    rows = "回,先手,後手\n1,五05占,六04領\n2,五01占,一01領\n"
    (verdict,) = kifu.verify(kifu.read(f"6面体\n先手,高杉\n後手,久坂\n{rows}{line}\n".encode()))
    assert verdict.fault.code == "unfounded-claim"


@each("said", ["6面体, White=高杉 Black=久坂, 後手が時間切れ. 列と段", "result: gote forfeit (left the table)"])
def test_a_result_in_a_sentence_behind_a_sign(said):
    """Below the rows of a program, a clause that names the winner, or what stands behind the key, is no comment."""
    text = f"6面体\n1\t五05占\n2\t六04領\n# {said}\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status is Status.UNREADABLE or winner(verdict) == "first"


def test_lines_that_changed_places():
    """Two lines that stand the wrong way round are read by their numbers, or asked about."""
    verdict = judged(*LINES[:6], LINES[7], LINES[6], *LINES[8:])
    spelled = [verdict.game.spell(move) for move in verdict.replay.moves]
    assert verdict.status is Status.UNREADABLE or spelled == MOVES


def test_a_foul_with_its_number_is_one():
    """An illegal move whose number fits is judged at its ply, also where a later number does not fit."""
    lines = [*LINES[:7], "8. 四04矢", *LINES[8:10], "12. 五02騎"]
    verdict = judged(*lines)
    assert (verdict.status, verdict.plies) == (Status.ILLEGAL, 7)


NUMBERED = pytest.mark.parametrize("numbered", ["{} {}", "{}. {}", "{}手目 {}"])
"""A move with its number in the form of the notation, and in others."""


@NUMBERED
def test_a_foul_in_doubt_in_any_ink(numbered):
    """An illegal move that a later line corrects, or beside several lines that are not understood, is asked about."""
    moves = [*MOVES[:2], MOVES[0], *MOVES[3:8]]
    lines = [numbered.format(number, move) for number, move in enumerate(moves, start=1)]
    assert (judged(*lines).status, judged(*lines).plies) == (Status.ILLEGAL, 2)
    for below in (["3は多分三01占"], ["あ三01占い四02領", "う五01占え四03領"]):
        verdict = judged(*lines, *below)
        assert verdict.status is Status.UNREADABLE
        assert ("illegal-as-read", 4) in [(one.code, one.line) for one in verdict.diagnostics]


@NUMBERED
def test_a_move_out_of_turn_before_a_slip_in_any_ink(numbered):
    """It may be no foul if a later number does not fit: one move may be missing."""
    moves = [*MOVES[:3], MOVES[4], *MOVES[5:8]]
    lines = [numbered.format(number, move) for number, move in enumerate(moves, start=1)]
    assert (judged(*lines).status, judged(*lines).plies) == (Status.ILLEGAL, 3)
    slipped = [*lines[:6], numbered.format(8, moves[6])]
    assert judged(*slipped).status is Status.UNREADABLE


@each("heading", ["おかわり", "つぎの勝負"])
def test_numbers_that_begin_again_may_be_another_game(heading):
    """What is not legal behind them is asked about: it may be the game below the heading, and no foul."""
    assert judged(*LINES[:8], heading, *LINES[:8]).status is Status.UNREADABLE


@each("heading", ["二局目", "昼休み　もう一局（はじめから）"])
def test_the_first_game_needs_no_heading(heading):
    """The heading of a second game tells that the moves above it are those of the first."""
    head = "\n".join([*LINES[:8], heading, *LINES[:8]])
    found = kifu.verify(kifu.read(f"6面体\n先手 久坂　後手 高杉\n{head}\n".encode()))
    assert [one.plies for one in found] == [found[0].plies] * 2


RESULTS = {
    "first": [
        "久坂さん早退につき高杉の不戦勝扱い",
        "久坂さん体調不良で棄権",
        "久坂が怒って盤をひっくり返したので久坂の反則負け",
        "後手が指せる手がなくなり負け",
        "久坂さんが投げました",
        "審判長の裁定により高杉の勝ち",
        "高杉さんの快勝",
        "久坂失格",
        "久坂さんが投げて高杉の勝ち。",
        "ごて、とうりょう。",
        "以上、高杉の勝ち。これで高杉の2勝1敗。",
    ],
    "second": ["先手の私が14手目を見て投げました。orz", "second player wins", "高杉リタイア"],
    "draw": ["（14手までで引き分けを申し出、承諾）", "時間の都合で引き分けとしました。", "draw agreed"],
    "none": [
        "規定時間（40分）超過のため双方負け（勝点0-0）",
        "二人とも遅刻で不戦敗",
        "通信トラブルにより無勝負",
        "ノーゲーム",
        "十四手で飽きた。",
    ],
}


@pytest.mark.parametrize(("said", "wanted"), [(one, who) for who, several in RESULTS.items() for one in several])
def test_a_result_in_every_wording(said, wanted):
    """A result is heard with its cause, its agreement and in other verbs; nothing of it is an error."""
    verdict = judged(*LINES, said)
    assert (verdict.status.exit_code, verdict.plies, winner(verdict)) == (0, 14, wanted)


@each(
    "said",
    [
        "高杉 3勝2敗",
        "通算 高杉2勝1敗",
        "残り時間　高杉 12分　久坂 9分",
        "（15手目を封じて打掛。残り時間 高杉３１分／久坂２８分）",
        "変化A) 14.三02領 … これは後手不満",
        "（14手目では他に受けがない +0.35/d8）",
        "以下は省略します。",
        "高杉 takasugi@example.jp",
    ],
)
def test_a_remark_is_no_result(said):
    """Totals of a match, clocks, sealed moves, variations and signatures end nothing, and no move is taken from them."""
    verdict = judged(*LINES, said)
    assert (verdict.status, verdict.plies) == (Status.UNFINISHED, 14)


@each(
    "said",
    [
        "四なぞ占",
        "▲なぞ",
        "二02領 六",
        "先手：なぞ",
        "六",
        "久坂の勝ちですか？",
    ],
)
def test_a_scrap_is_asked_about(said):
    """What is left of a move, a side with a scrap, and a result that is not clear are never mere comments."""
    assert judged(*LINES, said).status is Status.UNREADABLE


def test_words_of_suffixes_in_brackets():
    """(裏返した) and (合体した) belong to their move."""
    moves = ["1. 三07-五05六外(裏返した)", "2. 五01-三03六外(裏)", "3. 一07-三05十外", "4. 七01-五03十外(反転)"]
    verdict = judged(*moves, "5. 四06-三05十内(反)(合体した)", head="ユニオンエース　白：甲　黒：乙\n")
    spelled = [verdict.game.spell(move) for move in verdict.replay.moves]
    assert [one[-1] for one in spelled] == ["反", "反", "外", "反", "合"]


def test_a_correction_keeps_both_texts():
    """（誤）（正） plays the second and keeps the first as a comment."""
    verdict = judged(*LINES[:6], "7. （誤）一03占（正）一02占", *LINES[7:])
    assert (verdict.status, verdict.plies) == (Status.UNFINISHED, 14)
    assert any("一03占" in comment.text for comment in verdict.record.main.comments)


@each(
    "end",
    [
        "久坂 投",
        "久坂が　こうさん　しました",
        "久坂さん、ギブ",
        "後手 お手上げ",
        "先手に軍配",
        "高杉に一本",
        "久坂 ●",
        "投。",
    ],
)
def test_words_about_a_player_below_the_last_move(end):
    """What may be the end of a game that has none is asked about, if no grammar knows it."""
    verdict = judged(*LINES, end)
    assert verdict.status is Status.UNREADABLE or winner(verdict) == "first"


@each("end", ["高杉さん、お疲れ様でした", "高杉 takasugi@example.jp", "久坂より", "久坂：また明日"])
def test_courtesies_below_the_last_move(end):
    """Thanks, signatures and messages end nothing."""
    verdict = judged(*LINES, end)
    assert (verdict.status, verdict.plies) == (Status.UNFINISHED, 14)


@each("last", ["最後に「六2馬」。木の音が良い。", "とどめは「六2馬」！", "最後は後手が六2馬。ここで時間。"])
def test_a_last_move_in_a_sentence(last):
    """A sentence that ends with a move, or quotes it alone, tells it."""
    verdict = judged(*LINES[:13], last)
    assert verdict.plies == len(LINES) or verdict.status is Status.UNREADABLE


@each(
    "note",
    ["すみません10手目は二2士でした", "Correction: move 10 is b2士", "誤記があります", "10手目はたぶん二2士です"],
)
def test_a_correction_far_from_its_ply(note):
    """No move is called a foul that a line at the end of the record corrects, or may correct."""
    lines = [*LINES[:9], "10. 五05士", *LINES[10:], note]
    assert judged(*lines).status is not Status.ILLEGAL


KING = "ユニオンキング　白：根岸　黒：本間\n"
OF_BOTH = [
    *("白1 二7→二6 八外合", "黒1 二1→二2 三外合", "白2 四7→四5 三外反", "黒2 四1→四2 五外合"),
    *("白3 四5→四6 五外反合", "黒3 三2→三3 六内反"),
]


@each("remark", ["　←黒番なのに白の駒を動かした。全員で爆笑", "　白の駒だった（酔っぱらい）", "。それは相手の駒です"])
def test_a_foul_with_its_story_behind_it(remark):
    """A move with its side and number stays a move, whatever is told of it."""
    verdict = judged(*OF_BOTH, f"白4 四2→四4 五外{remark}", "白の反則で黒の勝ち", head=KING)
    assert (verdict.plies, winner(verdict)) == (len(OF_BOTH), "second")


@each("prose", ["配置は", "まず白が", "序盤は白の", "初手"])
def test_words_glued_to_the_first_move(prose):
    """The first move of a sentence is none of the words before it."""
    verdict = judged(f"{prose}二6白C内、四3黒E内、七4白E外、一1黒E外と進んだ。", head="ユニオンマスター\n")
    assert verdict.status is Status.UNREADABLE or verdict.plies == len("一二三四")


@each(
    "head",
    ["先（白）高杉　後（黒）久坂", "先手・高杉　後手・久坂", "W=高杉 (first) / B=久坂", "シロ 高杉 クロ 久坂"],
)
def test_both_players_with_their_colours(head):
    """Neither name holds the other."""
    headers = judged("1 二7→二6八外合", head=f"ユニオンキング\n{head}\n").record.headers
    assert [one.value for one in headers if one.key in {"先手", "後手"}] == ["高杉", "久坂"]


@each("colours", ["白黒", "黒白"])
def test_the_colour_of_a_unit_with_a_blank(colours):
    """A colour before a unit that is placed is the unit's where 白 comes first, and the player's where 黒 does."""
    verdict = judged(f"{colours[0]} Gそと 横4縦3", f"{colours[1]} Cうち 横6縦3", head="ユニオンマスター\n")
    assert verdict.plies == len(("G外", "C内"))


@each("head", ["城(白)＝根岸　畔(黒)＝本間", "城(白):根岸　畔(黒):本間"])
def test_names_with_their_side_behind_them(head):
    """What a name with its side in brackets is set equal to is no other player, whose move would be a foul."""
    moves = [f"{'城畔'[at % 2]}{line[1:]}" for at, line in enumerate(OF_BOTH)]
    assert judged(*moves, head=f"ユニオンキング　{head}\n").status is not Status.ILLEGAL


def test_an_end_in_a_remark_on_the_last_move():
    """An end told in brackets that is not understood as a whole is asked about, also where it stands on the move's line."""
    moves = "1 四04占\n2 四02領\n3 四03武\n4 三01士"
    for end in ("。〈朝食。山田投了〉", " 先手優勢から後手の逆転勝ち"):
        document = kifu.read(f"棋種：6面体\n先手：山田\n{moves}{end}\n".encode())
        (verdict,) = kifu.verify(document)
        assert verdict.status.name == "UNREADABLE", end


def test_rounds_on_one_line():
    """A number that counts rounds is known within a line too."""
    document = kifu.read("棋種：6面体\n1. 四04占 四02領 2. 四03武 三01士 3. 五03武 五02士\n".encode())
    (verdict,) = kifu.verify(document)
    assert (verdict.status.name, verdict.plies) == ("UNFINISHED", 6)


@pytest.mark.parametrize(
    "text",
    [
        "棋種：6面体先手：山田後手：鈴木1 囚04占2 囚02領まで2手で先手の勝ち\n",
        "棋種：6面体先手：山田後手：鈴木 1 ぎ四04占2 あ02領\n",
        "棋種：6面体\n1 四04占\n2 四02領\n3 四03武\n備考：晴れ　4 三01士\n5 四03-四02武\n6 四04武\n",
        "６面体\n1 四04占 2 四02領 3 四03武 山田投了。 二局目（先手 鈴木） 四04占 四02領\n",
        "棋種：6面体\n先手：山田\n後手：鈴木\n山田\n鈴木\n二02領\n山田\n四05武\n",
        "棋種：ユニオンエース\n○一07-三05十外反\n●七01-五03十外反\n●四02-五03十内反合\n",
        "棋種：6面体\n▲四04占　△二02領　▲四05武　△二03士\n▲05-五06武\n",
        "棋種：6面体\n四04占にします\n四02領にします\n四03４武にします\n",
        "棋種：6面体\n先手：山田\n後手：鈴木\n1 四04占\n2 四02領\n結果は先手の-ち\n",
        "棋種：6面体\n先手：山田\n後手：鈴木\n1 四04占\n2 四02領\n山田さ一んが山田さんに勝ち\n",
    ],
)
def test_lines_that_ran_together(text):
    """A game within a name, a move within a head, a second game on the line, lost or doubled lines are asked about."""
    assert all(verdict.status is Status.UNREADABLE for verdict in kifu.verify(kifu.read(text.encode())))


def test_a_game_that_is_put_off():
    """What leaves the end open is a remark."""
    moves = "1 四04占\n2 四02領\n3 四03武\n"
    (verdict,) = kifu.verify(kifu.read(f"棋種：6面体\n{moves}\n勝負はおあずけ。\n".encode()))
    assert verdict.status is Status.UNFINISHED


@each("said", ["先手の勝ち（後手の領が全滅）", "先手の勝ち（五つの占領は全滅だ）", "全滅により先手の勝ち"])
def test_how_a_game_was_won_weighs_in_brackets(said):
    """What the board shows at the end is claimed with the winner, or asked about: here it is not so."""
    for lines in ([*LINES, said], [f"結果：{said}", *LINES]):
        assert judged(*lines).status in {Status.CONTRADICTED, Status.UNREADABLE}


def test_an_end_in_katakana():
    """Telegrams and old programs have no hiragana."""
    head = "６面体　先手：タカスギ　後手：クサカ\n"
    for said in ("クサカ マケマシタ", "タカスギ カチマシタ", "クサカ トウリョウ シマシタ"):
        verdict = judged(*LINES, said, head=head)
        assert (verdict.status.exit_code, winner(verdict)) == (0, "first")


@each(
    "doubt", ["反だったか、そのままだったか、どうしても思い出せない", "面を変えたのかどうかは、いまとなっては曖昧です"]
)
def test_a_move_that_its_writer_does_not_remember_is_asked_about(doubt):
    """What a remark leaves open is no move of the record."""
    text = f"ユニオンエース\n1 二6→二5三内\n2 二2→二3六内（{doubt}）\n3 五7→五4四外\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status is Status.UNREADABLE


@each("said", ["黒が自色の組を五つ揃え、黒の勝ちです。", "黒が5組そろえて、黒の勝ち。"])
def test_five_pairs_that_are_not_on_the_board_contradict_the_end(said):
    """Whoever has them has won, and here has not."""
    text = f"ユニオンマスター\n白：新井\n黒：前田\n1 二02白C内\n2 三03黒D内\n{said}\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status in {Status.CONTRADICTED, Status.UNREADABLE}


def test_figures_before_a_legal_move():
    """Figures before a move that is legal by itself make no foul of it: they may be anything."""
    for figures in ("55", "1111111111", "壱壱"):
        assert judged("1 五05占", f"2 {figures} 六04領", head="棋種：6面体\n").status is Status.UNREADABLE


def test_furigana_within_a_move():
    """A reading in brackets before the end of a move is no time behind it: what is left would be a foul."""
    text = "棋種：ユニオンキング\n1 三07-一05六外（そと）\n2 四02-五03八内反\n3 一07-三07六外（そと）反\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status is not Status.ILLEGAL
    assert verdict.status.exit_code or verdict.plies == 3


@each("said", ["すみません、{}でした", "ごめんなさい、{}です", "正しくは{}"])
def test_a_correction_in_a_sentence(said):
    """A sentence that corrects the move above it is asked about, with moves below it or none; it was a remark."""
    for below in ([], LINES[7:]):
        assert judged(*LINES[:6], "7. 三03占", said.format(MOVES[6]), *below).status is Status.UNREADABLE
    assert judged(*LINES[:7], f"すみません、{MOVES[6]}で合っています", *LINES[7:]).status is Status.UNFINISHED


@pytest.mark.parametrize("options", ["four=draw", "near=any four=draw"])
def test_an_option_of_the_rules_is_no_end(options):
    """four=draw behind the rules of a record that is not plain is an option; it was read as a draw, and the option lost."""
    verdict = judged("1 四04占", "二02領", "3 四03武", head=f"棋種：6面体\n規則：six/1 {options}\n")
    assert verdict.outcome is None
    assert verdict.game.chosen["four"] == "draw"
