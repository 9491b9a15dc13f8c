"""Adjudication: the first proven win counts, no proven game counts as broken off, and answers are those of `solve`."""

import pytest
from helpers import SIX

from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Outcome, Side
from kifu.engine.opening_match_and_adjudication import (
    AUTO,
    LAST,
    AdjudicationSettings,
    MatchSettings,
    ProofCounts,
    adjudicated_game_and_last_answer,
    count_proofs,
    play_match_game,
    solve_positions,
)
from kifu.engine.solver import does_line_prove_solution, prove_forced_win, solve

NEAR = """
一二三四五六七
○○○○○○○01
○○○○○○○02
○○武領○○○03
○○○○○○○04
○○○○○○○05
○○○○○○○06
占○○○○○士07
先手の持駒：0 占不可
後手の持駒：0 占不可
手番：先手
"""
CONTEST = MatchSettings("six", (None, None), (60, 60), 5, plies=400)


def drawn(text):
    """Return the position of 6面体 that a diagram shows."""
    return SIX.read_diagram(split_diagram(1, enumerate(text.strip().splitlines(), start=1)))


def move(position, text):
    """Return the code of a written move."""
    return SIX.resolve(position, SIX.read(text))


def test_first_ply():
    """A ply counts as given, but the last position is always asked; auto is the last plies."""
    assert AdjudicationSettings(40).first(60) == 40
    assert AdjudicationSettings(400).first(60) == 60
    assert AdjudicationSettings(AUTO).first(60) == 60 - LAST
    assert AdjudicationSettings(AUTO).first(7) == 0


def test_the_first_proven_win_counts():
    """The win is there at once, though the side does not play it; from a later ply on another position decides."""
    position = drawn(NEAR)
    moves = [move(position, "三03-二03武")]
    moves.append(move(SIX.play_legal(position, moves[0]), "七07-七06士"))
    decided, _ = adjudicated_game_and_last_answer(SIX, position, moves, AdjudicationSettings(0, 1000))
    assert decided == (0, Side.FIRST, 1)
    assert decided.outcome is Outcome.FIRST
    assert adjudicated_game_and_last_answer(SIX, position, moves, AdjudicationSettings(1, 1000))[0] != decided


def test_answers_are_those_of_the_solver():
    """Winner and plies of `prove_forced_win` are those of `solve`, and a win stays proven after each move of the loser."""
    game = play_match_game(CONTEST, 8)
    positions = [SIX.start()]
    for each in game.played.moves:
        positions.append(SIX.play_legal(positions[-1], each))
    last = None
    for ply, answer in solve_positions(SIX, positions, AdjudicationSettings(AUTO, 3000)):
        solution = solve(SIX, positions[ply], 3000)
        assert prove_forced_win(SIX, positions[ply], 3000)[:2] == solution[:2]
        assert not solution.proven or answer[:2] == solution[:2]
        if last is not None and last.winner is not None and SIX.turn(positions[ply]) == last.winner:
            assert answer.winner is last.winner
        last = answer


def test_a_proven_game_is_not_broken_off():
    """A game is broken off before its end: the last position is asked, and its proof ends it."""
    whole = play_match_game(CONTEST, 8)
    short = CONTEST._replace(plies=len(whole.played.moves) - 1)
    plain = play_match_game(short, 8)
    assert (plain.winner, plain.played.outcome) == (None, None)
    asked = play_match_game(short._replace(adjudication=AdjudicationSettings(10**6)), 8)
    assert asked.decided.ply == asked.plies == short.plies
    assert (asked.winner, asked.played_winner) == (whole.winner, None)
    assert count_proofs([asked]) == ProofCounts(decided=1, unfinished=1)
    assert play_match_game(short._replace(adjudication=AdjudicationSettings(10**6)), 8) == asked


def test_counted():
    """A game that a proof decides is counted by what was played: as proven, lost, drawn or broken off."""
    count = ProofCounts()
    for played in ("a", "b", "draw", None):
        count = count.with_game("a", played, decided=True, neither=False)
    count = count.with_game(None, None, decided=False, neither=True).with_game("b", "b", decided=False, neither=False)
    assert count == ProofCounts(decided=4, lost=1, drawn=1, unfinished=1, neither=1)


@pytest.mark.parametrize("game", ["ace", "king", "master"])
def test_the_other_games_of_the_solver(game):
    """A game of each kind is decided by a proof that holds, some plies before its end."""
    rules = games.load(game)
    contest = MatchSettings(game, (None, None), (200, 200), 5, stale=200, adjudication=AdjudicationSettings(AUTO))
    played = play_match_game(contest, 3)
    position = rules.start()
    for each in played.played.moves[: played.plies]:
        position = rules.play(position, each)
    solution = solve(rules, position, 20_000)
    assert played.decided is not None
    assert solution.winner is played.decided.winner
    assert does_line_prove_solution(rules, position, solution)


def test_a_game_without_solver():
    """続・連合将棋 cannot be solved: it raises ValueError."""
    rengo = games.load("rengo")
    with pytest.raises(ValueError, match="rengo"):
        adjudicated_game_and_last_answer(rengo, rengo.start(), [], AdjudicationSettings())
