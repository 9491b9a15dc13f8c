"""Winning chances along a record, and the moves that lost most."""

from __future__ import annotations

import pytest

from analysis.chances import Swing, swings, winning_chances
from kifu.outcome import Side

NODES = 150


def test_a_chance_for_each_position(beaten):
    """One more than plies, from 0 to 1, the same again; a game that is over is certain."""
    chances = list(winning_chances(beaten.verdict, NODES))
    assert len(chances) == beaten.verdict.plies + 1
    assert all(0 <= chance <= 1 for chance in chances)
    assert chances == list(winning_chances(beaten.verdict, NODES))
    assert chances[-1] == 1


def test_the_win_is_seen_before_it_happens(beaten):
    """The 武 stands beside the last 領: 先手 is to move and certain to win."""
    assert list(winning_chances(beaten.verdict, NODES))[-2] == 1


def test_swings_are_losses_of_the_mover(beaten):
    """先手 loses by falling, 後手 by rising; the greatest first, small ones not at all."""
    plies = beaten.verdict.plies
    chances = [0.5, 0.3, 0.9, 0.9, 0.95, 0.2, 0.2, 0.2][: plies + 1]
    found = swings(beaten.verdict, chances)
    assert [(swing.ply, swing.side) for swing in found] == [(5, Side.FIRST), (2, Side.SECOND), (1, Side.FIRST)]
    assert [round(swing.loss, 2) for swing in found] == [0.75, 0.6, 0.2]
    assert swings(beaten.verdict, chances, 1) == found[:1]
    assert isinstance(found[0], Swing)
    assert found[0].move == "四05-五05武"


def test_nothing_replayed_is_refused(unreadable):
    """No positions, no chances."""
    with pytest.raises(ValueError, match="replayed"):
        list(winning_chances(unreadable.verdict, NODES))
