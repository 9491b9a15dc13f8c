"""Tests of articles: each one that code names stands in the rulebook."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kifu.core import games, rulebook
from kifu.core.game.rules import Identity
from kifu.testing.cases import pytest_generate_tests  # noqa: F401 - pytest finds its hook in this module

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType

    from kifu.core.game.game import Game


def articles_of(game: Game) -> set[str]:
    """Return the articles of a game's rulebook, those that it includes too."""
    return {article.number for article in rulebook.load_rulebook(game).articles}


def expected_articles(game: Game, named_articles: set[str]) -> set[str]:
    """Return the named articles that a game's rulebook should have.

    A folder may serve several games.
    """
    prefixes = {number.rpartition(".")[0] for number in articles_of(game)} | {game.id}
    prefixes -= set(games.ids()) - {game.id}
    return {number for number in named_articles if number.rpartition(".")[0] in prefixes}


def code_folders(game: Game) -> set[Path]:
    """Return the folders of a game's code and of its classes."""
    packages = {game.package, *(kind.__module__.rpartition(".")[0] for kind in type(game).__mro__)}
    own = {package for package in packages if package and package != Identity.__module__.rpartition(".")[0]}
    files = (importlib.import_module(package).__file__ for package in own)
    return {Path(file).parent for file in files if file is not None}


def returned_constants(function: FunctionType, seen_functions: set[str]) -> Iterator[Any]:
    """Yield each constant that a kernel, or one it calls, returns.

    As far as its text shows it.
    """
    if function.__qualname__ in seen_functions:
        return
    seen_functions.add(function.__qualname__)
    tree = ast.parse(inspect.getsource(function))
    names = function.__globals__
    pending = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None]
    while pending:
        value = pending.pop()
        if isinstance(value, ast.IfExp):
            pending += [value.body, value.orelse]
        elif isinstance(value, ast.Call):
            called = names.get(ast.unparse(value.func))
            if inspect.isfunction(called):
                yield from returned_constants(called, seen_functions)
        elif isinstance(value, ast.Name) and value.id not in names:
            assigned = (node for node in ast.walk(tree) if isinstance(node, ast.Assign))
            pending += [node.value for node in assigned if ast.unparse(node.targets[0]) == value.id]
        elif not {node.id for node in ast.walk(value) if isinstance(node, ast.Name)} - names.keys():
            yield eval(ast.unparse(value), names)  # noqa: S307 - the game's own code


def test_the_articles_that_the_game_gives(default: Game) -> None:
    """Articles of attributes and options stand in the rulebook."""
    given = {default.turn_article, default.agreed_article, *([default.match_article] if default.match_article else [])}
    given |= {article for option in default.options for article in (option.article, *option.also)}
    assert given <= articles_of(default)


def test_the_articles_that_the_code_writes(default: Game) -> None:
    """Articles named in texts of the code stand in the rulebook."""
    named = set()
    for folder in code_folders(default):
        for path in folder.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    named |= set(re.findall(r"(?<![\w.])[a-z]+\.[1-9][0-9]*(?![\w.]*\w)", node.value))
    written = expected_articles(default, named)
    assert default.turn_article in written
    assert written <= articles_of(default)


def test_the_numbers_that_the_kernels_return(default: Game) -> None:
    """Numbers that the kernel `breach` returns are articles of the rulebook."""
    modules = default.kernel_modules()
    if modules is None:
        pytest.skip(f"the rules of {default.id} do not compile")
    numbers = {
        number for number in returned_constants(modules.breach.breach, set()) if type(number) is int and number > 0
    }
    assert numbers
    assert expected_articles(default, set(map(default.article_of, numbers))) <= articles_of(default)
