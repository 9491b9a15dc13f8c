"""Tests moves whose parts stand in any order, in any words: each part once, nothing passed over."""

from each import each

import kifu
from kifu.core import games
from notation.freeform.fold_text import fold_line
from notation.freeform.legends_of_signs import find_case_or_column_legend, find_legend
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.moves_in_any_word_order import moves_by_slots, slot_moves_by_end


def moves_of(game, text):
    """Return the moves that the slots of a whole text make."""
    game = games.load(game)
    passage = rewrite_in_notation(game, fold_line(text, 1))
    found = slot_moves_by_end(game, passage.text, 0).get(len(passage.text), ())
    return [one.text() + (f"({one.fragment})" if one.fragment else "") for one in found]


def judged(text):
    """Return the status of the only record of a text, and its moves."""
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    moves = () if verdict.replay is None else tuple(map(verdict.record.game.spell, verdict.replay.moves))
    return verdict.status.name, moves


@each(
    ("game", "text", "move"),
    [
        ("king", "外コマ 二07 ⇒ 二06 [八] 合", "二07-二06八外合"),
        ("king", "六の七なる外の三角を六の六へ 合", "六07-六06三外合"),
        ("king", "out[3] F7>F6 join", "六07-六06三外合"),
        ("king", "外六   五1 → 三3 裏合", "五01-三03六外反合"),
        ("king", "三の6の内コマを裏返して十字形の内とし、三の5へ進めた", "三06-三05十内反"),
        ("king", "B7→B6 八角·外 合体", "二07-二06八外合"),
        ("king", "b7-b6 ge&", "二07-二06八外合"),
        ("king", "二6/三5/三内/ﾊﾝ", "二06-三05三内反"),
        ("king", "外四 三3昇", "三03四外反"),
        ("king", "四七ヨリ四六ヘ 外ノ五 重ネル", "四07-四06五外合"),
        ("king", "そと しかく ごなな を ごろく へ がったい", "五07-五06四外合"),
        ("king", "七列六段の内を、四列六段。ひっくり返して四角", "七06-四06四内反"),
        ("king", "五列一段の外、五列三段、六角", "五01-五03六外"),
        ("king", "yon-ichi kara yon-ni, gokaku no soto, gattai", "四01-四02五外合"),
        ("king", "roku-nana kara roku-roku, san soto gattai", "六07-六06三外合"),
        ("king", "七の二の十内を七の三へ、裏にして三", "七02-七03三内反"),
        ("king", "roku nana yori roku roku he, sankaku soto, gattai", "六07-六06三外合"),
        ("king", "croix extérieur D2 vers C3, retourné", "四02-三03十外反"),
        ("king", "Kreuz (außen) von D2 nach C3, umgedreht", "四02-三03十外反"),
        ("master", "c4 to d4, Ge united", "三04-四04G外合"),
        ("master", "五の三の内コマが六の三へ、裏返ってB、合体", "五03-六03B内反合"),
        ("master", "内F 六6→四4（返してBに） & 合体", "六06-四04B内反合"),
        ("master", "E extérieur noir en c5", "三05黒E外"),
        ("master", "B-ext de c7 a b7 girada unida", "三07-二07B外反合"),
        ("six", "占領ヲ二筋五段ニ置ク", "二05占領"),
        ("six", "五の4の怨霊をとばして二の4をたおし、一の4におりる", "五04-二04-一04怨霊"),
        ("rengo", "二・二 の 城、七・二 へ", "二02-七02城"),
    ],
)
def test_the_parts_of_a_move_stand_in_any_order(game, text, move):
    """Each word fills a slot, leads to the next one, or says nothing."""
    assert move in moves_of(game, text)


