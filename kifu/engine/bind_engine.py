"""Binding of the engine's kernels to a game, compiled or interpreted."""

from __future__ import annotations

import hashlib
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from kifu.core.compiled.bind_and_compile import (
    bind,
    bound_tables,
    compiled_kernels_of_layers,
    is_kernel,
    layer_names,
    rules_compile,
)
from kifu.core.compiled.source_digest import files_digest, modules_digest
from kifu.core.games import outside_packages
from kifu.core.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game, Position

LOWER = ("kifu.engine.default_kernels", "kifu.core.compiled.network_kernel")
"""The modules of kernels that an evaluation stands on."""
KERNELS = ("kifu.engine.search_kernel", "kifu.engine.selfplay_kernel")
UNIT = 100
"""The evaluation of a point in a game without its own evaluation."""
RESULTS = {Outcome.FIRST: 1, Outcome.SECOND: 2, Outcome.DRAW: 3}


@cache
def search_kernels(game: Game) -> Mapping[str, Any]:
    """Return the functions of the search, bound to a game, by name.

    They are those of :mod:`kifu.engine.search_kernel`, :mod:`kifu.engine.selfplay_kernel` and the game's evaluation. Each is
    compiled at its first call. A game whose rules do not compile, or that gives no evaluation, is searched interpreted,
    about a hundred times more slowly. Without an evaluation, the difference of what the position looks worth to both sides takes its place. ``CELL`` is the
    type of the arrays that :func:`kifu.engine.selfplay_kernel.play_game` takes.
    """
    modules = game.engine_modules()
    if modules is not None and rules_compile(game):
        return {**compiled_kernels_of_layers(game, (*LOWER, modules.evaluation.__name__, *KERNELS)), "CELL": np.int64}
    return interpreted_search_kernels(game)


def engine_digest(game: Game) -> str:
    """Digest of all that the engine's play depends on: 16 digits.

    They are hexadecimal; nothing is compiled. It covers the kernels that are bound to the game, with the tables of its
    variant, and the Python code of the engine. For a game that is searched interpreted, it covers all code and data
    that its rules may use.
    """
    modules = game.engine_modules()
    if modules is not None and rules_compile(game):
        kernels = layer_names(game, *LOWER, modules.evaluation.__name__, *KERNELS)
    else:
        rooms = ("kifu.core", "kifu.games", *outside_packages())
        kernels = (game.rules, modules_digest(rooms), files_digest(rooms, ("toml",)))
    return hashlib.sha256(repr((kernels, modules_digest((__package__,)))).encode()).hexdigest()[:16]


def interpreted_search_kernels(game: Game) -> Mapping[str, Any]:
    """Return the same functions as :func:`search_kernels`, interpreted, with Python's own integers."""
    modules = game.engine_modules()
    names: dict[str, Any] = {"legal_moves": game.legal_moves, "play": game.play_legal, "CELL": object}
    names |= _default_evaluation(game) if modules is None else _rules_namespace(game)
    evaluation = () if modules is None else (modules.evaluation.__name__,)
    for source in (*LOWER, *evaluation, *KERNELS):
        module = bind(source, f"{source}_of_{game.id}_{id(game)}", names, jit=False)
        own = {key: value for key, value in vars(module).items() if is_kernel(value)}
        names |= {key: value for key, value in own.items() if value.__module__ == module.__name__}
        if source == LOWER[0]:
            names["key_of"] = hash
    return names


def _rules_namespace(game: Game) -> dict[str, Any]:
    """Functions and tables of the rules, for a shared evaluation."""
    modules = game.kernel_modules()
    tables = {} if modules is None else bound_tables(modules.rules)
    if modules is None or not tables:
        return {}
    functions = {key: value for key, value in vars(modules.rules).items() if isinstance(value, FunctionType)}
    return {**tables, **functions}


def _default_evaluation(game: Game) -> dict[str, Any]:
    """Functions `side`, `result` and `evaluate` for games without an evaluation."""

    def result(position: Position) -> int:
        ending = game.outcome(position)
        if ending is None:
            return 0
        return 3 if ending.outcome is None else RESULTS[ending.outcome]

    def evaluate(position: Position) -> int:
        first, second = game.worth(position)
        return round(UNIT * (first - second))

    return {"side": lambda position: int(game.turn(position)), "result": result, "evaluate": evaluate}
