"""Tests `kifu study tablebase`: what it writes, what it says, and what `kifu solve` says with it."""

import json

import pytest
from click.testing import CliRunner
from helpers import verdicts

from kifu.cli.main import main

BOARD = """一二三四五六七
武○○○○○○01
○○○○○○○02
○○○馬○○○03
○○○○○○○04
○○○○○○○05
○○○○○○○06
○○○○○○○07
先手の持駒：0 占不可
後手の持駒：0 占不可
手番：後手
"""


@pytest.fixture
def kifu(tmp_path, monkeypatch):
    """Run a command in English, in a folder of its own that holds the user's cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("KIFU_TABLEBASE", raising=False)

    def run(*arguments, text=None):
        return CliRunner().invoke(main, [*arguments, "--lang", "en"], input=text)

    return run


def study(kifu, *options):
    """Run `kifu study tablebase` on two dice."""
    return kifu("study", "tablebase", "--game", "six", "--dice", "2", *options)


def test_built_used_and_checked(kifu, tmp_path):
    """It lists its slices, `solve` answers by it, --check finds no fault; nothing is overwritten unasked."""
    before = kifu("solve", "--game", "six", "-", text=BOARD)
    result = study(kifu)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[2].split() == ["武-馬", "630", "81", "2", "547", "3"]
    assert lines[-1] == str(tmp_path / "kifu/six.tablebase")
    after = kifu("solve", "--game", "six", "-", text=BOARD)
    assert after.stdout.splitlines()[0] == before.stdout.splitlines()[0]
    assert after.stdout.splitlines()[-1] == "by the tablebase; no position was searched"
    assert json.loads(kifu("solve", "--game", "six", "-", "--format", "json", text=BOARD).stdout)["tablebase"] is True
    assert study(kifu, "--check").stdout == "positions checked: 5,040, wrong: 0\n"
    again = study(kifu)
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert study(kifu, "--force").stdout == result.stdout


def test_as_json_and_a_file_of_ones_own(kifu, monkeypatch):
    """JSON is one object; a file elsewhere is used by its name in KIFU_TABLEBASE."""
    result = json.loads(study(kifu, "-o", "own.tablebase", "--format", "json").stdout)
    assert (result["game"], result["rules"], len(result["slices"])) == ("six", "six/1", 10)
    assert result["slices"][1] == {
        "dice": "武-馬",
        "positions": 630,
        "won": 81,
        "lost": 2,
        "neither": 547,
        "longest": 3,
    }
    assert "by the tablebase" not in kifu("solve", "--game", "six", "-", text=BOARD).stdout
    monkeypatch.setenv("KIFU_TABLEBASE", "own.tablebase")
    assert "by the tablebase" in kifu("solve", "--game", "six", "-", text=BOARD).stdout


def test_a_wrong_value_is_found(kifu, tmp_path):
    """--check finds a changed value; `solve` stops at a file that is cut short, and says of an older one that it is not used."""
    assert study(kifu, "-o", "own.tablebase").exit_code == 0
    file = tmp_path / "own.tablebase"
    data = bytearray(file.read_bytes())
    data[-1 - bytes(reversed(data)).index(3)] = 4
    file.write_bytes(data)
    done = study(kifu, "-o", "own.tablebase", "--check")
    assert done.exit_code == 2
    assert "own.tablebase: the slice " in done.stderr
    assert "of the tablebase is damaged" in done.stderr
    cache = tmp_path / "kifu/six.tablebase"
    cache.parent.mkdir(mode=0o700)
    cache.write_bytes(data[:-1])
    cache.chmod(0o600)
    solved = kifu("solve", "--game", "six", "-", text=BOARD)
    assert solved.exit_code == 2
    assert solved.stderr.startswith(f"Error: {cache}: the tablebase is damaged")
    cache.write_bytes(data.replace(b"kifu-tablebase/2", b"kifu-tablebase/1"))
    solved = kifu("solve", "--game", "six", "-", text=BOARD)
    assert solved.exit_code == 0
    assert f"the tablebase is not used: {cache}: it is of another version" in solved.stderr
    assert "by the tablebase" not in solved.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "king"], "there is no tablebase of"),
        (["--game", "six", "--dice", "5"], "--dice"),
        (["--game", "six", "-o", "-"], "standard output"),
        (["--game", "six", "-o", "none", "--check"], "none: it cannot be read"),
        (["--game", "six", "-o", "/proc/none/x"], "cannot write /proc/none/x"),
        (["--game", "six", "-o", "nul\0"], "cannot write"),
    ],
)
def test_usage_errors(kifu, options, said):
    """A wrong option has an exit code of its own, and a reason."""
    done = kifu("study", "tablebase", *options)
    assert done.exit_code != 0
    assert said in done.stderr


def puzzles(kifu, *options):
    """Run `kifu study puzzles`."""
    return kifu("study", "puzzles", "--game", "six", "--seed", "1", *options)


def test_puzzles_are_records(kifu, tmp_path):
    """Diagrams with their solutions, which the referee confirms; the same seed gives the same."""
    assert study(kifu).exit_code == 0
    result = puzzles(kifu, "--plies", "3", "--count", "2", "-o", "p.kif")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "p.kif").read_text(encoding="utf-8")
    judged = verdicts(text)
    assert {verdict.status for verdict in judged} == {"CONFIRMED"}
    assert {verdict.plies for verdict in judged} == {3}
    assert puzzles(kifu, "--plies", "3", "--count", "2").stdout == text
    more = puzzles(kifu, "--plies", "3", "--count", "5000", "-o", "q.kif")
    assert "were found" in more.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--plies", "4"], "odd number"), (["--plies", "9"], "the longest win of the tablebase has 3")],
)
def test_puzzles_there_are_not(kifu, options, said):
    """A length without a puzzle is refused; without a tablebase it is said how to build one."""
    missing = puzzles(kifu)
    assert missing.exit_code == 2
    assert "there is no tablebase" in missing.stderr
    study(kifu)
    done = puzzles(kifu, *options)
    assert done.exit_code == 2
    assert said in done.stderr


def test_puzzles_from_games(kifu, tmp_path):
    """A game without a tablebase takes them from games of the engine, and so does --games; the referee confirms them."""
    for game, more in (("master", ()), ("six", ("--games",))):
        options = ("--game", game, "--seed", "1", "--plies", "1", "--count", "2", *more)
        result = kifu("study", "puzzles", *options, "-o", f"{game}.kif")
        assert result.exit_code == 0, result.output
        text = (tmp_path / f"{game}.kif").read_text(encoding="utf-8")
        assert [verdict.status for verdict in verdicts(text)] == ["CONFIRMED"] * 2
        assert " ".join(("kifu study puzzles --game", game, "--plies 1", *more, "--seed 1")) in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "king", "--plies", "9"], "at most 7 plies"),
        (["--game", "six", "--games", "--with", "占"], "for the tablebase only"),
        (["--game", "rengo"], "cannot be solved"),
    ],
)
def test_puzzles_there_cannot_be(kifu, options, said):
    """Long puzzles of whole games, chosen dice of them, and games without a solver are refused with a reason."""
    done = kifu("study", "puzzles", *options)
    assert done.exit_code == 2
    assert said in done.stderr


def test_puzzles_with_certain_dice(kifu):
    """--with names dice that all stand in the position."""
    assert study(kifu).exit_code == 0
    found = puzzles(kifu, "--plies", "1", "--count", "3", "--with", "馬").stdout
    titles = [line for line in found.splitlines() if line.startswith("棋戦")]
    assert len(titles) == 3
    assert all("馬" in title for title in titles)
    missing = puzzles(kifu, "--plies", "1", "--with", "占")
    assert missing.exit_code == 2
    assert "no position with one solution" in missing.stderr
