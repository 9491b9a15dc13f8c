"""Starts of games: boards drawn in many ways, armies told in many words."""

import re

import pytest

import kifu
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read_documents

HEAD = "続・連合将棋　盤：碁盤9路\n"
MOVES = "1 五09-六08玉\n2 一06碁打\n3 八08-八03飛\n4 二02-三02城\n"
PLAYED = ["五09-六08玉", "一06碁打", "八08-八03飛", "二02-三02城"]
START = """\
・・・・・・・・△王・・・・・・・・01
・・△城・・・・・・・・・・・・・・02
・・・・△卒・・・・△平・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・・・・・・・・・・・06
・・・・▲平・・・・・・▲歩・・・・07
・・・・・・・・・・・・・・▲飛・・08
・・・・・・・・▲玉・・・・・・・・09
先手の駒台：碁3 翻2 珠2
後手の駒台：碁3 翻
"""
STANDS = "先手の駒台：碁3 翻2 珠2\n後手の駒台：碁3 翻1\n"
UNITS = {
    "五01": "△王",
    "二02": "△城",
    "三03": "△卒",
    "六03": "△平",
    "三07": "▲平",
    "七07": "▲歩",
    "八08": "▲飛",
    "五09": "▲玉",
}


def drawn(cell, between="", number=lambda _: "", order=range(1, 10), columns="一二三四五六七八九"):
    """Return the rows of the start, with what stands in each square."""
    return "\n".join(
        number(row) + between.join(cell(UNITS.get(f"{column}{row:02d}", "")) for column in columns) for row in order
    )


def bare(unit):
    """Return a unit without its mark."""
    return unit[1:] or "・"


def start_of(text):
    """Return the start of the only record of a text as it was read, its moves and its status."""
    document = next(read_documents("a.txt", text.encode()))
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    setup = record.plain.setup
    moves = [record.game.spell(move) for move in verdict.replay.moves] if verdict.replay else []
    if setup is None or verdict.status is Status.UNREADABLE:
        return "", moves, verdict.status
    return record.game.spell_diagram(record.game.read_diagram(setup)), moves, verdict.status


