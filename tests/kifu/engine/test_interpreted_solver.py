"""The patient solver of 続・連合将棋 agrees with a naive search by the rules, and its lines are replayed."""

import random

import pytest
from each import each
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Outcome, Side
from kifu.engine import interpreted_solver
from kifu.engine.best_move_and_win_chance import SURE, find_best_move
from kifu.engine.solver import does_line_prove_solution, solve

pytestmark = pytest.mark.no_cover

RENGO = games.load("rengo")
WON_AT_ONCE = """
・・・・・・△香△玉△香・・・・・・01
・・・・・・・・・・・・・・・・・・02
・・・・・・・・▲金・・・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・・・・・・・・・・・06
・・・・・・・・・・・・・・・・・・07
・・・・・・・・・・・・・・・・・・08
・・・・・・・・▲玉・・・・・・・・09
先手の駒台：歩 金
手番：先手
"""
IN_THREE = """
・・・・・・・・・・・・・・・・△玉01
▲珠▲珠▲珠・・・・・・・・・・・・02
・・・・・・・・・・・・・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・・・・・・・・・・・06
・・・・・・・・・・・・・・・・・・07
・・・・・・・・・・・・・・・・・・08
・・・・・・・・▲玉・・・・・・・・09
先手の駒台：珠2
手番：先手
"""
IN_FIVE = """
・・・・△王・・・・・・・・・・・・01
・・・・・・・・・・・・・・・・・・02
・・・・・・・・・・・・・・・・・・03
・・・・・・▲王・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・▲后・・・・・・・・・・・・・・06
・・・・・・・・・・・・・・・・・・07
・・・・・・・・・・・・・・・・・・08
・・・・・・・・・・・・・・・・・・09
手番：先手
"""
KINGS = """
・・・・・・・・△玉・・・・・・・・01
・・・・・・・・・・・・・・・・・・02
・・・・・・・・・・・・・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・・・・・・・・・・・06
・・・・・・・・・・・・・・・・・・07
・・・・・・・・・・・・・・・・・・08
・・・・・・・・▲玉・・・・・・・・09
手番：先手
"""


def drawn(text):
    """Return the position that a diagram shows."""
    return RENGO.read_diagram(split_diagram(1, enumerate(text.strip().splitlines(), start=1)))


def wins_within(position, side, plies, known):
    """Tell whether a side can force a win within `plies` plies: try all actions."""
    key = (tuple(position), plies)
    if key not in known:
        ending = RENGO.outcome(position)
        if ending is not None:
            known[key] = ending.outcome == Outcome.win(side)
        elif plies == 0:
            known[key] = False
        else:
            tries = any if RENGO.turn(position) == side else all
            known[key] = tries(
                wins_within(RENGO.play_legal(position, move), side, plies - 1, known)
                for move in RENGO.legal_moves(position)
            )
    return known[key]


@each(("board", "plies"), [(WON_AT_ONCE, 1), (IN_THREE, 3), (IN_FIVE, 5)])
def test_mates_on_nine_lines(board, plies):
    """The solver finds the shortest win, which the naive search confirms, and the rules confirm its line."""
    position = drawn(board)
    solution = solve(RENGO, position)
    assert (solution.winner, solution.plies, solution.proven, len(solution.line)) == (Side.FIRST, plies, True, plies)
    assert does_line_prove_solution(RENGO, position, solution)
    assert solve(RENGO, position) == solution
    known = {}
    assert not wins_within(position, Side.FIRST, min(3, plies - 1), known)
    last = position
    for move in solution.line[:-3]:
        last = RENGO.play_legal(last, move)
    assert wins_within(last, Side.FIRST, min(3, plies), known)


def test_a_five_by_the_rules():
    """The win in three is a five (rengo.39) that no answer stops; the win in five is a mate (rengo.46)."""
    for board, article in ((IN_THREE, "rengo.39"), (IN_FIVE, "rengo.46"), (WON_AT_ONCE, "rengo.46")):
        position = drawn(board)
        for move in solve(RENGO, position).line:
            position = RENGO.play_legal(position, move)
        assert RENGO.outcome(position).article == article


def test_two_kings():
    """Two kings alone: all positions that can follow are listed, and neither can force a win."""
    position = drawn(KINGS)
    solution = solve(RENGO, position)
    assert (solution.winner, solution.proven, solution.whole) == (None, True, True)
    assert does_line_prove_solution(RENGO, position, solution)


def test_a_budget_too_small():
    """With few positions nothing is proven, and no more positions than allowed are looked at."""
    solution = solve(RENGO, RENGO.start(), 500)
    assert (solution.winner, solution.proven, solution.line) == (None, False, ())
    assert solution.positions <= 500


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_small_positions_against_a_naive_search(seed):
    """On drawn positions with few units both sides' wins within two plies are those of the naive search."""
    draw = random.Random(seed)
    rows = [["・・"] * 9 for _ in range(9)]
    squares = draw.sample(range(81), 6)
    units = ["▲玉", "△玉", *(draw.choice("▲△") + draw.choice("城騎金飛后珠") for _ in squares[2:])]
    for square, unit in zip(squares, units, strict=True):
        rows[square // 9][square % 9] = unit
    text = "\n".join("".join(row) + f"{number:02d}" for number, row in enumerate(rows, start=1))
    position = drawn(f"{text}\n手番：{draw.choice(['先手', '後手'])}\n")
    assume(RENGO.outcome(position) is None)
    solution = solve(RENGO, position, 4000)
    for side in Side:
        known = {}
        for plies in range(min(2, solution.plies) + 1):
            expected = solution.winner == side and solution.plies <= plies
            assert wins_within(position, side, plies, known) == expected
    if solution.proven:
        assert does_line_prove_solution(RENGO, position, solution)


def test_the_engine_plays_what_is_proven():
    """The engine plays the mate; where an answer would win at once, it plays another action."""
    choice = find_best_move(RENGO, drawn(WON_AT_ONCE), 1000)
    assert RENGO.spell(choice.move) == "五02金打"
    assert choice.value > SURE
    position = drawn(
        IN_THREE.replace("手番：先手", "手番：後手").replace("先手の駒台：珠2", "先手の駒台：珠2\n後手の駒台：碁")
    )
    assert not interpreted_solver.loses_at_once(RENGO, position, find_best_move(RENGO, position, 200).move)
