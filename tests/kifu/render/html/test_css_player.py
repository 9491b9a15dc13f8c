"""The boards that paper shows, and the numbers on their squares."""

from __future__ import annotations

from helpers import DIAGRAM, HEAD
from helpers import verdict as verdict_on
from small_records import FOUL, OPEN, SETUP, shuffled

from kifu.render.html.css_player import NOT_JUDGED, PRINT_INTERVAL_PLIES, ply_numbers_by_printed_step, record_strands


def boards_of(text):
    """Return the printed boards of a record: the ply of each, with the numbers by square."""
    verdict = verdict_on(text)
    found = record_strands(verdict)
    steps = [step for strand in found for step in strand.steps]
    spell = verdict.game.board.spell
    return [
        (steps[count].ply, {spell(square): plies for square, plies in numbers.items()})
        for count, numbers in ply_numbers_by_printed_step(verdict, found).items()
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


PLAY = f"{HEAD}*初めに\n   1 四04占 (0:05)\n*一つ\n&二つ\n   2 二02領\n   3 五04占\n"


def steps_of(text):
    """Return the steps of a record in one list."""
    return [step for strand in record_strands(verdict_on(text)) for step in strand.steps]


def shown(step):
    """Return the diagram of a step's board."""
    return step.board.game.spell_diagram(step.board.position)


def test_the_steps_of_a_game():
    """The start and each ply, with the board after it, the time, the comments, and the step before."""
    verdict = verdict_on(PLAY)
    (strand,) = record_strands(verdict)
    assert strand.heading is None
    assert [(step.ply, step.text, step.seconds, step.back) for step in strand.steps] == [
        (0, "", None, None),
        (1, "四04占", 5, 0),
        (2, "二02領", None, 1),
        (3, "五04占", None, 2),
    ]
    assert [[comment.text for comment in step.comments] for step in strand.steps] == [
        ["初めに"],
        ["一つ", "二つ"],
        [],
        [],
    ]
    assert [step.board.position for step in strand.steps] == list(verdict.replay.positions)
    square = verdict.game.board.parse("二02")
    assert strand.steps[2].board.last == square


def test_a_move_that_is_not_legal_is_not_on_the_board():
    """The board stays as it was; the move at fault has its article, and what follows was not judged."""
    steps = steps_of(FOUL + "3 四03-四04武\n")
    assert [step.legal for step in steps] == [True, True, False, None]
    assert shown(steps[1]) == shown(steps[2]) == shown(steps[3])
    assert steps[2].board.last is None
    assert "six.4" in steps[2].note.en
    assert steps[3].note == NOT_JUDGED
    assert [step.side for step in steps[1:]] == [0, 1, 0]


def test_a_stretch_goes_on_from_its_diagram():
    """Below the diagram the moves are played on it; the step of the move at fault shows the diagram."""
    text = FOUL + DIAGRAM + "   3 四03-四04武\n   4 七07士\n" + DIAGRAM + "   5 四03-五03武\n"
    found = record_strands(verdict_on(text))
    assert [len(strand.steps) for strand in found] == [3, 2, 1]
    assert [strand.heading is None for strand in found] == [True, False, False]
    assert [step.legal for strand in found for step in strand.steps] == [True, True, False, True, False, True]
    first, second, last = (strand.steps for strand in found)
    assert shown(first[0]) == shown(first[2]) == shown(second[1])
    assert "四03" in verdict_on(text).game.spell(verdict_on(text).stretches[0].replay.moves[0])
    assert shown(second[0]) != shown(first[2])
    assert "the diagram of the record" in first[2].note.en
    assert [step.back for steps in (second, last) for step in steps] == [2, 3, 4]


def test_branches_leave_the_line_they_replace():
    """The first move of a branch comes from the step before the move that it replaces, also in a branch of a branch."""
    branches = "変化：3手\n*こちら\n   3 四07占\n   4 六02領\n変化：4手\n   4 六06領\n変化：2手\n   2 六06領\n"
    found = record_strands(verdict_on(PLAY + branches))
    assert [strand.heading.en for strand in found[1:]] == [
        "branch 1, from ply 3",
        "branch 2, from ply 4 of branch 1",
        "branch 3, from ply 2",
    ]
    steps = [step for strand in found for step in strand.steps]
    assert [steps[step.back].text for strand in found[1:] for step in strand.steps] == [
        "二02領",
        "四07占",
        "四07占",
        "四04占",
    ]
    assert [comment.text for comment in found[1].comments] == ["こちら"]
    assert all(step.side == (step.ply - 1) % 2 for step in steps if step.text)


def test_a_branch_from_a_board_that_is_not_known():
    """A branch behind the fault has no boards; its moves are listed as they are written."""
    (_, strand) = record_strands(verdict_on(FOUL + "3 四03-四04武\n4 四04-四05武\n変化：4手\n   4 四04-五04武\n"))
    assert (strand.steps, strand.unplayed) == ((), ("四04-五04武",))


def test_nothing_to_go_through():
    """A record of no known game has no steps."""
    assert record_strands(verdict_on("棋種：囲碁\n   1 四04占\n")) == ()
    assert len(steps_of(OPEN)) == 2
