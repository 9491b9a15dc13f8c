"""`kifu play`: random games, reproducible and legal."""

import pytest
from click.testing import CliRunner
from helpers import SIX, record, verdict

from kifu.cli.commands.play import random_game
from kifu.cli.main import main


def play(*options):
    """Run `kifu play --game six`."""
    return CliRunner().invoke(main, ["play", "--game", "six", *options], env={"LC_ALL": "C.UTF-8"})


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_seed_gives_a_game(seed):
    """The same seed, the same game, to its end; the program says that it made it, and how."""
    first, second = play("--seed", str(seed)), play("--seed", str(seed))
    assert (first.exit_code, first.stdout) == (0, second.stdout)
    found = verdict(first.stdout)
    assert (found.status, found.diagnostics) == ("CONFIRMED", ())
    assert f"--seed {seed} " in record(first.stdout).header("備考")


def test_seeds_differ():
    """Another seed, another game."""
    assert play("--seed", "1").stdout != play("--seed", "2").stdout


def test_without_a_seed_one_is_chosen_and_noted():
    """The game can be made again from what it says of itself."""
    text = play("--plies", "12").stdout
    words = record(text).header("備考").split()
    assert random_game(SIX, int(words[words.index("--seed") + 1]), 12) == text


def test_broken_off():
    """After so many plies: 中断, UNFINISHED."""
    found = verdict(play("--seed", "1", "--plies", "7").stdout)
    assert (found.status, found.plies, found.recorded.termination) == ("UNFINISHED", 7, "adjourned")


def test_written_to_a_file(tmp_path):
    """Not over another unless forced."""
    path = tmp_path / "new" / "game.kif"
    assert play("--seed", "1", "-o", str(path)).stdout == ""
    assert path.read_bytes().decode() == play("--seed", "1").stdout
    assert play("--seed", "2", "-o", str(path)).exit_code == 2
    assert play("--seed", "2", "-o", str(path), "--force").exit_code == 0
    assert path.read_bytes().decode() == play("--seed", "2").stdout


@pytest.mark.parametrize("name", ["6面体", "６面体", "SIX"])
def test_the_game_by_any_of_its_names(name):
    """As in a record."""
    assert CliRunner().invoke(main, ["play", "--game", name, "--seed", "1", "--plies", "1"]).exit_code == 0


@pytest.mark.parametrize("options", [["--seed", "-1"], ["--plies", "0"], ["--seed", "x"], ["--game", "go"]])
def test_usage_errors(options):
    """Exit code 2."""
    assert play(*options).exit_code == 2


def test_the_engine_plays():
    """A legal game, the same for the same seed and budget, that says how it was made."""
    options = ("--engine", "--nodes", "60", "--seed", "4", "--plies", "40")
    text = play(*options).stdout
    assert text == play(*options).stdout
    assert verdict(text).status in {"CONFIRMED", "UNFINISHED"}
    assert record(text).header("先手") == "kifu (60 nodes)"
    assert "--engine --game six --seed 4 --nodes 60 --plies 40" in record(text).header("備考")
