"""Tests that no ply, end or score is lost in silence, and none becomes a foul, where lines stand in another place."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import typed_records
from each import each
from helpers import verdict

from kifu.referee.status_fault_and_basis import Status

SIX = ("棋種：6面体", "先手：山田", "後手：鈴木")
MOVES = ("1 四04占", "2 四02領", "3 四03武", "4 三01士", "5 四03-四02武")


def typed(folder, number):
    """Return the text of a typed record."""
    (path,) = (typed_records.TYPED / folder).glob(f"{number}-*")
    return path.read_text("utf-8")


def judged(text):
    """Return how the one record of a text is judged."""
    (found,) = typed_records.judged(SimpleNamespace(name="a.txt", read_bytes=text.encode))
    return found


def asks(text):
    """Return whether a text is asked about."""
    return judged(text).status is Status.UNREADABLE


def joined(text, by, first, last=None):
    """Return a text with some of its lines written as one."""
    lines = text.splitlines()
    last = len(lines) if last is None else last
    return "\n".join([*lines[:first], by.join(lines[first:last]), *lines[last:]])


def behind(text, sign, head):
    """Return a text with a head before the line that begins with a sign."""
    return "\n".join(head + line if line.startswith(sign) else line for line in text.splitlines())


@each(
    "text",
    [
        behind(typed("j", "42"), "12,", "備考：晴れ／"),
        "\n".join([*SIX, f"備考：晴れ。{MOVES[4]}", *MOVES[3::-1]]),
        "\n".join([*SIX, *MOVES[4:2:-1], "".join(MOVES[2::-1])]),
        "・".join([*SIX, "1 よんのよん うらない", "2 よんのに りょう", "3 よんのさん ぶし", "4 さんのいち し", "5 よんのさんから よんのに ぶし"]),
        "# 6面体 先手山田 後手鈴木、 1 in 44 -> 35、 2 in 42 -> 33、 3 in 17 -> 15、 4 in 31 -> 33",
    ],
)  # fmt: skip
def test_a_ply_behind_another_line_is_asked_about(text):
    """A row of a table in a head, the last move above the others, moves without a blank between: none is lost, none a foul."""
    assert asks(text)


def test_a_move_behind_the_name_of_its_player():
    """A text that begins with a player's name and a move is no remark."""
    found = judged(joined(typed("j", "35"), "・", 1))
    assert found.status.exit_code


def test_an_end_takes_no_move_before_it():
    """A sentence that breaks the game off begins behind the move, also where a tab parts them."""
    found = judged(joined(typed("o", "30"), "\t", 5, 7))
    assert found.status is Status.UNREADABLE or len(found.moves) == len(judged(typed("o", "30")).moves)


@each(
    "said",
    [
        "千田さんが投げて私の負け",
        "占領が全部なくなって、千田さんの勝ち",
        "どちらも攻めあぐねて「引き分けにしよか」「そうしましょ」となりました。",
    ],
)
def test_an_end_that_is_not_understood_is_asked_about(said):
    """It contradicts itself, or claims what the board does not show."""
    found = judged("\n".join(["棋種：6面体", "先手：千田", "後手：鈴木", *MOVES[:4], said]))
    assert found.status.exit_code or found.winner == "draw"


def test_five_pairs_in_other_words_are_not_passed_over():
    """What a clause before the winner claims stands on the board, or is asked about."""
    head = "ユニオンキング\n白：あおい　黒：りく\n二7→二6八外合\n四2→四3八内反\n四7→四6五外合\n"
    assert asks(head + "自色の組をぜんぶで五つにして、終局。黒の勝ちです\n")


def test_a_winner_whom_the_board_contradicts_is_no_remark():
    """Behind a game that the board has ended a sentence that names the other one is asked about."""
    text = joined(typed("o", "46"), "\u3000", 0)
    assert judged(text).status in {Status.UNREADABLE, Status.CONTRADICTED}


def test_points_behind_an_end_are_claimed():
    """They are compared with those on the board, whatever words stand before them."""
    (path,) = (typed_records.TYPED / "t").glob("19-*")
    text = path.read_bytes().decode("euc-jp")
    assert judged(text).status is Status.CONTRADICTED


