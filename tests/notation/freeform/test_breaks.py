"""Tests of games that go on behind a break: each move counts, or the record is asked about."""

import pytest

import kifu
from kifu.referee.status_fault_and_basis import Status

HEAD = "棋種：6面体\n1 四04占\n2 四02領\n"
MOVES = ("四03武", "三01士", "四03-四02武")


@pytest.mark.parametrize("again", ["再開", "【二日目】", "続きから"])
@pytest.mark.parametrize("first", [3, 4])
def test_a_break_with_a_number(again, first):
    """A break on a numbered line is no move: the next one has its number, or the one behind it."""
    below = "".join(f"{number} {move}\n" for number, move in enumerate(MOVES, start=first))
    (verdict,) = kifu.verify(kifu.read(f"{HEAD}3 中断\n{again}\n{below}".encode()))
    assert (verdict.status, verdict.plies) == (Status.CONFIRMED, 5)


@pytest.mark.parametrize("broken_off", ["3 中断", "まで2手で中断"])
def test_moves_behind_a_break_that_are_not_read(broken_off):
    """Moves behind 中断 in a record that is read as it stands make it unreadable, for they are not counted."""
    (verdict,) = kifu.verify(kifu.read(f"{HEAD}{broken_off}\n3 四03武\n4 三01士\n# kifu-table/1\n".encode()))
    assert verdict.status is Status.UNREADABLE
    assert "after-the-end" in {one.code for one in verdict.diagnostics if one.severity == "error"}


@pytest.mark.parametrize("again", ["再開", "翌日、続きから", "Game resumed"])
def test_plies_that_are_counted_anew_behind_a_break(again):
    """Moves behind 中断 and 再開 are those of the same game, although their numbers begin at 1 again."""
    below = "1 二07-二06八外合\n2 六01-六02八外合\n3 六07-六06三外合\n"
    text = f"棋種：ユニオンキング\n1 四07-四06五外合\n2 四01-四02五外合\n中断\n{again}\n{below}"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status, verdict.plies) == (Status.UNFINISHED, 5)
