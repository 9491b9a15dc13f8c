"""Records with what the page of 6面体 prints: moves in brackets, moves by directions, and diagrams with marks."""

from each import each
from helpers import HEAD, diagnostics_of, document, record, verdict
from hypothesis import given
from hypothesis import strategies as st

from kifu.referee.status_fault_and_basis import Status
from notation.writing import _canonical_lines

FLIGHT = """局面図
一二三四五六七
○○○○○怨○01
○○○○巫○○02
○○○士○○士03
○○矢○○矢○04
○馬○○巫○○05
○○○怨○○○06
○○馬○○○○07
先手の持駒：11 占不可
後手の持駒：9 占不可
手番：先手
"""
MARKED = FLIGHT.replace("○○○○○怨○01", "◎○○○○怨○01").replace("○馬○○巫○○05", "○馬△△巫○○05")
MOVE = "六01-四03-一06怨"
TRAVEL = """局面図
一二三四五六七
○○○○○○○01
○○○○○怨○02
○○○○怨○○03
○○○女○○○04
○○占武領○○05
○○○○○○○06
○○○○○○○07
手番：後手
"""
OVER = """局面図
○○○○○○○01
○○○○○○○02
○○○武領○○03
○○○○○○○04
○占○○○○○05
○○○○○○○06
○○○○○○○07
先手の持駒：13 占不可
後手の持駒：14 占可
手番：先手
"""


def tidy(text):
    """Return a file's text in canonical form."""
    return "".join(f"{line}\n" for line in _canonical_lines(document(text)))


@each(
    ("line", "seconds"),
    [
        ("   1 (六01-四03-一06怨霊)", None),
        ("   1 （六01-四03-一06怨霊）", None),
        ("   1 (六０１→四０３→一０６怨)     ( 0:05/00:00:05)", 5),
        ("   1 （▲六01-四03-一06怨霊）（0:05/00:00:05）", 5),
        ("   1 ▲(六01-四03-一06怨霊) (0:05/)", 5),
        ("(1) (六01-四03-一06怨霊) (0:05/)", 5),
        ("(六01-四03-一06怨霊)", None),
        ("（六01-四03-一06怨霊） (0:05/)", 5),
        ("▲（六01-四03-一06怨霊）", None),
        ("先手（六01-四03-一06怨霊）", None),
        ("1. ( f1-d3-a6G )", None),
    ],
)
def test_a_move_in_brackets(line, seconds):
    """The page's brackets, of either width, hold a whole move; a time behind them is still a time."""
    text = f"{HEAD}{FLIGHT}{line}\n"
    (entry,) = record(text).main.entries
    assert (entry.ply, entry.seconds) == (1, seconds)
    judged = verdict(text)
    assert (judged.status, judged.plies) == (Status.UNFINISHED, 1)
    assert [code for code, _ in diagnostics_of(text) if code != "missing-ply-number"] == []
    # The mark of the side is written outside, as before every move.
    assert f"   1 {'▲' * ('▲' in line or '先手（' in line)}{MOVE}" in tidy(text)


@each(
    ("line", "code"),
    [
        ("   1 ((六01-四03-一06怨霊))", "not-a-move"),
        ("   1 (六01-四03-一06桂)", "unknown-unit"),
        ("   1 (六01-四03-一06怨霊) あ", "not-a-move"),
        ("   1 (六01-四03-一06怨霊)(六01-四03-一06怨霊)", "not-understood"),
        ("   1 (5分)", "unwritten-move"),
        ("   1 ( 0:05/00:00:05)", "unwritten-move"),
        ("   1 ()", "unwritten-move"),
        ("   1 巫女→北", "unknown-direction"),
        ("   1 巫女→右上→右下", "no-such-direction"),
        ("   1 怨霊→左下→上", "unclear-direction"),
    ],
)
def test_what_is_still_no_move(line, code):
    """Anything else in brackets, or behind an arrow, makes the record unreadable at its place."""
    judged = verdict(f"{HEAD}{FLIGHT}{line}\n")
    assert (judged.status, judged.fault.code, judged.fault.line) == (Status.UNREADABLE, code, 14)


