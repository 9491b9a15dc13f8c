"""Tests the joint reading of two sheets: symmetric, exact, silent where it does not know, and bounded."""

import random
from functools import cache
from pathlib import Path

import pytest
import slip_makers
from helpers import HEAD

import kifu
from kifu.cli.commands.reconcile import joint_reading_page
from kifu.reconcile.alignment_rows import CLASSES
from kifu.reconcile.candidate_edits import canonical_moves
from kifu.reconcile.distance_and_first_difference import BAND_PLIES, NotOneGame
from kifu.reconcile.make_reconciliation import reconcile
from kifu.reconcile.merged_record import judged_merged_record
from kifu.reconcile.reconciliation import ReconciliationStatus
from notation.random_record import random_game_as_kif

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
GAME = (SAMPLES / "six/elimination.kif").read_text("utf-8")
SIX_HEAD, MOVES, CLOSING = slip_makers.parts_of(GAME)
MIRRORED = {"slip-a": "slip-b", "slip-b": "slip-a", "missing-a": "missing-b", "missing-b": "missing-a"}


def record(text):
    """Return the one record of a text."""
    (one,) = kifu.read(text.encode()).records
    return one


def with_moves(**changed):
    """Return the sample with other texts of some moves, by ply (p13=…)."""
    moves = list(MOVES)
    for ply, text in changed.items():
        moves[int(ply[1:]) - 1] = text
    return record(slip_makers.sheet(SIX_HEAD, moves, CLOSING))


def both_ways(a, b, **options):
    """Return the joint reading, after comparing it with that of the exchanged sheets, and verifying every game."""
    here, there = reconcile(a, b, **options), reconcile(b, a, **options)
    assert (here.word, here.games, here.first_difference, here.cost, here.complete) == (
        there.word,
        there.games,
        there.first_difference,
        there.cost,
        there.complete,
    )
    assert [(row.a, row.b, MIRRORED.get(row.kind, row.kind)) for row in here.rows] == [
        (row.b, row.a, row.kind) for row in there.rows
    ]
    head = [f"棋種：{a.game.name.ja}"]
    if not a.games and a.setup is None:
        for game in here.games:
            (verdict,) = kifu.verify(kifu.read(slip_makers.sheet(head, game, None).encode()))
            assert not verdict.status.exit_code, verdict.fault
            assert canonical_moves(verdict) == game
    assert {row.kind for row in here.rows} <= set(CLASSES)
    return here


def test_identical():
    """The same moves in other spellings are identical, and each row says whether it is the same or means the same."""
    full = {"占": "占領", "領": "占領", "武": "武士", "馬": "騎馬", "弓": "弓矢"}
    other = [move[:-1] + full.get(move[-1], move[-1]) if number % 3 == 0 else move for number, move in enumerate(MOVES)]
    reading = both_ways(record(GAME), record(slip_makers.sheet(SIX_HEAD, other, CLOSING)))
    assert (reading.word, reading.games, reading.first_difference) == (
        ReconciliationStatus.IDENTICAL,
        (tuple(MOVES),),
        None,
    )
    assert {row.kind for row in reading.rows} == {"same", "same-meaning"}


def test_a_slip_on_each_sheet():
    """Two slips at two plies give one game; each row names the sheet that slipped."""
    reading = both_ways(with_moves(p11="六03-七05弓"), with_moves(p20="〓"))
    assert (reading.word, reading.games, reading.cost) == (ReconciliationStatus.SAME_GAME, (tuple(MOVES),), 2)
    assert [(row.ply, row.kind, row.joint) for row in reading.rows if row.kind != "same"] == [
        (11, "slip-a", MOVES[10]),
        (20, "illegible", MOVES[19]),
    ]
    assert reading.first_difference == 11
    assert [row.legal_a for row in reading.rows[9:12]] == [True, False, None]


