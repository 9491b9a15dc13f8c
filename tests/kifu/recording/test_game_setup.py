"""The opening of a game: what it takes, what it refuses, and that it reads back."""

import pytest
from each import each
from helpers import DIAGRAM
from tables import GAMES, Recorder

from kifu.recording.game_setup import read_setup, setup_json
from kifu.recording.json_fields import Rejected
from kifu.recording.record_writer import text_of

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
    assert "先手：甲（B）\n後手：乙（A）\n" in text_of(table.state)
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
    assert "持ち時間：0:10:00、一手ごとに5秒加算" in text_of(table.state)