@each(
    ("game", "text"),
    [
        ("king", "二07 三外 六06 八内 合"),  # two kinds
        ("king", "二07-二06 三外 内"),  # two parts
        ("king", "二07→二06八外 五01"),  # three squares
        ("king", "二07 から 三外"),  # no goal
        ("king", "二07→ 三外 ?? 合"),
        ("king", "二06\t二07\t八\t外"),  # cells: which is left nothing tells
        ("master", "三01 白A内 四04"),  # two placements, or a move
        ("six", "三06 領 四04"),
        ("king", "二07→二06八外に動かさなかった"),
        ("king", "二07→二06八外 謎 合"),
    ],
)
def test_what_fills_no_slot_or_one_twice_is_no_move(game, text):
    """A text with a word that is not known, or with two of one kind, is no move as a whole."""
    assert moves_of(game, text) == []


def test_whoever_shortens_a_move_does_not_lose_its_end():
    """Only the longest text is a move: what happens at its end is not cut off as a remark."""
    game = games.load("king")
    assert list(slot_moves_by_end(game, "六外 von 三7 nach 三5, umgedreht", 0)) == [
        len("六外 von 三7 nach 三5, umgedreht")
    ]


@each(
    ("text", "count"),
    [("もしもし、いくよ。二7の八外、二6合", 1), ("二7の八外が強い", 0), ("五5の八外を六6へ動かせばよかった", 0)],
)
def test_moves_within_a_free_text(text, count):
    """A move in any order is found within a sentence that tells it, and not in one that speaks of it."""
    assert len(moves_by_slots(games.load("king"), text)) == count


def test_a_move_behind_words_is_no_comment():
    """What a speaker says before the move does not swallow it."""
    head = "ユニオンキング\n数えは左から何列、上から何段\n\n"
    first = "孫「もしもし、いくよ。二列七段の外、二列六段、八角、合体」\n"
    assert judged(head + first + "祖父「一列一段の外、三列三段、八角になる、ひっくり返す」\n") == (
        "UNFINISHED",
        ("二07-二06八外合", "一01-三03八外反"),
    )


def test_a_word_behind_an_illegal_move_is_asked_about():
    """A move that would be legal with a suffix is no foul where a word stands behind it that may be the suffix."""
    status, _ = judged("ユニオンキング\n\n1 白 七07→七05八外 zorbel\n")
    assert status == "UNREADABLE"


@each(
    ("game", "text", "signs"),
    [
        ("ace", "! = turned over while moving (promoted), & = joined with the piece standing there.", {"!": "反", "&": "合"}),
        ("ace", "; 図形 o丸 t三 s四 p五 h六 g八 x十  i=内 e=外  ~=反 &=合  a7=一07", {"o": "丸", "x": "十", "i": "内", "~": "反"}),
        ("king", "記号　甲＝内コマ、乙＝外コマ。", {"甲": "内", "乙": "外"}),
        ("king", "uchi = inner piece, soto = outer piece; hantai = turned over", {"uchi": "内", "hantai": "反"}),
    ],
)  # fmt: skip
def test_legends_in_more_words(game, text, signs):
    """A key without a colon, letters glued to their word, and long English words explain signs too."""
    found = find_legend(games.load(game), fold_line(text, 1).text)
    assert found is not None
    assert signs.items() <= dict(found[2]).items()


@each(
    ("game", "text", "signs"),
    [
        ("master", "マスター　大文字が内、小文字が外", {"A": "A内", "a": "A外"}),
        ("master", "コマの内は小文字、外は大文字", {"A": "A外", "a": "A内"}),
        ("master", "capitals = outer, small letters = inner", {"G": "G外", "g": "G内"}),
        ("six", "列は左から ア イ ウ エ オ カ キ、段は上から", {"ア": "一", "キ": "七"}),
    ],
)
def test_parts_by_case_and_columns_by_a_list(game, text, signs):
    """The case of a letter may tell the part of a unit, and a list in kana the columns."""
    found = find_case_or_column_legend(games.load(game), fold_line(text, 1).text)
    assert found is not None
    assert signs.items() <= dict(found[2]).items()


