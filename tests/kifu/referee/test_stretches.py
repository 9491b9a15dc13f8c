"""Play that goes on from a diagram after an illegal move."""

from helpers import DIAGRAM, remarks
from helpers import verdict as verdict_on
from small_records import FOUL, OPEN

from kifu.referee.status_fault_and_basis import Status

LEGAL = "   3 四03-四04武\n"
WINS = "   3 四03-五03武\n"


def judged(text):
    """Return the stretches of a record as (plies before, legal plies, code of the fault)."""
    return [
        (stretch.before, len(stretch.replay.moves), stretch.replay.fault and stretch.replay.fault.code)
        for stretch in verdict_on(text).stretches
    ]


def test_play_goes_on_from_the_diagram():
    """The verdict is that of the illegal move; what follows is judged from the diagram, and the note says so."""
    before, after = verdict_on(FOUL), verdict_on(FOUL + DIAGRAM + WINS)
    assert after.status is Status.ILLEGAL
    assert (after.fault, after.plies, after.outcome) == (before.fault, before.plies, before.outcome)
    assert judged(FOUL + DIAGRAM + WINS) == [(after.fault.ply, 1, None)]
    (note,) = [diagnostic for diagnostic in after.diagnostics if diagnostic.code == "stretch"]
    assert (note.ply, note.severity.value) == (after.fault.ply, "note")
    assert "先手の勝ち" in note.message.ja
    assert "1 legal ply" in note.message.en


def test_a_diagram_without_moves_below_it_is_no_stretch():
    """A diagram at the end of a record changes nothing: it is not reached."""
    assert judged(FOUL + DIAGRAM) == []
    assert [code for code, _ in remarks(FOUL + DIAGRAM)] == ["checkpoint-not-reached", "illegal-move"]


def test_a_second_fault_and_a_second_diagram():
    """Each stretch is judged up to its own first fault, and the next readable diagram begins another."""
    fault = verdict_on(FOUL).fault.ply
    bad = "   4 七07士\n   5 ？\n"
    text = FOUL + DIAGRAM + LEGAL + bad + DIAGRAM + "   6 四03-四04武\n"
    assert judged(text) == [(fault, 1, "illegal-move"), (fault + 3, 1, None)]
    faults = [
        (d.code, d.ply) for d in verdict_on(text).diagnostics if "stretch" in d.code or d.code == "unwritten-move"
    ]
    assert faults == [
        ("unwritten-move", fault + 3),
        ("stretch", fault),
        ("stretch-illegal-move", fault + 2),
        ("stretch", fault + 3),
    ]


def test_a_diagram_that_cannot_be_read_begins_nothing():
    """A damaged diagram after the fault leaves the verdict as it was."""
    damaged = DIAGRAM.replace("○武領○", "○武？○")
    assert judged(FOUL + damaged + LEGAL) == []
    assert verdict_on(FOUL + damaged + LEGAL).status is Status.ILLEGAL


def test_a_wrong_diagram_within_a_stretch():
    """A diagram within a stretch is compared with its replay; the message counts the plies of the whole game."""
    fault = verdict_on(FOUL).fault.ply
    text = FOUL + DIAGRAM + LEGAL + DIAGRAM + "   4 五05士\n"
    (wrong,) = [d for d in verdict_on(text).diagnostics if d.code == "stretch-checkpoint"]
    assert wrong.ply == fault + 1
    assert f"{fault + 1} 手目のあと" in wrong.message.ja


def test_a_foul_that_is_claimed_later_is_no_contradiction():
    """反則 at the end of a stretch is about the fault before the diagram; a count there is about the whole game."""
    codes = [code for code, _ in remarks(FOUL + DIAGRAM + LEGAL + "まで99手で後手の反則負け\n")]
    assert "stretch-no-foul" not in codes
    assert "stretch-wrong-count" not in codes


def test_a_record_without_a_fault_has_no_stretch():
    """A wrong diagram between legal moves begins nothing: the replay goes on as before."""
    assert judged(OPEN + DIAGRAM + "   2 三03領\n") == []
