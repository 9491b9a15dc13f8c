"""Tests `kifu verify` as a process: its imports, its pipes, and the encodings of its output and of file names."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import DIAGRAM, HEAD, SIX

from notation.random_record import random_game_as_kif

SAMPLES = Path(__file__).parents[3] / "samples"
WON = HEAD + DIAGRAM + "1 四03-五03武\nまで1手で先手の勝ち\n"
OPEN = HEAD + DIAGRAM + "1 四03-三03武\n"
LEFT_UNIMPORTED = {"numba", "numpy", "pandas", "matplotlib", "dask", "pyarrow", "duckdb", "jsonschema"}
SLOW_TO_LOAD = {
    "concurrent.futures",
    "csv",
    "hashlib",
    "importlib.resources",
    "json",
    "multiprocessing",
    "random",
    "tempfile",
}
SLOW_TO_LOAD |= {
    "tomllib",
    "zipfile",
    "analysis",
    "kifu.reconcile",
    "kifu.core.rulebook",
    "kifu.core.rulebook_file_reader",
}
"""What a verdict in words does without."""
ELSEWHERE = {
    "pathlib",
    "wcwidth",
    "analysis.batch.file_splitting",
    "kifu.cli.printing.help_pages",
    "kifu.core.compiled.machine_code_cache",
}
ELSEWHERE |= {"kifu.games.six.explain", "notation.documents_and_variant_files"}
"""What many files, fouls, help and variant files need, and a verdict without them does not."""


@pytest.fixture
def file(tmp_path):
    """A function that writes a file and returns its path."""

    def write(content, name="game.kif"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def judged(path, code, before=""):
    """Judge one file in a process of its own, after the code `before`. Return what it prints, and the line that `code` prints.

    An environment that was installed with `-e` loads pathlib before all else; that is forgotten, and a second load is seen.
    """
    source = (
        f"import sys\nsys.modules.pop('pathlib', None)\n{before}import kifu.cli.main\n"
        f"try:\n    kifu.cli.main.main(['verify', {str(path)!r}], standalone_mode=False)\n"
        f"except SystemExit:\n    pass\n{code}\n"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, check=True, text=True, encoding="utf-8")
    verdict, last = done.stdout.rstrip("\n").rsplit("\n", 1)
    return verdict, last


def program(*arguments, **more):
    """Run `python -m kifu` as a process."""
    return subprocess.run(
        [sys.executable, "-m", "kifu", *map(str, arguments)], capture_output=True, check=False, **more
    )


def test_one_record_is_judged_without_the_heavy_packages(file):
    """The verdict on a 60-ply record imports none of the heavy packages."""
    verdict, names = judged(file(random_game_as_kif(SIX, 1, 60)), "print(*sys.modules)")
    modules = names.split()
    assert "60 " in verdict
    assert "kifu.games.six.rules" in modules
    assert LEFT_UNIMPORTED.isdisjoint(name.partition(".")[0] for name in modules)
    assert (SLOW_TO_LOAD | ELSEWHERE).isdisjoint(modules)


@pytest.mark.parametrize("name", ["ace/black-reaches-the-target", "rengo/bikjang"])
def test_a_record_of_another_game_loads_no_hashes(name):
    """The verdict on a record of another game loads neither the library of hashes nor the tables of widths."""
    verdict, names = judged(SAMPLES / f"{name}.kif", "print(*sys.modules)")
    assert "CONFIRMED" in verdict
    assert {"hashlib", "wcwidth", "kifu.reconcile"}.isdisjoint(names.split())


def test_a_fault_loads_no_tables_of_widths():
    """The verdict on a foul points at the move with carets, without the library that knows the width of all characters."""
    verdict, names = judged(SAMPLES / "six" / "illegal-move.kif", "print(*sys.modules)")
    assert "^^^" in verdict
    assert "kifu.reconcile.repair" in names.split()
    assert {"wcwidth", "secrets", "textwrap"}.isdisjoint(names.split())


def test_many_records_are_judged_without_the_compiler(file):
    """Once machine code is kept, verdicts on many records load numpy and llvmlite, and nothing of what they do not use."""
    path = file("".join(random_game_as_kif(SIX, seed, 20) for seed in range(20)))
    code = (
        "import sys\nimport kifu.cli.main\n"
        f"try:\n    kifu.cli.main.main(['verify', '--quiet', '--jobs', '1', {str(path)!r}], standalone_mode=False)\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "print(*sys.modules)\n"
    )
    for _ in range(2):  # the first run may have to compile
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    modules = done.stdout.rstrip().rsplit("\n", 1)[1].split()
    assert {"numpy", "llvmlite"} <= set(modules)
    unused = {"numba", "pandas", "jsonschema", "pyarrow"} | {"multiprocessing", "numpy.ma", "tomllib"}
    assert unused.isdisjoint(modules)


def test_a_reader_that_stops_reading_gets_no_traceback(file):
    """`kifu verify … | head -1` ends quietly."""
    path = file(OPEN * 3000)
    shell = f"set -o pipefail; {sys.executable} -m kifu verify --format json {path} | head -1 | wc -l"
    done = subprocess.run([shutil.which("bash"), "-c", shell], capture_output=True, check=False, text=True)
    assert (done.stdout.strip(), done.stderr) == ("1", "")


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "latin-1", "utf-8"])
def test_json_is_json_in_any_output_encoding(file, encoding):
    """Characters that the encoding of the output lacks are JSON escapes, which read back the same."""
    name = "先\u00e9😀\U00020b9f"
    path = file(f"{HEAD}1 一01{name}\n")
    done = program("verify", "--format", "json", path, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (3, b"")
    assert json.loads(done.stdout.decode(encoding))["fault"]["move"] == f"一01{name}"


def test_text_in_an_output_encoding_that_lacks_it(file):
    """Characters that the encoding lacks are escaped; there is no traceback."""
    done = program("verify", file(WON), env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "ja_JP.UTF-8"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"CONFIRMED \\u78ba\\u8a8d" in done.stdout


def test_file_names_that_are_no_text(tmp_path):
    """Bytes of a file name that decode in no encoding are shown by number."""
    path = os.fsencode(tmp_path) + b"/\xff.kif"
    with open(path, "wb") as file:  # noqa: PTH123 - a name in bytes
        file.write(WON.encode())
    done = subprocess.run([sys.executable, "-m", "kifu", "verify", path], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"/<U+DCFF>.kif: CONFIRMED" in done.stdout
    done = subprocess.run(
        [sys.executable, "-m", "kifu", "verify", "--format", "json", path], capture_output=True, check=False
    )
    assert json.loads(done.stdout)["file"].endswith("\udcff.kif")
