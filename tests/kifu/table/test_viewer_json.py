"""A table for the viewer: a board for each ply, branches, timeline, heatmaps, verdict; nothing of it in official mode."""

import json

from each import each
from tables import GAMES, Recorder

from kifu.table.tap_paths import choices
from kifu.table.viewer_json import course_json


def _played(name, plies, **more):
    """Return a recorder of a game of first legal moves."""
    recorder = Recorder(name, **more)
    for _ in range(plies):
        state = recorder.state
        recorder.move(choices(state.game, state.position)[0].text)
    return recorder


@each("name", GAMES)
def test_there_is_a_board_for_each_ply(name):
    """Each shows the units after it, with the square on which the move ended; all of it is plain JSON."""
    state = _played(name, 6).state
    course = course_json(state, silent=False)
    assert json.loads(json.dumps(course)) == course
    assert len(course["boards"]) == 7
    assert "last" not in course["boards"][0]
    for ply, move in enumerate(state.moves, start=1):
        squares = state.game.read(move.text).written.squares
        assert course["boards"][ply]["last"] == (state.game.board.spell(squares[-1]) if squares else None)
    for measure in course["timeline"]:
        assert len(measure["first"]) == len(measure["second"]) == 7
    assert course["verdict"]["status"] == "UNFINISHED"
    kinds = {heat["key"]: heat for heat in course["heat"]}
    assert set(kinds) == set(state.game.traces)


def test_the_heatmap_counts_what_was_placed():
    """Two placements of 先手 and one of 後手 count once each."""
    state = Recorder().move("四04占", "一01領", "五05占").state
    heat = {kind["key"]: kind for kind in course_json(state, silent=False)["heat"]}
    assert heat["placement"]["first"] == {"四04": 1, "五05": 1}
    assert heat["placement"]["second"] == {"一01": 1}


def test_an_illegal_move_has_a_verdict_with_its_article():
    """The board stays, the article is told with its sentence and the ground it stands on."""
    state = Recorder().move("四04占", "一01領", "四04-四07占", "二02領").state
    course = course_json(state, silent=False)
    assert len(course["boards"]) == 5
    assert course["boards"][3]["tokens"] == course["boards"][2]["tokens"] == course["boards"][4]["tokens"]
    verdict = course["verdict"]
    assert (verdict["status"], verdict["fault"]["ply"]) == ("ILLEGAL", 3)
    assert verdict["article"]["number"] == verdict["fault"]["article"]
    assert verdict["article"]["basis"][0]["kind"]["ja"]
    assert ["手番", "先手"] in course["diagram"]["fields"]


def test_a_corrected_board_takes_its_place():
    """The plies after it are played on it."""
    recorder = Recorder().move("四04占", "一01領", "四04-四07占")
    diagram = recorder.view()["position"]["diagram"].replace("手番：先手", "手番：後手")
    recorder.send("board", diagram=diagram)
    recorder.move("二02領")
    course = course_json(recorder.state, silent=False)
    assert len(course["boards"]) == 5
    assert course["boards"][3]["turn"] == "second"
    assert {token["square"] for token in course["boards"][4]["tokens"]} == {"四04", "一01", "二02"}


def test_branches_have_boards():
    """A branch is shown as far as it is legal."""
    recorder = Recorder().move("四04占", "一01領")
    recorder.send("branch", ply=2, moves=["七07領", "四04-一07占"])
    (branch,) = course_json(recorder.state, silent=False)["branches"]
    assert branch["ply"] == 2
    assert [{token["square"] for token in board["tokens"]} for board in branch["boards"]] == [{"四04", "七07"}]
    assert branch["message"]["ja"]


def test_official_mode_tells_nothing():
    """A legal and an illegal move look alike: no verdict, no timeline, the board as the moves say."""
    legal = Recorder(mode="official").move("四04占", "一01領", "四04-四05占").state
    wrong = Recorder(mode="official").move("四04占", "一01領", "四04-四07占").state
    shown = [course_json(state, silent=True) for state in (legal, wrong)]
    for course in shown:
        assert set(course) == {"silent", "seq", "boards", "diagram"}
        assert set(course["boards"][-1]) == {"board", "tokens", "turn"}
    squares = [{token["square"] for token in course["boards"][-1]["tokens"]} for course in shown]
    assert squares == [{"一01", "四05"}, {"一01", "四07"}]


def test_only_the_written_unit_goes_along_in_official_mode():
    """Of two pieces that stand on one point the move takes the one that it names."""
    state = Recorder("king", mode="official").move("五07-五05丸外").state
    wrong = Recorder("king", mode="official").move("一06-一01十内").state
    for played, moved in ((state, 1), (wrong, 1)):
        before, after = (course_json(played, silent=True)["boards"][ply]["tokens"] for ply in (0, 1))
        assert sum(token not in before for token in after) == moved
