"""Tests T01 and T02, budgets and starting zones, and the other faults of a setup."""

import pytest
from drawn import drawn

from kifu.core.errors import InvalidSetup
from kifu.games.rengo.position import parse_rules, rule_context


def setup(board, first, second=None, stands=("なし", "なし"), options="", sets=(0, 1)):  # noqa: PLR0913, PLR0917
    """Set up 先手's units as {row: units from the left} on a board; 後手 has a 玉 unless told otherwise."""
    chosen = rule_context(board, parse_rules(f"rengo/1 {options}"), frozenset(), sets)
    columns, height = chosen.geometry.columns, chosen.geometry.rows
    rows = dict.fromkeys(range(1, height + 1), "・・" * columns)
    for mark, army in (("▲", first), ("△", second or {1: "玉"})):
        for number, units in army.items():
            row = "".join("・・" if unit == "・" else mark + unit for unit in units)
            rows[number] = row + "・・" * (columns - len(units))
    lines = [f"{row}{number:02d}" for number, row in rows.items()]
    return drawn(chosen, "\n".join([*lines, f"先手の駒台：{stands[0]}", f"後手の駒台：{stands[1]}"]))


def article(*args, **more):
    """Return the article a set-up breaks, None if it is valid."""
    try:
        assert setup(*args, **more).is_setup
    except InvalidSetup as invalid:
        return invalid.article
    return None


T01 = {16: "兵兵兵兵兵兵兵兵平平平平", 17: "冠金金", 18: "俥俥炮炮", 19: "帥"}
T01_STAND = "碁{} 翻10 珠8"


def test_t01_budget():
    """The army of T01 costs exactly 100 and is valid; one more 碁 makes 101."""
    assert article("碁盤19路", T01, stands=(T01_STAND.format(55), "なし")) is None
    assert article("碁盤19路", T01, stands=(T01_STAND.format(56), "なし")) == "rengo.7"
    assert article("碁盤19路", T01, stands=(T01_STAND.format(56), "なし"), options="budget=101") is None


def test_t01_the_sum_is_told_unit_by_unit():
    """The message lists every unit with its number and cost, the sum, and the budget that would do."""
    with pytest.raises(InvalidSetup) as invalid:
        setup("碁盤19路", T01, stands=(T01_STAND.format(56), "なし"))
    text = invalid.value.message.en
    for part in (
        "帥×1 -4",
        "俥×2 20",
        "炮×2 12",
        "兵×8 8",
        "平×4 12",
        "冠×1 9",
        "金×2 12",
        "翻×10 10",
        "珠×8 16",
        "碁×56 6",
        "= 101",
        "budget=101",
    ):
        assert part in text


def test_t01_on_the_shogi_board():
    """On the shogi board 帥 costs 0, so the same army counts 104."""
    first = {7: "兵兵兵兵兵兵兵兵平", 8: "冠金金俥俥炮炮", 9: "帥"}
    stand = "碁55 翻10 珠8"
    assert article("将棋盤", first, stands=(stand, "なし"), options="budget=95") is None
    assert article("将棋盤", first, stands=(stand, "なし"), options="budget=94") == "rengo.7"


def test_t01_fifty_go_stones_are_free():
    """碁×50 alone cost nothing; the count takes board and stand together."""
    assert article("碁盤9路", {9: "玉"}, stands=("碁50", "なし"), options="budget=0") is None
    assert article("碁盤9路", {9: "玉碁"}, stands=("碁50", "なし"), options="budget=0") == "rengo.7"


@pytest.mark.parametrize(
    ("army", "stand", "expected"),
    [
        ({8: "玉歩"}, "なし", "rengo.9"),
        ({7: "桂", 8: "玉"}, "なし", "rengo.10"),
        ({7: "碁", 8: "玉"}, "なし", "rengo.10"),
        ({8: "玉碁"}, "なし", None),
        ({8: "玉翻"}, "なし", None),
        ({8: "玉珠"}, "なし", "rengo.10"),
        ({8: "玉"}, "歩", "rengo.10"),
        ({8: "玉"}, "騎", "rengo.10"),
        ({8: "玉王"}, "なし", "rengo.8"),
        ({8: "金"}, "なし", "rengo.8"),
        ({8: "玉玉"}, "なし", "rengo.8"),
        ({8: "玉竜"}, "なし", "rengo.6"),
        ({7: "と", 8: "玉"}, "なし", "rengo.6"),
        ({8: "玉后后"}, "なし", "rengo.6"),
        ({8: "玉金金"}, "碁3 翻2 珠2", None),
        ({8: "玉"}, "翻33", "rengo.6"),
    ],
)
def test_t02_zones_on_the_othello_board(army, stand, expected):
    """Where each arm may start on オセロ盤, and what a side may have."""
    assert article("オセロ盤", army, stands=(stand, "なし")) == expected


