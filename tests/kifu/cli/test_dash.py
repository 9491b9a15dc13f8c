"""Tests that `-` means standard input or output in every option, and never a file or folder."""

from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from kifu.cli.arguments.game_and_rules_options import spool_stream_to_file
from kifu.cli.arguments.position_argument import BadDiagram, load_game_and_position
from kifu.cli.main import main
from kifu.core import games
from notation.documents_and_variant_files import MAX_VARIANT_BYTES

KING = games.load("king").default_variant()


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    """Run each test in a folder of its own, in which nothing called - may appear."""
    monkeypatch.chdir(tmp_path)
    yield
    assert not Path("-").exists()


def run(*arguments, stdin=None):
    """Run the program in English."""
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], input=stdin, catch_exceptions=False)


def test_rules_are_exported_to_standard_output():
    """Standard output gets the same bytes as a file."""
    result = run("rules", "king", "--export", "-")
    assert (result.exit_code, result.stdout, result.stderr) == (0, KING, "")


def test_rules_are_read_from_standard_input():
    """By every command that takes --rules; each file of records is judged by them."""
    for words in (["moves", "--game", "king"], ["perft", "--game", "king", 1], ["rules", "king"]):
        assert run(*words, "--rules", "-", stdin=KING).exit_code == 0
    for name in ("one.kif", "two.kif"):
        Path(name).write_text("棋種：ユニオンキング\n1 一06-一05十内\n", encoding="utf-8")
    judged = run("verify", "one.kif", "two.kif", "--rules", "-", stdin=KING)
    assert (judged.exit_code, judged.stdout.count("UNFINISHED - ユニオンキング (king) (stdin.toml)")) == (0, 2)
    assert run("verify", "one.kif", "--rules", "-", stdin="nonsense").exit_code != 0


@pytest.fixture
def endless(monkeypatch):
    """Let standard input have no end: whoever asks for all of it fails."""

    def read(size):
        return b"#" * size

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=SimpleNamespace(read=read)))


@pytest.mark.usefixtures("endless")
def test_rules_without_an_end():
    """No more is kept of them than shows that they are too large."""
    with click.Context(main) as context:
        kept = spool_stream_to_file(context, None, "-")
        assert Path(kept).stat().st_size == MAX_VARIANT_BYTES + 1


@pytest.mark.usefixtures("endless")
def test_a_position_without_an_end():
    """It is too large, and not read to an end that it does not have."""
    with pytest.raises(BadDiagram, match="file-too-large"):
        load_game_and_position(games.load("six"), "-")


def test_the_rules_are_gone_afterwards(monkeypatch):
    """What standard input was kept in is removed, and a record cannot name it."""
    Path("temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(Path("temporary").absolute()))
    assert run("moves", "--game", "king", "--rules", "-", stdin=KING).exit_code == 0
    refused = run("play", "--game", "king", "--seed", 1, "--rules", "-", stdin=KING)
    assert (refused.exit_code, "a record names its variant file" in refused.stderr) == (2, True)
    assert list(Path("temporary").iterdir()) == []


def test_the_games_of_a_duel_go_to_standard_output():
    """The records go to standard output, and the result to standard error."""
    words = ["study", "duel", "--game", "six", "--games", 1, "--nodes", 0, "--seed", 1, "--plies", 5]
    result = run(*words, "-o", "-")
    assert (result.exit_code, result.stdout.startswith("棋種：6面体\n")) == (0, True)
    assert "seed 1" in result.stderr
    assert "seed 1\n" in run(*words).stdout


@pytest.mark.parametrize(
    "words",
    [
        ["review", "a.kif"],
        ["corpus", "build", "a.kif"],
        ["study", "openings", "games"],
        ["study", "placements", "--game", "six"],
        ["study", "contests", "--game", "six", "--side", "free", "--rival", "2"],
        ["study", "replies", "--game", "six", "--start", "四04"],
    ],
)
def test_a_folder_is_not_standard_output(words):
    """An option that names a folder refuses -."""
    result = run(*words, "-o", "-")
    assert (result.exit_code, "- is standard output; name a folder" in result.stderr) == (2, True)
