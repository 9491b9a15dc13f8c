"""Tests of docs/adding-a-game.md: its example is built and installed as a package, and what the page shows is so.

A block is a part of the file that the line above it names, with … for lines left out; the lines of a ``sh`` block end
with exit code 0; a ``console`` block shows what its commands print.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "reversi"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
CONTRACT = "pytest -p kifu.testing --pyargs kifu.testing --game reversi"
WITHOUT_NUMBA = """
import sys
class Absent:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "numba":
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Absent)
"""


def blocks(kinds):
    """Return pairs (the file that the line above names, text) of the fenced blocks of some kinds."""
    found = re.findall(rf"(?ms)^(?:\*\*(\S+)\*\*\n\n)?```(?:{kinds})\n(.*?)^```$", PAGE)
    return [(name.replace("\\", ""), text) for name, text in found]


@pytest.fixture(scope="module", name="place")
def _place(tmp_path_factory):
    """A folder with the record of the example, and in lib/ the package as pip builds and installs it."""
    place = tmp_path_factory.mktemp("reversi")
    shutil.copytree(EXAMPLE, place / "source", ignore=shutil.ignore_patterns("__pycache__"))
    install = ["install", "-q", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(place / "lib")]
    subprocess.run([sys.executable, "-m", "pip", *install, str(place / "source")], check=True)
    shutil.copy(EXAMPLE / "game.kif", place)
    return place


def run(place, command, *, path=(), code=0):
    """Run a command with the package on Python's path and return what it prints on both streams."""
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=place,
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join(map(str, (*path, place / "lib", ROOT))),
            "PYTHONUTF8": "1",
            "LC_ALL": "C.UTF-8",
            "PYTEST_ADDOPTS": "-p no:cacheprovider",
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout, done.stderr


def test_each_block_is_a_part_of_its_file():
    """The parts come in the order of the file, and between them there is more."""
    shown = blocks("python|toml|text|kif")
    assert len(shown) == 10
    for name, text in shown:
        rest = (EXAMPLE / name).read_text("utf-8")
        for part in re.split(r"(?m)^…\n", text):
            before, found, rest = rest.partition(part)
            assert found, (name, part)
            assert before or name == "pyproject.toml", name


def test_the_table_has_each_file():
    """The page tells what each file of the example holds."""
    told = re.findall(r"^\| `(\S+)` \|", PAGE, re.MULTILINE)
    there = {path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.rglob("*.*") if "__pycache__" not in path.parts}
    assert set(told[:10]) == there


def test_what_the_page_runs(place):
    """Each command ends with exit code 0, and prints what the page shows; the contract is kept, compiled too."""
    for _, text in blocks("console"):
        for command, printed in re.findall(r"(?m)^\$ (.*)\n((?:(?!\$ ).*\n)*)", text):
            assert run(place, command)[0] == printed, command
    run_by_page = [line for _, text in blocks("sh") for line in text.splitlines()]
    assert run_by_page[0].startswith("pip install --no-deps")  # the fixture did it
    said = {line: run(place, line)[0] for line in run_by_page[1:]}
    assert re.search(r"^reversi +リバーシ +reversi/1 +4×4 +5 articles$", said["kifu games"], re.MULTILINE)
    assert "|[白] 白  白  ・ | 01" in said["kifu show game.kif --ply 4"]
    assert (place / "game.html").read_text("utf-8").count('type="radio"') == 14  # the start, and each ply
    assert re.search(r"\b42 passed, 5 skipped\b", said[CONTRACT]), said  # it has no options


