"""The solver agrees with a naive search by the game's own rules on random late positions; each line is replayed."""

import pytest
from each import each
from exhaustive import wins_within
from helpers import SIX
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from six_positions import LONG_WIN, late_position, small_position

from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Outcome, Side
from kifu.engine.play_engine_games import Player, play_engine_game
from kifu.engine.solver import Solution, does_line_prove_solution, prove_forced_win, solve
from kifu.games.six.position import START
from kifu.games.union.position import INNER, Piece, position_with

pytestmark = pytest.mark.no_cover  # coverage makes these tests slow, and other tests run the same lines

ACE = games.load("ace")
FEW = 2500
"""Positions that the naive retrograde search takes."""


def drawn(text):
    """Return the position of 6面体 that a diagram shows."""
    return SIX.read_diagram(split_diagram(1, enumerate(text.strip().splitlines(), start=1)))


def graph_of(position, most):
    """Return each position that can follow, with the positions after it; None if there are more than `most`."""
    graph = {}
    waiting = [position]
    while waiting:
        current = waiting.pop()
        if current in graph:
            continue
        if len(graph) == most:
            return None
        graph[current] = [SIX.play_legal(current, move) for move in SIX.legal_moves(current)]
        waiting += graph[current]
    return graph


def attractor(graph, side):
    """Return the positions in which a side can force a win, with the plies of the win, layer after layer."""
    won = {position: 0 for position in graph if (end := SIX.outcome(position)) and end.outcome == Outcome.win(side)}
    plies = 0
    while True:
        plies += 1
        layer = [
            position
            for position, after in graph.items()
            if position not in won
            and after
            and (any if SIX.turn(position) == side else all)(follower in won for follower in after)
        ]
        if not layer:
            return won
        won |= dict.fromkeys(layer, plies)


@given(st.integers(0, 10**6))
@settings(max_examples=50)
def test_whole_graphs_against_a_naive_retrograde_search(seed):
    """If all positions that can follow are searched, winner and plies are those of the naive search."""
    position = small_position(seed)
    assume(position is not None)
    graph = graph_of(position, FEW)
    assume(graph is not None)
    solution = solve(SIX, position, 10 * FEW + 20)
    assert (solution.whole, solution.proven, solution.positions) == (True, True, len(graph))
    distances = {side: attractor(graph, side).get(position) for side in Side}
    assert solution.winner == next((side for side in Side if distances[side] is not None), None)
    if solution.winner is not None:
        assert solution.plies == distances[solution.winner]
    assert does_line_prove_solution(SIX, position, solution)


@given(st.integers(0, 10**6))
@settings(max_examples=30)
def test_searches_against_a_naive_search(seed):
    """Without room for the graph, a proven win is right and has the fewest plies; so is a proof that there is none."""
    position = late_position(seed)
    assume(position is not None)
    solution = solve(SIX, position, 3000)
    assume(not solution.whole)
    for plies in range(3):
        for side in Side:
            expected = solution.winner == side and solution.plies <= plies
            if plies <= solution.plies:
                assert wins_within(SIX, position, side, plies) == expected
    if solution.proven:
        assert does_line_prove_solution(SIX, position, solution)


@each("seed", [0, 1, 3, 5])  # the games of seeds 2 and 4 are drawn
def test_the_end_of_a_union_game(seed):
    """A ply or two before the end of a game of ユニオンエース, the solver agrees with trying all moves."""
    played = play_engine_game(ACE, (Player(300), Player(300)), seed, plies=120)
    assert played.outcome in {"first", "second"}
    position = ACE.start()
    for move in played.moves[: -1 - seed % 2]:
        position = ACE.play_legal(position, move)
    solution = solve(ACE, position, 20_000)
    for side in Side:
        for plies in range(min(solution.plies, 2) + 1):
            expected = solution.winner == side and solution.plies <= plies
            assert wins_within(ACE, position, side, plies) == expected
    assert does_line_prove_solution(ACE, position, solution) == solution.proven


