"""Collects all codes of diagnostics from the sources: every value of a parameter or field with the name `code`."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("kifu", "notation", "analysis")
SERVER = {"scan", "recording", "web"}
"""The rooms of the table, of the page and of photographs, whose refusals are answers and not diagnostics of a record."""
CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
BRACKETED = re.compile(r"(?<= )\[([a-z]+(?:-[a-z]+)+)\]$")
"""How a message of a command that is no diagnostic ends: … [cannot-write]."""


class Unresolved(Exception):
    """A passed code is neither written in the call nor the parameter `code` of the caller."""


@cache
def codes():
    """Return every code with the places where it stands; a code with a computed part has a * for it: branch-*."""
    trees = {
        path: ast.parse(path.read_text("utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if not SERVER & set(path.relative_to(ROOT).parts)
    }
    takers = _takers(trees)
    constants = _constants(trees.values())
    places_by_code = defaultdict(set)
    for path, tree in trees.items():
        place = str(path.relative_to(ROOT))
        here = takers[None] | takers[path]
        for function in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
            for call in _calls(function):
                for argument in _arguments(call, here):
                    passed = isinstance(argument, ast.Name) and argument.id == "code" and function.name in here
                    for code in () if passed else _values(argument, function, constants, place):
                        places_by_code[code].add(place)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and (end := BRACKETED.search(node.value)):
                places_by_code[end[1]].add(place)
    return dict(places_by_code)


def _takers(trees):
    """Return the functions and classes that take a code, by name, with the position of the code among their arguments.

    Private ones are kept under the path of their module, the others under None.
    """
    bases, takers = {}, defaultdict(dict)
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                taken = [(one.arg, one.annotation) for one in node.args.args]
            elif isinstance(node, ast.ClassDef):
                fields = [(part.target.id, part.annotation) for part in node.body if isinstance(part, ast.AnnAssign)]
                makers = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
                taken = [(one.arg, one.annotation) for maker in makers for one in maker.args.args[1:]] or fields
                # The constructor of a class decides its arguments.
                bases[node.name] = () if makers else tuple(base.id for base in node.bases if isinstance(base, ast.Name))
            else:
                continue
            names = [name for name, _ in taken]
            if ("code", "str") in {(name, annotation and ast.unparse(annotation)) for name, annotation in taken}:
                takers[path if node.name.startswith("_") else None][node.name] = names.index("code")
    for _ in bases:  # a class without a constructor takes the arguments of its base
        for name, above in bases.items():
            for base in above:
                if base in takers[None]:
                    takers[None].setdefault(name, takers[None][base])
    return takers


def _constants(trees):
    """Return the texts that modules call by a name."""
    return {
        node.targets[0].id: node.value
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def _calls(function):
    """Yield the calls of a function, or of a module outside its functions."""
    pending = list(ast.iter_child_nodes(function))
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.Call):
            yield node
        pending += ast.iter_child_nodes(node)


def _arguments(call, takers):
    """Yield the arguments of a call that are its code; after a starred argument all that may be the code."""
    if ast.unparse(call.func) == "super().__init__":  # an error of its own class hands its code to KifuError first
        yield from (given for given in call.args[:1] if all(map(CODE.fullmatch, _texts(given) or [""])))
        return
    name = getattr(call.func, "id", None)
    named = [given.value for given in call.keywords if given.arg == "code"]
    if name in takers or getattr(call.func, "attr", None) == "_replace":
        yield from named
    if name not in takers or named:
        return
    if any(isinstance(given, ast.Starred) for given in call.args[: takers[name] + 1]):
        yield from (given for given in call.args if isinstance(given, (ast.Constant, ast.IfExp)) and _texts(given))
    elif len(call.args) > takers[name]:
        yield call.args[takers[name]]


def _texts(node):
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _values(node, function, constants, place):
    """Return the codes that an expression stands for. Raises Unresolved."""
    if isinstance(node, ast.Name):
        values = [*_assigned(function, node.id), *filter(None, [constants.get(node.id)])]
        if values:
            return [code for value in values for code in _values(value, function, constants, place)]
    if isinstance(node, ast.Attribute) and node.attr == "code":
        return []
    if isinstance(node, ast.JoinedStr):
        return ["".join(part.value if isinstance(part, ast.Constant) else "*" for part in node.values)]
    if texts := _texts(node):
        return texts
    raise Unresolved(f"{place}:{node.lineno}: {ast.unparse(node)}")


def _assigned(function, name):
    """Yield the values that a function assigns to a name, alone or as the first of several: code, message = …."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                    yield from (value for one, value in pairs if isinstance(one, ast.Name) and one.id == name)
