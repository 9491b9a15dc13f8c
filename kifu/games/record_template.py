"""Advice in an empty record (`kifu new`): moves and ends.

A game keeps it in ``template.toml`` of its folder; a game may also have no such file. The file holds:

- ``[[head]]``: advice on the lines before the moves;
- ``[[play]]``: ``moves``; the moves of all ``[[play]]`` in order are one line of play from the start;
- ``[[form]]``: ``move``, an example of a kind of move that the short line of play does not reach;
- ``[[end]]``: how the game ends.

Each entry has its text in ``ja`` and ``en``. An entry with ``under``, such as ``under = "last=must"``, is only for the rules
with this value of an option.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message

if TYPE_CHECKING:
    from kifu.core.game.game import Game

FILE = "template.toml"


class Example(NamedTuple):
    """Kind of move explained, with moves of that kind."""

    text: Message
    moves: tuple[str, ...]


class Template(NamedTuple):
    """The contents of ``template.toml``."""

    head: tuple[Message, ...] = ()
    play: tuple[Example, ...] = ()
    """The moves of all examples in order are one line of play from the start."""
    forms: tuple[Example, ...] = ()
    """Examples of moves that come later in a game."""
    end: tuple[Message, ...] = ()


def template_of(game: Game) -> Template:
    """Record template of a game; empty without the file."""
    return _template(game.package, frozenset(f"{name}={value}" for name, value in game.chosen.items()))


@cache
def _template(package: str, chosen: frozenset[str]) -> Template:
    file = resources.files(package).joinpath(FILE)
    return _read(tomllib.loads(file.read_text(encoding="utf-8")), chosen) if file.is_file() else Template()


def _read(tables: dict[str, list[dict[str, Any]]], chosen: frozenset[str]) -> Template:
    """Return the template of a file under the `chosen` values of options.

    Raises KeyError for a missing key and ValueError for an unknown key.
    """
    parts: dict[str, list[Any]] = {"head": [], "play": [], "form": [], "end": []}
    for name, entries in tables.items():
        for entry in entries:
            text = Message(entry.pop("ja"), entry.pop("en"))
            under = entry.pop("under", None)
            if under is not None and under not in chosen:
                continue
            if name == "play":
                parts[name].append(Example(text, tuple(entry.pop("moves"))))
            elif name == "form":
                parts[name].append(Example(text, (entry.pop("move"),)))
            else:
                parts[name].append(text)
            if entry:
                raise ValueError(*entry)
    return Template(*(tuple(entries) for entries in parts.values()))