@each("separator", ["\u3000", "／", ""])
@each("folder, number, line", [("a", "02", "占ぜんぶ怨"), ("l", "10", "d4>b4")])
def test_messages_on_one_line_have_their_own_senders(folder, number, line, separator):
    """Whoever sent the second one has lost, not the sender of the first."""
    text = typed(folder, number)
    at = next(at for at, one in enumerate(text.splitlines()) if line in one)
    assert judged(joined(text, separator, at, at + 2)).winner == judged(text).winner


def test_a_record_of_comments_alone():
    """Where each line has the sign of a comment, the end behind it is one too."""
    plain = typed("j", "39")
    assert judged("\n".join(f"# {line}" for line in plain.splitlines()))[1:4] == judged(plain)[1:4]


@each("field", ["手番：後手", "後手：鈴木　手番：後手"])
def test_a_field_of_the_diagram_behind_another_head(field):
    """The fields belong to the diagram above, although a name stands between."""
    text = Path("samples/rengo/forced-pass-othello.kif").read_text("utf-8")
    found = judged(text.replace("手番：後手", field))
    assert (found.status, found.plies) == (judged(text).status, judged(text).plies)


def test_readings_of_kanji_in_brackets():
    """A record whose kanji have their readings behind them is read without these; a side in brackets is none."""
    assert len(judged(typed("t", "39")).moves) == 34


def test_a_sentence_with_two_squares_hides_a_move():
    """Squares with の between their figures are squares: no remark among the moves has two of them."""
    lines = ["棋種：ユニオンマスター", "1 七07白A内", "2 二04黒D内", "白(しろ)　G内(うち)を三の五から一の三へ"]
    assert judged("\n".join(lines)).status.exit_code


def test_the_winner_among_other_fields_of_a_comment():
    """A program that tells the end below its rows says who won, whatever word stands first behind the sign."""
    rows = "手数\t手番\t列\t段\t駒\n1\t先\t4\t4\t占領\n2\t後\t4\t2\t占領\n3\t先\t5\t5\t占領\n4\t後\t5\t2\t占領\n"
    end = "#終了 4手 勝者=先手(甲) 理由=後手の占領が全滅\n"
    assert judged(f"#6面体 対局ツール\n{rows}{end}").status is Status.CONTRADICTED


@each("by", ["white", "black"])
def test_an_object_that_says_by_whom_a_game_was_given_up(by):
    """The members of an end are one sentence: the side to move is not the one who resigned."""
    moves = '"moves":["三07-三05六外","五02-五03六内"]'
    other = "second" if by == "white" else "first"
    found = judged(f'{{"game":"ユニオンキング",{moves},"end":{{"how":"resign","by":"{by}"}}}}')
    assert (found.status, found.winner) == (Status.DECLARED, other)


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ("# マスは「段-筋」(上から何段目 - 左から何列目)。筋が先ではないので注意!!", Status.UNFINISHED),
        ("座標は段、それから筋", Status.UNREADABLE),
    ],
)
def test_an_order_of_the_axes_that_is_not_heard(order, status):
    """Where a text names rows before columns the column is not taken first by habit at exit code 0."""
    found = verdict(f"6面体\n{order}\n1 62 占\n2 35 領\n")
    assert found.status is status
    assert status is not Status.UNFINISHED or next(entry.text for entry in found.record.main.entries) == "二06占"


@pytest.mark.parametrize("last", ["しろ 55-44", "白 55-44　（どっちのコマか書きわすれた）", "▲55-44"])
def test_a_move_without_its_unit_is_no_remark(last):
    """Two squares behind a side are a move: one that does not say what moves is asked about."""
    assert verdict(f"ユニオンエース\nしろ 26-25 三内反\nくろ 42-53 十内\n{last}\n").status is Status.UNREADABLE


def test_points_with_blanks_between_are_compared():
    """Points of both sides below the moves are a claim, however they are set."""
    moves = "ユニオンエース\n1 二06-二05三内反\n2 四02-五03十内\n"
    found = verdict(f"{moves}得点　白 74点　　黒 100点\n判定　黒勝ち\n立会人　鵜飼\n")
    assert "wrong-score" in {one.code for one in found.diagnostics}


