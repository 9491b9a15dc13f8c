"""Requests for new games, with variant files and first games read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kifu.core.errors import UnreadableFile
from kifu.core.message import PATH, Message, quoted
from kifu.games.ruleset import named_file
from kifu.recording import json_fields
from kifu.recording.errors import Rejected
from kifu.recording.game_setup import read_setup
from kifu.recording.setup_request import request_json
from notation.named_variant_file import read_beside

if TYPE_CHECKING:
    from pathlib import Path

    from kifu.recording.game_setup import GameSetup
    from kifu.web.server.sessions import Sessions

MAX_VARIANT_FILES = 100
"""The most variant files of a folder that are offered."""


def read_new_game(sessions: Sessions, value: object) -> GameSetup:
    """Return the opening of a new game.

    Raises Rejected; the folder is not changed.
    """
    return read_setup(new_game_json(sessions, value))


def new_game_json(sessions: Sessions, value: object) -> object:
    """Return a request with the files that it names. Raises Rejected."""
    return request_json(
        value, lambda name: getattr(sessions.all.get(name), "state", None), partial(with_variant_text, sessions.folder)
    )


def with_variant_text(folder: Path, value: object) -> object:
    """Return an opening with the text of its variant file. Raises Rejected."""
    if not isinstance(value, dict):
        return value
    rules = value.get("rules")
    named = named_file(rules) if isinstance(rules, str) and len(rules) <= json_fields.MAX_LINE_CHARACTERS else None
    if named is None or value.get("variant") is not None:
        return value
    if "/" in named.name or named.name.startswith("."):
        raise Rejected(
            "variant-file",
            Message(
                "規則のファイルは、対局のフォルダーにあるものの名だけを書いてください",
                "name a variant file that lies in the folder of the games, by its name alone",
            ),
        )
    try:
        return {**value, "variant": read_beside(folder, named.name)}
    except UnreadableFile as wrong:
        there = any(entry.name == named.name for entry in folder.iterdir())
        raise Rejected(wrong.code, wrong.message if there else _missing(named.name)) from None


def _missing(name: str) -> Message:
    shown = quoted(name, PATH)
    return Message(
        f"規則のファイル {shown} が対局のフォルダーにありません。そこに置いてください",
        f"the variant file {shown} is not in the folder of the games; put it there",
    )


def variant_files(folder: Path) -> list[str]:
    """Return the names of the variant files that lie in a folder."""
    named = sorted(path.name for path in folder.glob("*.toml") if path.is_file() and not path.is_symlink())
    return [name for name in named if not name.startswith(".") and _is_plain(name)][:MAX_VARIANT_FILES]


def _is_plain(name: str) -> bool:
    try:
        return json_fields.line(name, "file") == name
    except Rejected:
        return False
