"""What `limits` leaves out of a proof changes none: proofs with and without it agree on random late positions of each game."""

import random

import pytest
from helpers import SIX
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from six_positions import crowded

from kifu.core import games
from kifu.core.compiled.bind_and_compile import compiled_kernels_of_layers
from kifu.core.outcome import Outcome, Side
from kifu.engine import solver
from kifu.engine.play_engine_games import Player, play_engine_game
from kifu.engine.prove_kernel import STOPPED
from kifu.games.six.win_bounds import pressing_moves, threat
from kifu.games.union.position import UNITED
from kifu.games.union.rules import after_pass

pytestmark = [pytest.mark.no_cover]

PLIES = {"six": 5, "ace": 4, "king": 4, "master": 3}
"""The plies up to which the proofs of each game are compared."""
BUDGET = 100_000
"""The positions of a proof without limits; a longer one is not compared."""


def late(game, seed):
    """Return a position a few plies before the end of a game, left by a few moves drawn by chance."""
    draw = random.Random(seed)
    moves = play_engine_game(game, (Player(60), Player(60)), seed % 5, plies=160).moves
    position = game.start()
    for move in moves[: -draw.randint(1, 12)]:
        position = game.play_legal(position, move)
    for _ in range(draw.randint(0, 3)):
        after = game.play_legal(position, draw.choice(list(game.legal_moves(position))))
        position = after if game.outcome(after) is None else position
    return position


def short_of_dice(position, draw):
    """Return a position of 6面体 in which the sides have fewer dice in hand, so that a standstill is near."""
    first, second = (min(position.hands >> shift & 15, draw.randint(0, 3)) for shift in (0, 4))
    return position._replace(hands=first | second << 4, rights=draw.choice((position.rights, 0)))


def careless_of(game):
    """Return the kernels of proofs that leave nothing out."""
    evaluation = game.engine_modules().evaluation.__name__
    return compiled_kernels_of_layers(game, (*solver.LOWER, evaluation, "kifu.engine.prove_kernel"))


def wins(kernels, position, side, plies, budget):
    """Tell for 1, 2, 3, … plies whether the side wins, up to its win or the end of the budget."""
    table = kernels["make_proof_table"](len(position), 1 << 14, budget)
    found = []
    for depth in range(1, plies + 1):
        found.append(bool(kernels["can_force_win_within"](position, depth, int(side), table)))
        if table.counters[STOPPED]:
            return found[:-1]
        if found[-1]:
            break
    return found


@pytest.mark.parametrize("name", ["six", "ace", "king", "master"])
@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_limits_leave_out_no_win(name, seed):
    """A side wins within some plies with the limits exactly if it does without them, under any options."""
    game = games.load(name)
    draw = random.Random(seed)
    position = late(game, seed)._replace(options=draw.choice((0, draw.randrange(1, 4))))
    if name == "six" and draw.random() < 1 / 2:
        position = short_of_dice(position, draw)
    assume(game.outcome(position) is None)
    careless = careless_of(game)
    kernels = solver.proof_kernels(game)
    for side in Side:
        expected = wins(careless, position, side, PLIES[name], BUDGET)
        assert wins(kernels, position, side, len(expected), solver.UNLIMITED) == expected


@pytest.mark.parametrize("name", ["ace", "king"])
@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_no_moves_gain_more_than_the_limits_allow(name, seed):
    """A side that moves alone never gains more points than `can_near_target` allows; it unites whenever it can, or by chance."""
    game = games.load(name)
    kernels = solver.proof_kernels(game)
    draw = random.Random(seed)
    start = late(game, seed)
    assume(game.outcome(start) is None)
    for _ in range(60):
        position, uniting = start, True
        count = draw.randint(1, 4)
        for _ in range(count):
            ways = list(kernels["pressing_moves"](position, position.turn))
            if not ways or draw.random() < 1 / 3:
                ways = list(game.legal_moves(position))
            move = draw.choice(ways)
            uniting = uniting and move > 0 and bool(move & UNITED)
            position = after_pass(game.play_legal(position, move))
            if game.outcome(position) is not None or game.outcome(after_pass(position)) is not None:
                break
        else:
            gained = kernels["total_points"](position, start.turn) - kernels["total_points"](start, start.turn)
            assert gained <= 0 or kernels["can_gain"](start, start.turn, gained, count)[0 if uniting else 1]


def has_won(game, position, side, replies):
    """Tell whether a side has won, or wins after each of this number of replies."""
    ending = game.outcome(position)
    if ending is not None:
        return ending.outcome == Outcome.win(side)
    return replies > 0 and all(
        has_won(game, game.play_legal(position, move), side, replies - 1) for move in game.legal_moves(position)
    )


@given(st.integers(0, 10**9))
@settings(max_examples=300, suppress_health_check=[HealthCheck.filter_too_much])
def test_what_answers_a_threat_to_the_last_territory(seed):
    """Whoever threatens the last 占 of 6面体 beats it after each move that is no pressing one."""
    start = crowded(seed)
    assume(SIX.outcome(start) is None)
    enemy = Side(1 - start.turn)
    answers = set(pressing_moves(start, enemy))
    others = [move for move in SIX.legal_moves(start) if move not in answers]
    assert answers <= set(SIX.legal_moves(start))
    assume(threat(start) >= 0)
    for move in others:
        after = SIX.play_legal(start, move)
        assert SIX.outcome(after) is None
        assert any(has_won(SIX, SIX.play_legal(after, blow), enemy, 0) for blow in SIX.legal_moves(after))


@given(st.integers(0, 10**9))
@settings(max_examples=100)
def test_limits_leave_out_no_win_where_dice_stand_close(seed):
    """Among dice that stand close together a side wins with the limits exactly if it does without them."""
    position = crowded(seed)
    assume(SIX.outcome(position) is None)
    careless = careless_of(SIX)
    kernels = solver.proof_kernels(SIX)
    for side in Side:
        expected = wins(careless, position, side, PLIES["six"], BUDGET)
        assert wins(kernels, position, side, len(expected), solver.UNLIMITED) == expected


@given(st.integers(0, 10**6))
@settings(max_examples=6, suppress_health_check=[HealthCheck.filter_too_much])
def test_what_answers_a_threat(seed):
    """In King the enemy who threatens to reach the target does so after each move that is no pressing one, and wins."""
    game = games.load("king")
    kernels = solver.proof_kernels(game)
    start = late(game, seed)
    assume(game.outcome(start) is None)
    assume(
        kernels["do_bounds_hold_for_game"](start) and not kernels["last_move"](start) and kernels["threat"](start) >= 0
    )
    enemy = Side(1 - start.turn)
    answers = set(kernels["pressing_moves"](start, enemy))
    others = [move for move in game.legal_moves(start) if move not in answers]
    for move in random.Random(seed).sample(others, min(4, len(others))):
        after = game.play_legal(start, move)
        unions = kernels["uniting_moves"](after)
        assert any(has_won(game, game.play_legal(after, union), enemy, int(enemy == Side.FIRST)) for union in unions)
