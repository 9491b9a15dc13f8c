"""Tests that cases get their marks from measured times, and that these are written down so that few lines change."""

import doctest
import json
import os
import subprocess
import sys
from types import SimpleNamespace

import duration_marks
import pytest

from kifu.core.compiled import bind_and_compile, machine_code_cache

CASES = """
import subprocess, sys
from time import process_time

import pytest

@pytest.fixture(scope="module")
def busy():
    end = process_time() + 0.15
    while process_time() < end:
        pass

def test_quick():
    pass

def test_first(busy):
    pass

def test_second(busy):
    pass

@pytest.mark.parametrize("child", ["a", "b"])
def test_child(child):
    subprocess.run([sys.executable, "-c", "from time import process_time\\nwhile process_time() < 0.12: pass"], check=True)

def test_fails(busy):
    assert False

def test_skipped(busy):
    pytest.skip("not here")
"""


@pytest.fixture
def project(tmp_path):
    """Lay out a project with the plugin, and with cases of all kinds."""
    source = (duration_marks.ROOT / "tests/support/duration_marks.py").read_text("utf-8")
    parts = {
        "pytest.ini": "[pytest]\npythonpath = tests/support\nmarkers =\n    slow: ✓\n    nightly: ✓\n    sweep: ✓\n    browser: ✓\n",
        "tests/conftest.py": 'pytest_plugins = ("duration_marks",)\n',
        "tests/support/duration_marks.py": source.replace("import_module(name)", "pass"),
        "tests/durations.json": '{"tests/gone.py": {"test_it": 3}, "tests/test_it.py": {"test_gone": 5, "test_skipped": 5}}',
        "tests/test_it.py": CASES,
    }
    for name, text in parts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def run(project, *arguments):
    """Run pytest in the project. Return the lines that it prints."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    # To load the plugins takes longer than the tests; what the caller adds to its own run is not for this one.
    quick = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, cwd=project, env=quick, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.splitlines()


def test_measuring_marks_the_cases(project):
    """A case costs its call, its processes and its fixtures; one that did not pass keeps its time; the gone are left out."""
    assert run(project, "-m", "not slow", "-k", "second or skipped or child")[-1].startswith("3 passed, 4 deselected")
    run(project, "-p", "xdist", "-n", "2", "--record-durations")
    known = json.loads((project / "tests" / "durations.json").read_text("utf-8"))
    assert list(known) == ["tests/test_it.py"]
    slow = known["tests/test_it.py"]
    assert list(slow) == ["test_child[a]", "test_child[b]", "test_first", "test_second", "test_skipped"]
    assert min(slow.values()) >= duration_marks.SLOW
    assert slow["test_skipped"] == 5
    assert run(project, "-m", "not slow", "-k", "not fails")[-1].startswith("1 passed")
    assert run(project, "-m", "nightly")[-1].startswith("1 skipped")
    assert run(project, "-m", "nightly and not sweep")[-1].startswith("7 deselected")


def test_a_nightly_case_that_is_not_written_down_is_named(project):
    """What a quick run pays for is said at its end."""
    plugin = project / "tests/support/duration_marks.py"
    plugin.write_text(
        plugin.read_text("utf-8").replace("NIGHTLY, UNLISTED = 0.03, 0.3, 1.0", "NIGHTLY, UNLISTED = 0.03, 0.05, 0.1"),
        "utf-8",
    )
    said = run(project, "-k", "quick or child")
    assert [line.rpartition("::")[2] for line in said if line.startswith("nightly, ")] == [
        "test_child[a]",
        "test_child[b]",
    ]


def test_times_are_rounded():
    """The examples of `stepped`."""
    assert doctest.testmod(duration_marks) == (0, 1)


def test_few_lines_change():
    """A time that is near the one written down does not replace it; a run of some cases leaves all others."""
    known = {"b.py": {"test_b": 2, "test_a": 1}, "a.py": {"test": 5}}
    some = duration_marks.updated(known, {"b.py": {"test_b": 2.9, "test_c": 0.02}}, whole=False)
    assert list(some) == ["a.py", "b.py"]
    assert list(some["b.py"].items()) == [("test_a", 1), ("test_b", 2)]
    assert duration_marks.updated(known, {"b.py": {"test_b": 0.02}}, whole=True) == {"a.py": {"test": 5}}


def test_what_is_written_down_is_as_it_is_written():
    """Nobody edits it: files and cases are sorted, and each time is one of the steps."""
    known = duration_marks.written()
    assert known
    assert json.dumps(known) == json.dumps(duration_marks.updated(known, {}, whole=False))
    assert {seconds for cases in known.values() for seconds in cases.values()} <= set(duration_marks.STEPS)


def test_machine_code_is_slow(monkeypatch):
    """A case that uses machine code is slow, however soon it ends."""
    for module, name in ((bind_and_compile, "_compile_layers"), (machine_code_cache, "cached_kernel")):
        monkeypatch.setattr(module, name, lambda *_: lambda *_: None)
    monkeypatch.setattr(duration_marks, "HEAVY", ())
    config = SimpleNamespace(option=SimpleNamespace(keyword="", markexpr=""), args=[])
    for use in (
        lambda: bind_and_compile._compile_layers("kifu.games.six", ()),
        lambda: machine_code_cache.cached_kernel("replay", None)(1),
    ):
        measuring = duration_marks.Measuring(config)
        begun = duration_marks.processor()
        assert measuring._seconds(begun, measuring.uses) < duration_marks.SLOW
        use()
        assert measuring._seconds(begun, 0) >= duration_marks.SLOW
