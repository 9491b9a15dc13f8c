"""Tests of what viewers are told: replays, lines tried behind a ply, lobby cards."""

import json

import pytest
from each import each
from helpers import DIAGRAM
from tables import GAMES, Recorder, boards_of

from kifu.recording.game_drawing_and_catalogue_json import look_name
from kifu.recording.position_and_moves_json import enterable_moves, tokens_json
from kifu.recording.reducer import correction_board_json
from kifu.recording.state_and_clock import Instant
from kifu.recording.untrusted_json_fields import Rejected
from kifu.recording.viewer_json import (
    MAX_CARDS,
    analysis_line_json,
    game_card_json,
    heatmaps_json,
    lobby_order,
    played_lines_by_ply,
    position_after_line,
    public_board_json,
    read_analysis_line,
    viewer_course,
)

INSTANT = Instant("run", 0)


def _played(name, plies, **more):
    """Return a recorder of a game of first legal moves."""
    recorder = Recorder(name, **more)
    for _ in range(plies):
        state = recorder.state
        recorder.move(enterable_moves(state.game, state.position)[0].text)
    return recorder


@each("name", GAMES)
def test_there_is_a_board_for_each_ply(name):
    """Each shows the units after it, with the square on which the move ended; all of it is plain JSON."""
    recorder = _played(name, 6)
    state, shown = recorder.state, recorder.course()
    assert json.loads(json.dumps(shown)) == shown
    assert len(shown["boards"]) == 7
    assert "last" not in shown["boards"][0]
    for ply, move in enumerate(state.moves, start=1):
        squares = state.game.read(move.text).written.squares
        assert shown["boards"][ply]["last"] == (state.game.board.spell(squares[-1]) if squares else None)
    for number, board in enumerate(shown["boards"]):
        position = state.replay.positions[number]
        assert sorted(map(repr, board["tokens"])) == sorted(map(repr, tokens_json(state.game, position))), number
        assert board["measures"] == [list(pair) for pair in state.game.measure(position)]
    assert len(shown["measures"]) == len(shown["boards"][0]["measures"])
    assert shown["verdict"]["status"] == "UNFINISHED"
    assert (
        {kind["key"] for kind in shown["traces"]}
        == {kind["key"] for kind in heatmaps_json(state)}
        == set(state.game.traces)
    )


def test_a_ply_more_is_a_small_difference():
    """A course has its steps in common with the one before; a board that is corrected, or a move taken back, is told anew."""
    recorder = _played("king", 2)
    one, other = (choice for choice in enterable_moves(recorder.state.game, recorder.state.position)[:2])
    before = viewer_course(recorder.state, INSTANT)
    recorder.move(one.text)
    after = viewer_course(recorder.state, INSTANT, earlier_course=before)
    assert [kept is new for kept, new in zip(before.steps, after.steps, strict=False)] == [True] * 3
    told = after.steps[3].json
    assert (len(told["gone"]), [token["square"] for token in told["came"]]) == (1, [one.squares[-1]])
    assert (told["last"], set(told["changed"])) == (one.squares[-1], set(one.squares))
    recorder.send("undo")
    recorder.move(other.text)
    again = viewer_course(recorder.state, INSTANT, earlier_course=after)
    assert again.json == viewer_course(recorder.state, INSTANT).json
    assert again.steps[3].json["last"] == other.squares[-1]


def test_the_heatmap_counts_what_was_placed():
    """Two placements of 先手 and one of 後手 count once each."""
    state = Recorder().move("四04占", "一01領", "五05占").state
    heat = {kind["key"]: kind for kind in heatmaps_json(state)}
    assert heat["placement"]["first"] == {"四04": 1, "五05": 1}
    assert heat["placement"]["second"] == {"一01": 1}


def test_an_illegal_move_has_a_verdict_with_its_article():
    """The board stays, the article is told with its sentence and the ground it stands on."""
    recorder = Recorder().move("四04占", "一01領", "四04-四07占", "二02領")
    shown = recorder.course()
    assert len(shown["boards"]) == 5
    assert shown["boards"][3]["tokens"] == shown["boards"][2]["tokens"] == shown["boards"][4]["tokens"]
    verdict = shown["verdict"]
    assert (verdict["status"], verdict["fault"]["ply"]) == ("ILLEGAL", 3)
    assert verdict["article"]["number"] == verdict["fault"]["article"]
    assert verdict["article"]["basis"][0]["kind"]["ja"]
    assert ["手番", "先手"] in correction_board_json(recorder.state, silent=False)["diagram"]["fields"]


