"""The opening of a game: what it takes, what it refuses, and that it reads back."""

import pytest
from each import each
from helpers import DIAGRAM
from matches import HALVES, NAMES, first_half, second_half
from tables import GAMES, Recorder

from kifu.recording.game_setup import read_setup, second_game_setup_json, setup_json
from kifu.recording.state_record_conversion import record_text
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.verify import verify
from notation.reading import read

REFUSED = [
    [],
    {},
    {"game": "six"},
    {"game": "chess", "mode": "record"},
    {"game": "six", "mode": "loud"},
    {"game": "six", "mode": "record", "rules": "six/9"},
    {"game": "king", "mode": "record", "rules": "../my.toml"},
    {"game": "six", "mode": "record", "names": {"third": "x"}},
    {"game": "six", "mode": "record", "names": {"first": "a\nb"}},
    {"game": "six", "mode": "record", "names": ["a"]},
    {"game": "six", "mode": "record", "head": {"棋種": "x"}},
    {"game": "six", "mode": "record", "head": {"場所": 5}},
    {"game": "six", "mode": "record", "setup": ""},
    {"game": "six", "mode": "record", "setup": "○○"},
    {"game": "six", "mode": "record", "clock": {"kind": "sudden", "main": -1}},
    {"game": "six", "mode": "record", "clock": {"kind": "byoyomi", "main": 1}},
    {"game": "six", "mode": "record", "clock": {"kind": "hourglass", "main": 1}},
    {"game": "rengo", "mode": "record", "head": {"盤": "x"}},
    {"game": "six", "mode": "record", "more": 1},
]


@each("value", REFUSED, ids=str)
def test_refused(value):
    """A wrong opening is refused."""
    with pytest.raises(Rejected):
        read_setup(value)


@each("head", [{"先手の持駒": "3"}, {"結果": "先手の勝ち"}, {"a：b": "c"}, {"まで": "x"}, {"手番": "後手"}])
def test_a_head_that_would_read_otherwise(head):
    """A header that would be taken for something else is refused before anything is written."""
    with pytest.raises(Rejected):
        Recorder(head=head)


@each("game", GAMES)
def test_it_reads_back(game):
    """The JSON of an opening gives the same opening again."""
    opening = read_setup({"game": game, "mode": "practice", "names": {"first": "甲"}, "head": {"場所": "会館"}})
    again = read_setup(setup_json(opening))
    assert setup_json(again) == setup_json(opening)
    assert (again.start, again.names, again.head) == (opening.start, opening.names, opening.head)


def test_rengo_on_another_board_with_exchanged_sets():
    """A board without a start of its own needs a diagram; the marks of the sets stand behind the names."""
    diagram = "".join("・" * 18 + f"{row:02d}\n" for row in range(1, 10))
    lines = diagram.splitlines()
    lines[0] = "・・・・・・・・△玉" + "・・" * 4 + "01"
    lines[8] = "・・・・・・・・▲玉" + "・・" * 4 + "09"
    table = Recorder(
        "rengo", setup="\n".join(lines), names={"first": "甲（B）", "second": "乙"}, head={"盤": "碁盤9路"}
    )
    assert "先手：甲（B）\n後手：乙（A）\n" in record_text(table.state)
    with pytest.raises(Rejected):
        Recorder("rengo", head={"盤": "碁盤19路"})


def test_a_setup():
    """The diagram of an opening is the start, with or without its first line."""
    for text in (DIAGRAM, DIAGRAM.removeprefix("局面図\n")):
        table = Recorder(setup=text)
        assert table.view()["position"]["diagram"] == DIAGRAM.removeprefix("局面図\n")


def test_a_fischer_clock_stands_in_the_head():
    """The reader knows no Fischer clock; the line is kept as a warning, and the game is judged."""
    table = Recorder(clock={"kind": "fischer", "main": 600, "increment": 5})
    assert "持ち時間：0:10:00、一手ごとに5秒加算" in record_text(table.state)


def judged(state):
    """Return the verdict on the record of a table."""
    document = read("match.kif", record_text(state).encode())
    assert [each for each in document.diagnostics if each.severity.value == "error"] == []
    return verify(document.records[0], document.sha256)


def test_the_record_is_the_match():
    """The moves of the sample, entered as two tables, add up as the sample does; the players have exchanged sides."""
    second = second_half(first_half())
    verdict = judged(second.state)
    assert (verdict.status.value, verdict.outcome.termination.value) == ("CONFIRMED", "match")
    assert [[entry.text for entry in game.main.entries] for game in verdict.record.games] == list(HALVES)
    assert verdict.record.head["先手"] == NAMES["first"]
    assert second.state.opening.names == (NAMES["second"], NAMES["first"])
    assert verdict.scores()[-1] == (207, 183)


def test_it_is_judged_before_its_end():
    """From the first move on the record is a match without a result."""
    second = second_half(first_half(), HALVES[1][:1])
    assert judged(second.state).status.value == "UNFINISHED"
    assert "対局：前半" in record_text(second.state)


