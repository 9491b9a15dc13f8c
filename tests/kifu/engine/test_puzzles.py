"""Puzzles from a tablebase: each has one solution by the rules themselves, and the same seed gives the same puzzles."""

from itertools import islice

import pytest
from built_tablebase import build_tablebase
from exhaustive import wins_within
from helpers import SIX

from kifu.core.outcome import Outcome, Side
from kifu.engine.puzzles import has_one_solution, tablebase_puzzles

pytestmark = pytest.mark.no_cover  # coverage makes these tests slow, and other tests run the same lines


@pytest.fixture(scope="module")
def table():
    """Return the tablebase with two dice."""
    return build_tablebase(SIX, 2)


@pytest.mark.parametrize("plies", [1, 3])
def test_one_solution(table, plies):
    """One move alone wins, in no fewer plies; the solution is legal and ends as it says."""
    found = list(islice(tablebase_puzzles(SIX, table, plies, 1), 4))
    assert found
    for puzzle in found:
        position, side = puzzle.position, Side(puzzle.position.turn)
        assert len(puzzle.solution) == plies
        winning = [
            move
            for move in SIX.legal_moves(position)
            if wins_within(SIX, SIX.play_legal(position, move), side, plies - 1)
        ]
        assert winning == [puzzle.solution[0]]
        assert not wins_within(SIX, position, side, plies - 1)
        for move in puzzle.solution:
            assert SIX.explain(position, move) is None
            position = SIX.play_legal(position, move)
        assert SIX.outcome(position).outcome == Outcome.win(side)
        assert has_one_solution(SIX, table, puzzle.position)
    assert len({puzzle.position for puzzle in found}) == len(found)
    assert list(islice(tablebase_puzzles(SIX, table, plies, 1), 4)) == found


def test_none(table):
    """There is none of a length that no win of the table has."""
    assert list(tablebase_puzzles(SIX, table, 5, 1)) == []