@each("text", ["大文字で書きます", "列は左から ア イ ウ、", "小文字は読みにくい"])
def test_what_names_no_part_and_not_every_column(text):
    """A sentence about letters that tells no part, and a list that is too short, is none."""
    assert find_case_or_column_legend(games.load("master"), fold_line(text, 1).text) is None


def test_a_round_names_the_second_move():
    """As in chess, 1... is the number of the second move of a round; a round that does not fit is named."""
    head = "ユニオンキング\n\n1. 三外 六07-六06合\n"
    assert judged(head + "1... 五外 四01-四02合\n2. 八外 七07-五05反\n")[1][:2] == (
        "六07-六06三外合",
        "四01-四02五外合",
    )
    (verdict,) = kifu.verify(kifu.read((head + "5... 五外 四01-四02合\n").encode()))
    assert "wrong-ply-number" in {one.code for one in verdict.diagnostics}


@each("score", ["{0}  {1}", "[{0} : {1}]"])
def test_points_of_both_sides_behind_moves(score):
    """Two numbers apart, or in brackets, behind most moves are the points of both sides."""
    moves = ["六07-六06三外合", "四01-四02五外合", "三06-三07六内合", "六01-六02八外合"]
    points = [(18, 0), (18, 18), (36, 18), (36, 80)]
    lines = [f"{n}  {m}    {score.format(*p)}" for n, (m, p) in enumerate(zip(moves, points, strict=True), start=1)]
    assert judged("ユニオンキング\n\n" + "\n".join(lines) + "\n")[0] == "UNFINISHED"


def test_a_goal_behind_an_arrow_is_no_origin():
    """Where the goal stands first, the two squares are not taken the other way round, which would be a foul."""
    assert judged("ユニオンキング\n\n(1) 白 →一6、一7、十外、合\n(2) 黒 →一1、一2、丸内、合\n")[0] == "UNREADABLE"


def test_marks_of_the_sides_before_their_colours():
    """A head may give △ to 白, who moves first: the marks are those of the record, and no foul."""
    head = "ユニオンキング　（△白・小曽根　▲黒・ミラー）\n\n"
    assert judged(head + "1 △ 二7→二6 八外 合\n2 ▲ 二1→二2 三外 合\n")[0] == "UNFINISHED"


def test_several_moves_of_a_sentence():
    """A line of prose is read however many moves it tells, each with the title of whoever plays it."""
    head = "ユニオンエース\n\n"
    text = "まず、白の杉浦二段の五角内が七06から七05へ、裏返って。これに対し、黒の新顔・堤さんの十字内が四02から三03へ、裏返って。続いて、白の杉浦二段の十字外が一07から一05へ。\n"
    assert judged(head + text) == ("UNFINISHED", ("七06-七05五内反", "四02-三03十内反", "一07-一05十外"))


def test_a_line_with_a_unit_is_no_page_head():
    """Lines that differ only in their numbers are no furniture of the page where they name a unit."""
    lines = "\n".join(f"早 ヰ{n} 占領" for n in range(1, 5))
    assert judged(f"6面体\n先手：早乙女\n後手：鈴木\n\n{lines}\n")[0] == "UNREADABLE"


@each(
    ("text", "move"),
    [
        ("outer piece from b7 to b6, it shows octagon", "二07-二06八外"),
        ("outer piece from b7 to b6, now it shows octagon", "二07-二06八外"),
        ("outer octagon from b7 to b6", "二07-二06八外"),
    ],
)
def test_a_shape_that_is_shown_in_english(text, move):
    """The word between two squares is no code of a unit: b7 to b6 has no triangle in it."""
    assert moves_of("king", text) == [move]


def test_a_union_that_is_told_in_english():
    """It joins the piece there: the move ends in 合."""
    text = "ユニオンキング\n1. White: outer piece from f7 to f6, it shows triangle, and it joins the piece there\n"
    assert judged(text) == ("UNFINISHED", ("六07-六06三外合",))
