"""Starts of games: boards drawn in many ways, armies told in many words."""

import re

import pytest

import kifu
from kifu.referee.status import Status
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
    "more for one side": "先手　玉五09 飛八08 平三07 歩七07\n後手　王五01 城二02 卒三03 平六03\n駒台は両者とも碁3と翻。先手はそれに加えて翻もう1つと珠2つ。",
}


@pytest.mark.parametrize("name", TOLD)
def test_armies_told_in_many_ways(name):
    """An army is exactly the one that is told, with what each side holds."""
    assert start_of(f"{HEAD}{TOLD[name]}\n{MOVES}") == (START, PLAYED, Status.UNFINISHED)


@pytest.mark.parametrize(
    "text",
    [
        "（先）八08飛　三07平　七07歩　　碁3　翻2　珠2\n（後）五01王　二02城　三03卒　六03平　　碁3　翻1",
        "（先）五09玉　八08飛　三07平　七07歩　　碁3　翻2　珠2\n（後）五01王　二02城　三07卒　六03平　　碁3　翻1",
        "（先）五09玉　八08飛　三07平　七07歩　　碁3　翻2　珠2\n（後）五01王　二02城　三03卒　六03平　　碁3　翻1\n※訂正：後手の卒は三03ではなく四03でした",
        "玉五09 飛八08 平三07 歩七07 碁3 翻2 珠2\nvs\n王五01 城二02 卒三03 平六03 碁3 翻1",
        "先手の布陣は前回と同じ、後手も同じ。",
    ],
)
def test_armies_that_leave_something_open(text):
    """An army without its king, two units on a square, a correction, a side that nothing tells: they are asked."""
    assert start_of(f"{HEAD}{text}\n{MOVES}")[2] is Status.UNREADABLE
