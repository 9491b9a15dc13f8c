"""Corrections of what was written: in the place of a move, before it, or without it; nothing is erased."""

import pytest
from helpers import verdict as verdict_on
from tables import Recorder

from kifu.recording.state_record_conversion import record_text
from kifu.recording.submit_and_replay_events import EventStatus
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.status_fault_and_basis import Status as Verdict

GAME = ("四04占", "三02領", "五05武", "三01士", "四05馬", "二02馬")
"""At ply 5 先手 writes a character of 後手."""


def texts(table):
    """Return the moves as they stand."""
    return [move.text for move in table.state.moves]


def refused(table, **members):
    """Send a correction that is refused; return the code. Nothing is taken."""
    before = table.state
    with pytest.raises(Rejected) as wrong:
        table.send("correct", **members)
    assert table.state is before
    return wrong.value.code


def test_a_move_in_the_place_of_another():
    """The move is judged anew with all that follows; the old text stays in view, and the record names the correction."""
    table = Recorder().move(*GAME)
    assert [move["legal"] for move in table.view()["moves"]] == [True] * 4 + [False, None]
    assert table.send("correct", ply=5, was="四05馬", text="四05騎").status is EventStatus.TAKEN
    assert texts(table) == [*GAME[:4], "四05騎", "二02馬"]
    assert all(move["legal"] for move in table.view()["moves"])
    (gone,) = table.view()["undone"]
    assert (gone["ply"], gone["text"]) == (5, "四05馬")
    text = record_text(table.state)
    assert "   5 四05騎\n*訂正: 四05馬 → 四05騎\n" in text.replace("\r", "")
    assert verdict_on(text).status is Verdict.UNFINISHED
    assert record_text(table.replay()) == text


def test_a_line_that_was_missing():
    """It is put in before a ply; comments, diagrams and branches move with their plies."""
    table = Recorder().move("四04占", "五05武", "三01士")
    table.send("comment", ply=1, text="one")
    table.send("comment", ply=3, text="three")
    table.send("branch", ply=2, moves=["二02武"])
    table.send("correct", ply=2, was="", text="三02領")
    assert texts(table) == ["四04占", "三02領", "五05武", "三01士"]
    assert [(remark.ply, remark.lines) for remark in table.state.remarks] == [
        (1, ("one",)),
        (4, ("three",)),
        (2, ("訂正: 三02領 を補う",)),
    ]
    assert [variant.ply for variant in table.state.variants] == [3]
    assert all(move["legal"] for move in table.view()["moves"])
    assert refused(table, ply=6, was="", text="二02馬") == "no-such-ply"
    table.send("special", word="投了")
    table.send("correct", ply=5, was="", text="二05武")
    assert texts(table)[4:] == ["二05武"]
    assert record_text(table.replay()) == record_text(table.state)


def test_a_line_too_many():
    """It is taken out with its branches; the plies after it move up."""
    table = Recorder().move("四04占", "三02領", "三02領", "五05武")
    table.send("branch", ply=3, moves=["二02武"])
    table.send("comment", ply=4, text="four")
    table.send("correct", ply=3, was="三02領", text="")
    assert texts(table) == ["四04占", "三02領", "五05武"]
    assert table.state.variants == ()
    assert [(remark.ply, remark.lines) for remark in table.state.remarks] == [
        (3, ("four",)),
        (2, ("訂正: 三02領 を除く",)),
    ]
    assert all(move["legal"] for move in table.view()["moves"])


def test_diagrams_move_with_their_plies():
    """A corrected board stands after the same move as before; of two after one ply the later one counts."""
    table = Recorder().move("四04占")
    board = table.state.game.spell_diagram(table.state.position)
    table.send("board", diagram=board)
    table.move("三02領")
    table.send("correct", ply=1, was="", text="四05占")
    assert [held.ply for held in table.state.boards] == [2]
    table.send("correct", ply=2, was="四04占", text="")
    assert [held.ply for held in table.state.boards] == [1]
    assert texts(table) == ["四05占", "三02領"]


def test_what_stands_there_has_to_be_named():
    """A correction that names another text than stands there is refused: somebody was faster."""
    table = Recorder().move(*GAME)
    assert refused(table, ply=5, was="四05武", text="四05騎") == "not-that-move"
    assert refused(table, ply=7, was="四05武", text="四05騎") == "not-that-move"
    assert refused(table, ply=5, was="四05馬", text="四05馬") == "bad-member"
    assert refused(table, ply=0, was="四05馬", text="四05騎") == "bad-member"
    assert table.send("correct", base=1, ply=5, was="四05馬", text="四05騎").status is EventStatus.STALE


def test_a_closed_game_is_corrected_by_an_arbiter_only():
    """After the close a correction needs the PIN; the journal folds to the same state."""
    table = Recorder().move(*GAME)
    table.send("close")
    assert refused(table, ply=5, was="四05馬", text="四05騎") == "closed"
    table.arbiter = True
    assert table.send("correct", ply=5, was="四05馬", text="四05騎").status is EventStatus.TAKEN
    assert table.replay().moves[4].text == "四05騎"


def test_the_foul_moves_with_its_ply():
    """The ply of a foul that was recorded is that of its move."""
    table = Recorder().move(*GAME)
    table.send("foul", side="first", ply=5)
    table.send("correct", ply=2, was="三02領", text="")
    assert table.state.end.ply == 4
    table.send("correct", ply=2, was="", text="三02領")
    assert table.state.end.ply == 5
