"""Tests `kifu study factors`: the same files for any number of workers, what is printed, what is refused."""

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner

from analysis.study.pairs import play_pair_game
from kifu.cli.main import main

SMALL = ["--pairs", "24", "--nodes", "20", "--plies", "150", "--seed", "4", "--size", "5"]


def study(folder, *options):
    """Run `kifu study factors` on 6面体."""
    return CliRunner().invoke(main, ["study", "factors", "--game", "six", "-o", str(folder), "--lang", "en", *options])


def contents(folder):
    """Return the bytes of every file by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_files(tmp_path):
    """Three tables are written and summed up; two processes write the same; nothing is overwritten unasked."""
    done = study(tmp_path / "one", *SMALL)
    assert done.exit_code == 0, done.output
    assert "touching" in done.stdout
    assert "elimination" in done.stdout
    kept = {"settings.json", str(Path("games") / "pairs.csv")}
    assert set(contents(tmp_path / "one")) == {"games.csv", "regression.csv", "course.csv", *kept}
    rows = list(csv.DictReader((tmp_path / "one" / "games.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["pair"], row["exchanged"]) for row in rows[:4]] == [("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")]
    assert len(rows) == 48
    assert study(tmp_path / "two", *SMALL, "--workers", "2").stdout == done.stdout
    assert contents(tmp_path / "two") == contents(tmp_path / "one")
    assert study(tmp_path / "one", *SMALL).exit_code == 2
    assert study(tmp_path / "one", *SMALL, "--force").exit_code == 0


def test_a_run_that_was_broken_off_goes_on(tmp_path, monkeypatch):
    """Games that are kept are not played again; a torn last line is; other settings and other games are refused."""
    done = study(tmp_path / "whole", *SMALL)
    whole = contents(tmp_path / "whole")
    folder, journal = tmp_path / "torn", str(Path("games") / "pairs.csv")
    (folder / "games").mkdir(parents=True)
    (folder / "settings.json").write_bytes(whole["settings.json"])
    lines = whole[journal].splitlines(keepends=True)
    (folder / journal).write_bytes(b"".join(lines[:31]) + lines[31][:9])
    played = []

    def counted(settings, number):
        played.append(number)
        return play_pair_game(settings, number)

    monkeypatch.setattr("analysis.study.pair_journal.play_pair_game", counted)
    again = study(folder, *SMALL)
    assert (again.exit_code, again.stdout, contents(folder)) == (0, done.stdout, whole)
    assert played == list(range(30, 48))
    assert "other settings" in study(folder, *SMALL, "--seed", "5", "--force").stderr
    (folder / journal).write_bytes(whole[journal].replace(b",0,1,", b",0,0,", 1))
    assert study(folder, *SMALL, "--force").exit_code == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "king"], "has no opening sets"),
        (["--size", "25"], "sets of 25 and 25 do not fit on the 49 squares"),
        (["--pairs", "2", "--nodes", "0", "--plies", "1"], "2 pairs do not settle the regression"),
        (["--size", "9", "--rival", "41"], "sets of 9 and 41 do not fit on the 49 squares"),
        (["--pairs", "1"], "--pairs"),
        (["--size", "1"], "400 pairs do not settle the regression"),
    ],
)
def test_what_is_refused(tmp_path, options, said):
    """Games without sets, sets that do not fit, and too few pairs end with exit code 2 and no tables."""
    result = study(tmp_path / "none", *options)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert not (tmp_path / "none").exists()  # it was said before a game was played