DRAWN = {
    "a table": "|   |一|二|三|四|五|六|七|八|九|\n|---|---|---|---|---|---|---|---|---|---|\n"
    + "\n".join(f"{row}|" for row in drawn(lambda unit: unit or " ", "|", lambda row: f"|{row:02d}|").split("\n")),
    "marks behind": "v付きが後手\n" + drawn(lambda unit: (unit[1:] + "v" * (unit[0] == "△")) if unit else "・", " "),
    "a mark that the record explains": "赤字（ここでは*）が相手。あたし（先手）から見て。\n"
    + drawn(lambda unit: (unit[1:] + "*" * (unit[0] == "△")) if unit else "・", " ", lambda row: f"{row:02d}... "),
    "halves by words": drawn(bare, " ") + "\n（上の三段が後手、下の三段が先手の駒）",
    "halves by a unit": "局面図（空きマスは口）\n" + drawn(lambda unit: unit[1:] or "口") + "\n玉のほうが先手。",
    "from the other side": "局面図（後手側から見た図）\n"
    + drawn(lambda unit: unit or "・", " ", lambda row: f"{row:02d} ", range(9, 0, -1), "九八七六五四三二一")
    + "\n   九 八 七 六 五 四 三 二 一",
    "lists of data": "\n".join(
        f"{row}]" for row in drawn(lambda unit: f'"{unit}"' if unit else "null", ",", lambda row: f"  {row:02d}: [").split("\n")
    ),
    "rows of a program": "初期局面図\n" + drawn(lambda unit: unit.replace("▲", "+").replace("△", "-") or " *", " ", lambda row: f"P{row} "),
    "counts of empty squares": "4王4/1城7/2卒2平3/9/9/9/2平3歩2/7飛1/4玉4\n上の3段が後手、下の3段が先手",
    "letters": "記号: G=玉 H=飛 P=平 F=歩 が先手、k=王 c=城 s=卒 p=平 が後手\n"
    + drawn(lambda unit: {"": ".", "▲玉": "G", "▲飛": "H", "▲平": "P", "▲歩": "F", "△王": "k", "△城": "c", "△卒": "s", "△平": "p"}[unit]),
    "letters for the players, rows with numbers": drawn(lambda unit: "NP"[unit[0] == "▲"] + unit[1:] if unit else "・", " ", lambda row: f"{row:2} "),
    "brackets of two kinds": "\n".join(
        f"{line}{'一二三四五六七八九'[at]}段"
        for at, line in enumerate(drawn(lambda unit: ("［{}］" if unit[0] == "▲" else "（{}）").format(unit[1:]) if unit else "　・　").split("\n"))
    ),
    "bare units in rows with numbers": drawn(bare, "", lambda row: f"{row}だんめ　"),
    "a sheet": "\n".join(f"配置\t{line}" for line in drawn(lambda unit: unit or "・・", "\t").split("\n")),
    "a sheet with empty cells and numbers": "列,一,二,三,四,五,六,七,八,九,,\n" + "\n".join(f"{line},," for line in drawn(lambda unit: unit.replace("▲", "先").replace("△", "後"), ",", lambda row: f"{row:02d},").split("\n")),
    "rows in cells beside their side": "\n".join(
        f"{row}段,{line},{'後手' if row < 5 else '先手'},," for row, line in enumerate(drawn(lambda unit: unit[1:] or "＋").split("\n"), start=1)
    ),
    "wide blanks": "\n".join(f"{line} {row:02d}" for row, line in enumerate(drawn(lambda unit: unit or "　　").split("\n"), start=1)),
    "pairs of lines": "\n".join(f"{line}　{row}" for row, line in enumerate(drawn(lambda unit: unit or "――").split("\n"), start=1)),
    "rows from below under the columns of chess": drawn(lambda unit: unit or "・", " ", lambda row: f"{row} ", range(9, 0, -1), "九八七六五四三二一")
    + "\n  9 8 7 6 5 4 3 2 1",
    "two camps": "先手陣\n七段：＿＿平＿＿＿歩＿＿\n八段：＿＿＿＿＿＿＿飛＿\n九段：＿＿＿＿玉＿＿＿＿\n"
    "後手陣（後手から見た図）\n一段：＿＿＿＿王＿＿＿＿\n二段：＿＿＿＿＿＿＿城＿\n三段：＿＿＿平＿＿卒＿＿",
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_boards_drawn_in_many_ways(name):
    """A board is exactly the one that is drawn, with the side of each unit."""
    assert start_of(f"{HEAD}{DRAWN[name]}\n{STANDS}{MOVES}") == (START, PLAYED, Status.UNFINISHED)


PLAIN = "\n".join(
    f"{line}{row:02d}" for row, line in enumerate(drawn(lambda unit: unit or "・・").split("\n"), start=1)
)


FIGURES = ("九 八 七 六 五 四 三 二 一", "９　８　７　６　５　４　３　２　１")


@pytest.mark.parametrize("figures", FIGURES)
@pytest.mark.parametrize(
    "board",
    ["局面図\n{1}\n{0}", "{1}\n{0}", "局面図\n{0}\n{1}", "局面図\n{1}\n{0}\n（図は将棋式に右を一としています）"],
)
def test_columns_under_figures_from_the_right(board, figures):
    """Each column is the one that its figure says, in the board and in the moves."""
    drawing = board.format(PLAIN, figures)
    start, moves, status = start_of(
        f"棋種：続・連合将棋\n盤：碁盤9路\n{drawing}\n{STANDS}1 五09-六08玉\n2 一06碁打\n3 二08-二03飛\n"
    )
    mirrored = "".join(f"{''.join(re.findall('..', row[:-2])[::-1])}{row[-2:]}\n" for row in START.split("\n")[:9])
    assert (start, moves, status) == (
        mirrored + "\n".join(START.split("\n")[9:]),
        ["五09-六08玉", "一06碁打", "二08-二03飛"],
        Status.UNFINISHED,
    )


@pytest.mark.parametrize("figures", ["", *FIGURES])
def test_squares_counted_from_the_right(figures):
    """A board stands as it is drawn where a sentence counts the squares so; the moves are turned, and a foul is asked about."""
    head = f"棋種：続・連合将棋\n盤：碁盤9路\n筋は将棋と同じく右から数える\n局面図\n{figures}\n{PLAIN}\n{STANDS}"
    moves = "1 五09-六08玉\n2 一06碁打\n3 二08-二03飛\n"
    assert start_of(head + moves) == (START, ["五09-四08玉", "九06碁打", "八08-八03飛"], Status.UNFINISHED)
    assert start_of(f"{head}1 八08-八03飛\n")[2] is Status.UNREADABLE


@pytest.mark.parametrize(
    "text",
    [
        drawn(bare, " "),
        drawn(lambda unit: (unit[1:] if unit != "△王" else "△") if unit else "・", " ", lambda row: f"{row} "),
        drawn(lambda unit: (unit[1:] if unit != "△王" else "?") if unit else "・", " ", lambda row: f"{row} "),
        drawn(
            lambda unit: "xyz"[len(unit) and ord(unit[1]) % 3] + unit[1:] if unit else "・", " ", lambda row: f"{row} "
        ),
        drawn(lambda unit: (unit[1:] + "*" * (unit[0] == "△")) if unit else "・", " "),
        drawn(lambda unit: unit or "・", " ", lambda row: f"{row:02d} ", range(9, 0, -1), "九八七六五四三二一"),
        "\n".join(drawn(lambda unit: unit or "・", " ").split("\n")[:7]),
    ],
)
def test_boards_that_leave_something_open(text):
    """Whose units they are, what a mark means, which way a board is turned: what nothing says is asked."""
    assert start_of(f"{HEAD}{text}\n{STANDS}{MOVES}")[2] is Status.UNREADABLE


TOLD = {
    "brackets, square first": "双方の布陣\n（先）五09玉　八08飛　三07平　七07歩　　碁3　翻2　珠2\n（後）五01王　二02城　三03卒　六03平　　碁3　翻1",
    "sentences": "先手は玉を五09、飛車を八08、平を三07、歩を七07に置きました。\n後手は王を五01、城を二02、卒を三03、平を六03に置きました。\n"
    "石は、先手が碁3つ・翻2つ・珠2つ、後手が碁3つと翻1つです。",
    "heads in brackets": "[先手配置] 玉５九 飛８八 平３七 歩７七\n[後手配置] 王５一 城２二 卒３三 平６三\n（筋は左から数える）\n[先手駒台] 碁3 翻2 珠2\n[後手駒台] 碁3 翻1",
    "a unit tells the side": "玉五09 飛八08 平三07 歩七07 碁3 翻2 珠2\nvs\n王五01 城二02 卒三03 平六03 碁3 翻1\n玉側が先手",
    "by unit": "配置\n玉：先手五09\n飛：先手八08\n平：先手三07、後手六03\n歩：先手七07\n王：後手五01\n城：後手二02\n卒：後手三03\n石\n碁：先手3、後手3\n翻：先手2、後手1\n珠：先手2、後手0",
    "lists below the sides": "先手\n 玉…五の九\n 飛…八の八\n 平…三の七\n 歩…七の七\n 石…碁三つ 翻二つ 珠二つ\n後手\n 王…五の一\n 城…二の二\n 卒…三の三\n 平…六の三\n 石…碁三つ 翻一つ",
    "a table of the stands": "先手　玉五09 飛八08 平三07 歩七07\n後手　王五01 城二02 卒三03 平六03\n持ち石\n　　　碁　翻　珠\n先手　３　２　２\n後手　３　１　０",
    "column by column": "二筋　02に後手の城\n三筋　03に後手の卒、07に先手の平\n五筋　01に後手の王、09に先手の玉\n六筋　03に後手の平\n七筋　07に先手の歩\n八筋　08に先手の飛\n台の石　先手 碁3 翻2 珠2　後手 碁3 翻1",
    "row by row": "局面図\n01：△王五\n02：△城二\n03：△卒三　△平六\n07：▲平三　▲歩七\n08：▲飛八\n09：▲玉五\n先手の駒台：碁3 翻2 珠2\n後手の駒台：碁3 翻1",
    "stones by their games": "先手 玉五09 飛八08 平三07 歩七07、台に碁石3 オセロ石2 五目石2\n後手 王五01 城二02 卒三03 平六03、台に碁石3 オセロ石1",
    "rows below headings": "上側＝後手（妻）\n　1段目：五に王\n　2段目：二に城\n　3段目：三に卒、六に平\n　駒台：碁3、翻1\n下側＝先手（私）\n　7段目：三に平、七に歩\n　8段目：八に飛\n　9段目：五に玉\n　駒台：碁3つ、翻2つ、珠2つ",
    "units below heads of players": "先手　庄司\n　初期配置\n・玉 → 五９\n・飛 → 八８\n・平 → 三７\n・歩 → 七７\n石は碁3 翻2 珠2\n後手　チャイヤ\n　初期配置\n・王 → 五１\n・城 → 二２\n・卒 → 三３\n・平 → 六３\n石は碁3 翻1",
    "chat with words that tell nothing": "先手：れんこん　後手：ボルト\nれんこん　配置みせます　平が三7、歩が七7、飛が八8、玉が五9、台に碁3 翻2 珠2\nボルト　こっちはこう　王が五1、城が二2、卒が三3、平が六3、台に碁3 翻1",
    "a sentence for each side on one line": "ぼくが先手、父が後手。ぼくの陣：玉が五の9、飛が八の8、平が三の7、歩が七の7。父の陣：王が五の1、城が二の2、卒が三の3、平が六の3。\n台の石　ぼく 碁3 翻2 珠2　父 碁3 翻1",
    "squares before one unit": "私（先手▲）：五9 に玉／八8 に飛／三7 に平／七7 に歩\n相手（後手△）：五1 に王／二2 に城／三3 に卒／六3 に平\n台の石　私 碁3 翻2 珠2　相手 碁3 翻1",
    "the example of the rules": "配置は規則の冊子に載っている例の図のとおり。",
    "the example of a booklet": "駒の並べは会のいつもの形（手引き書の例図どおり）",
    "the example by its figure": "初形：説明書の例の図",
    "the example as a form has it": "初期配置　解説書の記入例です。",
    "the example among other sentences": "（マスは左からの漢数字と上からの数字。書き方はいつもと同じです。はじめの形はルールの例の図です。先手は下。）",
    "the example on the line of a convention": "▲は先手、△は後手のことです。はじめの形はルールの例の図です。",
    "the example in a memo": "並べ方は説明書の例の図のやつ",
    "the standard of the rules": "並べ方は説明書の標準のままです。",
    "the standard in a book": "初期配置は本にある標準のとおり。",
    "the example of the rules, in English": "Set up like the example in the rulebook.",
    "more for one side": "先手　玉五09 飛八08 平三07 歩七07\n後手　王五01 城二02 卒三03 平六03\n駒台は両者とも碁3と翻。先手はそれに加えて翻もう1つと珠2つ。",
}


@pytest.mark.parametrize("name", TOLD)
def test_armies_told_in_many_ways(name):
    """An army is exactly the one that is told, with what each side holds."""
    assert start_of(f"{HEAD}{TOLD[name]}\n{MOVES}") == (START, PLAYED, Status.UNFINISHED)


def test_an_army_turned_by_half_a_circle():
    """The other side's units stand as those of the first do, seen from its own edge."""
    own = "先手の配置：玉 五09／飛 八08／平 三07／歩 七07\n"
    turned = "後手の配置：先手の配置を盤の中心について半回転（180度）させたもの\n駒台：双方とも碁6個\n"
    start, moves, status = start_of(f"{HEAD}{own}{turned}1 五09-六08玉\n2 三03-三04歩\n")
    assert (moves, status) == (["五09-六08玉", "三03-三04歩"], Status.UNFINISHED)
    assert start.split("\n")[:3] == [
        "・・・・・・・・△玉・・・・・・・・01",
        "・・△飛・・・・・・・・・・・・・・02",
        "・・・・△歩・・・・・・△平・・・・03",
    ]
    assert start.split("\n")[9:11] == ["先手の駒台：碁6", "後手の駒台：碁6"]
    assert start_of(f"{HEAD}{own}後手の配置は先手のものに似た形\n1 五09-六08玉\n")[2] is Status.UNREADABLE


def test_rows_of_one_unit_and_rows_that_are_listed():
    """A row is listed from the left, or filled by one unit; the number of its squares is that of the board."""
    text = "続・連合将棋　マークルック盤\n平賀（先手）：6段目に貝が{}枚ずらり。8段目は左から 船 午 根 君 種 根 午 船。\n薬師寺（後手）：貝は3段目にずらり。1段目は左から 船 午 根 種 君 根 午 船。\n置石はお互いなし。\n1 三08-三07根\n"
    start, moves, status = start_of(text.format(8))
    assert (start.split("\n")[5], moves, status) == ("▲貝" * 8 + "06", ["三08-三07根"], Status.UNFINISHED)
    assert start_of(text.format(7))[2] is Status.UNREADABLE


@pytest.mark.parametrize(
    "text",
    [
        "（先）八08飛　三07平　七07歩　　碁3　翻2　珠2\n（後）五01王　二02城　三03卒　六03平　　碁3　翻1",
        "（先）五09玉　八08飛　三07平　七07歩　　碁3　翻2　珠2\n（後）五01王　二02城　三07卒　六03平　　碁3　翻1",
        "（先）五09玉　八08飛　三07平　七07歩　　碁3　翻2　珠2\n（後）五01王　二02城　三03卒　六03平　　碁3　翻1\n※訂正：後手の卒は三03ではなく四03でした",
        "玉五09 飛八08 平三07 歩七07 碁3 翻2 珠2\nvs\n王五01 城二02 卒三03 平六03 碁3 翻1",
        "先手の布陣は前回と同じ、後手も同じ。",
        "配置は規則書の例とは違います。",
        "初形は説明書の図を見てください",
        "ルールは標準のまま。",
        "並べ方は説明書の標準とは違います。",
        "並べ方は説明書の例の図に似たやつ",
        "駒の並べは会のいつもの形（手引き書を見てください）",
        "配置は規則書の例の通り。ただし先手の歩は六07。",
        "先手 玉五09 飛八08 平三07 歩七07、台に碁3 翻2 珠2\n後手は先手の陣と同じようなもの",
        "先手の配置みせます 玉五09 飛八08 平三07 歩七07 はずだった\n後手 王五01 城二02 卒三03 平六03",
        "先手 玉が五09、飛が八08、平が三07、歩が七07 から動かした\n後手 王五01 城二02 卒三03 平六03",
    ],
)
def test_armies_that_leave_something_open(text):
    """An army without its king, two units on a square, a correction, a side that nothing tells: they are asked."""
    assert start_of(f"{HEAD}{text}\n{MOVES}")[2] is Status.UNREADABLE


@pytest.mark.parametrize(
    ("first", "played"),
    [
        ("▲四03翻打　△一02碁打　▲六08碁打", ["四03翻打", "一02碁打", "六08碁打"]),
        ("先手 (4,3)に翻を打つ\n後手 (1,2)に碁を打つ\n先手 玉 (5,9)→(5,8)", ["四03翻打", "一02碁打", "五09-五08玉"]),
    ],
)
def test_moves_below_the_example_are_no_army(first, played):
    """Units with squares below the sentence that names the example are the first moves."""
    text = f"{HEAD}マスは左から、上から数えます。初形は規則書の記入例と同じ\n\n{first}\n"
    assert start_of(text) == (START, played, Status.UNFINISHED)


CHESS = "Rengo Shogi (続・連合将棋) on a chess board (チェス盤)\nColumns count from the left, rows from the top: (column,row).\n{}\nNothing on the stands.\n"
TOLD_IN_ENGLISH = {
    "names of chess": "First: King e8, Queen d8, Rook a8 h8, Pawn a7 b7\nSecond: King e1, Queen d1, Rook a1 h1, Pawn a2 b2",
    "names that brackets explain": "First: King (王) e8, Queen (后) d8, Rook (城) a8 h8, Pawn (兵) a7 b7\nSecond: King e1, Queen d1, Rook a1 h1, Pawn a2 b2",
    "letters that a legend explains": "First: K e8, Q d8, R a8 h8, P a7 b7\nSecond: K e1, Q d1, R a1 h1, P a2 b2\nK=王 Q=后 R=城 P=兵",
}


@pytest.mark.parametrize("name", TOLD_IN_ENGLISH)
def test_units_by_their_names_in_chess(name):
    """King, Queen and Pawn are units of chess in armies and in moves, where the record has no Gold and Silver."""
    move = "1. Pawn a7-a5\n" if "letters" not in name else "1. Pa7-a5\n"
    start, moves, status = start_of(CHESS.format(TOLD_IN_ENGLISH[name]) + move)
    assert start.split("\n")[:2] == ["△城・・・・△后△王・・・・△城01", "△兵△兵・・・・・・・・・・・・02"]
    assert (moves, status) == (["一07-一05兵"], Status.UNFINISHED)


def test_names_of_units_that_two_games_have_are_asked_about():
    """Nothing says whether a Rook among a Gold and a Queen is that of chess or of shogi."""
    both = "First: King e8, Gold d8, Rook a8 h8, Pawn a7 b7\nSecond: King e1, Queen d1, Rook a1 h1, Pawn a2 b2"
    assert start_of(CHESS.format(both) + "1. Pawn a7-a5\n")[2] is Status.UNREADABLE


def test_pearls_in_hand():
    """What each side holds is told in English, and a pearl that is put is a drop."""
    text = "Zoku Rengo (続・連合将棋), renju board 15x15.\nEach side only a 玉 at the middle of its edge: Sente at column 8 row 15, Gote at column 8 row 1; 12 pearls (珠) in hand each.\nSquares are written column,row.\n1. Sente  pearl to 5,7\n2. Gote  pearl to 8,8\n"
    start, moves, status = start_of(text)
    assert (start.split("\n")[15:17], moves, status) == (
        ["先手の駒台：珠12", "後手の駒台：珠12"],
        ["五07珠打", "八08珠打"],
        Status.UNFINISHED,
    )


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("先手 玉五9\n後手 王五1\n石は碁2ずつ", ("碁2", "碁2")),
        ("先手\n玉五9\n後手\n王五1\nあと珠を二つずつ手元に", ("珠2", "珠2")),
        ("先手\n玉五9\n石 碁と翻を2ずつ\n後手\n王五1\n石 碁2", None),
        ("先手 玉五9\n後手 王五1\n台はおなじ 碁6個 珠4個", ("碁6 珠4", "碁6 珠4")),
    ],
)
def test_what_each_side_holds(said, stands):
    """ずつ behind one unit is of each side; behind two of them it may be of each unit."""
    text = f"{HEAD}{said}\n1 五9-五8玉\n"
    start, _, status = start_of(text)
    found = tuple(line.partition("：")[2] for line in start.split("\n")[9:11]) if status is Status.UNFINISHED else None
    assert found == stands


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Ordinary chess armies for both, no stones.", Status.UNFINISHED),
        ("二人ともふつうのチェスの並び", Status.UNFINISHED),
        ("Ordinary chess armies for both, but without queens.", Status.UNREADABLE),
        ("Ordinary chess armies for both, and 3 stones each.", Status.UNREADABLE),
        ("An ordinary chess army for First.", Status.UNREADABLE),
    ],
)
def test_both_armies_of_chess(said, status):
    """Both sides have the army of chess where a sentence says so, and nothing besides."""
    text = f"Rengo Shogi (続・連合将棋) on a chess board.\n{said}\nColumns from the left, rows from the top.\n1. Pawn f7-f5\n2. Knight b1-c3\n"
    _, moves, found = start_of(text)
    assert found is status
    assert status is Status.UNREADABLE or moves == ["六07-六05兵", "二01-三03騎"]


