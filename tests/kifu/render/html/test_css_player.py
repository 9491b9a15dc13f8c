"""The boards that paper shows, and the numbers on their squares."""

from __future__ import annotations

from helpers import DIAGRAM, HEAD
from helpers import verdict as verdict_on
from small_records import FOUL, SETUP, shuffled

from kifu.render.html.css_player import PRINT_INTERVAL_PLIES, printed_steps
from kifu.render.html.steps import record_strands


def boards_of(text):
    """Return the printed boards of a record: the ply of each, with the numbers by square."""
    verdict = verdict_on(text)
    found = record_strands(verdict)
    steps = [step for strand in found for step in strand.steps]
    spell = verdict.game.board.spell
    return [
        (steps[count].ply, {spell(square): plies for square, plies in numbers.items()})
        for count, numbers in printed_steps(verdict, found).items()
    ]


def test_every_twentieth_ply_and_the_end():
    """A board has the plies since the board before it; a square that was entered several times has them all."""
    boards = boards_of(shuffled(12))
    assert [ply for ply, _ in boards] == [0, PRINT_INTERVAL_PLIES, 2 * PRINT_INTERVAL_PLIES, 48]
    assert boards[3][1] == {"三03": "41・45", "六06": "42・46", "四03": "43・47", "六05": "44・48"}


def test_a_game_without_a_diagram_begins_with_its_moves():
    """Its start is known; a branch has no board."""
    assert boards_of(f"{HEAD}1 四04占\n2 二02領\n変化：2手\n2 六02領\n") == [(2, {"四04": "1", "二02": "2"})]


def test_diagrams_and_the_move_at_fault():
    """Each diagram of the record has its board, and so has a move at fault; what follows that was not judged has none."""
    boards = boards_of(f"{SETUP}1 四03-三03武\n{DIAGRAM}2 六05-六06士\n3 三03-四03武\n")
    assert [ply for ply, _ in boards] == [0, 1, 2]
    assert [ply for ply, _ in boards_of(FOUL)] == [0, 2]
