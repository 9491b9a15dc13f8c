"""Tests that a record is read by the conventions that it states, and that nothing is taken for one that is none."""

from each import each
from helpers import record, verdict

from kifu.core import games
from notation.freeform.axis_order_and_direction import find_order_of_figures
from notation.freeform.clean_lines import clean_lines
from notation.freeform.fold_text import fold_line
from notation.freeform.legends_of_signs import find_legend
from notation.freeform.players_of_head_lines import lines_for_players
from notation.freeform.stated_conventions import stated_conventions

SIX, KING, RENGO, ACE = map(games.load, ("six", "king", "rengo", "ace"))
SIX_HEAD = "6面体\n先手：甲\n後手：乙\n"


def moves_of(text):
    """Return the moves of a record in the notation, if all of it is read and legal."""
    judged = verdict(text)
    assert judged.status in {"UNFINISHED", "DECLARED", "CONFIRMED"}, [one.message.ja for one in judged.diagnostics]
    return [record(text).game.spell(move) for move in judged.replay.moves]


@each(
    ("sentence", "order"),
    [
        ("（数字は横・縦の順）", "column"),
        ("数字はどれも列・段の順です。", "column"),
        ("よこのれつがさき、たてがあと。", "column"),
        ("マス目は たて列(左1-7) よこ段(上1-7)", "column"),
        ("縦の列が左から、横の段が上から", "column"),
        ("たては左から、よこは上から", "row"),
        ("※マスは「左から何列目・上から何段目」で書いてます", "column"),
        ("よこは ひだりから かぞえます。たては うえから かぞえます。", "column"),
        ("（マス：縦の数-横の数　左上 1-1）", "row"),
        ("(columns first, then rows)", "column"),
        ("座標は(x,y)", "column"),
        ("31＝三の01 です", "column"),
        ("４二は四の02", "column"),
        ("左の数字が横、右の数字が縦です", "column"),
        ("Coordinates: column 1-7 from White's left, then row 1-7", "column"),
        ("マスは行・列の順に書いています", "row"),
        ("数字は縦→横の順", "row"),
        ("row then column", "row"),
        ("Notation: columns a, b, c... from the left, rows 1, 2, 3... from the top.", "column"),
        ("番号は縦が先", "row"),
        ("列を丸数字、段をふつうの数字で", "column"),
        ("よこ＝算用数字、たて＝漢数字", "column"),
        ("たて＝算用数字、よこ＝漢数字", "row"),
        ("段は丸数字、列は算用数字", "row"),
        ("たてのれつの ばんごうを さきに、うえからの ばんごうを あとに かきます", "column"),
        ("2026.11.14 部室 6面体2局 (列行の2ケタ)", "column"),
        ("each unit is followed by column (from the left) and row (from the top)", "column"),
        ("一　桝は「筋の段」の順に書く。筋は左より、段は上より数ふ。", "column"),
        ("升は「段の筋」の順", "row"),
        ("一　筋の駒を段の順に並べる", ""),
        ("弓は縦・横に動けます", ""),
        ("列は先手が取った", ""),
        ("先手は縦、後手は横を攻める", ""),
        ("あとで縦横に動く", ""),
        ("数字は横・縦の順、ただし途中から縦・横の順", ""),
    ],
)
def test_the_order_of_figures(sentence, order):
    """A sentence that says which figure stands first is understood; one that speaks of lines of the board is none."""
    found, _ = stated_conventions(SIX, clean_lines([sentence], 1))
    assert found.order == order


