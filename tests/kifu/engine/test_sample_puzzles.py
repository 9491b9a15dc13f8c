"""The puzzles of the samples: each has one solution, by proofs that try each defence, without a tablebase."""

from pathlib import Path

import pytest

import kifu
from kifu.core.outcome import Outcome
from kifu.engine.puzzles import forced_win_question, only_winning_move

pytestmark = [pytest.mark.no_cover]

SAMPLES = Path(__file__).parents[3] / "samples"
COUNTS = {
    "six": {3: 3, 5: 3, 7: 3, 9: 3},
    "king": {3: 2, 5: 2},
    "master": {3: 2, 5: 2},
    "ace": {3: 1, 5: 1},
}


def puzzles(kind):
    """Yield the game, the positions and the plies of each puzzle of a file."""
    for verdict in kifu.verify(kifu.read(SAMPLES / kind / "puzzles.kif")):
        assert verdict.status.value == "CONFIRMED"
        yield verdict.game, verdict.replay, verdict.plies


@pytest.mark.parametrize("kind", COUNTS)
def test_one_solution(kind):
    """One first move alone wins in that number of plies, none in fewer."""
    counts = dict.fromkeys(COUNTS[kind], 0)
    for game, replay, plies in puzzles(kind):
        counts[plies] += 1
        wins = forced_win_question(game)
        assert only_winning_move(game, replay.positions[0], plies, wins) == replay.moves[0]
    assert counts == COUNTS[kind]


def one_solution(game, position, plies, wins):
    """Tell whether one move alone wins in that number of plies, and again one alone after each defence of the longest."""
    move = only_winning_move(game, position, plies, wins)
    if move is None:
        return False
    after = game.play_legal(position, move)
    if game.outcome(after) is not None:
        return True
    side = game.turn(position)
    longest = [
        following
        for following in (game.play_legal(after, defence) for defence in game.legal_moves(after))
        if wins(following, plies - 3, side) is False
    ]
    return bool(longest) and all(one_solution(game, following, plies - 2, wins) for following in longest)


def test_those_of_six_have_one_solution_to_the_end():
    """After each defence that lasts as long as any, one move alone wins in the plies left."""
    for game, replay, plies in puzzles("six"):
        assert one_solution(game, replay.positions[0], plies, forced_win_question(game))
        assert game.outcome(replay.positions[-1]).outcome == Outcome.win(game.turn(replay.positions[0]))
