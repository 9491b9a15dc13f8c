"""Tests that a sixth game needs only one new folder: the tests add it to a copy of the program and use every part."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "data" / "marubatsu"
PACKAGES = ("kifu", "notation", "analysis")
RECORD = """棋種：まるばつ
先手：甲
後手：乙
   1 二02丸
   2 一01罰
   3 二01丸
   4 二03罰
   5 三02丸
   6 一02罰
"""
WON = RECORD + "   7 四02丸\nまで7手で先手の勝ち\n"


@pytest.fixture(scope="module", name="place")
def _place(tmp_path_factory):
    """A copy of the packages with one folder more."""
    place = tmp_path_factory.mktemp("sixth")
    unwanted = shutil.ignore_patterns("__pycache__")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, place / package, ignore=unwanted)
    shutil.copytree(FOLDER, place / "kifu" / "games" / FOLDER.name, ignore=unwanted)
    return place


PROGRAM = """
import json, sys
from click.testing import CliRunner
from kifu.cli.main import main
for line in sys.stdin:
    done = CliRunner().invoke(main, json.loads(line))
    print(json.dumps([done.exit_code, done.stdout, done.stderr, repr(done.exception)]), flush=True)
"""
"""Runs the commands that it reads, in the copy."""


def begin(place, *arguments):
    """Start Python in the copy, as a process with pipes."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=place,
        env=os.environ | {"PYTHONPATH": str(place), "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def run(place, *arguments):
    """Run Python in the copy and return what it prints; it must end well."""
    with begin(place, *arguments) as process:
        printed, _ = process.communicate()
    assert process.returncode == 0, printed
    return printed


@pytest.fixture(scope="module", name="program")
def _program(place):
    """One process for all commands: most of a command's time is the loading of modules."""
    with begin(place, "-c", PROGRAM) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def kifu(program):
    """Return a function that runs a command of the program in the copy; its exit code must be as told."""

    def command(*arguments, code=0):
        program.stdin.write(json.dumps(arguments) + "\n")
        program.stdin.flush()
        ended, printed, errors, exception = json.loads(program.stdout.readline())
        assert ended == code, (printed, errors, exception)
        return printed

    return command


def record(place, text):
    """Write a record and return its name."""
    (place / "game.kif").write_text(text, "utf-8")
    return "game.kif"


def test_only_the_folder_is_new(kifu, place):
    """The copy is the program with one folder more, and it runs from there."""
    ours = {path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    theirs = {path.relative_to(place) for package in PACKAGES for path in (place / package).rglob("*.py")}
    assert {path.parent.as_posix() for path in theirs - ours} == {"kifu/games/marubatsu"}
    assert ours <= theirs
    assert run(place, "-c", "import kifu.games as g; print(g.__file__)").startswith(str(place))
    assert "marubatsu" in kifu("games")


@pytest.mark.parametrize(
    ("text", "wanted", "code"),
    [
        (WON, ("CONFIRMED", "marubatsu.3"), 0),
        (RECORD, ("UNFINISHED", None), 0),
        (WON.replace("先手の勝ち", "後手の勝ち"), ("CONTRADICTED", "marubatsu.3"), 1),
        (RECORD + "   7 一02丸\n", ("ILLEGAL", "marubatsu.2"), 1),
        (RECORD + "   7 四02罰\n", ("ILLEGAL", "marubatsu.1"), 1),
        (WON.replace("まで", "   8 一03罰\nまで"), ("ILLEGAL", "marubatsu.3"), 1),
        (RECORD + "   7 五02丸\n", ("UNREADABLE", None), 3),
    ],
    ids=["won", "open", "wrong winner", "taken", "other side's", "over", "unread"],
)
def test_verify(kifu, place, text, wanted, code):
    """Records are judged by the game's own articles."""
    verdict = json.loads(kifu("verify", record(place, text), "--format", "json", code=code))
    ending = verdict["fault"] or verdict["outcome"] or {"article": None}
    assert (verdict["game"], verdict["status"], ending["article"]) == ("marubatsu", *wanted)
    assert len(verdict["scores"]) == verdict["plies"] + 1


def test_show(kifu, place):
    """The board is drawn after any ply."""
    drawn = kifu("show", record(place, WON), "--ply", "3", "--lang", "ja")
    assert "二01丸" in drawn
    assert drawn.count("丸") >= 2
    assert "罰" in drawn


def test_moves_and_perft(kifu, place):
    """Moves are listed and counted, from the start and from the head of a record."""
    assert kifu("moves", "--game", "marubatsu").splitlines()[:2] == ["一01丸", "二01丸"]
    (place / "diagram.txt").write_text("・丸丸・01\n罰罰・・02\n・・・・03\n手番：先手\n", "utf-8")
    moves = kifu("moves", "--game", "marubatsu", "diagram.txt").split()
    assert moves == ["一01丸", "四01丸", "三02丸", "四02丸", "一03丸", "二03丸", "三03丸", "四03丸"]
    assert "132" in kifu("perft", "--game", "marubatsu", "2")


def test_rules_and_convert(kifu, place):
    """The rulebook is printed, and a record goes to JSON and back without a change."""
    assert "三つ並び" in kifu("rules", "marubatsu", "3", "--lang", "ja")
    kifu("convert", record(place, WON), "-o", "game.json", "--force")
    kifu("convert", "game.json", "-o", "again.kif", "--force")
    assert (place / "again.kif").read_bytes() == (place / "game.kif").read_bytes()


def test_repair_and_reconcile(kifu, place):
    """A slip is mended and two sheets are read together by the game's own rules; nothing names this game."""
    wrong = WON.replace("   5 三02丸", "   5 〓")
    found = json.loads(kifu("repair", record(place, wrong), "--format", "json", code=3))
    candidates = found["candidates"]
    assert ("illegible", 5, "〓", "三02丸", "CONFIRMED") in {
        (one["kind"], one["ply"], one["was"], one["now"], one["status"]) for one in candidates
    }
    (place / "other.kif").write_text(WON.replace("   4 二03罰", "   4 二02罰"), "utf-8")
    joint = json.loads(kifu("reconcile", "game.kif", "other.kif", "--format", "json"))
    assert joint["verdict"] == "same-game"
    (game,) = joint["games"]
    assert game[3:5] == ["二03罰", "三02丸"]
    assert [row["class"] for row in joint["rows"]].count("slip-b") == 1


def test_export(kifu, place):
    """The page has the board after each move, and the sentence of the article that ended the game."""
    kifu("export", record(place, WON), "-o", "game.html", "--force", "--lang", "ja")
    html = (place / "game.html").read_text("utf-8")
    assert html.count('type="radio"') == WON.count("\n   ") + 1
    assert "三つ並び" in html


def test_an_empty_record(kifu, place):
    """The contract alone makes it: head lines, and examples of moves that are legal one after another."""
    kifu("new", "--game", "marubatsu", "-o", "new.kif", "--force")
    text = (place / "new.kif").read_text("utf-8")
    for empty, plies in ((text, 0), (text.replace("# 例", "   "), 4)):
        (place / "new.kif").write_text(empty, "utf-8")
        verdict = json.loads(kifu("verify", "new.kif", "--format", "json"))
        assert (verdict["status"], verdict["plies"], verdict["diagnostics"]) == ("UNFINISHED", plies, [])


def test_review(kifu, place):
    """The pictures of a record are drawn: a timeline and a heatmap for each kind of mark."""
    kifu("review", record(place, WON), "-o", "pictures", "--format", "png", "--force")
    drawn = sorted(path.name for path in (place / "pictures").glob("*.png"))
    assert drawn == ["game-heatmap-placement.png", "game-heatmap-stood.png", "game-timeline.png"]
    assert all((place / "pictures" / name).stat().st_size > 10_000 for name in drawn)


def test_the_contract(place):
    """The tests that every game is held to find this one, and it passes all of them, compiled too."""
    report = run(
        *(place, "-m", "pytest", "-p", "kifu.testing", "--pyargs", "kifu.testing", "--game", "marubatsu"),
        *("-q", "-p", "no:cacheprovider"),
    )
    passed = re.search(r"(\d+) passed, 5 skipped", report.strip().splitlines()[-1])  # it has no options
    assert passed, report
    assert int(passed[1]) >= 35, report
