"""The little mutation tester: which mutants there are, and that a test that notices is told from one that does not."""

from pathlib import Path

import pytest
from mutate import MODULES, ROOT, chosen, mutants, noticed

SOURCE = '''"""A module."""
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    ONE = 1 < 2

def older(age: int | None, limit: int = 18) -> bool | None:
    """Tell."""
    return age is not None and not age < limit
'''


def test_each_mutant_changes_one_thing():
    """Comparisons, and/or, numbers, `not`; nothing that only type checkers read."""
    found = mutants(SOURCE)
    changes = sorted((mutant.line, mutant.before, mutant.after) for mutant in found)
    assert changes == [
        (7, "18", "17"),
        (7, "18", "19"),
        (9, "age < limit", "age <= limit"),
        (9, "age < limit", "age >= limit"),
        (9, "age is not None", "age is None"),
        (9, "age is not None and (not age < limit)", "age is not None or not age < limit"),
        (9, "not age < limit", "age < limit"),
    ]
    assert len({mutant.source for mutant in found}) == len(found)
    for mutant in found:
        compile(mutant.source, "mutant", "exec")


def test_a_sample_is_the_same_each_time():
    """A lot of one seed; all where there are fewer; only those on the lines asked for."""
    assert len(chosen(SOURCE, 3, 1, ())) == 3
    assert chosen(SOURCE, 3, 1, ()) == chosen(SOURCE, 3, 1, ())
    assert chosen(SOURCE, 99, 1, ()) == mutants(SOURCE)
    assert {mutant.line for mutant in chosen(SOURCE, None, 1, (7,))} == {7}


@pytest.mark.parametrize("module", MODULES)
def test_the_modules_that_are_gone_through_are_there(module):
    """Each with mutants, and with tests that are there too."""
    assert mutants((ROOT / module).read_text("utf-8"))
    assert all((ROOT / tests).exists() for tests in MODULES[module])


@pytest.mark.parametrize(("test", "killed"), [("older(18)", 5), ("True", 0)])
def test_mutants_are_told_apart(tmp_path, monkeypatch, test, killed):
    """Those that the tests notice are killed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # to load the plugins takes longer than the tests
    (tmp_path / "test_it.py").write_text(f"from module import older\ndef test_it():\n    assert {test}\n", "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n", "utf-8")
    module = Path("module.py")
    assert not noticed(tmp_path, module, SOURCE, ["test_it.py"], 60)
    found = [noticed(tmp_path, module, mutant.source, ["test_it.py"], 60) for mutant in mutants(SOURCE)]
    assert sum(found) == killed