def test_one_legal():
    """A sound sheet beside a sheet with a slip that shows."""
    reading = both_ways(record(GAME), with_moves(p11="六03-七05弓"))
    assert (reading.word, reading.games) == (ReconciliationStatus.ONE_LEGAL, (tuple(MOVES),))


def test_both_legal_and_different():
    """Two sound games that differ by one slip: both are shown, and none is chosen."""
    first, second = (record(f"{HEAD}   1 四04占\n   2 {move}\n   3 三03占\n") for move in ("五05領", "五06領"))
    reading = both_ways(first, second)
    assert reading.word is ReconciliationStatus.BOTH_LEGAL_DIFFERENT
    assert reading.games == (("四04占", "五05領", "三03占"), ("四04占", "五06領", "三03占"))


def test_undecided_between_several():
    """Both sheets are at fault elsewhere, and the difference between them could be either's slip: all ties are shown."""
    a = record(f"{HEAD}   1 四04占\n   2 五05領\n   3 〓\n   4 一01領\n")
    b = record(f"{HEAD}   1 四04占\n   2 五06領\n   3 三03占\n   4 〓\n")
    reading = both_ways(a, b)
    assert reading.word is ReconciliationStatus.UNDECIDED
    assert reading.games == tuple(("四04占", second, "三03占", "一01領") for second in ("五05領", "五06領"))
    assert reading.rows[1].joint is None


def test_neither_sheet_within_a_slip():
    """Where two sheets say moves that no game is one slip away from, none is invented."""
    a = record(f"{HEAD}   1 四04占\n   2 四04領\n   3 三03占\n")
    b = record(f"{HEAD}   1 四04占\n   2 九09-八08怨\n   3 三03占\n")
    reading = both_ways(a, b)
    assert reading.word is ReconciliationStatus.UNDECIDED
    assert not reading.games


@pytest.mark.parametrize("sheet", [0, 1])
def test_a_line_left_out(sheet):
    """A line that one sheet lacks stands in the other."""
    moves = MOVES[:14] + MOVES[15:]
    lacking = record(slip_makers.sheet(SIX_HEAD, moves, CLOSING, count=len(moves)))
    pair = (lacking, record(GAME)) if sheet == 0 else (record(GAME), lacking)
    reading = both_ways(*pair)
    assert (reading.word, reading.games) == (ReconciliationStatus.ONE_LEGAL, (tuple(MOVES),))
    assert [(row.ply, row.kind) for row in reading.rows if row.kind != "same"] == [(15, f"missing-{'ab'[sheet]}")]


@pytest.mark.parametrize("apart", [1, 2])
def test_lines_exchanged_on_one_sheet(apart):
    """Two exchanged lines are one slip; the sheet keeps its order, beside the joint game, and the agreed record has that one."""
    moves = list(MOVES)
    moves[33], moves[33 + apart] = moves[33 + apart], moves[33]
    sheets = record(slip_makers.sheet(SIX_HEAD, moves, CLOSING)), with_moves(p20="〓")
    reading = both_ways(*sheets)
    assert (reading.cost, reading.games, reading.first_difference) == (2, (tuple(MOVES),), 20)
    exchanged = [row for row in reading.rows if row.kind == "exchanged"]
    assert [(row.ply_a, row.a, row.ply_b, row.b, row.joint) for row in exchanged] == [
        (34, MOVES[33 + apart], 34, MOVES[33], MOVES[33]),
        (34 + apart, MOVES[33], 34 + apart, MOVES[33 + apart], MOVES[33 + apart]),
    ]
    assert [(row.right_a, row.right_b) for row in exchanged] == [(False, True)] * 2
    proof = judged_merged_record(reading, sheets)
    assert canonical_moves(proof.verdict) == tuple(MOVES)
    assert f"*入れ替わり: A {MOVES[33 + apart]}、B {MOVES[33]} (kifu reconcile)" in proof.data.decode()