@pytest.mark.parametrize(
    ("row", "unit", "expected"),
    [
        (16, "平", None),
        (15, "平", "rengo.9"),
        (17, "平", "rengo.9"),
        (17, "飛", None),
        (18, "飛", None),
        (19, "飛", None),
        (16, "飛", "rengo.10"),
    ],
)
def test_t02_zones_on_the_large_board(row, unit, expected):
    """碁盤19路: 平 on row 16 only, 飛 on 17 to 19."""
    army = {19: "・玉"}
    army[row] = unit + army.get(row, "")[1:]
    assert article("碁盤19路", army) == expected


def test_second_players_rows_are_mirrored():
    """後手's soldiers start on the mirrored row."""
    assert article("碁盤9路", {9: "玉"}, {1: "玉", 3: "歩"}) is None
    assert article("碁盤9路", {9: "玉"}, {1: "玉", 4: "歩"}) == "rengo.9"
    assert article("碁盤9路", {9: "玉"}, {1: "玉", 2: "桂"}) is None
    assert article("碁盤9路", {9: "玉"}, {1: "玉", 3: "桂"}) == "rengo.10"


def test_palace():
    """On a board with palaces 帥 仕 楚 士 start in their own."""
    assert article("シャンチー盤", {10: "・・・帥仕"}) is None
    assert article("シャンチー盤", {10: "・・帥"}) == "rengo.10"
    assert article("シャンチー盤", {10: "・・・帥・・仕"}) == "rengo.10"
    assert article("碁盤9路", {9: "帥"}) is None


def test_crowned_men_at_the_start():
    """平 and 冠 together are at most 20; with kan=2 a 冠 uses two."""
    stand = ("なし", "なし")
    men = "平" * 13
    assert article("碁盤13路", {10: men, 11: "玉冠冠冠冠冠冠冠"}, stands=stand, options="budget=999") is None
    assert article("碁盤13路", {10: men, 11: "玉冠冠冠冠冠冠冠冠"}, stands=stand, options="budget=999") == "rengo.6"
    assert article("碁盤13路", {10: men, 11: "玉冠冠冠冠"}, stands=stand, options="budget=999 kan=2") == "rengo.6"
    with pytest.raises(InvalidSetup) as invalid:
        setup("碁盤13路", {10: men, 11: "玉冠冠冠冠"}, stands=stand, options="budget=999 kan=2")
    assert "kan=1" in invalid.value.message.en


def test_sets_decide_the_number_of_stones():
    """Set B has 181 碁 and 113 珠, set A 180 and 112."""
    stands = ("碁181", "なし")
    assert article("碁盤9路", {9: "玉"}, stands=stands, options="budget=999") == "rengo.6"
    assert article("碁盤9路", {9: "玉"}, stands=stands, options="budget=999", sets=(1, 0)) is None


def test_an_enclosed_chain_is_no_start():
    """A later diagram with an enclosed chain is refused under rengo.34; a missing king under rengo.8."""
    rows = ["・・" * 9 + f"{row:02d}" for row in range(1, 10)]
    rows[0] = "△歩▲碁" + "・・" * 6 + "△玉01"
    rows[1] = "▲碁" + "・・" * 8 + "02"
    rows[8] = "▲玉" + "・・" * 8 + "09"
    with pytest.raises(InvalidSetup) as invalid:
        drawn(rule_context("碁盤9路"), "\n".join([*rows, "手番：先手"]))
    assert invalid.value.article == "rengo.34"
    rows[8] = "・・" * 9 + "09"
    with pytest.raises(InvalidSetup) as invalid:
        drawn(rule_context("碁盤9路"), "\n".join([*rows, "手番：先手"]))
    assert invalid.value.article == "rengo.8"