def test_a_corrected_board_takes_its_place():
    """The plies after it are played on it."""
    recorder = Recorder().move("四04占", "一01領", "四04-四07占")
    diagram = recorder.view()["position"]["diagram"].replace("手番：先手", "手番：後手")
    recorder.send("board", diagram=diagram)
    recorder.move("二02領")
    shown = recorder.course()
    assert len(shown["boards"]) == 5
    assert shown["boards"][3]["turn"] == "second"
    assert {token["square"] for token in shown["boards"][4]["tokens"]} == {"四04", "一01", "二02"}


def test_branches_have_boards():
    """A branch is shown as far as it is legal."""
    recorder = Recorder().move("四04占", "一01領")
    recorder.send("branch", ply=2, moves=["七07領", "四04-一07占"])
    shown = recorder.course()
    (branch,) = shown["branches"]
    assert branch["ply"] == 2
    assert [
        {token["square"] for token in board["tokens"]} for board in boards_of(branch["steps"], shown["boards"][1])
    ] == [{"四04", "七07"}]
    assert branch["message"]["ja"]


def test_official_mode_tells_nothing():
    """A legal and an illegal move look alike: no verdict, no timeline, the board as the moves say."""
    legal = Recorder(mode="official").move("四04占", "一01領", "四04-四05占")
    wrong = Recorder(mode="official").move("四04占", "一01領", "四04-四07占")
    shown = [recorder.course() for recorder in (legal, wrong)]
    for seen in shown:
        assert not {"verdict", "measures", "traces", "result"} & set(seen)
        assert set(seen["boards"][-1]) == {"tokens", "turn"}
    diagrams = [correction_board_json(recorder.state, silent=True) for recorder in (legal, wrong)]
    assert diagrams[0] == diagrams[1]
    squares = [{token["square"] for token in seen["boards"][-1]["tokens"]} for seen in shown]
    assert squares == [{"一01", "四05"}, {"一01", "四07"}]


def test_only_the_written_unit_goes_along_in_official_mode():
    """Of two pieces that stand on one point the move takes the one that it names."""
    state = Recorder("king", mode="official").move("五07-五05丸外")
    wrong = Recorder("king", mode="official").move("一06-一01十内")
    for played, moved in ((state, 1), (wrong, 1)):
        before, after = (board["tokens"] for board in played.course()["boards"][:2])
        assert sum(token not in before for token in after) == moved


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


def test_a_card_has_the_last_board():
    """Players, the last move with its square, whose turn it is; a look has one name for all tables of its game."""
    table = Recorder(names={"first": "甲", "second": "乙"}).move("四04占", "一01領")
    card = game_card_json(table.state, INSTANT)
    assert (card["names"], card["ply"], card["move"], card["turn"]) == (
        {"first": "甲", "second": "乙"},
        2,
        "一01領",
        "first",
    )
    assert {(token["square"], token["text"]) for token in card["tokens"]} == {("四04", "占"), ("一01", "領")}
    assert (card["last"], card["result"], card["closed"]) == ("一01", None, False)
    assert card["look"] == public_board_json(Recorder().state)["look"] == look_name(table.state.game)
    assert card["look"] != public_board_json(Recorder("king").state)["look"]
    assert game_card_json(Recorder().state, INSTANT)["move"] is None


def test_official_mode_is_silent_in_the_hall():
    """A legal and an illegal move look alike; neither an end by the rules nor a fault is told before the close."""
    cards = [
        game_card_json(Recorder(mode="official").move("四04占", "一01領", text).state, INSTANT)
        for text in ("四04-四05占", "四04-四07占")
    ]
    same = [{key: value for key, value in card.items() if key not in {"tokens", "move"}} for card in cards]
    assert same[0] == same[1]
    assert [sorted(token["square"] for token in card["tokens"]) for card in cards] == [
        ["一01", "四05"],
        ["一01", "四07"],
    ]
    ended = Recorder(mode="official", setup=DIAGRAM).move("四03-五03武")
    assert game_card_json(ended.state, INSTANT)["result"] is None
    ended.send("close")
    assert game_card_json(ended.state, INSTANT)["result"]["winner"] == "first"


def test_who_stands_in_the_hall():
    """The tables that go on come before those that have ended, of these the newest; they stand in the order of their opening."""
    state = Recorder().state
    over = Recorder()
    over.send("close")
    states = [(f"g{number}", state._replace(opened=f"{number:03}")) for number in range(MAX_CARDS - 1)]
    states += [("old", over.state._replace(opened="000")), ("new", over.state._replace(opened="999"))]
    found = lobby_order(states)
    assert len(found) == MAX_CARDS
    assert found[-1] == "new"
    assert "old" not in found
    assert found[:-1] == [name for name, _ in states[: MAX_CARDS - 1]]
