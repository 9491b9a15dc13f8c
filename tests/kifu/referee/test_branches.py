"""Verdicts on records with branches."""

from each import each
from helpers import DIAGRAM, remarks
from helpers import verdict as verdict_on
from small_records import FOUL, OPEN, OVER, shuffled

from kifu.referee.status_fault_and_basis import Status

BRANCHED = OPEN + "2 一01領\n3 中断\n変化：2手\n2 一02領\n3 三03-四03武\n"


def test_a_good_branch_says_nothing():
    """A branch is replayed from the ply where it leaves the game."""
    verdict = verdict_on(BRANCHED)
    assert (verdict.diagnostics, len(verdict.branches[0].moves), verdict.plies) == ((), 3, 2)


@each(
    ("moves", "codes"),
    [
        ("2 四07士\n3 八01占\n", [("branch-illegal-move", 18), ("square-off-board", 19)]),
        ("2 八01領\n", [("branch-square-off-board", 18)]),
        ("2 一02領\nまで9手で先手の勝ち\n", [("branch-wrong-count", 19)]),
        ("2 一02領\n" + DIAGRAM, [("branch-checkpoint", 19)]),
        ("2 一02領\n" + DIAGRAM + "3 ？\n", [("branch-checkpoint", 19), ("branch-unwritten-move", 31)]),
        ("2 ▲投了\n", []),
        ("2 ▲中断\n", [("word-out-of-turn", 18)]),
        ("2 一02領\n3 千日手\n", [("agreed", 19)]),
        ("2 四07士\n3 反則負け\n", []),
    ],
)
def test_faults_of_a_branch_are_remarks(moves, codes):
    """Their codes begin with branch-. Only a move that cannot be read changes the record's status."""
    text = OPEN + "2 一01領\n3 中断\n変化：2手\n" + moves
    verdict = verdict_on(text)
    unread = next((code for code, _ in codes if code.endswith(("en-move", "off-board"))), None)
    assert verdict.status is (Status.UNREADABLE if unread else Status.UNFINISHED)
    assert (verdict.fault and verdict.fault.code) == unread
    assert [(d.code, d.line) for d in verdict.diagnostics] == codes


def test_a_branch_from_a_fault():
    """A branch that replaces the illegal move is judged; a branch after it cannot be."""
    text = FOUL + "3 一01占\n変化：3手\n3 一02占\n変化：2手\n2 一03領\n3 五05武\n"
    verdict = verdict_on(text)
    assert verdict.status is Status.ILLEGAL
    assert [(d.code, d.line) for d in verdict.diagnostics] == [
        ("illegal-move", 15),
        ("branch-not-judged", 17),
        ("branch-illegal-move", 21),
    ]
    assert verdict.branches[0] is None


def test_a_branch_may_go_on_where_players_resigned():
    """A branch may replace 投了, but may not go on after the rules have ended the game."""
    assert remarks(OPEN + "2 投了\n変化：2手\n2 一01領\n") == []
    assert remarks(OVER + "2 投了\n変化：2手\n2 一01領\n") == [("branch-illegal-move", 17)]


def test_nested_branches_start_from_their_own_line():
    """A branch of a branch is replayed from the branch's position."""
    nested = BRANCHED + "変化：3手\n3 三03-二03武\n4 一02領\n"
    verdict = verdict_on(nested)
    assert [(d.code, d.line, d.ply) for d in verdict.diagnostics] == [("branch-illegal-move", 22, 4)]
    assert "six.3" in verdict.diagnostics[0].message.en


def test_repetition_counts_the_moves_before_a_branch():
    """A position may occur for the fourth time within a branch."""
    text = (
        shuffled(2)
        + "9 四03-三03武\n変化：9手\n"
        + "".join(
            f"{ply} {move}\n"
            for ply, move in enumerate(["四03-三03武", "六05-六06士", "三03-四03武", "六06-六05士"], start=9)
        )
    )
    assert [d.code for d in verdict_on(text).diagnostics] == ["repetition"]