STANDARD = "続・連合将棋 夕方の部　先手 桐生　後手 名和\n{}\n\n{}"


@pytest.mark.parametrize(
    "said",
    [
        "駒の並べ方は標準です。",
        "見本の配置から始めました。",
        "標準どおりの配置（碁盤9路）",
        "Board: 碁盤9路. Standard set-up.",
    ],
)
def test_the_standard_start_whose_units_move_from_there(said):
    """The standard start is the example of the rules, and its board is that of the example, where both sides move so."""
    assert start_of(STANDARD.format(said, MOVES)) == (START, PLAYED, Status.UNFINISHED)


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("駒の並べ方は標準です。", MOVES.replace("二02-三02城", "二02-三03角")),
        ("駒の並べ方は標準です。", "1 五09-六08玉\n2 一06碁打\n"),
        ("駒の並べ方は標準です。", "1 五09-六08玉\n2 一06碁打\n3 八08-八03飛\n4 一05碁打\n5 三07-一09平\n"),
        ("将棋盤で、駒の並べ方は標準です。", "1 七07-七06歩\n2 三03-三04歩\n3 八08-八03飛\n4 二02-三02角\n"),
        ("チェス盤で、駒の並べ方は標準です。", MOVES),
        ("駒の並べ方は標準とは違います。", MOVES),
    ],
)
def test_a_standard_start_that_its_moves_do_not_show(said, moves):
    """What is standard is asked where the moves are too few, of one side, or of other units."""
    assert start_of(STANDARD.format(said, moves))[2] is Status.UNREADABLE


