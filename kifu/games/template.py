"""What a game says of itself in an empty record (`kifu new`): how its moves are written, with examples, and how it ends.

A game keeps it in ``template.toml`` of its folder; one without that file is a game all the same. The file holds:

- ``[[head]]``: what to know of the lines before the moves;
- ``[[play]]``: ``moves``, which go on the line of play from the start that all ``[[play]]`` make together;
- ``[[form]]``: ``move``, a way to write that such a short line does not reach;
- ``[[end]]``: how the game ends.

Each is said in ``ja`` and ``en``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.model.message import Message

if TYPE_CHECKING:
    from kifu.model.game import Game

FILE = "template.toml"


class Example(NamedTuple):
    """A kind of move: how it is written, and moves of that kind."""

    text: Message
    moves: tuple[str, ...]


class Template(NamedTuple):
    """What ``template.toml`` says."""

    head: tuple[Message, ...] = ()
    play: tuple[Example, ...] = ()
    """Together a line of play from the start."""
    forms: tuple[Example, ...] = ()
    """Moves of later in a game."""
    end: tuple[Message, ...] = ()


def template_of(game: Game) -> Template:
    """Return what a game says of itself; nothing for a game without such a file."""
    return _template(game.package)


@cache
def _template(package: str) -> Template:
    file = resources.files(package).joinpath(FILE)
    return _read(tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else Template()


def _read(said: dict[str, list[dict[str, Any]]]) -> Template:
    """Return the template of a file. Raises KeyError for a key that is missing, ValueError for one that is not known."""
    parts: dict[str, list[Any]] = {"head": [], "play": [], "form": [], "end": []}
    for name, entries in said.items():
        for entry in entries:
            text = Message(entry.pop("ja"), entry.pop("en"))
            if name == "play":
                parts[name].append(Example(text, tuple(entry.pop("moves"))))
            elif name == "form":
                parts[name].append(Example(text, (entry.pop("move"),)))
            else:
                parts[name].append(text)
            if entry:
                raise ValueError(*entry)
    return Template(*(tuple(found) for found in parts.values()))
