"""A verdict as JSON, its exit code, and the diagnostics of its file."""

import json

from each import each
from helpers import document, verdicts
from helpers import verdict as verdict_on
from small_records import FOUL, OPEN, OVER, SETUP

import kifu
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.referee.status_fault_and_basis import EXIT_CODES, Status


def test_remarks_on_the_file_come_with_every_record():
    """Each verdict of a file has the diagnostics of the file, such as its encoding."""
    for verdict in kifu.verify(document((OPEN * 2).encode("cp932"))):
        assert verdict.diagnostics[0].code == "encoding"


def test_exit_codes():
    """The exit code is 0 without a fault, 1 with a fault, 3 for a record that cannot be read."""
    assert {status.value: status.exit_code for status in Status} == EXIT_CODES
    assert set(EXIT_CODES.values()) == {0, 1, 3}


@each(
    "text",
    [
        OVER + "まで1手で先手の勝ち\n",
        FOUL,
        OPEN + "2 八01占\n",
        "",
        OVER + "まで1手で後手の勝ち\n",
        SETUP.replace("：13", "：99"),
    ],
)
def test_the_json_has_exactly_the_shape_of_the_design(text):
    """The JSON has all members of the design in order, and the same members inside each of them."""
    (verdict,) = verdicts(text)
    shape = json.loads(json.dumps(verdict.to_json()))
    assert list(shape) == [
        "file",
        "index",
        "game",
        "rules",
        "status",
        "plies",
        "outcome",
        "recorded",
        "fault",
        "scores",
        "final",
        "games",
        "diagnostics",
        "sha256",
        "basis",
    ]
    assert shape["basis"] is None or list(shape["basis"]) == ["article", "kind", "data"]
    for ending in (shape["outcome"], shape["recorded"]):
        assert ending is None or list(ending) == ["winner", "termination", "article"]
    fault = shape["fault"]
    assert fault is None or list(fault) == ["ply", "move", "line", "column", "article", "code", "message"]
    for remark in shape["diagnostics"]:
        assert list(remark) == ["code", "severity", "line", "column", "ply", "message"]
        assert list(remark["message"]) == ["ja", "en"]
    assert len(shape["scores"]) == (shape["plies"] + 1 if verdict.replay else 0)
    assert (shape["games"], shape["index"], shape["file"]) == ([], 0, "game.kif")


def test_the_json_of_a_confirmed_game():
    """The JSON has the winner by side, the tally of 占 at each ply, and the final diagram with its hand and turn lines."""
    shape = verdict_on(OVER + "まで1手で先手の勝ち\n").to_json()
    assert (shape["game"], shape["rules"], shape["status"], shape["plies"]) == ("six", "six/1", "CONFIRMED", 1)
    assert shape["outcome"] == {"winner": "first", "termination": "elimination", "article": "six.14"}
    assert shape["recorded"] == {"winner": "first", "termination": "declared", "article": None}
    assert shape["scores"] == [[1, 1], [1, 0]]
    assert shape["final"] == (
        "一二三四五六七\n○○○○○○○01\n○○○○○○○02\n○○○霊武○○03\n○○○○○○○04\n○占○○○○○05\n○○○○○○○06\n○○○○○○○07\n"
        "先手の持駒：13 占不可\n後手の持駒：14 占可\n手番：後手\n"
    )


def test_the_side_that_wins_is_told_by_whose_turn_it_is():
    """The position decides whose turn it is, also if a set-up starts with 後手."""
    text = SETUP.replace("手番：先手", "手番：後手") + "1 一01領\n2 投了\n"
    assert verdict_on(text).outcome == Ending(Outcome.win(Side.SECOND), Termination.RESIGNATION)
