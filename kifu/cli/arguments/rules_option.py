"""Finds the rules that records are judged by.

A record names its variant file (規則：my-king.toml); the option `--rules` replaces the rules of all records.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.arguments.spooling import called, spooled
from kifu.cli.printing.language import say
from kifu.core.errors import InvalidSetup, UnreadableFile
from kifu.games.variants import VariantFile, configure_game, named_file
from notation.formats.kif_head import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kifu.core.game.game import Game

KEPT = 16
"""The number of variant files that a command keeps in memory; the records of a folder mostly share one."""
_KEY = "kifu.cli.arguments.rules_option"


def rules_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--rules`. The command gets the path of a variant file or the text of rules, or None."""
    return click.option(
        "--rules",
        metavar="RULES",
        callback=spooled,
        help="棋譜の名指す規則の代わりに使う、規則のファイル (….toml、- は標準入力) か規則の文 ('rengo/1 saki=five' など)。"
        "Rules to use whatever a record names: a variant file (….toml, or - for standard input), or the rules in words, such as "
        "'rengo/1 saki=five'.",
    )(function)


def rules_of(path: str, given: str | None = None) -> Rules:
    """Return the source of the rules for the record file `path`.

    Without `given`, the variant files that its records name are read from its folder; for standard input from the current
    folder. `given`, the value of `--rules`, counts for all records. Raises click.UsageError if that file cannot be read.
    """
    if given is None:
        read = _reader()
        return Rules(lambda name: _raised(read(_folder_of(path), name)))
    return Rules(given=_file(given) or given)


def under(
    game: Game, given: str | None, name: str | None = None, head: Mapping[str, str] = MappingProxyType({})
) -> Game:
    """Return `game` under the rules `given` and the headers `head` of a record; without either, `game` itself.

    `name` is the name of the variant file in records; by default it is the path in `given`.

    Raises click.UsageError for a file that cannot be read, and for wrong rules.
    """
    if given is None and not head:
        return game
    try:
        return configure_game(game, given, head, None if given is None else _file(given, name))
    except InvalidSetup as wrong:
        raise click.UsageError(say(wrong.message)) from None


def _file(given: str, name: str | None = None) -> VariantFile | None:
    """Return the variant file that `given` names, called `name`; None if it names none. Raises click.UsageError."""
    file = named_file(given)
    return None if file is None else VariantFile(name or called(file.name), _text(file.name), file.options)


def _text(given: str) -> str:
    from notation.named_variant_file import read_given  # noqa: PLC0415 - only a variant file needs it

    try:
        return read_given(given)
    except UnreadableFile as unreadable:
        raise click.UsageError(say(unreadable.message)) from None


def _reader() -> Callable[[Path, str], str | UnreadableFile]:
    """Return a function that reads variant files. It reads each file once per command, or once per task of a worker."""
    context = click.get_current_context(silent=True)
    cached = lru_cache(KEPT)(_read)
    return cached if context is None else context.meta.setdefault(_KEY, cached)


def _folder_of(path: str) -> Path:
    from pathlib import Path  # noqa: PLC0415 - only a variant file needs it

    return Path(path).parent


def _read(folder: Path, name: str) -> str | UnreadableFile:
    from notation.named_variant_file import read_beside  # noqa: PLC0415 - only a variant file needs it

    try:
        return read_beside(folder, name)
    except UnreadableFile as unreadable:
        return unreadable


def _raised(read: str | UnreadableFile) -> str:
    if isinstance(read, UnreadableFile):
        raise read.with_traceback(None)
    return read
