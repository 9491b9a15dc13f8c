"""Tests the rows of two sheets: each column is its sheet, whatever was exchanged, left out or written twice."""

import random
from pathlib import Path

import slip_makers
from helpers import HEAD
from hypothesis import example, given
from hypothesis import strategies as st

import kifu
from kifu.reconcile.alignment_rows import EQUAL, equal_row_count_text, fold_equal_rows
from kifu.reconcile.make_reconciliation import reconcile
from kifu.reconcile.reconciliation import ReconciliationStatus
from notation.random_record import random_game_as_kif

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
MOVES = tuple(slip_makers.parts_of((SAMPLES / "six/elimination.kif").read_text("utf-8"))[1][:12])
WAYS = ("exchange", "exchange two apart", "drop", "double", "change", "insert")
MIRRORED = {"slip-a": "slip-b", "slip-b": "slip-a", "missing-a": "missing-b", "missing-b": "missing-a"}
EDITS = st.lists(st.tuples(st.sampled_from(WAYS), st.integers(0, len(MOVES) - 3), st.integers(0, 4)), max_size=3)
LIMIT = 100
"""The rows are held to the sheets whether a search comes to its end or not."""
TEXTS = ("七07占", "七06武", "〓", "四04領", "四06-四05騎")


def record(moves, head=HEAD, closing=None):
    """Return the record of moves."""
    lines = head.splitlines() if isinstance(head, str) else head
    (one,) = kifu.read(slip_makers.sheet(lines, moves, closing).encode()).records
    return one


def edited(moves, edits):
    """Return a sheet of moves with slips."""
    moves = list(moves)
    for way, at, which in edits:
        at = min(at, len(moves) - 3)  # noqa: PLW2901 - the sheet may have become shorter
        if way.startswith("exchange"):
            other = at + 1 + ("two" in way)
            moves[at], moves[other] = moves[other], moves[at]
        elif way == "change":
            moves[at] = TEXTS[which]
        else:
            moves[at : at + 1] = {"drop": [], "double": moves[at : at + 1] * 2}.get(way, [moves[at], TEXTS[which]])
    return moves


def check(a, b):
    """Assert what holds of any two sheets, and return their joint reading."""
    one, two = record(a), record(b)
    reading, other = reconcile(one, two, max_plies_played=LIMIT), reconcile(two, one, max_plies_played=LIMIT)
    rows = reading.rows
    assert [(row.ply_a, row.a) for row in rows if row.a is not None] == list(enumerate(a, start=1))
    assert [(row.ply_b, row.b) for row in rows if row.b is not None] == list(enumerate(b, start=1))
    assert all((row.a is None) == (row.ply_a is None) and (row.b is None) == (row.ply_b is None) for row in rows)
    assert [(row.b, row.a, MIRRORED.get(row.kind, row.kind), row.joint) for row in rows] == [
        (row.a, row.b, row.kind, row.joint) for row in other.rows
    ]
    assert (reading.word, reading.first_difference) == (other.word, other.first_difference)
    if len(reading.games) == 1 and reading.word is not ReconciliationStatus.IDENTICAL:
        assert [row.joint for row in rows if row.joint is not None] == list(reading.games[0])
        assert all(row.joint in {None, reading.games[0][row.ply - 1]} for row in rows)
    return reading


@given(EDITS, EDITS)
@example([], [("exchange", 0, 0), ("double", 1, 0)])  # a line of B alone above the first move of the joint game
def test_each_column_is_its_sheet(edits_a, edits_b):
    """Nothing is left out, nothing stands twice, nothing is out of order; A and B are treated alike."""
    a, b = edited(MOVES, edits_a), edited(MOVES, edits_b)
    reading = check(a, b)
    differing = [ply for ply, pair in enumerate(zip(a, b, strict=False), start=1) if pair[0] != pair[1]]
    first = differing[0] if differing else None if len(a) == len(b) else min(len(a), len(b)) + 1
    if first is None and "〓" in a:
        first = a.index("〓") + 1  # what cannot be read is not equal
    assert reading.first_difference == first
    assert (first is None) == (reading.word is ReconciliationStatus.IDENTICAL)
    assert first is None or not EQUAL.issuperset(row.kind for row in reading.rows)


