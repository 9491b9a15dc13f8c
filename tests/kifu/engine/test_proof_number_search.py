"""Wins that proof numbers find agree with a naive search; what is said of long wins holds."""

from functools import reduce

import pytest
from exhaustive import wins_within
from helpers import SIX
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from six_positions import LONG_WIN, crowded, late_position, small_position

from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Side
from kifu.engine.dfpn_kernel import CANNOT, FARTHEST, OPEN
from kifu.engine.play_engine_games import Player, play_engine_game
from kifu.engine.proof_number_search import LongWinSearch, ply_limits
from kifu.engine.solver import UNLIMITED, does_line_prove_solution, proof_kernels, solve

pytestmark = pytest.mark.no_cover  # what is tested is machine code


def table(kernels, position):
    """Return empty tables for a few positions: most are forgotten."""
    return kernels["make_proof_number_tables"](len(position), 1 << 10)


@given(st.integers(0, 10**6), st.sampled_from([small_position, late_position, crowded]))
@settings(max_examples=40)
def test_wins_against_a_naive_search(seed, make):
    """A win within three plies is found exactly if trying all moves finds it, and it is no shorter than it can be."""
    position = make(seed)
    assume(position is not None and SIX.outcome(position) is None)
    kernels = proof_kernels(SIX)
    for side in Side:
        numbers = table(kernels, position)
        for plies in range(4):
            found = kernels["plies_of_win_within"](position, int(side), plies, UNLIMITED, numbers)
            if wins_within(SIX, position, side, plies):
                assert 0 < found <= plies
                assert wins_within(SIX, position, side, found)
            else:
                assert found == CANNOT


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_wins_against_the_search_ply_by_ply(seed):
    """Up to seven plies both searches find the same wins."""
    position = crowded(seed)
    assume(SIX.outcome(position) is None)
    kernels = proof_kernels(SIX)
    for side in Side:
        proofs = kernels["make_proof_table"](len(position), 1 << 14, UNLIMITED)
        numbers = table(kernels, position)
        for plies in range(1, 8):
            won = kernels["can_force_win_within"](position, plies, int(side), proofs)
            assert won == (kernels["plies_of_win_within"](position, int(side), plies, UNLIMITED, numbers) >= 0)
            if won:
                break


@pytest.mark.parametrize("back", [1, 3])
def test_wins_of_union_games(back):
    """A few plies before the end of a game of ユニオンキング both searches find the same wins."""
    game = games.load("king")
    moves = play_engine_game(game, (Player(100), Player(100)), 1).moves
    position = reduce(game.play_legal, moves[:-back], game.start())
    kernels = proof_kernels(game)
    for side in Side:
        proofs = kernels["make_proof_table"](len(position), 1 << 14, UNLIMITED)
        numbers = table(kernels, position)
        for plies in range(1, back + 1):
            won = kernels["can_force_win_within"](position, plies, int(side), proofs)
            assert won == (kernels["plies_of_win_within"](position, int(side), plies, UNLIMITED, numbers) >= 0)


def test_an_open_question():
    """Without a budget the start of a game is open."""
    kernels = proof_kernels(SIX)
    start = SIX.start()
    assert kernels["plies_of_win_within"](start, 0, 50, 0, table(kernels, start)) == OPEN


def test_a_long_win():
    """先手 is proven to win within some plies; what is said of the shortest win holds, and so does the line."""
    position = SIX.read_diagram(split_diagram(1, enumerate(LONG_WIN.splitlines(), start=1)))
    solution = solve(SIX, position, 120_000)
    assert (solution.winner, solution.proven, solution.whole) == (Side.FIRST, True, False)
    assert solution.least <= 14 <= solution.plies
    assert does_line_prove_solution(SIX, position, solution)
    assert solution == solve(SIX, position, 120_000)


def test_a_win_that_cannot_be_shown_is_none():
    """Where the tables are too small and the budget is used up, a win whose line is forgotten is not claimed."""
    position = SIX.read_diagram(split_diagram(1, enumerate(LONG_WIN.splitlines(), start=1)))
    seeker = LongWinSearch(SIX, position, 120_000, proof_kernels(SIX))
    assert seeker.find_win((9, 9)) is not None
    seeker.nodes = 1
    seeker.tables = [table(seeker.bound, position) for _ in Side]
    assert seeker._winning_line(Side.FIRST, 16) is None


def test_goals():
    """Goals grow beyond what was searched, up to the farthest."""
    assert list(ply_limits(11)) == [15, 24, 38, 60, 96, FARTHEST]
    assert list(ply_limits(FARTHEST)) == [FARTHEST]