def test_a_loss_by_the_hand_of_the_other_one():
    """大島さんに…やられて負け is told by the other player."""
    text = "6面体\n先手：大島\n後手：平野\n1 二02占\n2 三06領\n大島さんに最後の占領をやられて負け。\n"
    assert verdict(text).outcome.outcome.value == "first"


def test_a_foul_beside_lines_that_are_not_understood():
    """In a record without numbers a move may be missing above a foul where a line is not understood."""
    text = "6面体\n二の２に占。\n三の６に領。\nここで四の４の占で三の４の領をとった！とった領は怨になって四の４に行った。\n二の２に占。\n"
    assert verdict(text).status is Status.UNREADABLE


UNION = "1 一07-三05十外反\n2 七01-五03十外反\n3 四06-三05十内反合\n4 四02-五03十内反合\n"
"""Plies of ユニオンエース by which each side has 18 points."""


@pytest.mark.parametrize("key", ["得点", "得点 ", "得点は", "点数", "スコア ", "最終得点：", "Score: ", "ポイント："])
@pytest.mark.parametrize("points", ["18-17", "18対17", "白18 黒17", "17-18"])
def test_points_behind_any_key(key, points):
    """Points that the board contradicts are heard behind any word for them, above the moves and below them."""
    for text in (f"{key}{points}\n{UNION}", f"{UNION}{key}{points}\n"):
        assert judged(f"棋種：ユニオンエース\n{text}").status in {Status.CONTRADICTED, Status.UNREADABLE}


@pytest.mark.parametrize("parted", ["。", "、", "　", "／"])
def test_points_behind_the_name_of_the_game(parted):
    """Points behind the name of the game on its line are compared like those on a line of their own."""
    assert judged(f"棋種：ユニオンエース{parted}得点 18-17\n{UNION}").status is Status.CONTRADICTED


def test_the_score_of_a_match_is_none_of_points():
    """スコア counts games where no points are made, and 1-0 tells who has won."""
    six = judged("棋種：6面体\nスコア：2-1\n1 四04占\n2 四02領\n")
    ace = judged(f"棋種：ユニオンエース\n{UNION}Score: 1-0\n")
    assert (six.status, ace.status, ace.winner) == (Status.UNFINISHED, Status.DECLARED, "first")


def test_an_order_of_the_axes_in_the_cell_of_a_sheet():
    """A row of a sheet that says 「行-列」の順 is heard: each square was read as column and row, with a warning."""
    rows = ("3-2 占領", "6-2 占領", "5-4 占領", "3-7 占領")
    table = "".join(f"{at}\t{'先後'[~at % 2]}\t{text}\n" for at, text in enumerate(rows, start=1))
    found = judged(f"6面体 例会\n先手\t山田\t後手\t鈴木\nマスの書き方\t「行-列」の順\nNo\t手番\t手\n{table}")
    assert found.moves[:2] == ("二03占", "二06領")


NAMED = "６面体\n先手：東中 渡會\n後手：西中 上地\n\n１ 三02占\n２ 二03領\n\n"


@each(
    ("end", "winner"),
    [
        ("上地(西中)が渡會(東中)に勝ち", "second"),
        ("上地(三年)が渡會(二年)に勝ち", "second"),
        ("渡會(3段)が上地(西中)に負け", "second"),
        ("上地(後手)が渡會(先手)に勝ち", "second"),
        ("上地 no kachi!", "second"),
        ("渡會 tooryou.", "second"),
        ("渡會 tôryô", "second"),
    ],
)
def test_a_bracket_behind_a_name_leaves_the_sentence_as_it_is(end, winner):
    """Whoever is beaten stands before に, whatever a bracket says of them; a resignation in Latin letters is one."""
    assert judged(NAMED + end).winner == winner


@each("end", ["全3手", "合計3手でした", "（全3手）"])
def test_the_number_of_plies_without_a_key(end):
    """It is compared with the moves, below them and above."""
    text = NAMED + end
    assert judged(text).codes == judged(f"６面体\n{end}\n１ 三02占\n２ 二03領\n").codes == ("wrong-count",)