@each(
    ("game", "text", "signs"),
    [
        (SIX, "🚩占領 🏹弓矢 👻怨霊", {"🚩": "占領", "🏹": "弓矢", "👻": "怨霊"}),
        (SIX, "（s=占 b=武 k=騎）", {"s": "占領", "b": "武士", "k": "騎馬"}),
        (SIX, "占＝千、領＝両", {"千": "占領", "両": "領"}),
        (KING, "無い＝内、外＝外、藩＝反、号＝合", {"無い": "内", "藩": "反", "号": "合"}),
        (ACE, "凡例 ウ=内コマ ソ=外コマ ◎=昇格させながら +=合体した", {"ウ": "内", "ソ": "外", "◎": "反", "+": "合"}),
        (ACE, "/F = flipped (promoted), +U = united", {"/F": "反", "+U": "合"}),
        (ACE, "凡例：○丸 △三角 □四角 ／ u＝内 s＝外", {"○": "丸", "△": "三", "□": "四", "u": "内", "s": "外"}),
        (ACE, "「藩」は裏返し、「号」は合体", {"藩": "反", "号": "合"}),
        (ACE, "『ヒ』が裏返し、『ガ』が合体。", {"ヒ": "反", "ガ": "合"}),
        (ACE, "「返」は裏返し、「合」は合体", {}),
        (ACE, "「返」は合体、「合」は裏返し", {}),
        (ACE, "「返」は返事のこと、「合」は合図のこと", {}),
        (RENGO, "P=歩 L=香 K=玉", {"P": "歩", "L": "香", "K": "玉"}),
        (SIX, "先手:占 後手:領", {}),
        (SIX, "d4=占, e5=占", {}),
        (SIX, "占→領 武→士", {}),
        (SIX, "▲占 △領 ▲武", {}),
        (SIX, "🚩占領 だけ", {}),
    ],
)
def test_the_signs_of_a_legend(game, text, signs):
    """A legend gives its signs words of the notation; a move, a head or a change of faces is none."""
    found, _ = stated_conventions(game, clean_lines([text], 1))
    assert dict(found.signs) == signs


@each(
    "text",
    [
        f"{SIX_HEAD}（数字は横・縦の順）\n1 31占\n2 11領\n3 21占\n",
        f"{SIX_HEAD}1 13占\n2 11領\n3 12占\n数字は縦・横の順です\n",
        "6面体\n🚩占領 🏹弓矢　よこ・たての順だよ\n🔴わたし(先) 🔵かれ(後)\n🔴🚩3️⃣1️⃣\n🔵🚩1️⃣1️⃣\n🔴🚩2️⃣1️⃣\n",
        f"{SIX_HEAD}（s=占 b=武）\n1 三1s\n2 一1s\n3 二1s\n",
        "ろくめんたい\nせんて、さんのいち、せん。ごて、いちのいち、りょう。せんて、にのいち、せん。\n",
        "ﾛｸﾒﾝﾀｲ\nｾ01 ｻﾝ 1 ｾﾝ\nｺﾞ02 ｲﾁ 1 ﾘﾖｳ\nｾ03 ﾆ 1 ｾﾝ\n",
        "Rokumentai\n1. Territory on C1\n2. territory at a1\n3. places a territory on B1\n",
        f"{SIX_HEAD}1 参ノ壱 占\n2 一の一 領\n3 弐ノ壱 占\n",
        f"{SIX_HEAD}\n　　先手　　後手\n1　　三01 占　　一01 領\n2　　二01 〃\n",
        f"{SIX_HEAD}手\t列\t段\t駒\n1\t3\t1\t占\n2\t1\t1\t領\n3\t2\t1\t占\n",
        (f"{SIX_HEAD}拝啓、当方、三01占領と致します。敬具\n貴着 三01占領 拝見いたしました。当方、一01占領と致します。\n"
        "貴着 一01占領 拝見。当方、二01占領と致します。\n"),
    ],
)  # fmt: skip
def test_the_same_moves_in_other_ink(text):
    """However they are written, the moves are the same."""
    assert moves_of(text) == ["三01占", "一01領", "二01占"]


