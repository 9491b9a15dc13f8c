"""Tests the names behind doors that load when they are used: no type checker knows them."""

import ast
import importlib
import re
from functools import cache
from types import ModuleType

from repository import ROOT, tracked

FOLDERS = ("kifu/", "notation/", "analysis/", "benchmarks/", "docs/")
"""The folders whose code is read; a test that names what is gone fails by itself."""
MAY_BIND = re.compile(r"from (?:analysis|kifu) import |import (?:analysis|kifu)\.[\w.]+ as ")
"""What a file has that gives a door a name: to parse all takes long."""


@cache
def sources():
    """Return the text of each file of Python in FOLDERS by its path."""
    paths = [path for path in tracked() if path.endswith(".py") and path.startswith(FOLDERS)]
    return {path: (ROOT / path).read_text("utf-8") for path in paths}


@cache
def doors():
    """Return the packages whose names load when they are used."""
    found = [path for path, text in sources().items() if path.endswith("/__init__.py") and "= lazy_getattr(" in text]
    return frozenset(path.removesuffix("/__init__.py").replace("/", ".") for path in found)


def bound_doors(tree):
    """Return the door that each name of a module stands for, by the name."""
    bound = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in {"analysis", "kifu"}:
            bound |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            bound |= {alias.asname: alias.name for alias in node.names if alias.asname}
    return {name: door for name, door in bound.items() if door in doors()}


def chains(tree):
    """Yield the door, the name behind it and the name behind that, if any, of each `engine.solver.solve`."""
    if not (bound := bound_doors(tree)):
        return
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    members = {id(node.value): node.attr for node in attributes}
    for node in attributes:
        if isinstance(node.value, ast.Name) and node.value.id in bound:
            yield bound[node.value.id], node.attr, members.get(id(node), "")


def is_lost(door, name, member):
    """Tell whether a name behind a door is not there, or has no such member if it is a module."""
    found = getattr(importlib.import_module(door), name, None)
    return found is None or (bool(member) and isinstance(found, ModuleType) and not hasattr(found, member))


def test_what_is_named_behind_a_door_is_there():
    """Each `door.module.name` in the code is there."""
    assert {"analysis.openings", "kifu.engine"} <= doors()
    named = {chain for text in sources().values() if MAY_BIND.search(text) for chain in chains(ast.parse(text))}
    assert len(named) > 50
    assert [chain for chain in sorted(named) if is_lost(*chain)] == []


def test_what_is_gone_is_found():
    """A module that a door does not have is found, and a name that its module does not have."""
    tree = ast.parse("from kifu import engine as e\ne.solver.solve\ne.solver.gone\ne.gone.solve\nother.gone")
    assert [chain[1:] for chain in chains(tree) if is_lost(*chain)] == [("solver", "gone"), ("gone", "solve")]
