"""Tests games of other packages: a folder that an entry point names is a game, and nothing of the program is edited."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "data" / "marubatsu"
RECORD = """棋種：まるばつ
   1 二02丸
   2 一01罰
   3 二01丸
   4 二03罰
   5 三02丸
   6 一02罰
   7 四02丸
まで7手で先手の勝ち
"""
PERFT = "import kifu; from kifu.kernels.perft import perft; g = kifu.load_game('marubatsu'); print(g.package, perft(g, g.start(), 3, compiled=True))"


def install(place, points, package="outside_toy"):
    """Lay the toy game into a folder as an installed package with these entry points."""
    shutil.copytree(FOLDER, place / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (place / package).glob("*.py"):
        file.write_text(file.read_text("utf-8").replace("kifu.games.marubatsu", package), "utf-8")
    (place / "bad_toy.py").write_text("raise OSError('no disk')\n", "utf-8")
    (place / "plain_toy.py").write_text("", "utf-8")
    about = place / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[kifu.games]\n{points}", "utf-8")
    (place / "game.kif").write_text(RECORD, "utf-8")


def run(place, *arguments, code=0):
    """Run Python with the package on its path and return what it prints on both streams."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=place,
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(place))),
            "PYTHONUTF8": "1",
            "XDG_CACHE_HOME": str(place / "cache"),
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module", name="place")
def _place(tmp_path_factory):
    place = tmp_path_factory.mktemp("outside")
    install(place, "marubatsu = outside_toy\n")
    return place


def test_an_outside_game_is_listed_and_judged(place):
    """It stands beside the others, its records are judged, its rulebook is printed."""
    listed, errors = run(place, "-m", "kifu", "games", "--format", "json")
    assert [json.loads(line)["game"] for line in listed.splitlines()] == [
        "ace",
        "king",
        "marubatsu",
        "master",
        "rengo",
        "six",
    ]
    assert errors == ""
    verdict = json.loads(run(place, "-m", "kifu", "verify", "--format", "json", "game.kif")[0])
    assert (verdict["status"], verdict["outcome"]["article"]) == ("CONFIRMED", "marubatsu.3")
    assert "三つ並び" in run(place, "-m", "kifu", "rules", "marubatsu", "3", "--lang", "ja")[0]


def test_machine_code_follows_an_outside_package(place):
    """Its rules compile, and a change of them is another machine code, whatever version the package has."""
    assert run(place, "-c", PERFT)[0].split() == ["outside_toy", "1320"]
    name = "from kifu import load_game; from kifu.kernels.bind import name_of; print(name_of(load_game('marubatsu')))"
    (place / "outside_toy" / "__init__.py").write_text("NAMES = ('まるばつ',)\n__version__ = '1.0'\n", "utf-8")
    before = run(place, "-c", name)[0]
    rules = place / "outside_toy" / "rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("position.turn", "(position.turn + 0)", 1), "utf-8")
    after = run(place, "-c", name)[0]
    rules.write_text(text, "utf-8")
    assert before != after


def test_one_record_of_our_own_looks_at_no_other_package(place):
    """A record of a game that stands here is judged without a look at the installed packages."""
    sample = ROOT / "samples" / "six" / "seven-against-eight.kif"
    code = f"import sys, kifu; kifu.verify(kifu.read({str(sample)!r})); print('importlib.metadata' in sys.modules)"
    assert run(place, "-c", code)[0].strip() == "False"


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("six = outside_toy", "six"),
        ("other = outside_toy", "GAME.id"),
        ("marubatsu = bad_toy", "no disk"),
        ("marubatsu = plain_toy", "NAMES"),
        ("marubatsu = nowhere_toy", "nowhere_toy"),
    ],
)
def test_what_is_no_game_is_named_and_left_out(tmp_path, point, why):
    """A folder that fails, lacks its names or takes a name that stands here is reported; the other games go on."""
    install(tmp_path, point + "\n")
    listed, errors = run(tmp_path, "-m", "kifu", "games", "--lang", "en")
    assert [line.split()[0] for line in listed.splitlines()] == ["ace", "king", "master", "rengo", "six"]
    assert why in errors
    assert "kifu.games" in errors