@each(
    "text",
    [
        "ユニオンキング\n1 四07-四06五外合\n2 四01-四02五外合\n3 一06-一05三内反\n",
        ("ゆにおんきんぐ\n1　しろ　そとのごかく　4の7→4の6　がったい\n2　くろ　そとのごかく　4の1→4の2　がったい\n"
        "3　しろ　うちのさんかく　1の6→1の5　うらがえし\n"),
        ("Union King\n1. W outer pentagon (4,7)-(4,6), united!\n2. B outer pentagon (4,1)-(4,2), united!\n"
        "3. W inner triangle (1,6)-(1,5), turned over\n"),
        "ユニオンキング（凡例：☆五角 △三角 ／ u＝内 s＝外 ／ r＝裏返し ／ !＝合体）\n先☆s 47>46!   後☆s 41>42!   先△u 16>15r\n",
        ("ユニオンキングの手紙。あなたが白、わたしが黒でした。\n1手目、あなたが四07にいた外コマの五角を四06へ進めて合体。\n"
        "2手目、わたしが四01にいた外コマの五角を四02へ進めて合体。\n3手目、あなたが一06にいた内コマの三角を裏返して一05へ進めました。\n"),
        "ユニオンキング\n1 外側の五角を四07から四06へ。合体\n2 外側の五角を四01から四02へ。合体\n3 内側の三角を一06から一05へ。裏返しあり\n",
        ("ユニオンキング\n段（よこの並び・上が一段）を先に、筋（左が１）をあとに書きます\n"
        "1 七段4 から 六段4 へ 五外 《合》\n2 一段4 から 二段4 へ 五外 《合》\n3 六段1 から 五段1 へ 三内 《反》\n"),
        "ユニオンキング\n1 四7五外から四6、合体\n2 四1の五外から四2、合体\n3 一6の三内から一5、反して\n",
        ("ユニオンキング\n手\tコマ\t形\t動く前\t動いた先\t裏返し\t合体\n1\t外\t五角\t四07\t四06\t\t○\n2\t外\t五角\t四01\t四02\t×\t○\n"
        "3\t内\t三角\t一06\t一05\t○\t\n"),
    ],
)  # fmt: skip
def test_the_same_moves_of_a_union_game(text):
    """What happens at the end of a move is never lost, whatever words it has."""
    assert moves_of(text) == ["四07-四06五外合", "四01-四02五外合", "一06-一05三内反"]


@each(
    ("head", "played"),
    [
        ("（□は白、■は黒。三07三05は三07から三05の意）", True),
        ("□が白、■が黒です。", True),
        ("□は黒、■は白", False),
    ],
)
def test_signs_of_the_sides(head, played):
    """A sentence tells whose the signs before the moves are; two squares as an example are no move."""
    judged = verdict(f"ユニオンエース\n{head}\n□三07-三05六外反\n■三01-一03四外反\n")
    assert (judged.status, judged.plies) == (("UNFINISHED", 2) if played else ("UNREADABLE", 0))


@each(
    ("sentence", "status"),
    [
        ("Files a-g from White's left, rank 1 is Black's back row.", "UNFINISHED"),
        ("Files run a to g from left to right, row 1 at the top.", "UNFINISHED"),
        ("Rank 1 is Black's home row.", "UNFINISHED"),
        ("Files a-g from Black's left, rank 1 is Black's back row.", "UNREADABLE"),
        ("Files a-g from White's left, rank 1 is White's back row.", "UNREADABLE"),
        ("Rob took files a-g.", "UNREADABLE"),
    ],
)
def test_the_sides_of_the_board_as_a_player_sees_them(sentence, status):
    """A sentence behind the players tells from where files and ranks are counted, and the moves are those of that board."""
    moves = " 1. g6-g7 circle/inner +union       d2-d1 pentagon/inner +union\n"
    assert (
        verdict(f"UNION KING   casual game\nWhite = Rob, Black = Mrs. Hayashi.  {sentence}\n{moves}").status == status
    )


def test_the_top_row_within_other_words():
    """What a bracket says besides is not cut off: it stays a remark as a whole."""
    assert find_order_of_figures("(A=一 … O=十五, row 1 at the top)") is None
    assert find_order_of_figures("Row 1 is at the top.") is not None


def test_the_board_from_the_other_side():
    """A record that counts from 後手's side is read as that board shows it."""
    text = "UNION KING\nWhite = Rob, Black = Ann.  Files a-g from Black's left, rank 1 is White's back row.\n1. a2-a1 circle/inner +union\n"
    assert moves_of(text) == ["七06-七07丸内合"]


def test_a_legend_in_brackets_in_english():
    """A sign in brackets is explained by the word behind them."""
    text = "Union Ace\n(t) = turned over while moving, + = unites.\n1. hexagon out c7-c5(t) | square out c1-a3(t)\n"
    assert moves_of(text) == ["三07-三05六外反", "三01-一03四外反"]


def test_a_column_with_its_unit_is_no_legend():
    """三=銀 tells a unit of the start, not what 三 stands for."""
    assert find_legend(RENGO, "07段 二=桂 三=銀 四=金 五=玉") is None


def test_columns_from_the_right():
    """The squares of a record that counts its columns from the right are those of the notation that are meant."""
    assert moves_of(f"{SIX_HEAD}列は右から、段は上から数えます\n1 三01占\n2 一01領\n") == ["五01占", "七01領"]


