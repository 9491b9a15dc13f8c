"""What the evaluations of all games have in common: sums of weights; and how unions are ranked."""

import random

import numpy as np
import pytest
from each import each
from helpers import SIX

from kifu import games
from kifu.core.compiled.bind import bind, tables_of
from kifu.engine.bind_engine import kernels
from kifu.engine.selfplay import Player, play
from kifu.games.six import evaluation as of_six
from kifu.games.union import evaluation as of_union
from kifu.games.union.position import UNITED

UNION = [games.load(name) for name in ("ace", "king", "master")]


def reached(game, seed, plies):
    """Return a position of a game of the engine against itself with few nodes."""
    played = play(game, (Player(40, proofs=False), Player(40, proofs=False)), seed, plies=plies)
    position = game.start()
    for move in played.moves[:-1]:
        position = game.play_legal(position, move)
    return position


def bound_with(game, tables):
    """Return the evaluation of a game, interpreted, over other tables of weights."""
    rules = game.kernel_modules().rules
    evaluation = game.engine_modules().evaluation.__name__
    return bind(evaluation, f"{game.id}_weighed", {**vars(rules), **tables_of(rules), **tables}, jit=False).evaluate


@pytest.mark.parametrize("game", [SIX, *UNION], ids=lambda game: game.id)
@pytest.mark.parametrize("plies", [8, 40])
def test_the_value_is_a_sum_of_weights(game, plies):
    """A thousand times the weights give a thousand times the value, but for what quotients leave out."""
    module = of_six if game is SIX else of_union
    thousandfold = {name: (1000 * np.array(vars(module)[name])).tolist() for name in module.FITTED}
    position = reached(game, plies, plies)
    value = int(kernels(game)["evaluate"](position))
    assert bound_with(game, {})(position) == value
    assert bound_with(game, thousandfold)(position) == pytest.approx(1000 * value, abs=1000 if game is SIX else 0)


@each(("game", "row"), list(zip(UNION, (0, 1, 2), strict=True)), ids=lambda each: getattr(each, "id", ""))
def test_each_union_game_has_its_row(game, row):
    """The weights of the other games change nothing."""
    position = reached(game, 3, 40)
    own = kernels(game)["evaluate"](position)
    others = [
        tuple(weights) if place == row else (99,) * len(weights) for place, weights in enumerate(of_union.WEIGHTS)
    ]
    assert bound_with(game, {"WEIGHTS": tuple(others)})(position) == own


@pytest.mark.parametrize("game", UNION, ids=lambda game: game.id)
def test_a_union_is_ranked_by_the_points_that_it_gains(game):
    """`uniting_moves` are the legal moves that unite; `gained` is what the score changes by, and ranks them."""
    bound, draw, seen = kernels(game), random.Random(5), 0
    for seed in range(12):
        position = reached(game, seed, draw.randrange(30, 60))
        uniting = [move for move in game.legal_moves(position) if move > 0 and move & UNITED]
        assert sorted(game.kernel_modules().rules.uniting_moves(position)) == sorted(uniting)
        for move in uniting:
            lead = [white - black for white, black in map(game.score, (position, game.play_legal(position, move)))]
            gain = (lead[1] - lead[0]) * (-1 if position.turn else 1)
            assert bound["points_gained"](position, move) == gain
            assert bound["urgency"](position, move) == 1 + max(0, gain)
            seen += 1
    assert seen > 20
