"""Tests `kifu solve`: its result, its line of play and its exit codes."""

import json
from pathlib import Path

from click.testing import CliRunner
from each import each
from helpers import DIAGRAM, HEAD
from six_positions import LONG_WIN

from kifu.cli.main import main

SAMPLES = Path(__file__).parents[3] / "samples"
BOARD = DIAGRAM.split("\n", 1)[1]


def solve(*arguments, text=None):
    """Run `kifu solve`."""
    return CliRunner().invoke(main, ["solve", "--lang", "en", *arguments], input=text)


def test_a_win():
    """後手's only 占 can be beaten at once: proven, exit code 0."""
    result = solve("--game", "six", "-", text=BOARD)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["first (先手) wins in 1 plies", "   1 ▲四03-五03武"]


def test_the_sides_have_the_names_and_marks_of_the_game():
    """In a Union game they are white and black, as in every picture."""
    lines = solve(str(SAMPLES / "king/match.kif"), "--part", "1", "--ply", "43", "--nodes", "2000").stdout.splitlines()
    assert lines[0] == "white (白) wins in 1 plies"
    assert lines[1].startswith("   1 ●")


def test_a_record_names_its_game(tmp_path):
    """The game and the position are those of the record's head."""
    path = tmp_path / "study.kif"
    path.write_text(HEAD + DIAGRAM, encoding="utf-8")
    assert solve(str(path)).stdout == solve("--game", "six", "-", text=BOARD).stdout


def test_as_json():
    """JSON is one object."""
    solution = json.loads(solve("--game", "six", "--format", "json", "-", text=BOARD).stdout)
    assert (solution["winner"], solution["plies"], solution["least"], solution["line"], solution["proven"]) == (
        "first",
        1,
        1,
        ["四03-五03武"],
        True,
    )


def test_a_win_whose_length_is_not_known():
    """A long win is told with its bounds, in words and as JSON."""
    arguments = ("--game", "six", "--nodes", "120000")
    result = solve(*arguments, "-", text=LONG_WIN)
    assert result.exit_code == 0
    solution = json.loads(solve(*arguments, "--format", "json", "-", text=LONG_WIN).stdout)
    assert (solution["winner"], solution["proven"]) == ("first", True)
    assert solution["least"] <= len(solution["line"]) <= solution["plies"]
    assert result.stdout.startswith(
        f"first (先手) wins in at most {solution['plies']} plies; the shortest win takes {solution['least']} or more\n"
    )


def test_not_proven(tmp_path):
    """An unproven position gives exit code 1 and the depth of the search."""
    path = tmp_path / "start.kif"
    path.write_text(HEAD, encoding="utf-8")
    result = solve("--nodes", "3000", str(path))
    assert result.exit_code == 1
    assert result.stdout.startswith("not proven: neither side can force a win within ")
    assert result.stdout.endswith("a longer win is not excluded; a larger --nodes looks further ahead\n")


@each(
    ("arguments", "text", "code"),
    [
        (("-",), BOARD, 2),
        (("--game", "rengo", "-"), "棋種：続・連合将棋\n盤：①\n", 3),
        (("--game", "six", "no-such-file"), None, 3),
        (("--game", "six", "--nodes", "0", "-"), BOARD, 2),
    ],
)
def test_what_cannot_be_solved(arguments, text, code):
    """A bare diagram without a game, a board that is not known, no file, no budget."""
    result = solve(*arguments, text=text)
    assert result.exit_code == code
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there(tmp_path):
    """It says so, with exit code 3, and does not ask for the game."""
    result = solve(str(tmp_path / "nothing.kif"))
    assert result.exit_code == 3
    assert "[no-such-file]" in result.stderr