def test_what_states_a_convention_is_kept():
    """The sentence itself becomes a comment at its place, and the rest of its line stands as it is."""
    _, lines = stated_conventions(SIX, clean_lines(["6面体　※数字は横・縦の順", "1 31占"], 1))
    assert [(line.passage.text, line.furniture) for line in lines] == [
        ("6面体", False),
        ("※数字は横・縦の順", True),
        ("1 31占", False),
    ]
    assert fold_line("※数字は横・縦の順", 1).text == lines[1].passage.text


@each(
    "convention",
    [
        f"列は右から、段は上から数えます。{'よい一局でした。' * 70}",
        f"三手目に「一01占」とあるは「二02占」の誤り。{'よい一局でした。' * 10}",
    ],
)
def test_chess_pieces_do_not_make_another_convention_known(convention):
    """A line that states what is not known is refused also where another says that the units are those of chess."""
    for lines in ([convention], ["駒はチェスの駒を使います", convention]):
        found = stated_conventions(RENGO, clean_lines([*lines, "1 七四歩"], 1))[1]
        assert [line.refused for line in found] == [*[False] * (len(lines) - 1), True, False]


@each(
    ("legend", "read"),
    [
        ("「返」は裏返し、「合」は合体", True),
        ("『返』が裏返し。『合』が合体。", True),
        ("「返」は合体、「合」は裏返し", False),
    ],
)
def test_a_legend_of_quoted_signs_that_are_those_of_the_notation(legend, read):
    """It is no line without a meaning; one that turns the signs round is asked about."""
    text = f"ユニオンエース\n{legend}\n白1 二六→二五三内返\n黒2 二二→二三六内\n"
    assert (verdict(text).status == "UNFINISHED") == read


@each(
    "legend",
    [
        "T=senryou W=bushi H=kiba A=yumiya M=miko G=onryou",
        "(T = 占領, W = 武士, H = 騎馬, A = 弓矢, M = 巫女, G = 怨霊)",
        "T:占領 W:武士 H:騎馬 A:弓矢 M:巫女 G:怨霊",
        "Occupier=占領 Samurai=武士 Rider=騎馬 Archer=弓矢",
    ],
)
def test_a_legend_of_the_letters_of_the_notation(legend):
    """It changes nothing, or names units in words of its own: the moves are read either way."""
    assert moves_of(f"{SIX_HEAD}{legend}\ne6T\nc3T\nf7T\nb4A\n") == ["五06占", "三03領", "六07占", "二04矢"]


def test_two_words_for_units_are_no_legend():
    """Fewer than three pairs may be something else, and are asked about."""
    assert verdict(f"{SIX_HEAD}T=占領 W=武士\ne6T\nc3T\n").status == "UNREADABLE"


REPORT = "Game: Union Ace\nFirst (White): Ann\nSecond (Black): Ben\n\n{}\nNotation: {}\n\n1 a7-c5xe~   2 a2-a3pi\n"
LETTERS = "columns a, b, c... from the left, rows 1, 2, 3... from the top. o round, t triangle, s square, p pentagon, h hexagon, g octagon, x cross; i inner, e outer; ~ flipped (promoted), & united."


@each(
    ("said", "status"),
    [
        ("We played with a 20 minute sand timer but forgot about it.", "UNFINISHED"),
        ("Second game ever for both of us, so to the end.", "UNFINISHED"),
        ("We forgot the first two moves.", "UNREADABLE"),
    ],
)
def test_letters_of_units_in_a_report(said, status):
    """Letters that a legend lists are signs in moves, and not in the words of a sentence."""
    assert verdict(REPORT.format(said, LETTERS)).status == status


def test_signs_of_drops_and_promotions():
    """A legend says what * and + behind moves are, and a correction names a move by them."""
    text = "Game: 続・連合将棋\nFirst: Ann\nSecond: Ben\n\nNotation: columns a, b, c... from the left, rows 1, 2, 3... from the top. 9x9 go board, the usual start (the example diagram in the rules). {}\n\n1 g2珠*   2 f3-h1平   3 g1翻*\n\n{}\n"
    legend, edit = (
        "Pieces by their kanji, * = dropped, + = promoted.",
        "Edit: move 3 was mistyped above, it is g3翻*. Thanks Ben.",
    )
    assert moves_of(text.format(legend, "")) == ["七02珠打", "六03-八01平", "七01翻打"]
    assert moves_of(text.format(legend, edit))[-1] == "七03翻打"
    assert verdict(text.format("Pieces by their kanji, * = captured.", "")).status == "UNREADABLE"