@each(
    "end",
    [
        "（得点 18-17）",
        "【最終得点 18対17】",
        "上地(50点)が渡會(25点)に勝ち",
        "○上地(50)－渡會(25)●",
        "○ 上地 60点　● 渡會 0点",
        "上地 60点 勝、渡會 0点 負",
    ],
)
def test_points_behind_names_are_those_of_the_result(end):
    """Points in a bracket, or before the word for who has won, are compared with the board, whatever stands beside them."""
    found = judged(NAMED + end)
    assert (found.status, found.codes) == (Status.CONTRADICTED, ("wrong-score",))


@each(
    "end",
    [
        "上地 ○ (50)  渡會 ● (25)",
        "○ 上地 20点　● 渡會 60点",
        "上地(50点)、渡會(25点)に勝つ",
        "渡會 threw the towel",
        "A draw was offered after move 1 and refused.",
        "Watarai hatte nach dem 12. Zug Remis angeboten",
        "last Thursday it was 0-1",
    ],
)
def test_an_end_that_is_torn_from_its_sentence_is_asked_about(end):
    """Marks and points that leave the winner open, and a word of a result cut out of a sentence, are no end and no comment."""
    assert asks(NAMED + end)


@each(
    ("text", "winner"),
    [
        (f"# 6面体　先手 山田　後手 鈴木\n# 結果 鈴木○ 山田●\n{MOVES[0]}\n{MOVES[1]}\n", "second"),
        (f"6面体\n{MOVES[0]}\n{MOVES[1]}\n# 先手の勝ち\n", "first"),
        ("# ユニオンエース\n# result: B+resign\n1 三06-三05丸内\n2 三01-三03四外反\n", "second"),
    ],
)
def test_a_result_behind_a_hash_of_a_record_in_free_form(text, winner):
    """Where no 棋種 heads a plain record, a line behind # that tells who has won is a statement; in a plain one it is a comment."""
    assert judged(text).winner == winner
    assert judged("\n".join([SIX[0], *MOVES[:2], "# 先手の勝ち"])).winner == "none"


@each(
    "text",
    [
        "白：六6-六5三内　｜　五7-六6四外\n黒：二1-二2三外合　｜　三1-三3丸外反\n----\n白：五6-六6四内合　｜　二7-二6八外合\n黒：四1-四2五外合　｜　五1-五3四外反\n",
        "黒：二1-二2三外合、三1-三3丸外反\n白：六6-六5三内、五7-六6四外\n",
        "▲六6-六5三内 五7-六6四外\n△二1-二2三外合 三1-三3丸外反\n",
    ],
)
def test_moves_of_one_side_on_a_line_over_those_of_the_other(text):
    """The moves of both lines follow each other in turn, in one block or several."""
    found = judged(f"ユニオンキング\n\n{text}")
    assert (found.status, found.plies) == (Status.UNFINISHED, 4 + 4 * ("----" in text))


def test_a_move_on_the_line_of_the_other_side_is_no_foul():
    """Two moves behind the name of one player may be both of that player: the second is asked about."""
    head = "ユニオンキング\n先手：山田\n後手：鈴木\n\n"
    assert asks(f"{head}山田：六6-六5三内、五7-六6四外\n鈴木：二1-二2三外合、三1-三3丸外反\n")


@each("line", ["Shiro: Yamane / Kuro: Obata", "White: Yamane / Black: Obata", "Weiß: Yamane / Schwarz: Obata"])
def test_both_players_on_a_line_in_latin_letters(line):
    """A key with its colon behind a name is that of another field."""
    (found,) = typed_records.judged(
        SimpleNamespace(name="a.txt", read_bytes=f"ユニオンキング\n{line}\n1 六6-六5三内\nObata resigned\n".encode)
    )
    assert found.winner == "first"