@pytest.mark.parametrize(
    ("hands", "read"),
    [
        ("In hand: Ann 碁3 翻2 珠2; Ben 碁3 翻", True),
        ("In hand: Ben 碁3 翻; Ann 碁3 翻2 珠2", True),
        ("In hand: Ann 碁3 翻2 珠2; Cid 碁3 翻", False),
        ("In hand: 碁3 翻2 珠2; 碁3 翻", False),
        ("Ann in hand: 碁3 翻2 珠2\nCid in hand: 碁3 翻", False),
    ],
)
def test_what_both_players_hold_on_one_line(hands, read):
    """What stands behind each name is in that player's hands; where one is no player, the start is asked about."""
    board = "\n".join(START.split("\n")[:9])
    text = f"棋種：続・連合将棋\n盤：碁盤9路\n先手：Ann\n後手：Ben\n局面図\n{board}\n{hands}\n{MOVES}"
    start, moves, status = start_of(text)
    assert (status is Status.UNFINISHED) is read
    assert not read or (start, moves) == (START, PLAYED)


TOP = "空空空空王空空空空\n空城空空空空空空空\n空空卒空空平空空空\n"
BOTTOM = "空空平空空空歩空空\n空空空空空空空飛空\n空空空空玉空空空空\n"
PLAYERS = "続・連合将棋 碁盤9路 先手おれ 後手タケ\n"
ROW_BY_ROW = {
    "as it is typed": f"{PLAYERS}タケ 上から\n{TOP}おれ 7段目から\n{BOTTOM}",
    "both from above": f"{PLAYERS}タケの陣：上から順に\n{TOP}おれの陣：上から順に\n{BOTTOM}",
    "words of sides": f"{HEAD}後手 1段目から\n{TOP}先手 七段目から下へ\n{BOTTOM}",
    "dots and blanks": f"{HEAD}△ 上から\n{' '.join(TOP.replace('空', '・'))}".replace("\n ", "\n")
    + f"▲ 7段目から\n{BOTTOM}",
    "headings above": f"{PLAYERS}タケの布陣\n上から\n{TOP}おれの布陣\n7段目から\n{BOTTOM}",
    "from below": f"{PLAYERS}タケ 上から\n{TOP}おれ 下から\n" + "".join(BOTTOM.splitlines(keepends=True)[::-1]),
}