def test_without_numba(place, tmp_path):
    """The contract is kept interpreted, and the tests of machine code say why they are skipped."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_NUMBA)
    said, _ = run(place, f"{CONTRACT} -q -rs", path=[tmp_path])
    assert re.search(r"\[8\] .*numba is not installed.*\[fast\]", said), said
    assert re.search(r"\b34 passed, 13 skipped\b", said), said


WRONG = {
    ("   1 二01石", "   1 △二01石"): ("ILLEGAL", "reversi.1"),
    ("   2 三01石", "   2 二01石"): ("ILLEGAL", "reversi.2"),
    ("   1 二01石", "   1 一01石"): ("ILLEGAL", "reversi.3"),
    ("   6 二04石", "   6 パス"): ("ILLEGAL", "reversi.4"),
    ("まで13手", "  14 パス\nまで14手"): ("ILLEGAL", "reversi.5"),
    ("先手の勝ち", "後手の勝ち"): ("CONTRADICTED", "reversi.5"),
    ("   1 二01石", "   1 二01-三01石"): ("UNREADABLE", None),
}
"""What is changed in the record of the example, with the status and the article of its verdict then."""


def test_verdicts(place, tmp_path):
    """A wrong record is judged by the article that it breaks."""
    text = (EXAMPLE / "game.kif").read_text("utf-8")
    for number, change in enumerate(WRONG):
        (tmp_path / f"{number}.kif").write_text(text.replace(*change), "utf-8")
    verdicts = map(json.loads, run(place, f"kifu verify --format json {tmp_path}", code=3)[0].splitlines())
    for change, verdict in zip(WRONG, verdicts, strict=True):
        ending = verdict["fault"] or verdict["outcome"] or {"article": None}
        assert (verdict["status"], ending["article"]) == WRONG[change], change


def test_an_ask_for_no_game(place):
    """The id of no game is an error of the command line that names the games there are."""
    assert "no game 'othello'" in run(place, CONTRACT.replace("reversi", "othello"), code=4)[1]


def test_missing_counts(place):
    """Without a perft.txt the contract and the command say how to make one."""
    file = place / "lib" / "kifu_reversi" / "perft.txt"
    file.rename(place / "away.txt")
    try:
        said, _ = run(place, f"{CONTRACT} -q -k promises", code=1)
        counted, warned = run(place, "kifu perft --game reversi 2 --lang en")
    finally:
        (place / "away.txt").rename(file)
    assert counted == "12\n"
    for text in (said, warned):
        assert "`kifu perft --game reversi DEPTH` prints the count" in text
        assert str(file) in text


RAYS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def turned(stones, side, place):
    """Return the stones that one of `side` on an empty place turns over. `stones`: place → side."""
    found = []
    for down, right in RAYS:
        row, column = place[0] + down, place[1] + right
        line = []
        while stones.get((row, column)) == 1 - side:
            line.append((row, column))
            row, column = row + down, column + right
        found += line if stones.get((row, column)) == side else []
    return found


def sequences(stones, side, depth):
    """Count the sequences of moves, naively; a pass is a move."""
    if depth == 0:
        return 1
    choices = {
        mover: {
            place: over
            for place in product(range(4), repeat=2)
            if place not in stones and (over := turned(stones, mover, place))
        }
        for mover in (side, 1 - side)
    }
    if not choices[side]:
        return sequences(stones, 1 - side, depth - 1) if choices[1 - side] else 0
    return sum(
        sequences(stones | dict.fromkeys([place, *over], side), 1 - side, depth - 1)
        for place, over in choices[side].items()
    )


def test_the_counts_are_true():
    """A naive program that shares nothing with the rules counts what perft.txt promises, as deep as it gets in a moment."""
    blocks_of_counts = (EXAMPLE / "kifu_reversi" / "perft.txt").read_text("utf-8").split("id ")[1:]
    start = ["・・・・", "・白黒・", "・黒白・", "・・・・"]
    compared = 0
    for block in blocks_of_counts:
        rows = re.findall(r"(?m)^([・黒白]{4})\d\d$", block) or start
        stones = {
            (row, column): "黒白".index(cell)
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells)
            if cell != "・"
        }
        for depth, nodes in re.findall(r"(?m)^perft (\d+) (\d+)$", block):
            if int(nodes) < 4000:
                assert sequences(stones, 0, int(depth)) == int(nodes), (block, depth)
                compared += 1
    assert compared == 13