@each("sign", ["*", "# "])
def test_an_end_in_a_comment_is_pointed_at(sign):
    """A comment ends no game; below the last move of a record without an end a warning names it, above it none."""
    plain = [SIX[0], *MOVES[:2]]
    assert judged("\n".join([*plain, f"{sign}後手の投了"])).codes == ("end-in-a-comment",)
    assert judged("\n".join([*plain, f"{sign}先手がよい", "先手の勝ち"])).codes == ()
    assert judged("\n".join([*plain[:2], f"{sign}後手の投了もある", plain[2]])).codes == ()


def test_a_boast_is_no_end():
    """What a player says of a game that goes on, in a condition, tells no winner and no points."""
    assert judged(f"{NAMED}上地は「このまま行けばぼくが60対20で勝ち」と言うけど、まだ途中です。").winner == "none"


def test_rows_whose_moves_cannot_be_read_are_asked_about():
    """They are not the empty rows of a form that was not needed."""
    assert asks(f"{NAMED}3 （水にぬれて読めない。先手の手）\n4 （同じく読めない）\n先手の勝ち")


def test_a_margin_that_the_board_does_not_show_is_asked_about():
    """先手の16点勝ち fits a board with 16 points between them, and 6点勝ち does not."""
    moves = "ユニオンキング\n1 六6-六5三内\n2 二1-二2三外合\n先手の{}点勝ち\n"
    assert judged(moves.format(16)).winner == "first"
    assert asks(moves.format(6))


@each(
    "end",
    [
        "18手まで上地の勝ち（渡會投了）",
        "18手で上地の勝ち",
        "18手、上地の勝ち",
        "三手で上地の勝ち",
        "18手まで渡會投了",
        "18手にて終局",
    ],
)
def test_a_number_of_plies_before_an_end_is_compared(end):
    """18手まで is how many plies there were, and no ply number that nobody looks at."""
    assert {"wrong-count", "told-count", "not-compared"} & set(judged(NAMED + end).codes)
    assert not {"wrong-count", "told-count", "not-compared"} & set(
        judged(NAMED + end.replace("18", "2").replace("三", "二")).codes
    )


def test_a_name_that_is_a_colour_of_the_other_side():
    """Tom White has black: White resigned is said of him, or asked about."""
    moves = "ユニオンキング\nWhite: Anna Black\nBlack: Tom White\n1 六6-六5三内\n2 二1-二2三外合\n"
    said = "Mr White resigned after move 2, so Ms Black, who had the white pieces, won."
    assert judged(f"{moves}{said}").winner in {"first", "none"}
    assert judged(f"{moves}Anna Black resigned").winner == "second"


@each("head", ["先手・白　上原　　後手・黒　上原田", "先手　上原　　後手　上原田", "先手：上原\n後手：上原田"])
def test_labels_that_the_head_gives_to_the_other_sides(head):
    """Who places first in ユニオンマスター may be read in two ways: names before the moves are not turned round in silence."""
    moves = "1 上原　二06白A外\n2 上原田　一06黒A外\n3 上原　五06白B外\n4 上原田　七05黒E外\n"
    assert asks(f"ユニオンマスター\n{head}\n\n{moves}\n上原田の勝ち。\n")


@each(
    "end",
    [
        "先手の勝ち\nこの時、山田は七十点、上地は六十六点。",
        "2手で上地が投了。\n投了時の得点　山田 33点　上地 13点",
    ],
)
def test_points_below_an_end_are_compared(end):
    """Two numbers of points that the board does not show are asked about, or contradict it."""
    head = "ユニオンキング\n先手：山田\n後手：上地\n"
    assert judged(f"{head}1 六6-六5三内\n2 二1-二2三外合\n{end}\n").status in {Status.UNREADABLE, Status.CONTRADICTED}


def test_the_result_of_another_game_of_the_match():
    """一局目は…の勝ち above the second game ends no game."""
    text = "ユニオンキング\n先手：山田\n後手：上地\n一局目は山田が先で 37手、上地の勝ち。二局目の記録：\n1 六6-六5三内\n2 二1-二2三外合\n山田の勝ち\n"
    assert judged(text).winner in {"first", "none"}


