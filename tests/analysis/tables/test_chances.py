"""Winning chances along a record, and the moves that lost most."""

from __future__ import annotations

import pytest

from analysis.tables.chances import Estimate, Swing, estimates, swings
from kifu.model.outcome import Side

NODES = 150


def test_a_chance_for_each_position(beaten):
    """There is a chance for the start and each ply, from 0 to 1, the same each time; a game that is over is certain."""
    chances = list(estimates(beaten, NODES))
    assert len(chances) == beaten.plies + 1
    assert all(0 <= estimate.chance <= 1 for estimate in chances)
    assert chances == list(estimates(beaten, NODES))
    assert chances[-1] == Estimate(1.0, None)


def test_an_estimate_names_the_move_it_would_play(beaten):
    """The best move is legal, and in the last position it is the winning one."""
    game, replay = beaten.game, beaten.replay
    chances = list(estimates(beaten, NODES))
    for position, estimate in zip(replay.positions[:-1], chances, strict=False):
        assert estimate.best in set(game.legal_moves(position))
    assert chances[-2].best == replay.moves[-1]


def test_the_win_is_seen_before_it_happens(beaten):
    """The 武 stands beside the last 領: 先手 is to move and certain to win."""
    assert list(estimates(beaten, NODES))[-2].chance == 1


def test_swings_are_losses_of_the_mover(beaten):
    """先手 loses when the chance falls, 後手 when it rises; the greatest loss comes first, small ones are left out."""
    plies = beaten.plies
    chances = [Estimate(chance) for chance in [0.5, 0.3, 0.9, 0.9, 0.95, 0.2, 0.2, 0.2][: plies + 1]]
    largest = swings(beaten, chances)
    assert [(swing.ply, swing.side) for swing in largest] == [(5, Side.FIRST), (2, Side.SECOND), (1, Side.FIRST)]
    assert [round(swing.loss, 2) for swing in largest] == [0.75, 0.6, 0.2]
    assert swings(beaten, chances, 1) == largest[:1]
    assert isinstance(largest[0], Swing)
    assert largest[0].move == "四05-五05武"


def test_a_swing_names_the_better_move(beaten):
    """A swing has the move that the search would have played, or None if that is the move played."""
    game, replay = beaten.game, beaten.replay
    alternative = next(move for move in game.legal_moves(replay.positions[4]) if move != replay.moves[4])
    for best, better in ((alternative, game.spell(alternative)), (replay.moves[4], None)):
        chances = [Estimate(0.9)] * 4 + [Estimate(0.9, best)] + [Estimate(0.1)] * 3
        (swing,) = swings(beaten, chances)
        assert (swing.ply, swing.better) == (5, better)


def test_nothing_replayed_is_refused(unreadable):
    """A verdict without positions has no chances."""
    with pytest.raises(ValueError, match="replayed"):
        list(estimates(unreadable, NODES))
