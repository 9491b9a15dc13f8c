"""Any sequence of events folds to a record that reads back the same."""

import random

import pytest
from each import each
from helpers import document
from helpers import verdict as verdict_on
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import notation_text, odd_text
from tables import GAMES, Recorder

from kifu.recording.journal_and_record_mark import unmarked_bytes
from kifu.recording.position_and_moves_json import enterable_moves
from kifu.recording.state_record_conversion import record_text
from kifu.recording.submit_and_replay_events import EventStatus, replay_states
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.status_fault_and_basis import Status

TEXTS = st.one_of(notation_text, odd_text)
PLIES = st.integers(0, 12)
SIDES = st.sampled_from(["first", "second"])
WORDS = st.sampled_from(["投了", "中断", "千日手", "時間切れ"])


def event(kind, **members):
    """Return a strategy for events of a kind, with a strategy for each member."""
    return st.tuples(st.just(kind), st.fixed_dictionaries(members))


EVENTS = st.one_of(
    event("legal", number=st.integers(0, 10**6)),
    event("legal", number=st.integers(0, 10**6)),
    event("wild", number=st.integers(0, 10**6)),
    event("next", text=TEXTS),
    event("comment", ply=PLIES, text=TEXTS, bookmark=st.booleans()),
    event("branch", ply=PLIES, moves=st.lists(TEXTS, min_size=1, max_size=3)),
    event("undo"),
    event("correct", ply=st.integers(1, 12), how=st.sampled_from(["in", "out", "new"]), text=TEXTS),
    event("here"),
    event("header", key=TEXTS, value=TEXTS),
    event("special", word=WORDS, side=st.one_of(st.none(), SIDES)),
    event("foul", side=SIDES),
    event("clock", action=st.sampled_from(["start", "press", "stop"])),
    event("note", text=TEXTS),
    event("sign", name=TEXTS),
)


def meant(table, kind, members):
    """Return the event that is sent for an invented one: moves and boards depend on the position."""
    game, position, ply = table.state.game, table.state.position, table.state.ply + 1
    if kind == "here":
        return "board", {"diagram": game.spell_diagram(position)}
    if kind == "next":
        return "move", {"ply": ply, **members}
    if kind == "correct":
        moves, at = table.state.moves, members["ply"]
        was = "" if members["how"] == "in" or at > len(moves) else moves[at - 1].text
        return kind, {"ply": at, "was": was, "text": "" if members["how"] == "out" else members["text"]}
    if kind not in {"legal", "wild"}:
        return kind, members
    texts = [choice.text for choice in enterable_moves(game, position)] or ["パス"]
    text = texts[members["number"] % len(texts)]
    if kind == "wild":  # a path of one move with the squares of another: mostly illegal
        text = random.Random(members["number"]).choice(texts)[:3] + "-" + text
    return "move", {"ply": ply, "text": text}


def send(table, invented):
    """Send an invented event; return whether it was taken. A refusal takes nothing."""
    before = table.state
    kind, members = meant(table, *invented)
    try:
        return table.send(kind, **members).status is EventStatus.TAKEN
    except Rejected:
        assert table.state is before
        return False


def check(table):
    """Compare the record of a table with what reading and judging the record gives."""
    state, text = table.state, record_text(table.state)
    kept = unmarked_bytes(text).decode()  # as the file of a table begins
    (record,) = document(kept).records
    assert [entry.text for entry in record.main.entries] == [move.text for move in state.moves]
    assert [entry.seconds for entry in record.main.entries] == [move.seconds for move in state.moves]
    assert len(record.lines) == 1 + len(state.variants)
    assert sum(len(remark.lines) for remark in state.remarks) == len(record.main.comments)
    folded = table.replay()
    assert folded._replace(opening=None) == state._replace(opening=None)
    assert record_text(folded) == text
    verdict = verdict_on(kept)
    first = state.stretches[0].replay
    if not state.boards:
        assert verdict.replay.moves == first.moves
        assert (verdict.fault is not None and verdict.fault.move is not None) == (first.fault is not None) or state.end
        if first.fault is not None and state.end is None:
            assert (verdict.fault.ply, verdict.fault.article) == (first.fault.ply, first.fault.article)
    return verdict


@settings(deadline=None, max_examples=60)
@given(st.lists(EVENTS, max_size=25), st.sampled_from([None, {"kind": "byoyomi", "main": 60, "byoyomi": 10}]))
def test_six(events, clock):
    """In 6面体, with everything that strangers may send."""
    table = Recorder("six", clock=clock)
    for invented in events:
        send(table, invented)
    table.step = 0
    check(table)


@pytest.mark.parametrize("game", GAMES[1:])
@settings(deadline=None, max_examples=8)
@given(events=st.lists(EVENTS, max_size=15))
def test_every_game(game, events):
    """In the other games."""
    table = Recorder(game)
    for invented in events:
        send(table, invented)
    check(table)


@each("game", GAMES)
def test_play_goes_on_from_a_corrected_board(game):
    """After an illegal move the board stands so; table and referee judge the next stretch alike."""
    table = Recorder(game)
    draw = random.Random(1)
    for _ in range(6):
        table.move(draw.choice(enterable_moves(table.state.game, table.state.position)).text)
    board = table.state.game.spell_diagram(table.state.position)
    table.move(table.state.moves[-1].text)
    assert table.view()["moves"][-1]["legal"] is False
    table.move("？")
    assert table.view()["moves"][-1]["legal"] is None
    assert table.send("board", diagram=board).status is EventStatus.TAKEN
    for _ in range(4):
        table.move(draw.choice(enterable_moves(table.state.game, table.state.position)).text)
    assert [move["legal"] for move in table.view()["moves"]] == [True] * 6 + [False, None] + [True] * 4
    verdict = check(table)
    assert (verdict.status, verdict.plies, verdict.fault.ply) == (Status.ILLEGAL, 6, 7)
    (stretch,) = verdict.stretches
    assert stretch.replay.moves == table.state.replay.moves
    assert stretch.replay.positions == table.state.replay.positions


def test_states_of_a_journal():
    """The state after each line can be had, and a line that is none stops them with its number."""
    table = Recorder().move("四04占", "三03占")
    assert [state.ply for state in replay_states(table.lines)] == [0, 1, 2]
    found = replay_states([*table.lines, table.lines[0]])
    with pytest.raises(Rejected, match="line 4"):
        list(found)
