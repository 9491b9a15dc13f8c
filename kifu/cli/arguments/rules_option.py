"""Finds the rules that records are judged by.

A record names its variant file (規則：my-king.toml); the option `--rules` replaces the rules of all records.
"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.command_options import Option
from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.printing.language import say
from kifu.core.errors import InvalidSetup, UnreadableFile
from kifu.core.message import Message
from kifu.core.regular_files import is_shell_stream, open_regular
from kifu.games.ruleset import VariantFile, configure_game, named_file
from notation.formats.kif_head import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kifu.core.game.game import Game

MAX_CACHED_FILES = 16
"""The number of variant files that a command keeps in memory; the records of a folder mostly share one."""
_KEY = "kifu.cli.arguments.rules_option"


def rules_of(path: str, given: str | None = None) -> Rules:
    """Return the source of the rules for the record file `path`.

    Without `given`, the variant files that its records name are read from its folder; for standard input from the current
    folder. `given`, the value of `--rules`, counts for all records. Raises click.UsageError if that file cannot be read.
    """
    if given is None:
        read = _reader()
        return Rules(lambda name: _reraise(read(_folder_of(path), name)))
    return Rules(given=_file(given) or given)


def under(
    game: Game, given: str | None, name: str | None = None, head: Mapping[str, str] = MappingProxyType({})
) -> Game:
    """Return `game` under rules `given` and headers `head`.

    Without either, `game` itself.
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
    """Return the variant file `given`, called `name`, or None; raises click.UsageError."""
    file = named_file(given)
    return None if file is None else VariantFile(name or verdict_name(file.name), _text(file.name), file.options)


def _text(given: str) -> str:
    from notation.named_variant_file import read_given  # noqa: PLC0415 - only a variant file needs it

    try:
        return read_given(given)
    except UnreadableFile as unreadable:
        raise click.UsageError(say(unreadable.message)) from None


def _reader() -> Callable[[Path, str], str | UnreadableFile]:
    """Return a caching reader of variant files.

    It reads each file once per command, or once per task of a worker.
    """
    context = click.get_current_context(silent=True)
    cached = lru_cache(MAX_CACHED_FILES)(_read_variant_file)
    return cached if context is None else context.meta.setdefault(_KEY, cached)


def _folder_of(path: str) -> Path:
    from pathlib import Path  # noqa: PLC0415 - only `--rules` needs it

    return Path(path).parent


def _read_variant_file(folder: Path, name: str) -> str | UnreadableFile:
    from notation.named_variant_file import read_beside  # noqa: PLC0415 - only a variant file needs it

    try:
        return read_beside(folder, name)
    except UnreadableFile as unreadable:
        return unreadable


def _reraise(read: str | UnreadableFile) -> str:
    if isinstance(read, UnreadableFile):
        raise read.with_traceback(None)
    return read


NAME = "stdin.toml"
PREFIX = "kifu-stdin-"


def spool_stream(context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return `value`, or a stream's content as a file's path; raises click.BadParameter."""
    if value is None or (value != STANDARD_STREAM and not is_shell_stream(value)):
        return value
    if value == STANDARD_STREAM and sys.stdin is None:
        raise click.BadParameter(say(Message("標準入力がありません", "there is no standard input")))
    from pathlib import Path  # noqa: PLC0415 - only `--rules` needs it
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - only these rules need it

    from notation.named_variant_file import MAX_VARIANT_BYTES  # noqa: PLC0415 - only these rules need it

    path = Path(context.with_resource(TemporaryDirectory(prefix=PREFIX))) / NAME
    with open_regular(value) if is_shell_stream(value) else nullcontext(sys.stdin.buffer) as stream:
        path.write_bytes(stream.read(MAX_VARIANT_BYTES + 1))  # one byte above the limit shows that it is too large
    return str(path)


def is_spooled(path: str) -> bool:
    """Tell whether a path is spooled standard input."""
    folder, name = os.path.split(path)
    return name == NAME and os.path.basename(folder).startswith(PREFIX)  # noqa: PTH119 - pathlib takes long to load


def verdict_name(path: str) -> str:
    """Return a variant file's name in verdicts; fixed for standard input."""
    return NAME if is_spooled(path) else path


rules_option = Option(metavar="RULES", callback=spool_stream).help(
    "棋譜の名指す規則の代わりに使う、規則のファイル (….toml、- は標準入力) か規則の文 ('rengo/1 saki=five' など)。"
    "Rules to use whatever a record names: a variant file (….toml, or - for standard input), or the rules in words, such as "
    "'rengo/1 saki=five'."
)
