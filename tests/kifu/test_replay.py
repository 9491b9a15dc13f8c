"""Replays: the legal prefix and the first fault, as a value."""

import pytest
from helpers import DIAGRAM, HEAD, SIX, record

from kifu.outcome import Ending, Outcome, Side, Termination
from kifu.record import Entry
from kifu.replay import Replay, after_the_end, out_of_turn, replay

START = Replay((SIX.start(),), (), None, None)


def entries(*moves):
    """Return moves as written on lines from 1, in column 6."""
    return [Entry(ply, text, ply, 6) for ply, text in enumerate(moves, start=1)]


def test_a_replay_holds_each_position():
    """One position before the first ply and one after each; the moves by number; nothing wrong."""
    played = replay(SIX, entries("一01占", "七07領", "一02占"), START)
    assert [SIX.spell(move) for move in played.moves] == ["一01占", "七07領", "一02占"]
    assert len(played.positions) == 4
    for before, move, after in zip(played.positions, played.moves, played.positions[1:], strict=False):
        assert SIX.play(before, move) == after
    assert (played.fault, played.ending, played.notes) == (None, None, ())


@pytest.mark.parametrize(
    ("bad", "article", "code", "column"),
    [
        ("一01占", "six.1", "illegal-move", 6),
        ("四04士", "six.2", "illegal-move", 6),
        ("八01領", None, "square-off-board", 6),
        ("一02?", None, "unknown-unit", 9),
    ],
)
def test_a_replay_stops_at_the_first_fault(bad, article, code, column):
    """What is legal before it is kept; what follows is not looked at."""
    played = replay(SIX, entries("一01占", bad, "！", "一01占"), START)
    assert (len(played.moves), len(played.positions)) == (1, 2)
    assert played.fault[:6] == (2, bad, 2, column, article, code)


def test_all_spellings_play_the_same():
    """Short and full names, marks, digits of either width, the ASCII dialect."""
    expected = replay(SIX, entries("一01占", "七07領", "一02武"), START).positions
    for moves in (("一01占領", "七07占領", "一02武士"), ("▲一１占", "△七０7領", "☗一2武"), ("a01T", "g7T", "a2W")):
        assert replay(SIX, entries(*moves), START).positions == expected


def test_a_replay_goes_on_from_another():
    """Positions and moves so far are those of the line before; faults are counted from there."""
    first = replay(SIX, entries("一01占"), START)
    second = replay(SIX, [Entry(2, "七07領", 9, 1), Entry(3, "？", 10, 1)], first)
    assert (second.positions[:2], len(second.moves)) == (first.positions, 2)
    assert (second.fault.ply, second.fault.line) == (3, 10)


def test_nothing_may_follow_the_end():
    """By the rules of the position, and by what ended the line before."""
    over = record(HEAD + DIAGRAM + "1 四03-五03武\n2 一01領\n")
    start = SIX.read_diagram(over.setup)
    played = replay(SIX, over.main.entries, Replay((start,), (), None, None))
    assert played.ending == Ending(Outcome.FIRST, Termination.ELIMINATION, "six.14")
    assert (played.fault.article, len(played.moves)) == ("six.14", 1)
    agreed = START._replace(ending=Ending(Outcome.DRAW, Termination.REPETITION, "six.16"))
    stopped = replay(SIX, entries("一01占"), agreed)
    assert (stopped.fault.article, stopped.ending) == ("six.16", agreed.ending)


def test_the_breach_of_moving_out_of_turn():
    """It names both sides in both languages; a game that is over is over first."""
    breach = out_of_turn(SIX, SIX.start(), Side.SECOND)
    assert breach.article == "six.1"
    assert "△" in breach.message.ja
    assert "先手の番" in breach.message.ja
    assert "turn of first" in breach.message.en
    ended = SIX.start()._replace(fallen=2)
    assert out_of_turn(SIX, ended, Side.SECOND) == after_the_end(SIX.outcome(ended))


def test_repetition_is_noted_at_its_ply():
    """Counted over the positions before, too; once in a game."""
    board = DIAGRAM.replace("○占○○○○○05", "○占○○○士○05").replace("：14 占可", "：13 占不可")
    start = SIX.read_diagram(record(HEAD + board).setup)
    there, back = ["四03-三03武", "六05-六06士"], ["三03-四03武", "六06-六05士"]
    played = replay(SIX, entries(*(there + back) * 5), Replay((start,), (), None, None))
    assert [(ply, note.code) for ply, note in played.notes] == [(12, "repetition")]