@each(
    ("line", "canonical"),
    [
        ("   1 巫女→右上", "   1 四04-七01女"),
        ("1 女→右上 (0:07/)", "   1 四04-七01女   ( 0:07/)"),
        ("（女→右上）", "   1 四04-七01女"),
        ("△巫女ー右上", "   1 △四04-七01女"),
        ("女ー右上", "   1 四04-七01女"),
    ],
)
def test_a_move_by_its_direction(line, canonical):
    """A unit and a direction are a move of a record, with or without number and time; canonical text has squares."""
    text = f"{HEAD}{TRAVEL}{line}\n"
    judged = verdict(text)
    assert (judged.status, judged.plies) == (Status.UNFINISHED, 1)
    assert tidy(text).splitlines()[-1] == canonical
    assert verdict(tidy(text)).final == judged.final


def test_a_direction_after_the_end():
    """A direction in a game that is over is a foul like any move there, not an unreadable line."""
    judged = verdict(f"{HEAD}{OVER}1 武→右\n2 領→上\n")
    assert (judged.status, judged.fault.article, judged.fault.ply) == (Status.ILLEGAL, "six.14", 2)


def test_a_direction_out_of_turn():
    """The mark of the wrong side is told before the direction; without a mark the other side's die is a foul."""
    marked = verdict(f"{HEAD}{OVER}1 △武→右\n")
    assert (marked.status, marked.fault.article) == (Status.ILLEGAL, "six.1")
    board = OVER.replace("手番：先手", "手番：後手")
    bare = verdict(f"{HEAD}{board}1 武→右\n")
    assert (bare.status, bare.fault.article) == (Status.ILLEGAL, "six.1")


def test_marks_of_a_setup():
    """Marks are read as empty squares, a note counts them, and the canonical diagram keeps them."""
    text = f"{HEAD}{MARKED}   1 {MOVE}\n"
    assert diagnostics_of(text) == [("diagram-marks", 4)]
    (found,) = record(text).diagnostics
    assert found.message.ja == "図の印 △◎ 3 個を空きマスとして読みました"
    plain = verdict(text.replace("◎", "○").replace("△", "○"))
    judged = verdict(text)
    assert (judged.status, judged.final) == (plain.status, plain.final)
    assert tidy(text) == text
    assert tidy(text.replace("05\n", "5\n").replace("01\n", "１\n", 1)) == text


def test_marks_of_a_checkpoint():
    """Marks of a board between moves are empty squares too, and do not hide a difference."""
    board = "".join(
        f"{'△○○○○○○' if row == 1 else '○○○占○○○' if row == 4 else '○○○○○○○'}0{row}\n" for row in range(1, 8)
    )
    same = f"{HEAD}1 四04占\n局面図\n{board}2 三03領\n"
    assert diagnostics_of(same) == [("diagram-marks", 4)]
    assert verdict(same).status is Status.UNFINISHED
    assert verdict(same.replace("○○○占", "○◎○○")).status is Status.CONTRADICTED


@given(st.text(alphabet="()（）→-ー◎△○占巫女怨霊上下左右 一01六０:/▲先手\n", max_size=40))
def test_any_of_these_signs(text):
    """Any order of brackets, arrows and marks is read without an exception, and nothing unread is confirmed."""
    for whole in (f"{HEAD}1 {text}\n", f"{HEAD}{FLIGHT}1 {text}\n", f"{HEAD}局面図\n{text}\n"):
        judged = verdict(whole)
        assert judged.status in Status
        if judged.status is not Status.UNREADABLE:  # what cannot be read has no plain form
            again = tidy(whole)
            assert tidy(again) == again
