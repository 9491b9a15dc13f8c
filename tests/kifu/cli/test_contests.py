"""Tests `kifu study contests`: the same files for any number of workers, a run that goes on, and what is refused."""

import csv

from click.testing import CliRunner
from each import each

from kifu.cli.main import main

SMALL = ["--side", "3", "--side", "四04,三03", "--rival", "free", "--nodes", "20,30", "--games", "6", "--seed", "4"]


def study(folder, *options):
    """Run `kifu study contests` on 6面体."""
    return CliRunner().invoke(main, ["study", "contests", "--game", "six", "-o", str(folder), "--lang", "en", *options])


def contents(folder):
    """Return the bytes of every file by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_files(tmp_path):
    """Each side stands beside its control; two processes write the same; a torn run goes on; nothing is overwritten unasked."""
    done = study(tmp_path / "one", *SMALL)
    assert done.exit_code == 0, done.output
    whole = contents(tmp_path / "one")
    rows = list(csv.DictReader(whole["controls.csv"].decode().splitlines()))
    sides = [("3", "random:3"), ("三03,四04", "random:2")]
    assert [(row["nodes"], row["side"], row["control"]) for row in rows] == [
        (nodes, *both) for nodes in ("20", "30") for both in sides
    ]
    assert len(whole["games.csv"].splitlines()) == 1 + 2 * 4 * 6
    assert "三03,四04" in done.stdout
    assert contents_of_two(tmp_path, whole) == done.stdout
    journal = next(name for name in whole if name.endswith("002-set2-v-free-nodes20.csv"))
    path = tmp_path / "one" / journal
    path.write_bytes(whole[journal][:-9])
    assert study(tmp_path / "one", *SMALL).exit_code == 2
    assert study(tmp_path / "one", *SMALL, "--force").exit_code == 0
    assert contents(tmp_path / "one") == whole


def contents_of_two(tmp_path, whole):
    """Run the same with two workers; return what is printed. The files are the same."""
    done = study(tmp_path / "two", *SMALL, "--workers", "2")
    assert contents(tmp_path / "two") == whole
    return done.stdout


@each(
    ("options", "said"),
    [
        (["--side", "x", "--rival", "7"], "'x'"),
        (["--side", "apart:", "--rival", "7"], "'apart:' names no side"),
        (["--side", "7", "--rival", "free", "--rival", "6", "--paired"], "not 2 for 1"),
        (["--side", "四04", "--rival", "四04"], "both sets have 四04"),
        (["--side", "random:30", "--rival", "random:30"], "no set was found for 'random:30'"),
        (["--rival", "free"], "--side"),
    ],
)
def test_what_is_refused(tmp_path_factory, options, said):
    """Words that name no side, and sets that cannot stand beside each other, end with exit code 2 and write nothing."""
    folder = tmp_path_factory.mktemp("none") / "out"
    result = study(folder, *options)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert not folder.exists()


def test_a_game_without_sets(tmp_path):
    """A game without opening sets is refused."""
    words = ["study", "contests", "--game", "king", "--side", "7", "-o", str(tmp_path / "x"), "--lang", "en"]
    assert "has no opening sets" in CliRunner().invoke(main, words).stderr
