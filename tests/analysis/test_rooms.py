"""Satellites: the rooms of analysis have doors, and the rest of the program works without one."""

import ast
import importlib
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from repository import ROOT

ROOMS = sorted(path.parent.name for path in (ROOT / "analysis").glob("*/__init__.py"))
NAMES = 10
"""The names of a door, at most."""
WITHOUT = {
    "analysis.scan": (),
    "analysis.tournaments": (),
    "analysis.openings": (),
    "analysis.plots": ("analysis.openings", "analysis.tournaments"),
    "analysis.dossier": ("kifu.cli.dossier_folder",),
    "analysis.explorer": ("analysis.openings", "kifu.cli.commands.study.explorer", "kifu.web.standalone"),
    "analysis.corpus": ("analysis.explorer", "analysis.openings"),
    "kifu.web.standalone": (),
}
"""The satellites that may be left out, each with what is made of it: rooms that say so, and its own commands."""
TESTS = {
    "analysis.tournaments": ("docs/test_pairs.py", "docs/test_study.py"),
    "analysis.openings": (
        "analysis/explorer/test_matching.py",
        "analysis/plots/test_overlaps.py",
        "docs/test_openings.py",
        "kifu/cli/test_book.py",
        "kifu/cli/test_study_explorer.py",
    ),
    "analysis.plots": ("kifu/cli/test_one_headline.py",),
    "analysis.dossier": ("kifu/cli/test_dossier.py", "kifu/reconcile/test_reconciliation.py"),
    "analysis.explorer": (
        "analysis/corpus/test_rules_apart.py",
        *(f"kifu/cli/test_{name}.py" for name in ("book", "site", "study_explorer")),
        "kifu/web/service/test_game_service.py",
    ),
    "analysis.corpus": (
        "analysis/batch/test_times.py",
        "analysis/tables/test_columns.py",
        "docs/test_openings.py",
        *(f"kifu/cli/test_{name}.py" for name in ("book", "corpus", "explore", "interrupts", "openings", "places")),
        *(f"kifu/cli/test_{name}.py" for name in ("players", "raw_csv", "wording")),
        "notation/test_limits.py",
    ),
    "kifu.web.standalone": (
        "kifu/cli/test_site.py",
        "kifu/cli/test_study_explorer.py",
        "kifu/web/service/test_game_service.py",
    ),
}
"""The tests outside the folder of a room that hold it beside others: without it they go too."""
BLOCKED = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name == {room!r} or name.startswith({room!r} + "."):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Gone())
from click.testing import CliRunner
from kifu.cli.main import main
for words in (["--help"], ["verify", {record!r}], ["show", {record!r}]):
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, (words, result.output, result.exception)
"""


@cache
def _modules():
    """Return the syntax tree of each module of the program by its name."""
    found = {}
    for package in ("kifu", "notation", "analysis"):
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = ast.parse(path.read_text("utf-8"))
    return found


def _named(node):
    """Yield what an import names: modules, or names in one."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def _imports():
    """Return what each module names in its imports, wherever they stand."""
    return {
        name: tuple(named for node in _statements(tree) for named in _named(node)) for name, tree in _modules().items()
    }


def _statements(tree):
    """Yield the statements of a tree, wherever they stand; expressions, most of a tree, hold none."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, part, ()):
            yield node
            yield from _statements(node)


def _at_once(tree):
    """Yield the statements that run when a module is imported, but for functions and imports of types."""
    for node in tree.body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield from ast.walk(node) if isinstance(node, (ast.If, ast.Try, ast.With)) else (node,)


def _needed_by(tree):
    """Return what a module imports when it is imported itself."""
    return {named for node in _at_once(tree) for named in _named(node)}


@cache
def _needs():
    """Return what each module of the program needs."""
    return {name: _needed_by(tree) for name, tree in _modules().items()}


@cache
def _needs_of_tests():
    """Return what each module of the tests needs, by its path in tests."""
    found = {}
    for path in (ROOT / "tests").rglob("*.py"):
        found[path.relative_to(ROOT / "tests").as_posix()] = _needed_by(ast.parse(path.read_text("utf-8")))
    return found


def _failing(needs, gone):
    """Return the modules that need one of `gone`, or another that fails for it, and `gone`."""
    failed = set(gone)
    while more := {
        name
        for name, named in needs.items()
        if name not in failed and any(each in failed or each.rpartition(".")[0] in failed for each in named)
    }:
        failed |= more
    return failed


def _inside(name, package):
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("room", ROOMS)
def test_door(room):
    """A room says what it does, by which door it is entered and what it needs; each name of its door is there."""
    module = importlib.import_module(f"analysis.{room}")
    lines = module.__doc__.splitlines()
    for heading in ("Does:", "Door:", "Needs:", "Without it:")[: 4 if f"analysis.{room}" in WITHOUT else 3]:
        assert sum(line.startswith(heading) for line in lines) == 1, heading
    assert len(module.__all__) <= NAMES
    assert [name for name in module.__all__ if name not in module.__doc__] == []
    for name in module.__all__:
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError):
        module.absent  # noqa: B018 - the name is asked for


@pytest.mark.parametrize("room", ROOMS)
def test_entered_by_the_door(room):
    """No module of another room names anything of a room but what its door has."""
    package = f"analysis.{room}"
    door = importlib.import_module(package).__all__
    passed = [
        (name, named)
        for name, imports in _imports().items()
        if not _inside(name, package)
        for named in imports
        if named.startswith(f"{package}.") and named.split(".")[2] not in door
    ]
    assert passed == []


@pytest.mark.parametrize("room", WITHOUT)
def test_imports_without(room):
    """With a room gone nothing fails to import but what is made of it."""
    gone = {name for name in _needs() if _inside(name, room)}
    failed = _failing(_needs(), gone)
    assert gone
    assert [name for name in failed - gone if not any(_inside(name, own) for own in WITHOUT[room])] == []


@pytest.mark.parametrize("room", WITHOUT)
def test_tests_without(room):
    """With a room gone the tests of the rest are collected; those that hold it beside others are in the table."""
    gone = _failing(_needs(), {name for name in _needs() if _inside(name, room)})
    support = {Path(path).stem: named for path, named in _needs_of_tests().items() if path.startswith("support/")}
    gone |= _failing(support | _needs(), gone)
    folders = tuple(f"{name.replace('.', '/')}/" for name in (room, *WITHOUT[room]))
    failed = {
        path
        for path, named in _needs_of_tests().items()
        if "/test_" in path
        and not path.startswith((*folders, "tools/"))
        and any(each in gone or each.rpartition(".")[0] in gone for each in named)
    }
    assert sorted(failed) == sorted(TESTS.get(room, ()))


@pytest.mark.parametrize("room", WITHOUT)
def test_commands_without(room):
    """With a room gone records are judged and shown, and the help stands."""
    source = BLOCKED.format(room=room, record="samples/six/resigned.kif")
    done = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
