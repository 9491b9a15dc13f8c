"""Tests commands without the libraries of the extras: they work, or name the extra in one line without a traceback."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.cli.main import main
from kifu.model.extras import EXTRAS, MissingExtra, installed, named, need

ROOT = Path(__file__).resolve().parents[3]
RECORD = "samples/six/trades.kif"
POSITION = """局面図
一二三四五六七
○○○○○○○01
○○○○○○○02
○○○武領○○03
○○○○○○○04
○占○○○○○05
○○○○○○○06
○○○○○○○07
先手の持駒：13 占不可
後手の持駒：14 占可
手番：先手
"""
RUN = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(set().union(*EXTRAS.values()))}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
if __name__ == "__main__":
    from kifu.cli.main import main
    main(prog_name="kifu")
"""
"""The program on a machine that lacks them all; processes that it starts run this file too, and lack them as well."""

WORKING = [
    ("verify", RECORD, "samples/rengo/mate.kif"),
    ("verify", "--jobs", "1", RECORD),
    ("verify", "--quiet", "--jobs", "2", RECORD),
    ("verify", "--format", "csv", RECORD),
    ("show", RECORD),
    ("review", RECORD, "-o", "OUT", "--against", RECORD, "--format", "svg"),
    ("convert", RECORD, "-o", "OUT.json"),
    ("moves", "--game", "six"),
    ("moves", "--game", "rengo"),
    ("perft", "--game", "six", "2"),
    ("perft", "--game", "king", "1", "--interpreted"),
    ("play", "--game", "six", "--seed", "1", "--plies", "20"),
    ("rules", "six"),
    ("games",),
    ("new", "--game", "king", "-o", "OUT.kif"),
    ("--help",),
    ("corpus", "--help"),
    ("corpus", "build", "--help"),
    ("study", "--help"),
    ("study", "placements", "--help"),
    ("--version",),
]
LACKING = {
    "corpus": [
        ("corpus", "build", "samples/six", "-o", "OUT"),
        ("corpus", "stats", "data"),
        ("corpus", "find", "POSITION", "data"),
        ("corpus", "sql", "SELECT 1", "data"),
        ("study", "tree", "data"),
        ("study", "openings", "data", "--game", "six", "-o", "OUT"),
    ],
    "fast": [
        ("play", "--game", "six", "--engine", "--plies", "2"),
        ("solve", "--game", "six", "POSITION"),
        ("perft", "--game", "six", "2", "--compiled"),
        ("review", RECORD, "-o", "OUT", "--engine"),
        ("study", "duel", "--game", "six", "--games", "2", "--nodes", "10", "--plies", "2"),
        ("study", "placements", "--game", "six", "-o", "OUT", "--scale", "0.001"),
    ],
}


@pytest.fixture(name="run")
def _run(tmp_path):
    """Run a command of the program on a machine without extras; OUT and POSITION are paths in a folder of its own."""
    program = tmp_path / "without_extras.py"
    program.write_text(RUN, encoding="utf-8")
    (tmp_path / "POSITION").write_text(POSITION, encoding="utf-8")

    def run(arguments, language="en"):
        words = [str(tmp_path / word) if word.startswith(("OUT", "POSITION")) else word for word in arguments]
        return subprocess.run(
            [sys.executable, str(program), *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": f"{language}.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize("arguments", WORKING, ids=" ".join)
def test_what_needs_no_extra_works_without(run, arguments):
    """A command that needs no extra works with its usual exit code and without a message."""
    done = run(arguments)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "pip install" not in done.stdout + done.stderr


@pytest.mark.parametrize("extra", LACKING)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_needs_an_extra_names_it(run, extra, language):
    """A missing extra is named in one line, in the language of the user, with exit code 2."""
    for arguments in LACKING[extra] if language == "en" else LACKING[extra][:1]:
        done = run(arguments, language)
        assert done.returncode == 2, (arguments, done.stderr)
        (line,) = done.stderr.splitlines()
        assert line.startswith({"en": "Error: ", "ja": "エラー: "}[language])
        assert f'pip install "kifu[{extra}]"' in line


def test_every_command_is_tried():
    """A new command has to be put into one of the lists."""
    context = main.make_context("kifu", ["games"])
    tried = {words[0] for words in [*WORKING, *(words for some in LACKING.values() for words in some)]}
    assert set(main.list_commands(context)) - tried == set()


def test_many_records_are_judged_with_care_where_nothing_compiles(tmp_path, monkeypatch):
    """Many records give the same output with and without the compiler."""
    records = tmp_path / "many.kif"
    records.write_bytes(
        b"".join((ROOT / "samples" / "six" / name).read_bytes() for name in ("trades.kif", "standstill.kif")) * 3
    )
    arguments = ["verify", "--format", "json", "--jobs", "1", str(records)]
    compiled = CliRunner().invoke(main, arguments, catch_exceptions=False)
    monkeypatch.setattr("analysis.bulk.judge.installed", lambda _extra: False)
    monkeypatch.setattr("analysis.bulk.judge.group_of", None)
    careful = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert careful.stdout == compiled.stdout
    assert careful.stdout.count("\n") > 6


def test_the_table_of_extras_is_that_of_the_package():
    """What kifu/model/extras.py says each extra brings is what pyproject.toml lets it bring."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra, libraries in EXTRAS.items():
        brought = {re.split(r"[<>=\[]", line)[0] for line in declared[extra]} - {"kifu"}
        assert brought == libraries, extra
    assert declared["all"] == [f"kifu[{','.join(sorted(EXTRAS))}]"]
    assert {"kifu[all,docs,peers]", "kifu[all,peers]"} & {*declared["dev"]}


def test_what_no_extra_brings_stays_an_error_of_its_own():
    """Only libraries of an extra are explained."""
    assert named(ModuleNotFoundError("No module named 'nothing'", name="nothing")) is None
    assert named(ModuleNotFoundError("No module named 'numba.core'", name="numba.core")).extra == "fast"


def test_an_extra_that_is_there_is_not_asked_for(monkeypatch):
    """A library that the module finder refuses counts as absent."""
    need("fast")
    assert installed("corpus")

    def refused(name):
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("kifu.model.extras.find_spec", refused)
    assert not installed("fast")
    with pytest.raises(MissingExtra, match="llvmlite is not installed"):
        need("fast")