@each(
    ("item", "status"),
    [
        ("一　桝は「筋の段」の順に書く。筋は左より、段は上より数ふ。", "UNFINISHED"),
        ("(1) マス目は「列・段」の順", "UNFINISHED"),
        ("一　四の四へ占領を置く", "UNREADABLE"),
    ],
)
def test_items_of_the_head(item, status):
    """The sign of an item before a convention is no number of a ply; before a move it may be one."""
    days = ("四月二日", "四月六日", "四月十日", "四月十二日")
    told = zip(
        days, ("堀江", "田巻") * 2, ("三の三へ占領", "三の四へ占領", "四の二へ騎馬", "一の四へ占領"), strict=True
    )
    rows = (f"{day}　{name}　第{at}手　{move}を置く\n" for at, (day, name, move) in zip("一二三四", told, strict=True))
    assert verdict(f"六面体\n\n先手　堀江\n後手　長岡市　田巻様\n{item}\n\n{''.join(rows)}").status == status


@each(
    ("told", "status"),
    [
        ("次は堀江の番。", "UNFINISHED"),
        ("次は田巻様の番。", "CONTRADICTED"),
        ("堀江　投了の葉書を出す。田巻様の勝。", "DECLARED"),
        ("堀江　占を討たれ、当方の負け。", "UNREADABLE"),
        ("田巻様宛に投了の葉書を出す。", "UNREADABLE"),
    ],
)
def test_days_before_the_players(told, status):
    """The day before each player leaves him the player of the line, also of one who is called by the last of two words."""
    moves = ("三の三へ占領", "三の四へ占領", "四の二へ騎馬", "一の四へ占領")
    rows = "".join(
        f"四月{'二六八十'[at]}日　{('堀江', '田巻')[at % 2]}　第{'一二三四'[at]}手　{move}を置く\n"
        for at, move in enumerate(moves)
    )
    head = "六面体\n\n先手　堀江\n後手　長岡市　田巻様\n桝は「筋の段」の順に書く。\n\n"
    assert verdict(f"{head}{rows}四月十三日　{told}\n").status == status


@each(
    ("said", "order"),
    [
        ("43みたいなのは左から4、上から3のとこ", "column"),
        ("「43」っていうのは左から4、上から3", "column"),
        ("43と書いたら上から4、左から3です", None),
        ("43というマスは上から4、左から3です", "row"),
        ("43のような数字は左から5、上から3", None),
    ],
)
def test_an_example_of_a_square_in_words(said, order):
    """A square and what its figures count tell the order of the axes; other figures tell nothing."""
    found = find_order_of_figures(said)
    assert (found and found[2]) == order


@each("line", ["3限はじまるから中断。次は先手の番", "3校時が始まるので中断。次は先手の番", "3時限目になったので中断"])
def test_numbers_of_lessons_are_no_ply_numbers(line):
    """A number of a lesson at the beginning of a sentence numbers no ply."""
    judged = verdict(f"6面体\n先 たくみ　後 ゆうき\n\n1 四04占\n2 四05領\n\n{line}\n")
    assert (judged.status, judged.plies) == ("UNFINISHED", 2)


@each(
    ("head", "names"),
    [
        ("▲本庄（経理）　△大槻（総務）", ["本庄(経理)", "大槻(総務)"]),
        ("☗本庄（経理） ☖大槻", ["本庄(経理)", "大槻"]),
        ("▲四04占（好手）　△四05領（当然）", []),
        ("▲４四武（５四）　△３四矢（３六）", []),
    ],
)
def test_players_with_what_they_are_behind_marks(head, names):
    """A word in brackets behind a name is no move's remark: a move behind a mark is no name."""
    found = lines_for_players(fold_line(head, 1).text, SIX)
    assert [line.partition("：")[2] for line in found] == names


def test_placements_of_shogi_notation_are_no_legend():
    """Marks before moves that end with 打 explain no sign, and the moves are read."""
    text = "6面体\n▲本庄　△大槻\n（筋は左から算用数字、段は上から漢数字。打は盤に置く手）\n\n▲２六占打　△４六領打　▲２七占打　△６七領打\n"
    assert moves_of(text) == ["二06占", "四06領", "二07占", "六07領"]