def test_the_journal_of_the_second_game_suffices():
    """It folds to the same table; the first journal is not needed."""
    second = second_half(first_half())
    assert record_text(second.replay()) == record_text(second.state)
    assert second.replay().opening.first == second.state.opening.first


def test_the_points_of_the_first_game_are_shown_by_the_sides_of_the_second():
    """Who was 先手 is 後手 now."""
    second = second_half(first_half(), ())
    assert second.view()["match"] == {"half": "second", "first": "one", "before": [99, 105]}


def test_what_the_viewer_says_of_a_match():
    """The game has its own verdict, the match its own."""
    course = second_half(first_half()).course()
    assert course["verdict"]["status"] == "CONFIRMED"
    assert (course["match"]["status"], course["match"]["points"]) == ("CONFIRMED", [183, 207])
    assert len(course["boards"]) == len(HALVES[1]) + 1


def test_a_game_off_the_board_leaves_the_result_to_the_people():
    """king.3: 結果 can be written in the second game then, and in no other game."""
    second = second_half(first_half(), HALVES[1][:3])
    second.send("special", word="投了")
    assert judged(second.state).outcome is None
    second.send("header", key="結果", value="先手の勝ち")
    verdict = judged(second.state)
    assert (verdict.status.value, verdict.outcome.outcome.value) == ("DECLARED", "first")
    with pytest.raises(Rejected):
        second.send("header", key="結果", value="たぶん先手")
    with pytest.raises(Rejected):
        first_half(close=False).send("header", key="結果", value="先手の勝ち")


def test_comments_branches_an_illegal_move_and_a_clock_in_both_games():
    """Each game keeps what it has; nothing moves from one to the other."""
    clock = {"kind": "sudden", "main": 600}
    first = first_half(HALVES[0][:4], close=False, clock=clock, head={"場所": "会館"})
    first.send("clock", action="start")
    first.move("二07-二01八外反")
    first.send("comment", ply=5, text="対局：後半\n一手目")
    first.send("branch", ply=2, moves=[HALVES[0][1]])
    first.send("foul", side="first", ply=5)
    first.send("close")
    second = second_half(first, HALVES[1][:2])
    second.send("comment", ply=0, text="後半の注")
    second.send("header", key="記録係", value="丙")
    verdict = judged(second.state)
    one, two = verdict.record.games
    assert [comment.text for comment in one.main.comments] == ["対局：後半", "一手目"]
    assert [comment.text for comment in two.main.comments] == ["後半の注"]
    assert (len(one.lines), len(two.lines)) == (2, 1)
    assert verdict.games[0].status.value == "CONFIRMED"
    assert verdict.record.head["場所"] == "会館"
    assert two.header("記録係") == "丙"


@each(
    ("table", "more"),
    [
        (lambda: first_half(close=False), {}),
        (lambda: second_half(first_half()), {}),
        (lambda: Recorder("six"), {}),
        (first_half, {"game": "six"}),
        (first_half, {"names": {"first": "x"}}),
        (first_half, {"rules": "king/1 last=must"}),
        (first_half, {"mode": "loud"}),
    ],
    ids=["not closed", "third game", "no match", "another game", "names", "rules", "mode"],
)
def test_what_has_no_second_game(table, more):
    """A game that is not closed, a second game, another game; and the second game has the rules of the first."""
    state = table().state
    with pytest.raises(Rejected):
        read_setup(second_game_setup_json(state, "one", record_text(state), {"match": "one", **more}))


@each(
    "first",
    [
        [],
        {"id": "one", "hash": "x", "record": ""},
        {"id": "one", "hash": "0" * 64, "record": ""},
        {"id": "one", "hash": "0" * 64, "record": "棋種：6面体\n"},
        {"id": "one", "hash": "0" * 64, "record": "棋種：ユニオンキング\n規則：king/1 last=must\n"},
        {"id": "one", "hash": "0" * 64, "record": "棋種：ユニオンキング\n*\u202e\n"},
        {"id": "one", "hash": "0" * 64, "record": "棋種：ユニオンキング\n*\ud800\n"},
        {"id": "one\n", "hash": "0" * 64, "record": "棋種：ユニオンキング\n規則：king/1\n"},
        {"id": "../one", "hash": "0" * 64, "record": "棋種：ユニオンキング\n規則：king/1\n"},
        {"id": "one", "hash": "0" * 64, "record": "棋種：ユニオンキング\n" * 2},
        {"id": "one", "hash": "0" * 64, "record": "棋種：ユニオンキング\n対局：前半\n対局：後半\n"},
    ],
    ids=range(11),
)
def test_a_first_game_that_is_none(first):
    """A journal that was made by other means is refused with a reason."""
    with pytest.raises(Rejected):
        read_setup({"game": "king", "mode": "record", "first": first})
