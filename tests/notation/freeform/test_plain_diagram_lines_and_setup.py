"""Tests of boards that are drawn behind a ply, in a game whose units are one character each."""

import pytest

import kifu

MOVES = "1. 占f4  領c3\n2. 占e1  馬b3\n3. 占a2  馬d4\n4. 占c1  馬b3-c1\n"
ROWS = ("○○馬○占○○", "占○○○○○○", "○怨領○○○○", "○○○馬○占○", "○○○○○○○", "○○○○○○○", "○○○○○○○")
WRONG = ("○○馬○占○○", "○占○○○○○", *ROWS[2:])


def _judged(label, rows, columns="  abcdefg\n", end=""):
    drawn = "".join(f"{at} {row}\n" for at, row in enumerate(rows, start=1))
    text = f"6面体\n先手 pon_ta、後手 風見\n\n{MOVES}\n{end}{label}\n{columns}{drawn}"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    return verdict.status.name


@pytest.mark.parametrize("end", ["", "風見「投了します」\n→ 先手 pon_ta の勝ち\n\n"])
@pytest.mark.parametrize("columns", ["  abcdefg\n", "", "  a b c d e f g\n"])
@pytest.mark.parametrize("label", ["8手目のあとの盤 (pon_taが写した)", "最後の盤", "after move 8"])
def test_a_board_with_its_numbers_on_the_left(label, columns, end):
    """It is held against the position behind the ply that it is said to show, before the end and behind it."""
    assert _judged(label, WRONG, columns, end) == "CONTRADICTED"
    assert _judged(label, ROWS, columns, end) == ("DECLARED" if end else "UNFINISHED")


@pytest.mark.parametrize("rows", [ROWS, WRONG])
def test_a_board_behind_another_ply(rows):
    """It is not compared with the position behind the last one; it is asked about."""
    assert _judged("7手目のあとの盤", rows) == "UNREADABLE"


@pytest.mark.parametrize("rows", [ROWS[:5], (*ROWS[:6], "○○○○○?○"), (*ROWS[:6], "○○○○○○")])
def test_a_board_that_is_not_whole(rows):
    """A row too few, an odd sign or a missing square is an error."""
    assert _judged("8手目のあとの盤", rows) == "UNREADABLE"