@each(
    "term",
    [
        "持ち時間：20分（切れ負け）",
        "持ち時間 各20分（切れ負け）",
        "持ち時間は15分、切れ負けです",
        "使用時計 各10分・切れ負け",
        "持ち時間：15分　切れ負け",
        "持時間 各15分　時間切れは負け",
        "対局日 2023年11月23日　持ち時間 各20分（切れ負け）",
    ],
)
def test_the_term_of_a_time_limit_is_no_end(term):
    """切れ負け behind a number of minutes says how the clock is used; nobody has lost by it."""
    head = f"6面体\n先手：山田\n後手：上地\n{term}\n\n"
    assert judged(f"{head}1 四04占\n2 四02領\n").winner == "none"
    assert judged(f"{head}1 四04占\n2 四02領\n山田投了\n").winner == "second"


def test_players_behind_a_date_and_the_weather():
    """先手 and 後手 behind a date name the players: they were the place of the game."""
    text = "6面体\n1月25日　雪　　先手 ぼく　後手 まなぶ\n1 四04占\n2 四02領\nまなぶの負け\n"
    assert judged(text).winner == "first"


@each("name", ["十勝", "新人・十勝", "十勝花子"])
def test_a_name_that_looks_like_a_count_of_games(name):
    """A player called 十勝 has a name; ten games won are none."""
    assert judged(f"棋種：6面体\n先手：山田\n後手：{name}\n1 四04占\n2 四02領\n{name}の負け\n").winner == "first"


@each(
    "title",
    [
        "ユニオンキング\n対局 [白 江里] [黒 師匠]",
        "ユニオンキング。白、江里さん。黒、師匠さん。",
        "ユニオンキング\n⚪江里　⚫師匠",
        "ユニオンキング\nFirst/White: 江里.  Second/Black: 師匠.",
        "Union King. Shiro (sente): 江里 / Kuro (gote): 師匠",
        "江里 vs 師匠 （キング、江里先手）",
        "ユニオンキング 2018-05-19 師匠/江里(江里白)",
        "師匠－江里　ユニオンキング　8月例会　　師匠＝黒（後番）",
        "ユニオンキング\n　　白　　　　　　　　　　黒\n　江里　　　　　　　　　師匠",
        "ユニオンキング\n（白）江里　（黒）師匠",
        "ユニオンキング\n| ｼﾛ (江里)              | ｸﾛ (師匠)",
        "ユニオンキング　江里(白)ー師匠(黒)",
    ],
)
def test_players_of_a_title_are_known_at_the_end(title):
    """Who has resigned is known by a name that only the title ties to a side."""
    assert judged(f"{title}\n\n１ 六7-六6三外合\n２ 六1-六2八外合\n\n江里投了\n").winner == "second"


def test_the_other_player_without_a_known_name():
    """Somebody who has resigned is the other one of whom the line says that he has won; a third is asked about."""
    moves = "６面体\n先手：渡會\n\n１ 三02占\n２ 二03領\n\n"
    assert judged(f"{moves}佐藤投了。渡會の勝ち\n").winner == "first"
    assert asks(f"{moves}佐藤の勝ち。渡會の勝ち\n")
    assert asks(f"{moves}隣では佐藤が投了、渡會の勝ち\n")


@each(
    ("wrong", "right"),
    [
        ("三四占→やっぱり五五占", "五五占"),
        ("三四占→取り消して　五五占", "五五占"),
        ("三四占　→置けないので　五五占", "五五占"),
        ("三四占　×書きまちがい→　五五占", "五五占"),
    ],
)
def test_a_move_corrected_behind_an_arrow(wrong, right):
    """The move behind the arrow and the words of a correction is played, the one before it is none."""
    text = "６面体\n１ 三02占\n２ 二03領\n３ {}\n４ 六02領\n"
    assert judged(text.format(wrong)).moves == judged(text.format(right)).moves


def test_a_count_that_begins_a_sentence():
    """36手、くたびれて止め counts the plies, and is compared; a move of that number stands with its square."""
    moves = "６面体\n１ 三02占\n２ 二03領\n"
    assert judged(f"{moves}2手、二人ともくたびれて止め。\n").codes == ()
    assert asks(f"{moves}3手、二人ともくたびれて止め。\n")
    assert judged(f"{moves}3手、五05占\n").plies == 3


