"""Tests `kifu study placements`: equal files for any number of workers, continued runs, refused folders."""

import csv
import json
import shlex

import pytest
from click.testing import CliRunner

from kifu.cli.main import main

SMALL = ["--sizes", "2,3", "--nodes", "20", "--others", "", "--scale", "0.005", "--pool", "3", "--seed", "4"]
GAMES = "games/search-2-phase1-round1.csv"


def study(folder, *options):
    """Run `kifu study placements` on 6面体."""
    return CliRunner().invoke(
        main, ["study", "placements", "--game", "six", "-o", str(folder), "--lang", "en", *options]
    )


def contents(folder):
    """Return the bytes of every file by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """Return the folder of a small study and the result of the command."""
    folder = tmp_path_factory.mktemp("study") / "here"
    result = study(folder, *SMALL)
    assert result.exit_code == 0, result.output
    return folder, result


def figures(folder):
    """Return the figures as rows."""
    return list(csv.DictReader((folder / "figures.csv").read_text(encoding="utf-8").splitlines()))


def test_files_and_summary(done):
    """Tables, pictures and all games; the strongest set is named."""
    folder, result = done
    names = set(contents(folder))
    pictures = {
        f"{name}.{form}"
        for name in ("sizes", "squares", "strongest", "answers", "confirmed")
        for form in ("png", "svg")
    }
    assert {"figures.csv", "finalists.csv", "squares.csv", "settings.json", GAMES} | pictures <= names
    assert result.stdout.splitlines()[-1].startswith("strongest set of 2: ")
    assert "strongest v answer" in result.stdout


def test_workers_change_nothing(done, tmp_path):
    """Two processes write the same bytes as one, and say the same."""
    folder, result = done
    again = study(tmp_path / "two", *SMALL, "--workers", "2")
    assert again.stdout == result.stdout
    assert contents(tmp_path / "two") == contents(folder)


def test_going_on(done, tmp_path):
    """Broken off in the middle of a line, it plays the games that lack and comes to the same."""
    folder, _ = done
    for name, data in contents(folder).items():
        if name == "settings.json" or name.startswith("games/cells"):
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
    data = (folder / GAMES).read_bytes()
    (tmp_path / GAMES).write_bytes(data[: len(data) // 2])
    assert study(tmp_path, *SMALL).exit_code == 0
    assert contents(tmp_path) == contents(folder)


def test_a_match_can_be_played_by_itself(done):
    """The command beside a figure gives the same counts."""
    folder, _ = done
    row = next(row for row in figures(folder) if row["part"] == "answer" and row["seat"] == "all")
    words = shlex.split(row["reproduce"])
    assert words[0] == "kifu"
    result = CliRunner().invoke(main, [*words[1:], "--format", "json"])
    played = json.loads(result.stdout)["rows"]["all"]
    assert [str(played[key]) for key in ("a", "b", "draw", "unfinished")] == [
        row[key] for key in ("a_won", "b_won", "drawn", "unfinished")
    ]


def test_it_is_not_mixed(done, tmp_path):
    """Other settings, a folder with something else, games of another study or engine: refused, and nothing changes."""
    folder, _ = done
    before = contents(folder)
    refused = study(folder, *SMALL, "--seed", "5")
    assert (refused.exit_code, "other settings" in refused.stderr) == (2, True)
    assert contents(folder) == before
    (tmp_path / "note.txt").write_text("mine", encoding="utf-8")
    assert "neither empty nor a study" in study(tmp_path, *SMALL).stderr
    assert set(contents(tmp_path)) == {"note.txt"}


def test_games_of_another_kind(done, tmp_path):
    """A file of other games, and games of another version of the engine, are refused."""
    folder, _ = done
    settings = (folder / "settings.json").read_text(encoding="utf-8")
    (tmp_path / "settings.json").write_text(settings, encoding="utf-8")
    (tmp_path / "games").mkdir()
    cells = tmp_path / "games" / "cells-2v2-nodes20.csv"
    cells.write_text("a,b\n1,2\n", encoding="utf-8")
    assert "does not hold the games of this study" in study(tmp_path, *SMALL).stderr
    cells.unlink()
    of_another_version = json.loads(settings) | {"program": "0"}
    (tmp_path / "settings.json").write_text(json.dumps(of_another_version), encoding="utf-8")
    refused = study(tmp_path, *SMALL)
    assert (refused.exit_code, "another version of the engine" in refused.stderr) == (2, True)


def test_a_finished_study_is_drawn_again_by_any_version(done, tmp_path):
    """A finished study is drawn by another version, because no new game is mixed in."""
    folder, result = done
    for name, data in contents(folder).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    text = (tmp_path / "settings.json").read_text(encoding="utf-8")
    (tmp_path / "settings.json").write_text(json.dumps(json.loads(text) | {"program": "0"}), encoding="utf-8")
    assert study(tmp_path, *SMALL).stdout == result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sizes", "25"], "do not fit"),
        (["--sizes", ""], "names no size"),
        (["--sizes", "7,x"], "no list of numbers"),
        (["--grid", "0"], "no list of numbers"),
        (["--game", "rengo"], "no opening sets"),
        (["--scale", "0"], "--scale"),
    ],
)
def test_usage_errors(tmp_path, options, message):
    """A wrong option gives exit code 2 and advice, and creates no folder."""
    result = study(tmp_path / "new", *options)
    assert (result.exit_code, message in result.stderr) == (2, True)
    assert not (tmp_path / "new").exists()


def test_a_damaged_settings_file(tmp_path):
    """The command reports the failure with a message and no traceback."""
    (tmp_path / "settings.json").write_text("[1", encoding="utf-8")
    result = study(tmp_path, *SMALL)
    assert (result.exit_code, "cannot use" in result.stderr) == (2, True)


def test_adjudicated_games(done, tmp_path):
    """It is said how many games a proof decided; a second run reads them, and says the same."""
    folder = tmp_path / "proofs"
    options = [*SMALL, "--adjudicate", "auto", "--proof-nodes", "2000"]
    result = study(folder, *options)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1].startswith("decided by proof: ")
    assert study(folder, *options).stdout == result.stdout
    with (folder / GAMES).open(encoding="utf-8") as file:
        assert {row["proof"] for row in csv.DictReader(file)} <= {"decided", "neither", ""}
    assert any("--adjudicate auto --proof-nodes 2000" in row["reproduce"] for row in figures(folder))
    assert study(done[0], *options).exit_code == 2


def test_a_study_of_an_older_version(done):
    """Settings that came later have their defaults: a finished study of an older version can be drawn again."""
    folder, result = done
    path = folder / "settings.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    for name in ("adjudicate", "proof_nodes"):
        kept["settings"].pop(name)
    path.write_text(json.dumps(kept), encoding="utf-8")
    assert study(folder, *SMALL).stdout == result.stdout
