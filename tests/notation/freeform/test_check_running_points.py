"""Tests of the points so far that stand in brackets behind moves."""

import pytest

import kifu
from notation.reading import read_documents

MOVES = """五07→七05 四外 反|0-0
四02→四03 十内|0-0
四06→四05 十内 反|0-0
六02→七03 三内|0-0
六07→五07 三外|0-0
一02→四02 五内 反|0-0
三07→四06 六外 反|0-0
四01→四02 五外 合|0-13
六06→四06 六内 反 合|18-13
六01→六02 八外 反|18-13
七05→七04 四外|18-13
三02→六02 八内 反 合|18-31
四07→四04 五外 反|{}-31
七02→三02 四内 反|18-31
"""
LEGEND = "手のうしろの[ ]は白:黒の点\n"


def _judged(said, sign, shown):
    points = "[{}:{}]" if sign == "[" else "({}-{})" if sign == "(" else "({}/{})"
    rows = [row.split("|") for row in MOVES.format(shown).splitlines()]
    lines = [f"{at}. {move}  {points.format(*told.split('-'))}" for at, (move, told) in enumerate(rows, start=1)]
    text = f"ユニオンエース\n白：ひろし兄  黒：妹\n{said}" + "\n".join(lines) + "\n14手まで。母に呼ばれて中断\n"
    (document,) = read_documents("a.txt", text.encode())
    (verdict,) = kifu.verify(document)
    return verdict.status.name


@pytest.mark.parametrize(
    ("said", "sign", "shown", "status"),
    [
        (LEGEND, "[", 22, "CONTRADICTED"),
        ("備考：点(白-黒)を書いた\n", "(", 22, "CONTRADICTED"),
        ("", "[", 22, "UNREADABLE"),
        ("", "(", 22, "UNREADABLE"),
        ("", "/", 22, "UNREADABLE"),
        (LEGEND, "[", 18, "UNFINISHED"),
        ("", "(", 18, "UNFINISHED"),
        ("", "/", 18, "UNFINISHED"),
    ],
)
def test_points_in_brackets(said, sign, shown, status):
    """One that the board does not show is asked about; it is false where the record says what stands there."""
    assert _judged(said, sign, shown) == status


@pytest.mark.parametrize("times", [("0:00", "0:05"), ("0:00", "0:13"), ("0:01", "0:02"), ("0:13", "0:14")])
def test_times_in_brackets(times):
    """Times of moves are no points, although the board shows 0 and 0 for long."""
    rows = [row.split("|")[0] for row in MOVES.format(18).splitlines()]
    lines = [f"{at} {move} [{times[at > 7]}]" for at, move in enumerate(rows, start=1)]
    text = "ユニオンエース\n" + "\n".join(lines) + "\n中断\n"
    (document,) = read_documents("a.txt", text.encode())
    assert kifu.verify(document)[0].status.name == "UNFINISHED"


def _judged_with_remarks(remark, false):
    """Return the status of a record with remarks between its moves; the last of them tells `false` points of 先手."""
    lines = []
    for at, row in enumerate(MOVES.format(18).splitlines(), start=1):
        move, told = row.split("|")
        first, second = told.split("-")
        lines.append(f"{at}. {move}")
        if at % 2 == 0:
            lines.append(remark.format(at, first if at < len(MOVES.splitlines()) else false, second))
    text = "ユニオンエース\n白：ひろし兄  黒：妹\n" + "\n".join(lines) + "\n14手まで。母に呼ばれて中断\n"
    (document,) = read_documents("a.txt", text.encode())
    return kifu.verify(document)[0].status.name


@pytest.mark.parametrize(
    "remark", ["（{}手まで　白{}　黒{}）", "  {}手目のあと 白{}点、黒{}点", "［{}手終了 白{} 黒{}］"]
)
def test_points_in_remarks_between_moves(remark):
    """Points of a remark between moves are compared as those behind moves are."""
    assert [_judged_with_remarks(remark, false) for false in (18, 31)] == ["UNFINISHED", "CONTRADICTED"]


def test_numbers_of_something_else_between_moves():
    """Minutes of both players contradict no points."""
    assert _judged_with_remarks("（{}手まで　白{}分　黒{}分）", 31) == "UNFINISHED"


@pytest.mark.parametrize("title", ["　[ ]は白－黒の得点", "（[ ]は白：黒の点）"])
def test_a_title_may_say_what_stands_in_brackets(title):
    """What the title says of brackets holds as on a line of its own."""
    rows = [row.split("|") for row in MOVES.format(22).splitlines()]
    lines = [f"{at}. {move}  [{told}]" for at, (move, told) in enumerate(rows, start=1)]
    text = f"ユニオンエース{title}\n" + "\n".join(lines) + "\n14手まで。母に呼ばれて中断\n"
    (document,) = read_documents("a.txt", text.encode())
    assert kifu.verify(document)[0].status.name == "CONTRADICTED"


@pytest.mark.parametrize(
    "remark",
    ["── 得点　白{1}　黒{2} ──", "得点　白{1}　黒{2}", "（スコア：白{1}点、黒{2}点）", "途中経過：白{1}点 黒{2}点"],
)
def test_points_with_their_key_between_moves(remark):
    """They are no claim of the end, and one that the board does not show is no remark."""
    right, false = (_judged_with_points_above(remark, first) for first in (18, 31))
    assert right == "UNFINISHED"
    assert false in {"UNREADABLE", "CONTRADICTED"}


def _judged_with_points_above(remark, false):
    """Return the status of a record with points above every other ply; those above the last one tell `false` points of 先手."""
    rows = [row.split("|") for row in MOVES.format(18).splitlines()]
    lines = []
    for at, (move, _) in enumerate(rows, start=1):
        if at > 1 and at % 2 == 0:
            first, second = rows[at - 2][1].split("-")
            lines.append(remark.format(at - 1, first if at < len(rows) else false, second))
        lines.append(f"{at}. {move}")
    text = "ユニオンエース\n白：ひろし兄  黒：妹\n" + "\n".join(lines) + "\n14手まで。母に呼ばれて中断\n"
    (document,) = read_documents("a.txt", text.encode())
    return kifu.verify(document)[0].status.name


@pytest.mark.parametrize(
    ("told", "status"),
    [
        (("黒13", "白18 黒13", "白18 黒31"), "UNFINISHED"),
        (("黒13", "白18 黒13", "白18 黒30"), "CONTRADICTED"),
        (("白0-黒13", "白18-黒13", "白20-黒31"), "CONTRADICTED"),
        (("黒13", "白18点", "黒31点"), "UNFINISHED"),
        (("黒13", "白18点", "黒30点"), "CONTRADICTED"),
    ],
)
def test_points_behind_few_moves(told, status):
    """Those of one side, or of both, with their words: where most are those of the board, another one is false."""
    behind = dict(zip((8, 9, 12), told, strict=True))
    rows = [row.split("|")[0] for row in MOVES.format(18).splitlines()]
    lines = [f"{at} {move}　{behind.get(at, '')}".rstrip() for at, move in enumerate(rows, start=1)]
    text = "ユニオンエース\n" + "\n".join(lines) + "\n14手で中断\n"
    (document,) = read_documents("a.txt", text.encode())
    assert kifu.verify(document)[0].status.name == status