def test_exchanged_lines_of_every_game():
    """Two lines exchanged on one sheet: two rows say so, at the plies of the sheets, and the first difference is the first."""
    for name in ("six", "ace", "king", "master", "rengo"):
        head, moves, closing = slip_makers.parts_of(random_game_as_kif(kifu.load_game(name), 1, 24))
        draw = random.Random(name)
        places = [(at, at + apart) for at in range(20) for apart in (1, 2) if moves[at] != moves[at + apart]]
        for at, other in draw.sample(places, 4):
            wrong = list(moves)
            wrong[at], wrong[other] = wrong[other], wrong[at]
            reading = reconcile(record(wrong, head, closing), record(moves, head, closing))
            assert [row.a for row in reading.rows] == wrong, (name, at, other)
            assert [row.b for row in reading.rows] == moves, (name, at, other)
            exchanged = [row.ply_a for row in reading.rows if row.kind == "exchanged"]
            assert exchanged == [at + 1, other + 1], (name, at, other)
            assert reading.first_difference == at + 1, (name, at, other)
            assert [row.joint for row in reading.rows] in ([None] * 24, moves), (name, at, other)


def test_a_line_that_moved():
    """Where no joint game explains it, a line that stands elsewhere in the other sheet says so in both places."""
    a, b = [*MOVES[1:6], MOVES[0], "九09占", *MOVES[7:]], [*MOVES[:6], "四04領", *MOVES[7:]]
    kinds = [(row.a, row.b, row.kind) for row in check(a, b).rows]
    assert kinds.count((None, MOVES[0], "moved")) == kinds.count((MOVES[0], None, "moved")) == 1


def test_two_legal_games_stand_ply_by_ply():
    """Line n of A stands beside line n of B, also where most of what follows would fit one line on."""
    reading = check(["四04占", "三02領", "五05武", "三01士"], ["四04占", "三02領", "五05武", "二02馬", "四05騎"])
    assert reading.word is ReconciliationStatus.BOTH_LEGAL_DIFFERENT
    assert [(row.ply_a, row.ply_b, row.kind) for row in reading.rows][2:] == [
        (3, 3, "same"),
        (4, 4, "both-differ"),
        (None, 5, "missing-a"),
    ]


def test_the_short_form_of_a_move():
    """四02武 says 四03-四02武 where it is no legal move and fits one alone; then the sheets are identical."""
    long, short = (
        ["四04占", "四02領", "四03武", "三01士", "四03-四02武"],
        ["d4T", "四02領", "四03武", "三01士", "四02武"],
    )
    reading = check(long, short)
    assert (reading.word, reading.games) == (ReconciliationStatus.IDENTICAL, (tuple(long),))
    assert [row.kind for row in reading.rows] == ["same-meaning", *["same"] * 3, "same-meaning"]
    assert equal_row_count_text(row.kind for row in reading.rows).en == "equal lines: 5 (2 of them in other words)"
    # 四04 is empty beside a 占: there it is a placement, and the sheets differ.
    placed = check(
        ["五04占", "一01領", "五03武", "二02士", "五03-四04武"], ["五04占", "一01領", "五03武", "二02士", "四04武"]
    )
    assert placed.rows[4].kind not in EQUAL
    assert placed.first_difference == 5


def test_what_is_folded_away():
    """Rows that are written the same are counted where they stand; what is written otherwise is shown."""
    kinds = ["same", "same", "same-meaning", "slip-a", "moved", "same"]
    assert list(fold_equal_rows(kinds, str)) == [2, "same-meaning", "slip-a", "moved", 1]
    assert list(fold_equal_rows([], str)) == []