def test_the_arbiter():
    """An arbiter's sheet is judged, and the games that say the same are marked."""
    first, second = (record(f"{HEAD}   1 四04占\n   2 {move}\n") for move in ("五05領", "五06領"))
    reading = reconcile(first, second, arbiter_sheet=second)
    assert reading.like_c == (False, True)
    assert reading.to_json()["c"]["status"] == "UNFINISHED"


def test_the_agreed_record():
    """The agreed record is sound, has the head of a sheet and its result, and a comment at each difference."""
    a, b = with_moves(p11="六03-七05弓"), with_moves(p20="〓")
    proof = judged_merged_record(reconcile(a, b), (a, b))
    text = proof.data.decode()
    assert canonical_moves(proof.verdict) == tuple(MOVES)
    assert proof.verdict.recorded is not None
    assert text.startswith("\n".join(SIX_HEAD))
    assert f"  11 {MOVES[10]}\n*A の書き違い: A 六03-七05弓、B {MOVES[10]} (kifu reconcile)\n" in text
    assert text.count("kifu reconcile") == 2
    first, second = (record(f"{HEAD}   1 四04占\n   2 {move}\n") for move in ("五05領", "四04領"))
    assert judged_merged_record(reconcile(first, first), (first, first)) is not None
    assert (
        judged_merged_record(
            reconcile(record("棋種：6面体\n   1 〓\n"), record("棋種：6面体\n   1 〓\n")), (first, second)
        )
        is None
    )


def test_a_match():
    """The games of a match are read in pairs; rows name their game, and the agreed record is a match again."""
    text = (SAMPLES / "king/match.kif").read_text("utf-8")
    wrong = text.replace("  11 七06-七07丸内合", "  11 〓", 1)
    assert wrong != text
    a, b = record(wrong), record(text)
    reading = reconcile(a, b)
    assert (reading.word, len(reading.games)) == (ReconciliationStatus.ONE_LEGAL, 1)
    assert [(row.part, row.kind) for row in reading.rows if row.kind != "same"] == [(1, "illegible")]
    proof = judged_merged_record(reading, (a, b))
    assert len(proof.verdict.games) == 2
    assert canonical_moves(proof.verdict) == reading.games[0]


HOSTILE = {
    "empty": "棋種：6面体\n",
    "game": GAME,
    "king": "棋種：ユニオンキング\n   1 一06-一05四内\n",
    "unknown": "棋種：将棋\n   1 四04占\n",
    "illegible": HEAD + "".join(f"{ply:>4} 〓\n" for ply in range(1, 60)),
    "long": HEAD + "".join(f"{ply:>4} パス\n" for ply in range(1, 5001)),
    "setup": f"{HEAD}局面図\n一二三\n   1 四04占\n",
}


@cache
def hostile(name):
    """Return a hostile record, which is read once."""
    return record(HOSTILE[name])


@pytest.mark.parametrize("one", HOSTILE)
@pytest.mark.parametrize("other", HOSTILE)
def test_hostile_sheets(one, other):
    """Any two sheets have an answer, in bounded work, and it says if it was broken off."""
    a, b = hostile(one), hostile(other)
    if {one, other} == {"game", "long"} or ("king" in {one, other} and one != other and "unknown" not in {one, other}):
        with pytest.raises(NotOneGame):
            reconcile(a, b, max_plies_played=1500)
        return
    reading = reconcile(a, b, max_plies_played=1500)
    assert reading.word in set(ReconciliationStatus)
    assert reading.complete or any("broken off" in note.en for note in reading.notes)
    assert joint_reading_page(reading, (one, other), "en").startswith("<!DOCTYPE html>")
    if one == other == "illegible":
        assert reading.word is ReconciliationStatus.UNDECIDED  # what cannot be read is not equal


