"""Puzzles from games of the engine: the first move alone wins in time, by trying all moves; the same seed gives the same."""

from itertools import islice

import pytest
from exhaustive import wins_within
from helpers import SIX

from kifu.core import games
from kifu.core.outcome import Outcome, Side
from kifu.engine.puzzles import forced_win_question, game_puzzles, only_winning_move

pytestmark = pytest.mark.no_cover  # coverage makes these tests slow, and other tests run the same lines


@pytest.mark.parametrize(("name", "plies"), [("six", 3), ("king", 1), ("master", 1)])
def test_one_first_move_wins(name, plies):
    """No other first move wins in that number of plies, none wins in fewer, and the solution is legal to its end."""
    game = games.load(name)
    found = list(islice(game_puzzles(game, plies, 1), 2))
    assert len(found) == 2
    for puzzle in found:
        position = puzzle.position
        side = game.turn(position)
        winning = [
            move
            for move in game.legal_moves(position)
            if wins_within(game, game.play_legal(position, move), side, plies - 1)
        ]
        assert winning == [puzzle.solution[0]]
        assert not wins_within(game, position, side, plies - 1)
        assert len(puzzle.solution) == plies
        for move in puzzle.solution:
            assert game.explain(position, move) is None
            position = game.play_legal(position, move)
        assert game.outcome(position).outcome == Outcome.win(side)
    assert list(islice(game_puzzles(game, plies, 1), 2)) == found


def test_nothing_is_proven_within_a_small_budget():
    """A question that takes more than its budget is not answered, and gives no puzzle."""
    (puzzle,) = islice(game_puzzles(SIX, 3, 1), 1)
    assert only_winning_move(SIX, puzzle.position, 3, forced_win_question(SIX)) == puzzle.solution[0]
    few = forced_win_question(SIX, 2)
    assert few(puzzle.position, 3, Side(puzzle.position.turn)) is None
    assert only_winning_move(SIX, puzzle.position, 3, few) is None


def test_a_game_without_solver():
    """続・連合将棋 has none."""
    with pytest.raises(ValueError, match="rengo"):
        next(game_puzzles(games.load("rengo"), 3, 1))
