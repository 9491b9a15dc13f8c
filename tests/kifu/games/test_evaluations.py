"""What the evaluations of all games have in common: sums of weights, and how far quiet moves reach."""

import random
from itertools import accumulate

import numpy as np
import pytest
from each import each
from helpers import SIX

from kifu import games
from kifu.engine.bind_engine import kernels
from kifu.engine.selfplay import Player, play
from kifu.games.six import evaluation as of_six
from kifu.games.union import evaluation as of_union
from kifu.kernels.bind import bind, tables_of

UNION = [games.load(name) for name in ("ace", "king", "master")]


def last_move(position):
    """Tell whether black has the last move of Ace."""
    return kernels(UNION[0])["last_move"](position)


def reached(game, seed, plies):
    """Return a position of a game of the engine against itself with few nodes."""
    played = play(game, (Player(40), Player(40)), seed, plies=plies)
    position = game.start()
    for move in played.moves[:-1]:
        position = game.play(position, move)
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
    others = [tuple(weights) if place == row else (99,) * 8 for place, weights in enumerate(of_union.WEIGHTS)]
    assert bound_with(game, {"WEIGHTS": tuple(others)})(position) == own


@pytest.mark.parametrize("game", [UNION[0], UNION[2]], ids=lambda game: game.id)
def test_quiet_moves_seldom_gain_more_than_the_swing(game):
    """Of the quiet moves in positions of games, at most one in a hundred improves the value by more than `swing` says."""
    bound, draw = kernels(game), random.Random(5)
    seen = beyond = 0
    for seed in range(12):
        position = reached(game, seed, draw.randrange(10, 50))
        sign = -1 if position.turn else 1
        for move in game.legal_moves(position):
            after = game.play(position, move)
            if not bound["urgency"](position, move) and not bound["result"](after):
                seen += 1
                gained = sign * (bound["evaluate"](after) - bound["evaluate"](position))
                beyond += gained > bound["swing"](position)
    assert seen > 500
    assert beyond <= seen / 100


@pytest.mark.parametrize("game", [SIX, UNION[1]], ids=lambda game: game.id)
def test_games_that_leave_no_move_out(game):
    """6面体 and King have no swing: every move is searched."""
    assert kernels(game)["swing"](game.start()) == -1


def test_no_move_is_left_out_where_it_may_end_the_game():
    """Before black's last move every move is searched: any of them ends the game (ace.2)."""
    ace = UNION[0]
    games_played = [play(ace, (Player(40), Player(40)), seed, plies=200).moves for seed in range(6)]
    last = [at for moves in games_played for at in accumulate(moves, ace.play, initial=ace.start()) if last_move(at)]
    assert last
    assert {kernels(ace)["swing"](at) for at in last} == {-1}
