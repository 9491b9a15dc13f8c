"""A slip is not a foul: a warning that a line is missing or stands twice comes before the illegal move."""

import pytest
from click.testing import CliRunner
from each import each
from helpers import HEAD
from helpers import verdict as verdict_on

from kifu.cli.main import main
from kifu.referee.status_fault_and_basis import Status

GAME = ["一01占", "七07領", "一02占", "七06領", "二02武", "六06士"]


def written(moves, numbers=None):
    """Return a record of the moves, numbered as given or from 1 on."""
    numbers = numbers or range(1, len(moves) + 1)
    return HEAD + "".join(f"{number} {move}\n" for number, move in zip(numbers, moves, strict=True))


def outline(text):
    """Return the status of a record, and the code and the ply of each diagnostic."""
    verdict = verdict_on(text)
    return verdict.status, [(diagnostic.code, diagnostic.ply) for diagnostic in verdict.diagnostics]


def test_a_lost_line_with_its_number():
    """A gap in the numbers shows the lost line; the status is still the rules' own."""
    text = written(GAME[:3] + GAME[4:], [1, 2, 3, 5, 6])
    assert outline(text) == (Status.ILLEGAL, [("wrong-ply-number", 4), ("missing-turn", 4), ("illegal-move", 4)])
    first = verdict_on(text).diagnostics[0]
    assert first.message.ja.startswith("4 手目が抜けていませんか")


def test_several_lost_lines():
    """The warning names all missing plies."""
    warning = verdict_on(written(GAME[:1] + GAME[3:], [1, 4, 5, 6])).diagnostics[0]
    assert warning.message.ja.startswith("2-3 手目が抜けていませんか")


def test_a_lost_line_when_the_numbers_go_on():
    """Without numbers the turn shows the lost line."""
    assert outline(written(GAME[:3] + GAME[4:])) == (Status.ILLEGAL, [("missing-turn", 4), ("illegal-move", 4)])


def test_a_lost_line_with_side_marks():
    """Two moves of one side in a row show a lost line."""
    assert outline(written(["▲一01占", "▲一02占"]))[1] == [("missing-turn", 2), ("illegal-move", 2)]


@pytest.mark.parametrize("numbers", [None, [1, 2, 3, 3, 4]])
def test_a_line_written_twice(numbers):
    """A move that follows itself, with the same or another number, is a line that was written twice."""
    status, diagnostics = outline(written([*GAME[:3], GAME[2], GAME[3]], numbers))
    assert (status, diagnostics[-2:]) == (Status.ILLEGAL, [("repeated-move", 4), ("illegal-move", 4)])


@each("moves", [["四04武"], ["一01占", "七07領", "七07占"], ["一01占", "四04-四05士"]])
def test_a_foul_is_no_slip(moves):
    """Another illegal move is not called a slip."""
    assert not {code for code, _ in outline(written(moves))[1]} & {"missing-turn", "repeated-move"}


def test_it_is_said_before_the_foul(tmp_path):
    """In the printed verdict the slip stands above the article."""
    path = tmp_path / "lost.kif"
    path.write_text(written(GAME[:3] + GAME[4:], [1, 2, 3, 5, 6]), encoding="utf-8")
    out = CliRunner().invoke(main, ["verify", str(path), "--lang", "ja"]).stdout
    assert out.index("4 手目が抜けていませんか") < out.index("six.1:")
    assert out.count("4 手目が抜けていませんか") == 1


def test_a_direction_out_of_turn():
    """A move by its direction shows a lost line too, if its die was there a ply earlier; else nothing is guessed."""
    lost = written([*GAME, "二02-三03武", "武→右"])
    assert outline(lost) == (Status.ILLEGAL, [("missing-turn", 8), ("illegal-move", 8)])
    assert outline(written([*GAME, "士→上"])) == (Status.ILLEGAL, [("illegal-move", 7)])