@each("doubt", ["17　四7占　／　四6占　どちらが本当か二人とも覚えていない", "渡會さん「やめとくわ」"])
def test_a_doubt_about_the_last_line_is_asked_about(doubt):
    """Two moves that both may have been played, and words by which a player stops, are no remarks."""
    assert asks(f"６面体\n先手：渡會\n１ 三02占\n２ 二03領\n{doubt.replace('17', '3')}\n")


def test_a_number_before_the_next_move_is_no_square():
    """15 before 黒 is the number of the next ply, and not where the 馬 goes."""
    text = "６面体\n１黒３２占　　２白６４領　　３黒６６占　　４白３３領\n５黒７５騎　　６白４２馬　　７黒６７弓\n数字は列・段の順\n"
    assert judged(text).moves[5] == "四02馬"


def test_two_players_of_one_name():
    """後藤 is the name of both players, and who has won is asked about."""
    text = "6面体\n先手　後藤（二丁目）\n後手　後藤（五丁目）\n\n1 四04占\n2 四02領\n2手にて終局。後藤さんの勝ち。\n"
    assert asks(text)


@each("move", ["d2e-3xi~&", "d2-exi~&", "d2-3exi~&", "2d-e3xi~&", "d2e3xi~&", "D2=e3xi"])
def test_a_move_in_latin_letters_that_is_torn_is_asked_about(move):
    """A sign too few, or in a wrong place, makes no remark of the last move."""
    assert asks(f"棋種：ユニオンエース\n1.a7-c5xe~ g1-e3xe~ 2.d6-c5xi~& {move}")


@each("sign", ["匕", "ヒ", ""])
def test_a_sentence_with_a_row_alone_tells_a_move(sign):
    """A sentence that puts a unit down is no remark where the column is lost, if the row has its zero."""
    assert asks(f"棋種：ユニオンマスター\n一04に白のA内を置く\n一03に黒のA外を置く\n{sign}01に白のD内を置く")


def test_marks_beside_a_name_that_the_head_lost():
    """A result by marks is asked about where one of the two players is not known."""
    assert asks("\n".join(["棋種：6面体", "先手手：山田", *SIX[2:], *MOVES[:3], "○山田 ●鈴木"]))


def test_rows_of_a_table_behind_a_hash_are_asked_about():
    """A table that is written as one line, with empty cells, holds the game that no other line has."""
    lines = typed("d", "19").splitlines()[:9]
    assert asks("\t".join(lines))


@each("end", ["引きけ", "負ました", "負けまました", "参りしまた。", "先手の勝"])
def test_an_end_that_lacks_a_sign_is_no_remark(end):
    """A sign too few, twice or exchanged makes no remark of an end: it is understood or asked about."""
    found = judged("\n".join([*SIX, *MOVES[:3], end]))
    assert found.status is Status.UNREADABLE or found.winner != "none"


def test_a_ply_that_begins_with_its_side_behind_a_head():
    """A numbered ply with its side is no part of a place, though its unit is named in English."""
    assert judged(behind(typed("t", "60"), "13. ", "場所：東京 ")).plies == 13


@each("second", ["2. 02領", "2.02領", "2. 2領"])
def test_the_number_of_a_ply_is_no_column_too(second):
    """A move without its column below a numbered one is asked about: its number is no column."""
    assert asks(f"6面体\n先手：東中\n後手：西中\n1. 四04占\n{second}\n3. 三06占\n")


@each("second", ["2. 二02領", "2. 22領", "2. 2二領"])
def test_a_column_behind_the_number_of_a_ply(second):
    """A move with its column is read, whatever the number before it."""
    assert not asks(f"6面体\n先手：東中\n後手：西中\n1. 四04占\n{second}\n3. 三06占\n")


@pytest.mark.parametrize(
    ("sigh", "asked"), [("巫女が…", False), ("武は。。。", False), ("巫女が三04…", True), ("巫女を…", True)]
)
def test_a_sigh_over_a_unit(sigh, asked):
    """A unit and a particle without more is a remark between moves; with a square, or for what is placed, it is asked about."""
    assert asks("\n".join([*SIX, *MOVES[:4], sigh, MOVES[4]])) is asked