@pytest.mark.parametrize("name", ROW_BY_ROW)
def test_rows_below_a_line_that_says_where_they_begin(name):
    """The rows of an army stand one below the other at its edge of the board."""
    assert start_of(f"{ROW_BY_ROW[name]}{STANDS}{MOVES}") == (START, PLAYED, Status.UNFINISHED)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("おれ 6段目から", "おれ 7段目から"),
        ("タケ 3段目から", "タケ 上から"),
        ("タケ 下から", "タケ 上から"),
        ("上から", "タケ 上から"),
        ("おれ 上から", "タケ 上から"),
        ("空X空空空空空空空", "空城空空空空空空空"),
        ("空城空空空空空空", "空城空空空空空空空"),
    ],
)
def test_rows_that_leave_something_open(wrong, right):
    """Rows that do not reach the edge, a side that is not told, a sign that is no unit, a row too short: they are asked."""
    text = ROW_BY_ROW["as it is typed"].replace(right, wrong)
    assert start_of(f"{text}{STANDS}{MOVES}")[2] is Status.UNREADABLE


def _chat(*messages):
    said = [*messages, ("こうじ", "台は先手 碁3翻2珠2、後手 碁3翻"), ("こうじ", "五09-六08玉"), ("まゆ", "一06碁打")]
    rows = "".join(f"10:{at:02} {who} {what}\n" for at, (who, what) in enumerate(said, start=1))
    return f"10:00 こうじ 続・連合将棋 碁盤9路。\n{rows}10:30 こうじ 八08-八03飛\n10:31 まゆ 二02-三02城\n"


