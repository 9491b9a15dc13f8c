"""Puzzles asked at the terminal, and as JSON."""

import io
import json

from click.testing import CliRunner

from kifu.cli.commands.study.puzzles import ask_puzzles, puzzle_json
from kifu.cli.main import main
from kifu.cli.printing.language_and_usage_errors import say
from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.core.message import Message
from kifu.engine.puzzles import Puzzle

SIX = games.load("six")
BOARDS = (
    """
    占○○○○○○01
    ○武領○○○○02
    ○○○○○○○03
    ○○○○○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
    """,
    """
    ○○○○○○○01
    ○○○○○○○02
    ○○占騎○○○03
    ○○○○○○○04
    ○○○○領○○05
    ○○○○○○○06
    ○○○○○○○07
    """,
)
SOLUTIONS = ("二02-三02武", "四03-五05騎")


def puzzles():
    """Return a puzzle of each board."""
    found = []
    for board, solution in zip(BOARDS, SOLUTIONS, strict=True):
        rows = [(number, line.strip()) for number, line in enumerate(board.splitlines(), start=1) if line.strip()]
        position = SIX.read_diagram(split_diagram(1, rows))
        found.append(Puzzle(position, (SIX.resolve(position, SIX.read(solution)),), "made by hand"))
    return found


def test_one_by_one(monkeypatch, capsys):
    """A wrong move and an illegal one are asked again, an empty line shows the solution, q ends."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"?\n四04怨\n二02-二03武\n{SOLUTIONS[0]}\n\n"))
    ask_puzzles(SIX, puzzles())
    shown = capsys.readouterr()
    assert f": {SOLUTIONS[0]}\n" in shown.out
    assert f": {SOLUTIONS[1]}\n" in shown.out
    assert say(Message("その手では、この手数で勝てません", "that does not win within these plies")) in shown.out
    assert len(shown.err.splitlines()) == 2
    assert "1" in shown.out.splitlines()[-1]


def test_as_json():
    """The same position and solution have the same id; the diagram is the position."""
    first, second = (puzzle_json(SIX, each) for each in puzzles())
    assert (first["format"], first["side"], first["plies"], first["solution"]) == (
        "kifu-puzzle/1",
        "first",
        1,
        [SOLUTIONS[0]],
    )
    assert first["id"] != second["id"] == puzzle_json(SIX, puzzles()[1])["id"]
    assert first["diagram"].splitlines()[2] == "○武領○○○○02"


def test_the_command():
    """With --ask nothing is written; the end of the input ends it."""
    options = ["study", "puzzles", "--game", "six", "--games", "--plies", "1", "--count", "1", "--seed", "1"]
    asked = CliRunner().invoke(main, ["--lang", "en", *options, "--ask"], input="\n")
    assert asked.exit_code == 0
    assert asked.stdout.endswith("0 of 1 solved\n")
    (line,) = CliRunner().invoke(main, ["--lang", "en", *options, "--format", "json"]).stdout.splitlines()
    assert f"the solution: {' '.join(json.loads(line)['solution'])}\n" in asked.stdout
