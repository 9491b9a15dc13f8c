"""The samples that look like real ones: games with times and remarks that are resigned, or lost on time."""

from itertools import pairwise
from pathlib import Path

from each import each

import kifu
from notation.time_control_and_time_checks import time_control_of

SAMPLES = Path(__file__).parents[3] / "samples"
KINDS = ("six", "ace", "king", "master", "rengo")
WORDS = {"resigned": ("resignation", "投了"), "out-of-time": ("time", "時間切れ")}
TIMES = {"wrong-total-time", "overtime", "time-left", "unreadable-time-control"}


def judged(kind, name):
    """Return the text, the document and the verdict of a sample."""
    path = SAMPLES / kind / f"{name}.kif"
    document = kifu.read(path)
    (verdict,) = kifu.verify(document)
    return path.read_text("utf-8"), document.records[0], verdict


@each("kind", KINDS)
@each("name", WORDS)
def test_it_ends_as_it_says(kind, name):
    """Every move is legal, and the side to move has lost: it resigned, or its time was up."""
    text, _, verdict = judged(kind, name)
    termination, word = WORDS[name]
    assert (verdict.status.value, verdict.outcome.termination.value) == ("DECLARED", termination)
    to_move = verdict.game.turn(verdict.final)
    assert verdict.outcome.outcome.value == ("second", "first")[to_move]
    assert word in text.splitlines()[-2]
    assert verdict.plies >= 25


@each("kind", KINDS)
@each("name", WORDS)
def test_its_times_are_right(kind, name):
    """Each ply has a time, the totals add up, and no side is over its time, or has time left when it is up."""
    text, record, verdict = judged(kind, name)
    head = dict(line.split("：", 1) for line in text.splitlines() if line.startswith("持ち時間"))
    assert time_control_of(head) is not None
    timed = [line for line in text.splitlines() if line[:4].strip().isdigit() and "/00:" in line]
    assert len(timed) == verdict.plies + (name == "out-of-time")
    assert not TIMES & {diagnostic.code for diagnostic in (*record.diagnostics, *verdict.diagnostics)}


@each("kind", KINDS)
@each("name", WORDS)
def test_it_has_remarks(kind, name):
    """A recorder's remarks stand behind moves, the last of them behind the last move."""
    lines = judged(kind, name)[0].splitlines()
    remarks = [(before, line) for before, line in pairwise(lines) if line.startswith("*")]
    assert len(remarks) >= 2
    assert all(before[:4].strip().isdigit() for before, _ in remarks)
    assert lines[-3].startswith("*")
