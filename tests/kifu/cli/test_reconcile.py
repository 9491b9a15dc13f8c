"""Tests `kifu reconcile`: its exit codes, its forms, and the record that it writes."""

import json
from pathlib import Path

from click.testing import CliRunner

from kifu.cli.main import main

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
GAME = SAMPLES / "six/elimination.kif"


def run(*words):
    """Run the command in English."""
    return CliRunner().invoke(main, ["reconcile", "--lang", "en", *map(str, words)])


def slipped(tmp_path, old, new, name):
    """Write the sample with another text in it, and return its path."""
    file = tmp_path / name
    text = GAME.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


def test_json(tmp_path):
    """One object with the members that programs rely on; exit code 0 where there is one game."""
    a = slipped(tmp_path, "  11 六03-六05弓", "  11 六03-七05弓", "a.kif")
    b = slipped(tmp_path, "  20 二01士", "  20 〓", "b.kif")
    done = run("--format", "json", a, b)
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert (told["verdict"], told["first_difference"], len(told["games"]), told["cost"]) == ("same-game", 11, 1, 2)
    assert {"ply", "a", "b", "class", "joint"} <= set(told["rows"][0])
    assert (told["a"]["status"], told["b"]["status"]) == ("ILLEGAL", "UNREADABLE")
    assert "c" not in told
    assert json.loads(run("--format", "json", a, b, GAME).stdout)["c"]["status"] == "CONFIRMED"


def test_text_and_html(tmp_path):
    """The text names the first difference, both faults and the rows that differ; the page is one HTML file."""
    a = slipped(tmp_path, "  11 六03-六05弓", "  11 六03-七05弓", "a.kif")
    shown = run(a, GAME)
    assert shown.exit_code == 0
    for part in (
        "one-legal: ",
        "first difference: ply 11",
        "slip in A",
        "equal lines: 51",
        "the position before ply 11:",
    ):
        assert part in shown.stdout
    for part in (
        "[ ] A: 六03-七05弓",
        "( ) B: 六03-六05弓",
        "10 equal",
        "11  11 六03-七05弓  11 六03-六05弓",
        "41 equal",
    ):
        assert part in shown.stdout
    assert run("--format", "html", a, GAME).stdout.startswith("<!DOCTYPE html>")


def test_exit_codes(tmp_path):
    """1: no single game; 3: a sheet is no record; 2: several records in a file, or sheets of different games, with the reason."""
    empty, two = tmp_path / "empty.kif", tmp_path / "two.kif"
    other = slipped(tmp_path, "  20 二01士", "  20 二01馬", "other.kif")
    empty.write_text("", encoding="utf-8")
    two.write_text("棋種：6面体\n   1 四04占\n棋種：6面体\n   1 四04占\n", encoding="utf-8")
    assert run(other, slipped(tmp_path, "  21 ", "  21 〓", "three.kif")).exit_code == 1
    for sheet, code in (("six/standstill.kif", "little-in-common"), ("king/draw.kif", "different-games")):
        refused = run(GAME, SAMPLES / sheet, "--format", "json")
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert f"give two sheets of one game [{code}]" in refused.stderr
    assert run(GAME, empty).exit_code == 3
    assert run(GAME, two).exit_code == 2
    assert run(GAME, GAME).exit_code == 0


def test_write(tmp_path):
    """The agreed record is written where there is one game, and nothing is replaced unasked."""
    a = slipped(tmp_path, "  11 六03-六05弓", "  11 六03-七05弓", "a.kif")
    out = tmp_path / "out.kif"
    assert run(a, GAME, "-o", out).exit_code == 0
    assert "A の書き違い" in out.read_text("utf-8")
    assert CliRunner().invoke(main, ["verify", str(out)]).exit_code == 0
    assert run(a, GAME, "-o", out).exit_code == 2
    b = slipped(tmp_path, "  11 六03-六05弓", "  11 九09-八08怨", "b.kif")
    done = run(slipped(tmp_path, "  11 六03-六05弓", "  11 四04領", "c.kif"), b, "-o", tmp_path / "none.kif")
    assert "not written" in done.stderr
    assert not (tmp_path / "none.kif").exists()


def test_what_is_not_understood_is_not_written(tmp_path):
    """Where both sheets have a line that is not understood, the message says so, the exit code is 1, and no file is left."""
    file = tmp_path / "a.kif"
    file.write_text("棋種：6面体\n規則：six/1\n規則：six/1 near=any\n   1 四04占\n", encoding="utf-8")
    done = run(file, file, "-o", tmp_path / "out.kif")
    assert done.exit_code == 1
    assert "not written: both sheets have a line that is not understood" in done.stderr
    assert not (tmp_path / "out.kif").exists()
