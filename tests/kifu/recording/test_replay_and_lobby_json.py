"""A table for the viewer: a board for each ply, branches, timeline, heatmaps, verdict; nothing of it in official mode."""

import json

from each import each
from tables import GAMES, Recorder, boards_of

from kifu.recording.position_and_moves_json import enterable_moves, tokens_json
from kifu.recording.reducer import correction_board_json
from kifu.recording.replay_and_lobby_json import heatmaps_json, viewer_course
from kifu.recording.state_and_clock import Instant

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
