"""Binds the kernels of the engine to one game: compiled where its rules compile, else as they stand."""

from __future__ import annotations

import hashlib
import importlib
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from kifu.kernels.bind import bind, compiles, is_kernel, layered, names_of, tables_of
from kifu.kernels.sources import code, files
from kifu.model.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.model.game import Game, Position

PLAIN = "kifu.engine.search_defaults"
KERNELS = ("kifu.engine.search_kernel", "kifu.engine.game_kernel")
UNIT = 100
"""Units of evaluation of a point, and of e times the odds, in a game without an evaluation of its own."""
RESULTS = {Outcome.FIRST: 1, Outcome.SECOND: 2, Outcome.DRAW: 3}


@cache
def kernels(game: Game) -> Mapping[str, Any]:
    """Return the functions of :mod:`kifu.engine.search_kernel` and the modules round it, for one game, by name.

    Compilation happens at the first call of each. A game whose rules do not compile, or that gives no evaluation, is
    searched interpreted, some hundred times more slowly; without an evaluation, by the difference of its scores.
    ``CELL`` is the type of the arrays that :func:`kifu.engine.game_kernel.play_game` takes.
    """
    evaluation = game.evaluation
    if evaluation is not None and compiles(game):
        return {**layered(game, (PLAIN, evaluation, *KERNELS)), "CELL": np.int64}
    return interpreted(game)


def digest(game: Game) -> str:
    """Return what tells the engine's play of a game apart from that of other sources. Nothing is compiled for it.

    It covers the kernels that are bound to the game, with the tables of its variant, and the Python code of the engine.
    For a game that is searched interpreted it covers all code and data that its rules may be made of.
    """
    evaluation = game.evaluation
    if evaluation is not None and compiles(game):
        kernels = names_of(game, PLAIN, evaluation, *KERNELS)
    else:
        rooms = ("kifu.model", "kifu.kernels", "kifu.games")
        kernels = (game.rules, code(rooms), files(rooms, ("toml",)))
    return hashlib.sha256(repr((kernels, code((__package__,)))).encode()).hexdigest()[:16]


def scale(game: Game) -> float:
    """Return how many units of evaluation multiply the odds of winning by e."""
    evaluation = game.evaluation
    return float(UNIT) if evaluation is None else float(importlib.import_module(evaluation).SCALE[game.id])


def interpreted(game: Game) -> Mapping[str, Any]:
    """Return the same functions as they stand, over Python's own integers."""
    evaluation = game.evaluation
    names: dict[str, Any] = {"legal_moves": game.legal_moves, "play": game.play, "CELL": object}
    names |= _of_any_game(game) if evaluation is None else _tables(game)
    given = () if evaluation is None else (evaluation,)
    for source in (PLAIN, *given, *KERNELS):
        module = bind(source, f"{source}_of_{game.id}_{id(game)}", names, jit=False)
        own = {key: value for key, value in vars(module).items() if is_kernel(value)}
        names |= {key: value for key, value in own.items() if value.__module__ == module.__name__}
        if source == PLAIN:
            names["key_of"] = hash
    return names


def _tables(game: Game) -> dict[str, Any]:
    """Return what an evaluation shared by several games is bound to: the rules of this one, and their tables."""
    modules = game.kernel_modules()
    tables = {} if modules is None else tables_of(modules.rules)
    if modules is None or not tables:
        return {}
    functions = {key: value for key, value in vars(modules.rules).items() if isinstance(value, FunctionType)}
    return {**tables, **functions}


def _of_any_game(game: Game) -> dict[str, Any]:
    """Return what every game tells a search by what it has to give."""

    def result(position: Position) -> int:
        ending = game.outcome(position)
        if ending is None:
            return 0
        return 3 if ending.outcome is None else RESULTS[ending.outcome]

    def evaluate(position: Position) -> int:
        first, second = game.score(position)
        return round(UNIT * (first - second))

    return {"side": lambda position: int(game.turn(position)), "result": result, "evaluate": evaluate}
