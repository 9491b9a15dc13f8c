"""Parametrisation of the tests: games by the names of arguments.

This is pytest's hook for the modules that import it.
| arguments | each case |
|---|---|
| game | a game, by itself and with all its options changed |
| default | a game by itself |
| default, option, value | a game, and one value of one of its options that is not its default |
| game, counts | a block of a perft.txt, and the game under its rules |
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from kifu.core import games
from kifu.core.compiled.bind import compiled_rules, compiles
from kifu.core.compiled.perft import read_counts
from kifu.core.packages import is_installed
from kifu.testing import CHOSEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.compiled.perft import PerftBlock
    from kifu.core.game.game import Game

EACH_OPTION_ALONE = False
"""Whether a `game` also comes with each value of each option alone. A suite that takes its time sets it."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test its cases."""
    names = set(metafunc.fixturenames)
    chosen = [games.load(game_id) for game_id in metafunc.config.getoption(CHOSEN, None) or games.ids()]
    if "counts" in names:
        give_counts(metafunc, ((game, counts) for game in chosen for counts in read_counts(game)))
    elif "option" in names:
        values = [(game, option, value) for game in chosen for option, value in _choices(game)]
        metafunc.parametrize(
            ("default", "option", "value"),
            values,
            ids=[f"{game.id}-{option}-{value}" for game, option, value in values],
        )
    elif "default" in names:
        metafunc.parametrize("default", chosen, ids=[game.id for game in chosen])
    elif "game" in names:
        spelled = [f"{game.id}{options}" for game in chosen for options in ("", *_options(game))]
        metafunc.parametrize("game", [_load_game(name) for name in spelled], ids=spelled)


def give_counts(metafunc: pytest.Metafunc, blocks: Iterable[tuple[Game, PerftBlock]]) -> None:
    """Give a test of counts its blocks, each with its game.

    The game is put under the rules that the block names.
    """
    blocks = list(blocks)
    metafunc.parametrize(
        ("game", "counts"),
        [(game.configure(counts.rules, {}) if counts.rules else game, counts) for game, counts in blocks],
        ids=[f"{game.id}-{counts.id}" for game, counts in blocks],
    )


def compiled(game: Game) -> dict[str, Any]:
    """Return the compiled kernels of a game by name.

    Skips the test where there can be none.
    """
    if not compiles(game):
        pytest.skip(f"the rules of {game.id} do not compile")
    if not is_installed("fast"):
        pytest.skip("numba is not installed, so nothing is compiled: the extra [fast] of kifu brings it")
    return compiled_rules(game)


def _choices(game: Game) -> list[tuple[str, str]]:
    """Return each option with each value that is not its default."""
    return [(option.name, value) for option in game.options for value in option.values[1:]]


def _options(game: Game) -> list[str]:
    """Return the rules text of each choice of changed options."""
    changed = [f" {option}={value}" for option, value in _choices(game)]
    return (["".join(changed)] if changed else []) + (changed if EACH_OPTION_ALONE else [])


@cache
def _load_game(name: str) -> Game:
    """Return the game named as ``six near=any line=blocked``, cached."""
    game_id, *options = name.split()
    game = games.load(game_id)
    for option in options:
        game = game.under(*option.split("="))
    return game
