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
PERFT = "import kifu; from kifu.core.compiled.perft_and_expected_counts import perft; g = kifu.load_game('marubatsu'); print(g.package, perft(g, g.start(), 3, compiled=True))"


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
    name = "from kifu import load_game; from kifu.core.compiled.bind_and_compile import last_layer_name; print(last_layer_name(load_game('marubatsu')))"
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


LEAVING = {
    "exit": "import sys; sys.exit(0)",
    "system_exit": "raise SystemExit('bye')",
    "keyboard": "raise KeyboardInterrupt",
    "base": "raise BaseException('base')",
    "generator": "raise GeneratorExit",
    "group": "raise BaseExceptionGroup('several', [SystemExit()])",
    "memory": "raise MemoryError",
    "deep": "def deep(): deep()\ndeep()",
    "wordless": "class Bad(Exception):\n    def __str__(self): raise SystemExit\nraise Bad",
    "asking": "input()",
    "syntax": "def",
    "quit": "quit()",
    "thread": "from concurrent.futures import ThreadPoolExecutor as Pool; Pool(1).submit(exit).result()",
}
"""Modules that leave on import, each in a way of its own."""
PRINTING = """
import os, subprocess, sys
print("{heard}")
sys.stdout.write("{heard}\\n")
sys.__stdout__.write("{heard}\\n")
os.write(1, b"{heard}\\n")
subprocess.run([sys.executable, "-c", "print('{heard}')"])
sys.stdout = sys.stderr = open(os.devnull, "w")
"""
ALL = ["ace", "king", "marubatsu", "master", "rengo", "six"]
CATALOGUE = "import json; from kifu.recording.game_drawing_and_catalogue_json import catalogue_json; print(json.dumps([one['id'] for one in catalogue_json()]))"


def spoil(place, module, text):
    """Write a module, and return the entry point that names it as a game."""
    (place / f"{module}.py").write_text(text, "utf-8")
    return f"{module} = {module}\n"


@pytest.mark.parametrize("inside", [False, True], ids=["names", "game"])
def test_games_that_leave_are_named_and_left_out(tmp_path, inside):
    """Whether the folder itself leaves or its module `game`: the others are listed, by the program and for the screens."""
    points = "marubatsu = outside_toy\n"
    for name, text in LEAVING.items():
        if inside:
            (tmp_path / f"{name}_toy").mkdir()
            (tmp_path / f"{name}_toy" / "__init__.py").write_text(f"NAMES = ('{name}ゲーム',)\n", "utf-8")
            (tmp_path / f"{name}_toy" / "game.py").write_text(text, "utf-8")
            points += f"{name}_toy = {name}_toy\n"
        else:
            points += spoil(tmp_path, f"{name}_toy", text)
    install(tmp_path, points)
    listed, errors = run(tmp_path, "-m", "kifu", "games", "--lang", "en")
    assert [line.split()[0] for line in listed.splitlines()] == ALL
    for name in LEAVING:
        assert f"'{name}_toy'" in errors
    assert "Traceback" not in errors
    assert json.loads(run(tmp_path, "-c", CATALOGUE)[0]) == ALL


def test_what_a_game_prints_stays_out_of_listings(tmp_path):
    """By whatever road it prints: it is heard on standard error, and later output is where it belongs."""
    text = PRINTING.replace("{heard}", "HEARD")
    install(tmp_path, "marubatsu = outside_toy\n" + spoil(tmp_path, "printing_toy", text))
    for package in ("outside_toy/__init__.py", "outside_toy/game.py"):
        path = tmp_path / package
        head, mark, rest = path.read_text("utf-8").partition("from __future__ import annotations\n")
        path.write_text((head + mark + text + rest) if mark else head + text, "utf-8")
    listed, errors = run(tmp_path, "-m", "kifu", "games", "--format", "json")
    assert [json.loads(line)["game"] for line in listed.splitlines()] == ALL
    assert errors.count("HEARD") >= 5
    assert "printing_toy" in errors
    assert json.loads(run(tmp_path, "-c", CATALOGUE)[0]) == ALL
    verdict = json.loads(run(tmp_path, "-m", "kifu", "verify", "--format", "json", "game.kif")[0])
    assert verdict["status"] == "CONFIRMED"


@pytest.mark.parametrize(
    "spoilt", ["name = 'toy'", "name = None", "board = None", "rules = 5", "sides = ()[0:0] or (1, 2)"]
)
def test_a_game_that_no_list_can_show_is_left_out(tmp_path, spoilt):
    """A part of the wrong kind is found when the game is looked at, and not in the middle of a list."""
    install(tmp_path, "marubatsu = outside_toy\n")
    with (tmp_path / "outside_toy" / "game.py").open("a", encoding="utf-8") as file:
        file.write(f"\ntype(GAME).{spoilt}\nvars(GAME).pop('{spoilt.split()[0]}', None)\n")
    listed, errors = run(tmp_path, "-m", "kifu", "games", "--lang", "en")
    assert [line.split()[0] for line in listed.splitlines()] == [one for one in ALL if one != "marubatsu"]
    assert "marubatsu" in errors
    assert "Traceback" not in errors


def test_a_game_without_a_rulebook_is_left_out(tmp_path):
    """The list of games counts the articles of each."""
    install(tmp_path, "marubatsu = outside_toy\n")
    (tmp_path / "outside_toy" / "rulebook.toml").write_text("articles = 5\n", "utf-8")
    listed, errors = run(tmp_path, "-m", "kifu", "games", "--lang", "en")
    assert len(listed.splitlines()) == len(ALL) - 1
    assert "marubatsu" in errors
    assert "Traceback" not in errors


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX")
def test_ctrl_c_of_the_user_still_ends_the_program(tmp_path):
    """Also while the module of a stranger is imported, which catches nothing itself."""
    text = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n"
    install(tmp_path, "marubatsu = outside_toy\n" + spoil(tmp_path, "slow_toy", text))
    code = "import kifu\ntry:\n    kifu.game_ids()\nexcept KeyboardInterrupt:\n    print('interrupted')"
    assert run(tmp_path, "-c", code)[0] == "interrupted\n"
