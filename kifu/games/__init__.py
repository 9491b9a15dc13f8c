"""Finds the games: every folder here whose package has NAMES is a game, so there is no list to edit.

A game's package holds only its names. Its module ``game`` holds the rest and is imported at first use.
"""

from __future__ import annotations

import importlib
import pkgutil
import unicodedata
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from kifu.model.errors import UnknownGame
from kifu.model.game import complete
from kifu.model.message import Message, quoted
from kifu.model.suggestions import suggestion

if TYPE_CHECKING:
    from kifu.model.game import Game


def ids() -> tuple[str, ...]:
    """Return the ids of all games in alphabetical order."""
    return tuple(sorted(_names()))


@cache
def load(game_id: str) -> Game:
    """Return the game with that id under its default rules. Raises UnknownGame."""
    if game_id not in _names():
        raise _unknown(game_id)
    return complete(importlib.import_module(f"{__name__}.{game_id}.game").GAME)


def find(name: str) -> Game:
    """Return the game that `name` (its name in any spelling, or its id) means. Raises UnknownGame."""
    wanted = _normal(name)
    for game_id, names in _names().items():
        if wanted == game_id or wanted in names:
            return load(game_id)
    raise _unknown(name)


@cache
def _names() -> dict[str, frozenset[str]]:
    games = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            names = getattr(importlib.import_module(f"{__name__}.{module.name}"), "NAMES", ())
            if names:
                games[module.name] = frozenset(map(_normal, names))
    return games


def _normal(name: str) -> str:
    """Return a name in half-width small letters: in a game's name width and case do not count."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _unknown(name: str) -> UnknownGame:
    known = " ".join(sorted(_names()))
    hint = suggestion(name, chain(_names(), *_names().values()))
    return UnknownGame(
        "unknown-game",
        Message(
            f"「{quoted(name)}」という棋種はありません。{known} のどれかです{hint.ja}",
            f"no game '{quoted(name)}': {known}{hint.en}",
        ),
        width=max(1, len(name)),
    )
