"""Moves that are tried are judged, and nothing is kept; the way to a position leads to it again."""

import pytest
from each import each
from tables import GAMES, Recorder, boards_of

from kifu.recording.analysis_lines import (
    analysis_line_json,
    played_lines_by_ply,
    position_after_line,
    read_analysis_line,
)
from kifu.recording.position_and_moves_json import enterable_moves
from kifu.recording.untrusted_json_fields import Rejected


def tried(recorder, ply, *moves, silent=False):
    """Return what is said of moves that are tried."""
    return analysis_line_json(
        recorder.state, read_analysis_line(recorder.state, {"ply": ply, "moves": list(moves)}, silent=silent)
    )


@each("name", GAMES)
def test_the_way_leads_to_the_position(name):
    """From the opening, and from a board that was corrected, in every game."""
    recorder = Recorder(name)
    for _ in range(4):
        recorder.move(enterable_moves(recorder.state.game, recorder.state.position)[0].text)
    position = recorder.state.position
    recorder.move("?")
    assert recorder.send("board", diagram=recorder.view()["position"]["diagram"]).state is not None
    recorder.move(enterable_moves(recorder.state.game, recorder.state.position)[0].text)
    ways = list(played_lines_by_ply(recorder.state))
    assert len(ways) == recorder.state.ply + 1
    assert position_after_line(recorder.state.opening, ways[4]) == position
    assert (ways[5].diagram, ways[5].moves) == (recorder.state.boards[0].diagram, ())
    assert position_after_line(recorder.state.opening, ways[6]) == recorder.state.position


def test_moves_are_tried():
    """Each has its board; behind them stands what may follow, or what is wrong."""
    recorder = Recorder().move("四04占", "一01領")
    board = recorder.course()["boards"][1]
    found = tried(recorder, 1, "七07領", "二02占")
    after = boards_of(found["steps"], board)
    assert [{token["square"] for token in each["tokens"]} for each in after] == [
        {"四04", "七07"},
        {"四04", "七07", "二02"},
    ]
    assert found["message"] is None
    assert "三03領" in {choice["text"] for choice in found["choices"]}
    wrong = tried(recorder, 1, "七07領", "四04-七07占")
    assert (len(wrong["steps"]), wrong["choices"]) == (1, [])
    assert "占" in wrong["message"]["ja"]
    assert recorder.state.seq == 3


def test_what_cannot_be_tried():
    """A ply that is not there, a board on which a move was not played, too many moves, an official game."""
    recorder = Recorder().move("四04占", "一01領", "四04-四07占")
    cases = [
        ({"ply": 4, "moves": []}, False, "no-such-ply"),
        ({"ply": 3, "moves": []}, False, "not-played"),
        ({"ply": 0, "moves": ["一01占"] * 201}, False, "bad-member"),
        ({"ply": 0, "moves": "一01占"}, False, "bad-member"),
        ({"ply": 0, "moves": [1]}, False, "bad-member"),
        ({"ply": 0, "moves": []}, True, "silent"),
    ]
    for value, silent, code in cases:
        with pytest.raises(Rejected) as wrong:
            read_analysis_line(recorder.state, value, silent=silent)
        assert wrong.value.code == code, value
