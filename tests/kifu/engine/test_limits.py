"""What `limits` leaves out of a proof changes none: proofs with and without it agree on random late positions of each game."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kifu import games
from kifu.engine import solver
from kifu.engine.selfplay import Player, play
from kifu.kernels.bind import layered
from kifu.model.outcome import Side

pytestmark = [pytest.mark.no_cover, pytest.mark.slow]

PLIES = 3
"""The plies up to which the proofs are compared."""


def late(game, seed):
    """Return a position a few plies before the end of a game, left by a few moves drawn by chance."""
    draw = random.Random(seed)
    moves = play(game, (Player(60), Player(60)), seed % 5, plies=160).moves
    position = game.start()
    for move in moves[: -draw.randint(1, 12)]:
        position = game.play(position, move)
    for _ in range(draw.randint(0, 3)):
        after = game.play(position, draw.choice(list(game.legal_moves(position))))
        position = after if game.outcome(after) is None else position
    return position


def wins(kernels, position):
    """Tell for both sides and 1, 2, 3 plies whether the side wins."""
    found = []
    for side in Side:
        for plies in range(1, PLIES + 1):
            table = kernels["make_proofs"](len(position), 1 << 12, solver.UNLIMITED)
            found.append(bool(kernels["prove"](position, plies, int(side), table)))
    return found


@pytest.mark.parametrize("name", ["six", "ace", "king", "master"])
@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_limits_leave_out_no_win(name, seed):
    """A side wins within some plies with the limits exactly if it does without them."""
    game = games.load(name)
    position = late(game, seed)
    careless = layered(game, (solver.PLAIN, game.evaluation, solver.LIMITS, "kifu.engine.prove_kernel"))
    kernels = layered(game, (solver.PLAIN, game.evaluation, solver.LIMITS, game.limits, *solver.KERNELS))
    assert wins(kernels, position) == wins(careless, position)
