"""Tests `kifu study replies`: a chain that goes on where it was broken off, and what is refused."""

import csv

import pytest
from click.testing import CliRunner

from kifu.cli.main import main

SMALL = [
    "--sizes",
    "2,3",
    "--nodes",
    "20",
    "--others",
    "30",
    "--rounds",
    "2",
    "--games",
    "4",
    "--pool",
    "3",
    "--seed",
    "4",
]


def study(folder, *options):
    """Run `kifu study replies` on 6面体."""
    return CliRunner().invoke(main, ["study", "replies", "--game", "six", "-o", str(folder), "--lang", "en", *options])


def contents(folder):
    """Return the bytes of every file by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_chain(tmp_path):
    """Both replies are confirmed at both strengths; the same command again reads the games and says the same."""
    done = study(tmp_path / "one", "--start", "四04,三03", *SMALL)
    assert done.exit_code == 0, done.output
    text = (tmp_path / "one" / "replies.csv").read_text(encoding="utf-8")
    rows = [row for row in csv.DictReader(text.splitlines()) if row["seat"] == "all"]
    assert [(row["rank"], row["a_size"], row["nodes"], row["games"]) for row in rows] == [
        ("1", "3", "20", "4"),
        ("1", "3", "30", "4"),
        ("2", "2", "20", "4"),
        ("2", "2", "30", "4"),
    ]
    before = contents(tmp_path / "one")
    assert study(tmp_path / "one", "--start", "四04,三03", *SMALL).stdout == done.stdout
    assert contents(tmp_path / "one") == before
    assert study(tmp_path / "one", "--start", "四04,三02", *SMALL).exit_code == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--start", "四04", "--sizes", "7,8"], "has 1 squares; --sizes names 7,8"),
        (["--start", "四04", "--sizes", "1"], "--sizes takes two sizes, not 1"),
        (["--start", "四04", "--sizes", "1,49"], "do not fit on the 49 squares"),
        (["--start", "八08"], "--start: "),
        (["--start", "四04", "--sizes", "1,x"], "no list of numbers"),
    ],
)
def test_what_is_refused(tmp_path, options, said):
    """Wrong sets and sizes end with exit code 2 and write nothing."""
    result = study(tmp_path / "none", *options)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert not (tmp_path / "none").exists()
