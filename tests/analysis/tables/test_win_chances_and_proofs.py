"""Winning chances along a record, and the moves that lost most."""

from __future__ import annotations

import pytest

from analysis.tables.win_chances_and_proofs import (
    Estimate,
    Swing,
    chances_json,
    estimate_chances,
    largest_losses,
    worst_moves_text,
)
from kifu.core.message import Message
from kifu.core.outcome import Side

NODES = 300


def test_a_chance_for_each_position(beaten):
    """There is a chance for the start and each ply, from 0 to 1, the same each time; a game that is over is certain."""
    chances = list(estimate_chances(beaten, NODES))
    assert len(chances) == beaten.plies + 1
    assert all(0 <= estimate.chance <= 1 for estimate in chances)
    assert chances == list(estimate_chances(beaten, NODES))
    assert chances[-1] == Estimate(1.0, None)


def test_an_estimate_names_the_move_it_would_play(beaten):
    """The best move is legal, and in the last position it is the winning one."""
    game, replay = beaten.game, beaten.replay
    chances = list(estimate_chances(beaten, NODES))
    for position, estimate in zip(replay.positions[:-1], chances, strict=False):
        assert estimate.best in set(game.legal_moves(position))
    assert chances[-2].best == replay.moves[-1]


def test_the_win_is_seen_before_it_happens(beaten):
    """The 武 stands beside the last 領: 先手 is to move and certain to win."""
    assert list(estimate_chances(beaten, NODES))[-2].chance == 1


def estimated(verdict, chances, after_best=None):
    """Return estimates with those chances; in each, another move than the one played has the chance of `after_best`."""
    game, replay = verdict.game, verdict.replay
    others = [
        next(move for move in game.legal_moves(position) if move != played)
        for position, played in zip(replay.positions, replay.moves, strict=False)
    ]
    return [Estimate(*each) for each in zip(chances, [*others, None], after_best or [*chances[:-1], None], strict=True)]


def test_swings_are_losses_of_the_mover(beaten):
    """先手 loses where the chance is lower than after the other move, 後手 where it is higher; the greatest loss comes first."""
    chances = estimated(beaten, [0.5, 0.3, 0.9, 0.9, 0.95, 0.2, 0.2, 0.2])
    largest = largest_losses(beaten, chances)
    assert [(swing.ply, swing.side) for swing in largest] == [(5, Side.FIRST), (2, Side.SECOND), (1, Side.FIRST)]
    assert [swing.points for swing in largest] == [75, 60, 20]
    better = beaten.game.spell(chances[4].best)
    assert largest[0] == Swing(5, Side.FIRST, "四05-五05武", 0.2, better, 0.95)
    told = {"ply": 2, "side": "second", "move": "四06領", "chance": 10, "better_chance": 70, "lost": 60}
    assert largest[1].to_json() == told | {"better": largest[1].better}


def test_positions_of_one_mover_are_compared(beaten):
    """A chance that falls with each move, because each side likes its own turn, is no loss if the other move falls as far."""
    course = [0.8, 0.3] * 4
    assert largest_losses(beaten, estimated(beaten, course, [*course[1:], None])) == ()
    assert len(largest_losses(beaten, estimated(beaten, course))) == beaten.plies


def test_the_move_that_the_search_would_play_is_no_swing(beaten):
    """However far the chance falls, nothing better is known."""
    best = [Estimate(0.9, move, 0.9) for move in beaten.replay.moves]
    assert largest_losses(beaten, [*best[:5], *[Estimate(0.1)] * 3]) == ()


def test_the_worst_moves_in_words(beaten):
    """The title says how many moves there are, and how many of them are listed; without chances it says why."""
    chances = estimated(beaten, [0.5, 0.3, 0.9, 0.9, 0.95, 0.2, 0.2, 0.2])
    title, moves = worst_moves_text(beaten, chances, 700)
    assert "700" in title.ja
    assert "3 of 7 moves lost 10 points or more; the 3 worst, the worst first (in games from free openings" in title.en
    assert title.ja.count("(") == title.ja.count(")")
    assert [ply for ply, _ in moves] == [5, 2, 1]
    assert moves[0][1].en.startswith("ply 5 ▲四05-五05武: winning chance 20%; after ")
    assert moves[0][1].ja.endswith(
        f"{chances[4].best and beaten.game.spell(chances[4].best)} なら 95% (75 ポイントの損)"
    )
    why = Message("なし", "none")
    assert worst_moves_text(beaten, why, 700) == (why, ())
    assert chances_json(beaten, why) == {"why": {"ja": "なし", "en": "none"}, "first": None, "lost": None}
    assert [each["ply"] for each in chances_json(beaten, chances)["lost"]] == [5, 2, 1]


def test_nothing_replayed_is_refused(unreadable):
    """A verdict without positions has no chances."""
    with pytest.raises(ValueError, match="replayed"):
        list(estimate_chances(unreadable, NODES))


def test_chances_that_were_not_tested_are_refused(beaten):
    """A search of a few nodes gives none."""
    with pytest.raises(ValueError, match="not of 10"):
        estimate_chances(beaten, 10)
