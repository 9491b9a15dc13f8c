"""`kifu perft`: counts from the start, a diagram or a record's head."""

from click.testing import CliRunner
from each import each

from kifu.cli.main import main

DIAGRAM = """\
一二三四五六七
○○○○○怨○01
○○○○巫○○02
○○○士○○士03
○○矢○○矢○04
○馬○○巫○○05
○○○怨○○○06
○○馬○○○○07
先手の持駒：11 占不可
後手の持駒：9 占不可
手番：先手
"""
DIVIDED = """\
六01-四01怨 28
六01-五01怨 28
六01-四02怨 27
六01-六02怨 26
六01-五03怨 27
六01-六03怨 27
六01-一06怨 27
四06-四04怨 25
四06-五04怨 26
四06-四05怨 27
四06-六05怨 28
四06-五06怨 27
四06-六06怨 27
六01-四03-一06怨 20
六01-三04-一06怨 22
六01-二05-一06怨 23
"""
STANDSTILL = """\
占霊○○○○○01
領士○○○○○02
○○○○○○○03
○○○○○○○04
○○○○○○○05
○○○○○○○06
○○○○○○○07
先手の持駒：9 占不可
"""


def perft(*arguments, content=None):
    """Run `kifu perft --game six` and return what it printed and how it ended."""
    run = CliRunner().invoke(main, ["perft", "--game", "six", "--lang", "en", *arguments], input=content)
    return run.stdout, run.stderr, run.exit_code


@each("way", [[], ["--interpreted"], ["--compiled"]])
@each(("depth", "nodes"), [("0", 1), ("1", 49), ("2", 2352), ("3", 169200)])
def test_start(depth, nodes, way):
    """The count alone is printed, and is the same whichever way it is made."""
    assert perft(depth, *way) == (f"{nodes}\n", "", 0)


def test_a_count_that_is_compiled_unasked():
    """A count of millions is compiled without being asked for."""
    assert perft("4") == ("11912160\n", "", 0)


@each("way", [[], ["--interpreted"], ["--compiled"]])
def test_diagram(way):
    """A diagram is counted from."""
    assert perft("3", "-", *way, content=DIAGRAM) == ("6512\n", "", 0)


@each("way", [[], ["--interpreted"], ["--compiled"]])
def test_divide(way):
    """Divided: a line for each first move in pinned order, then the total."""
    assert perft("2", "-", "--divide", *way, content=DIAGRAM) == (f"{DIVIDED}total 415\n", "", 0)


def test_divide_in_japanese():
    """The word for the total follows the language."""
    run = CliRunner().invoke(main, ["perft", "--game", "six", "--lang", "ja", "1", "-", "--divide"], input=DIAGRAM)
    lines = run.stdout.splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("六01-四01怨 1", "合計 16", 17)


def test_a_file_in_another_encoding(tmp_path):
    """A diagram in a CP932 file is counted from."""
    (tmp_path / "diagram.txt").write_bytes(DIAGRAM.encode("cp932"))
    assert perft("2", str(tmp_path / "diagram.txt")) == ("415\n", "", 0)


def test_record():
    """The position that a record ends with is counted from, by default."""
    record = f"棋種：6面体\n局面図\n{DIAGRAM}1 六01-四03-一06怨霊\n"
    assert perft("2", "-", "--ply", "0", content=record) == ("415\n", "", 0)
    counted, said, code = perft("1", "-", content=record)
    assert (counted, code) == (perft("1", "-", "--ply", "1", content=record)[0], 0)
    assert "1" in said


@each(("depth", "printed"), [("0", "1\n"), ("1", "0\n"), ("3", "0\n")])
def test_a_game_that_is_over(depth, printed):
    """When the game is over there is one sequence of no moves, and none of more."""
    assert perft(depth, "-", content=STANDSTILL) == (printed, "", 0)


def test_divide_when_the_game_is_over():
    """Divided, a game that is over is just the total."""
    assert perft("2", "-", "--divide", content=STANDSTILL) == ("total 0\n", "", 0)


def test_bad_diagram():
    """A bad diagram: its place and what is wrong on standard error, exit code 3."""
    printed, complained, code = perft("2", "-", content=DIAGRAM.replace("○○○士○○士03", "○○○士○○03"))
    assert (printed, code) == ("", 3)
    assert complained.startswith("-:4:1: error: ")


@each(
    "arguments",
    [["-1"], ["two"], [], ["0", "--divide"], ["2", "one.txt", "two.txt"], ["2", "--game", "chess"]],
)
def test_usage(arguments):
    """A depth that is none, dividing by no move, or an unknown game: exit code 2 and nothing on standard output."""
    printed, complained, code = perft(*arguments)
    assert (printed, code) == ("", 2)
    assert complained


def test_missing_file():
    """A path that is not there: exit code 3."""
    assert perft("1", "/none.txt") == ("", "/none.txt: error: no such file [no-such-file]\n", 3)