UPPER = tuple(("まゆ", f"{at}段目 左から {row}") for at, row in enumerate(TOP.split(), start=1))
LOWER = tuple(("こうじ", f"{at}段目 左から {row}") for at, row in enumerate(BOTTOM.split(), start=7))


@pytest.mark.parametrize(
    "messages",
    [
        (("こうじ", "おれ先手"), *UPPER, *LOWER),
        (*LOWER, *UPPER),
        (("こうじ", "玉五09 飛八08 平三07 歩七07"), *UPPER),
        (("まゆ", "先手の陣"), *(("まゆ", row) for _, row in LOWER), ("まゆ", "後手の陣"), *UPPER),
    ],
)
def test_the_army_of_whoever_sends_it(messages):
    """Rows without a side are those of the sender, who has said which side that is, or sends the first move."""
    assert start_of(_chat(*messages)) == (START, PLAYED, Status.UNFINISHED)


@pytest.mark.parametrize(
    "messages",
    [
        (("こうじ", "おれ後手"), *UPPER, *LOWER),
        (*UPPER, *(("まゆ", row) for _, row in LOWER)),
        (*UPPER, ("けん", "見てるよ"), *LOWER),
    ],
)
def test_senders_whose_side_is_not_known(messages):
    """One who calls himself 後手 and moves first, one who sends both armies, a third one: it is asked."""
    assert start_of(_chat(*messages))[2] is Status.UNREADABLE


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("並べ方は説明書の例のとおりです。\n\n種目　続・連合将棋\n盤　碁盤9路\n", Status.UNFINISHED),
        ("盤は碁盤９路、最初の並べ方は標準のとおりです。\n続・連合将棋\n", Status.UNFINISHED),
        ("並べ方は説明書の例とは違います。\n続・連合将棋　碁盤9路\n", Status.UNREADABLE),
    ],
)
def test_a_start_told_above_the_name_of_the_game(head, status):
    """The board stands below the line that names the game."""
    moves = "1 二06翻打\n2 二02-二03城\n3 八08-八07飛\n4 三03-三04卒\n5 五09-五08玉\n"
    (verdict,) = kifu.verify(kifu.read(f"{head}{moves}".encode()))
    assert verdict.status is status
