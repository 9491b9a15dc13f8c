"""Tests commands without the libraries of the extras: they work, or name the extra in one line without a traceback."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each

from kifu.cli.main import main
from kifu.core.lazy_imports_extras_and_package_files import (
    EXTRAS,
    USUAL,
    MissingExtra,
    is_installed,
    missing_extra_error,
    require_extra,
)

ROOT = Path(__file__).resolve().parents[3]
IMPORTED = {"opencv-python-headless": "cv2", "zxing-cpp": "zxingcpp"}
"""The names under which libraries are imported, where they are not those of the index."""
RECORD = "samples/six/trades.kif"
SHORT = "samples/six/example-1.kif"
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
import json
import sys
import traceback

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(set().union(*EXTRAS.values()))}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
if __name__ == "__main__":
    from click.testing import CliRunner
    from kifu.cli.main import main

    done = []
    for language, words in json.load(sys.stdin):
        result = CliRunner().invoke(main, words, prog_name="kifu", env={{"LC_ALL": f"{{language}}.UTF-8"}})
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            traceback.print_exception(result.exception)
        done.append((result.exit_code, result.stdout, result.stderr))
    json.dump(done, sys.stdout)
"""
"""Runs command lines on a machine that lacks all extras; processes that it starts run this file too, and lack them too."""

WORKING = [
    ("help", "verify"),
    ("verify", RECORD, "samples/rengo/mate.kif"),
    ("verify", "--jobs", "1", RECORD),
    ("verify", "--quiet", "--jobs", "2", RECORD),
    ("verify", "--format", "csv", RECORD),
    ("repair", "samples/six/elimination.kif"),
    ("reconcile", SHORT, SHORT),
    ("scan", "--help"),
    ("export", SHORT, "-o", "OUT.html"),
    ("study", "explorer", SHORT, "-o", "OUT.html"),
    ("readings", RECORD, "samples/rengo/mate.kif"),
    ("readings", "--format", "json", "--jobs", "1", RECORD),
    ("show", RECORD),
    ("review", SHORT, "-o", "OUT", "--format", "svg"),
    ("review", SHORT, RECORD, "-o", "OUT", "--format", "svg", "--group-only"),
    ("convert", RECORD, "-o", "OUT.json"),
    ("moves", "--game", "six"),
    ("moves", "--game", "rengo"),
    ("perft", "--game", "six", "2"),
    ("perft", "--game", "king", "1", "--interpreted"),
    ("play", "--game", "six", "--seed", "1", "--plies", "20"),
    ("rules", "six"),
    ("games",),
    ("site", "--help"),
    ("new", "--game", "king", "-o", "OUT.kif"),
    ("--help",),
    ("corpus", "--help"),
    ("corpus", "build", "--help"),
    ("study", "--help"),
    ("study", "placements", "--help"),
    ("study", "contests", "--help"),
    ("study", "replies", "--help"),
    ("--version",),
]
COMPARISON = ("review", SHORT, "-o", "OUT", "--against", SHORT, "--format", "svg")
LACKING = {
    "corpus": [
        ("corpus", "build", "samples/six", "-o", "OUT"),
        ("corpus", "stats", "data"),
        ("corpus", "find", "POSITION", "data"),
        ("corpus", "find", "--pattern", "占 on 四04", "data"),
        ("corpus", "sql", "SELECT 1", "data"),
        ("study", "book", "data", "-o", "OUT.book"),
        ("study", "tree", "data"),
        ("study", "openings", "data", "--game", "six", "-o", "OUT"),
    ],
    "fast": [
        ("play", "--game", "six", "--engine", "--plies", "2"),
        ("solve", "--game", "six", "POSITION"),
        ("perft", "--game", "six", "2", "--compiled"),
        ("review", RECORD, "-o", "OUT", "--engine"),
        ("export", RECORD, "-o", "OUT", "--engine"),
        ("review", RECORD, "-o", "OUT", "--adjudicate", "auto"),
        ("study", "duel", "--game", "six", "--games", "2", "--nodes", "10", "--plies", "2"),
        ("study", "placements", "--game", "six", "-o", "OUT", "--scale", "0.001"),
        (
            "study",
            "contests",
            "--game",
            "six",
            "-o",
            "OUT",
            "--side",
            "2",
            "--rival",
            "free",
            "--nodes",
            "10",
            "--games",
            "2",
        ),
        ("study", "replies", "--game", "six", "-o", "OUT", "--start", "四04", "--sizes", "1,2", "--rounds", "1"),
        ("study", "tablebase", "--game", "six", "--dice", "2", "-o", "OUT"),
        ("study", "puzzles", "--game", "six"),
    ],
    "paper": [
        ("sheet", "--game", "six", "-o", "OUT.pdf"),
        ("sheet", RECORD, "-o", "OUT.pdf"),
        ("dossier", SHORT, "-o", "OUT"),
        ("dossier", "--check", "tests"),
    ],
    "scan": [
        ("scan", "samples/six/elimination.kif"),
    ],
    "table": [
        ("serve", "OUT", "--no-browser"),
        ("record", "OUT", "--game", "six", "--no-browser"),
        ("record", "OUT", "--game", "six", "--terminal"),
    ],
}


