"""What the page asks and what it is answered: the paths and the JSON of `kifu serve`, and those of the commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.model.message import escaped
from kifu.table.game_json import words
from kifu.table.journal import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.model.message import Message

JSON, HTML, PLAIN, ZIP = "application/json", "text/html", "text/plain; charset=utf-8", "application/zip"


class Question(NamedTuple):
    """What is asked: a method and a path, with the JSON of the body, and the bytes of a file that goes with it."""

    method: str
    path: str
    value: Any = None
    data: bytes | None = None


class Answer(NamedTuple):
    """The answer: a status as of HTTP, and JSON as `text` or a file as `data` with its `name`."""

    status: int
    text: str = ""
    data: bytes = b""
    type: str = JSON
    name: str = ""
    changed: str = ""
    """The id of the game that this has changed; empty for none."""


def as_json(value: object, status: int = 200, changed: str = "") -> Answer:
    """Return a value as an answer."""
    return Answer(status, escaped(canonical(value)), changed=changed)


def lines(values: Iterable[object]) -> Answer:
    """Return values as a list whose items stand as the commands print them, each on a line of its own."""
    told = ",\n".join(map(line, values))
    return Answer(200, f"[{told}]")


def line(value: object) -> str:
    """Return a value as the commands print it, without the line end."""
    return escaped(json.dumps(value, ensure_ascii=False))


def error(status: int, code: str, said: Message) -> Answer:
    """Return the answer of something that is wrong, in both languages."""
    return as_json({"error": code, "message": words(said)}, status)