def test_what_cannot_be_compared_in_length():
    """Two long sheets of very different lengths are refused with their reason."""
    a, b = (record(HEAD + "".join(f"{ply:>4} パス\n" for ply in range(1, last))) for last in (900, 4000))
    reading = reconcile(a, b)
    assert reading.word is ReconciliationStatus.UNDECIDED
    assert [note.en for note in reading.notes if "too long" in note.en]


def test_html_is_escaped():
    """No text of a sheet or a name is taken for HTML."""
    evil = "<script>alert(1)</script>"
    reading = reconcile(record(f"{HEAD}   1 {evil}\n"), record(f"{HEAD}   1 四04占\n"))
    text = joint_reading_page(reading, (evil, evil), "ja")
    assert evil not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize("name", ["six", "ace", "king", "master", "rengo"])
@pytest.mark.parametrize("seed", range(3))
def test_one_slip_a_sheet(name, seed):
    """With a slip on each sheet, at different plies, the truth is among the games, and no other is told as the one."""
    game = kifu.load_game(name)
    draw = random.Random(f"{name} {seed}")
    head, moves, closing = slip_makers.parts_of(random_game_as_kif(game, seed, {"six": 100}.get(name, 40)))
    slip_makers.UNITS_SEEN[name] = {slip_makers.squares_of(move)[1].rstrip("反合打成不") for move in moves}
    for _ in range(3):
        one, two = (slip_makers.slipped(draw, draw.choice(slip_makers.KINDS), moves, game) for _ in "AB")
        if one is None or two is None or abs(one.ply - two.ply) < 4:
            continue
        sheets = [record(slip_makers.sheet(head, wrong.moves, closing, count=len(wrong.moves))) for wrong in (one, two)]
        reading = both_ways(*sheets)
        if reading.word is not ReconciliationStatus.BOTH_LEGAL_DIFFERENT:
            assert tuple(moves) in reading.games
        if reading.word in {ReconciliationStatus.SAME_GAME, ReconciliationStatus.ONE_LEGAL}:
            assert reading.games == (tuple(moves),)


def test_rows_without_a_joint_game_are_symmetric():
    """Two sound sheets that differ have the same rows in either order: those of one ply stand beside each other."""
    moves = list(MOVES)
    moves[3], moves[5] = moves[5], moves[3]
    reading = both_ways(
        record(slip_makers.sheet(SIX_HEAD, MOVES[:20], None)), record(slip_makers.sheet(SIX_HEAD, moves[:20], None))
    )
    assert reading.word is ReconciliationStatus.BOTH_LEGAL_DIFFERENT
    assert [row.ply for row in reading.rows if row.kind == "exchanged"] == [4, 6]
    assert all(row.ply == row.ply_a == row.ply_b for row in reading.rows)


def test_lines_far_apart():
    """More lines missing than BAND are found all the same: the joint game is the whole one."""
    short = record(slip_makers.sheet(SIX_HEAD, MOVES[BAND_PLIES + 2 :], None))
    whole = record(slip_makers.sheet(SIX_HEAD, MOVES, None))
    reading = both_ways(short, whole)
    assert (reading.word, reading.cost) == (ReconciliationStatus.ONE_LEGAL, BAND_PLIES + 2)
    assert [row.kind for row in reading.rows[: BAND_PLIES + 2]] == ["missing-a"] * (BAND_PLIES + 2)
    shifted = [*MOVES[BAND_PLIES + 2 :], *MOVES[: BAND_PLIES + 2]]
    far = both_ways(record(slip_makers.sheet(SIX_HEAD, shifted, None)), whole)
    assert far.word in {ReconciliationStatus.ONE_LEGAL, ReconciliationStatus.UNDECIDED}
    assert all(game == tuple(MOVES) for game in far.games)


def test_progress_is_told():
    """The function that a caller gives hears how many plies were played, never a step back."""
    told = []
    reconcile(with_moves(p11="〓"), with_moves(p20="〓"), progress=told.append)
    assert sum(told) > len(MOVES) // 2
    assert min(told) > 0