def named_in(extra, language):
    """Return the command lines that lack an extra, as they are tried in a language: all of them in English."""
    return LACKING[extra] if language == "en" else LACKING[extra][:1]


def run_all(folder, tried):
    """Run command lines in one process, in a folder; return exit code, output and errors by language and words.

    OUT and POSITION are paths in a folder of each command line's own.
    """
    program = folder / "without_extras.py"
    program.write_text(RUN, encoding="utf-8")
    asked = []
    for number, (language, words) in enumerate(tried):
        place = folder / str(number)
        place.mkdir()
        (place / "POSITION").write_text(POSITION, encoding="utf-8")
        given = [str(place / word) if word.startswith(("OUT", "POSITION")) else word for word in words]
        asked.append((language, given))
    ran = subprocess.run(
        [sys.executable, str(program)],
        input=json.dumps(asked),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return dict(zip(tried, json.loads(ran.stdout), strict=True))


@pytest.fixture(scope="module", name="done")
def _done(tmp_path_factory):
    """Run the command lines of both lists once for all tests."""
    lacking = [
        (language, words) for extra in LACKING for language in ("en", "ja") for words in named_in(extra, language)
    ]
    return run_all(tmp_path_factory.mktemp("without"), [("en", words) for words in WORKING] + lacking)


def assert_works(code, output, errors):
    """Assert that a command has worked and has said nothing about extras."""
    assert code == 0, errors
    assert "Traceback" not in errors
    assert "pip install" not in output + errors


@each("arguments", WORKING, ids=" ".join)
def test_what_needs_no_extra_works_without(done, arguments):
    """A command that needs no extra works with its usual exit code and without a message."""
    assert_works(*done["en", arguments])


def test_a_comparison_needs_no_extra(tmp_path):
    """Two groups of records are compared without extras too."""
    assert_works(*run_all(tmp_path, [("en", COMPARISON)])["en", COMPARISON])


@each("extra", LACKING)
@each("language", ["ja", "en"])
def test_what_needs_an_extra_names_it(done, extra, language):
    """A missing extra is named in one line, in the language of the user, with exit code 2."""
    for arguments in named_in(extra, language):
        code, _, errors = done[language, arguments]
        assert code == 2, (arguments, errors)
        (line,) = errors.splitlines()
        assert line.startswith({"en": "Error: ", "ja": "エラー: "}[language])
        assert f'pip install ".[{extra}]"' in line


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
    monkeypatch.setattr("analysis.batch.judge_pieces_and_rule_readings.is_installed", lambda _extra: False)
    monkeypatch.setattr("analysis.batch.fast_path.judge_plain_records", None)
    careful = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert careful.stdout == compiled.stdout
    assert careful.stdout.count("\n") > 6


def test_the_table_of_extras_is_that_of_the_package():
    """What kifu/core/lazy_imports_extras_and_package_files.py says each extra brings is what pyproject.toml lets it bring."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra, libraries in EXTRAS.items():
        names = {re.split(r"[<>=\[]", line)[0] for line in declared[extra]} - {"kifu"}
        brought = {IMPORTED.get(name, name) for name in names}
        assert brought == libraries, extra
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    usual = {re.split(r"[<>=]", line)[0].replace("-", "_").replace("pillow", "PIL") for line in needed}
    assert usual - {"click", "wcwidth"} == USUAL
    assert declared["all"] == [f"kifu[{','.join(sorted(EXTRAS))}]"]
    assert {"kifu[all,docs,peers]", "kifu[all,peers]"} & {*declared["dev"]}


def test_what_no_extra_brings_stays_an_error_of_its_own():
    """Only libraries of an extra are explained."""
    assert missing_extra_error(ModuleNotFoundError("No module named 'nothing'", name="nothing")) is None
    assert missing_extra_error(ModuleNotFoundError("No module named 'numba.core'", name="numba.core")).extra == "fast"
    usual = missing_extra_error(ModuleNotFoundError("No module named 'matplotlib.figure'", name="matplotlib.figure"))
    assert (usual.extra, usual.name) == ("", "matplotlib")
    assert usual.message.en == "matplotlib is not installed; pip install . in your clone of kifu brings it"


@pytest.fixture
def _looked_for_anew():
    """Extras are looked for again in this test, and again after it."""
    is_installed.cache_clear()
    yield
    is_installed.cache_clear()


@pytest.mark.usefixtures("_looked_for_anew")
def test_an_extra_that_is_there_is_not_asked_for(monkeypatch):
    """A library that the module finder refuses counts as absent."""
    require_extra("fast")
    assert is_installed("corpus")

    def refused(name):
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("kifu.core.lazy_imports_extras_and_package_files.find_spec", refused)
    assert is_installed("corpus")  # it has been looked for
    assert not is_installed("fast")
    with pytest.raises(MissingExtra, match="llvmlite is not installed"):
        require_extra("fast")
