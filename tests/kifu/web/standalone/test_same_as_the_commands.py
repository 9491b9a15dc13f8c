"""The page judges as the commands do: in node, every sample's verdict, repair, readings and joint reading byte for byte."""

import base64
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from paged import MISSING, RUNTIME
from repository import NODE

from notation.reading import read

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="no node is here"),
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]
ROOT = Path(__file__).parents[4]
SAMPLES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "samples").rglob("*.kif"))
LEFT_OUT = 7
"""The line of moves that the second sheet of a pair lacks."""


def answers(page, questions):
    """Return what the page answers to questions, in node."""
    text = "".join(f"{json.dumps(question, ensure_ascii=False)}\n" for question in questions)
    command = [NODE, str(ROOT / "tests/data/asked.mjs"), str(RUNTIME), str(page / "folder")]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=True, cwd=ROOT)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def printed(command, *files, code=frozenset({0, 1, 3})):
    """Return the lines that a command prints."""
    words = [sys.executable, "-m", "kifu", command, "--format", "json", *files]
    done = subprocess.run(words, capture_output=True, cwd=ROOT, check=False, env={"PYTHONUTF8": "1", "PATH": ""})
    assert done.returncode in code, done.stderr.decode()
    return done.stdout.decode().splitlines()


def beside(path):
    """Return the variant files that lie beside a record."""
    return {file.name: file.read_text("utf-8") for file in Path(ROOT, path).parent.glob("*.toml")}


def test_files_are_judged_as_by_the_commands(shapes):
    """Verdicts, repairs and readings of every sample are those lines that the commands print."""
    asked = [(command, path) for command in ("verify", "repair", "readings") for path in SAMPLES]
    found = answers(
        shapes,
        [
            {"path": f"/api/{command}", "value": {"name": path, "beside": beside(path)}, "file": path}
            for command, path in asked
        ],
    )
    expected = defaultdict(list)
    for command in ("verify", "repair", "readings"):
        for line in printed(command, *SAMPLES):
            expected[command, json.loads(line)["file"]].append(line)
    assert len(SAMPLES) > 100
    for question, answer in zip(asked, found, strict=True):
        assert answer["text"] == "[" + ",\n".join(expected[question]) + "]", question
        assert answer["status"] == 200, question


def has_one_game(path):
    """Tell whether a sample holds one game, in UTF-8, of some length."""
    document = read(path, Path(ROOT, path).read_bytes())
    return (
        len(document.records) == 1
        and len(document.records[0].main.entries) > 2 * LEFT_OUT
        and document.source.encoding == "utf-8"
    )


@pytest.mark.sweep
def test_two_sheets_are_read_as_by_the_command(shapes, tmp_path):
    """The joint reading of a sample and a sheet that lacks a line is the line that the command prints."""
    pairs = []
    for game in ("ace", "king", "master", "rengo", "six"):
        path = next(sample for sample in SAMPLES if sample.startswith(f"samples/{game}/") and has_one_game(sample))
        data = Path(ROOT, path).read_bytes()
        lines = data.split(b"\n")
        start = next(number for number, line in enumerate(lines) if line.startswith("手数".encode()))
        del lines[start + LEFT_OUT]
        other = tmp_path / f"{game}.kif"
        other.write_bytes(b"\n".join(lines))
        pairs.append((path, data, str(other), b"\n".join(lines)))
    questions = [
        {
            "path": "/api/reconcile",
            "value": {
                "a": {"name": a, "data": base64.b64encode(one).decode()},
                "b": {"name": b, "data": base64.b64encode(two).decode()},
            },
        }
        for a, one, b, two in pairs
    ]
    for (a, _, b, _), answer in zip(pairs, answers(shapes, questions), strict=True):
        assert answer["status"] == 200, answer["text"]
        assert [answer["text"]] == printed("reconcile", a, b), a