def test_a_long_win():
    """Two 騎 against each other: the line leads to the end in seven plies."""
    position = drawn(
        """
        一二三四五六七
        ○○○○○○○01
        ○占○○○○○02
        ○○○○○○○03
        ○○○○○○○04
        ○○○○○○○05
        ○○○○○馬○06
        ○騎○○領○○07
        先手の持駒：0 占不可
        後手の持駒：0 占不可
        手番：後手
    """.replace("        ", "")
    )
    for nodes in (1_000_000, 3000):
        solution = solve(SIX, position, nodes)
        assert (solution.winner, solution.plies, len(solution.line)) == (Side.SECOND, 7, 7)
        assert does_line_prove_solution(SIX, position, solution)


def test_a_standstill_with_dice_in_hand():
    """後手 takes the place for the last two dice of 先手: the limits of the search do not take the first of them for sure."""
    position = drawn(
        """
        一二三四五六七
        領士占占士占占01
        占占占領占領○02
        占占士士巫○○03
        ○占領○○士○04
        占士領○領士占05
        ○○○○○○○06
        ○○○○○○○07
        先手の持駒：1 占不可
        後手の持駒：2 占不可
        手番：後手
    """.replace("        ", "")
    )
    solution = solve(SIX, position, 3000)
    assert (solution.winner, solution.plies, solution.proven) == (Side.SECOND, 3, True)
    assert does_line_prove_solution(SIX, position, solution)


def test_neither_side_uses_up_the_budget():
    """先手 wins in 14 plies: the search for a win of 後手, which has less to look at in each step, leaves half of the budget."""
    position = drawn(LONG_WIN)
    answer = prove_forced_win(SIX, position, 5_000_000)
    assert (answer.winner, answer.plies, answer.proven) == (Side.FIRST, 14, True)


def test_nobody_wins():
    """With one 内コマ each in ユニオンエース nothing can unite and nobody wins: the line ends in a repetition."""
    position = position_with([Piece(0, INNER, 0, 0, 40), Piece(1, INNER, 1, 1, 8)])
    solution = solve(ACE, position, 200_000)
    assert (solution.winner, solution.proven, solution.whole) == (None, True, True)
    assert 1 < len(solution.line) <= 200
    assert does_line_prove_solution(ACE, position, solution)
    small = solve(ACE, position, 3000)
    assert (small.winner, small.proven, small.whole, len(small.line)) == (None, True, False, 4)
    assert does_line_prove_solution(ACE, position, small)


def test_a_position_that_is_over():
    """In a finished game the solution has no line."""
    over = START._replace(first=1, territories=1, second=2, warriors=2, fallen=2, hands=0, rights=0)
    assert solve(SIX, over)[:3] == (Side.FIRST, 0, ())


def test_a_budget_too_small():
    """From the start nothing can be proven: the solution gives the plies in which there is no win."""
    solution = solve(SIX, SIX.start(), 4000)
    assert (solution.winner, solution.proven, solution.line) == (None, False, ())
    assert solution.plies >= 1
    assert solution.positions <= 2 * 4002


def test_proofs_that_do_not_hold():
    """A line with an illegal move, a line that ends too early, and a false repetition do not hold."""
    position = small_position(1) or small_position(2)
    legal = next(iter(SIX.legal_moves(position)))
    for line, winner in (((-1,), Side.FIRST), ((legal,), Side.FIRST), ((legal,), None)):
        claimed = Solution(winner, len(line), line, 1, proven=True, whole=False)
        after = SIX.play_legal(position, legal)
        assert SIX.outcome(after) is None
        assert not does_line_prove_solution(SIX, position, claimed)


def test_games_that_are_not_asked():
    """続・連合将棋 is solved patiently; `prove_forced_win`, which has to be quick, raises ValueError."""
    rengo = games.load("rengo")
    with pytest.raises(ValueError, match="rengo"):
        prove_forced_win(rengo, rengo.start(), 100)
