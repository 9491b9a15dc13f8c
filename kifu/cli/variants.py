"""Opens the variant files that records name (規則：my-king.toml): beside the record, or as told by `--rules`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.language import say
from kifu.cli.spooling import called, spooled
from kifu.errors import InvalidSetup, UnreadableFile
from kifu.game import variant
from kifu.message import Message
from kifu.record import VariantFile
from notation.formats.kif_head import Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.game import Game


def rules_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--rules`: the path of a variant file, None where it is not given."""
    return click.option(
        "--rules",
        metavar="FILE",
        callback=spooled,
        help="棋譜の名指す規則の代わりに、この規則のファイル (- は標準入力) を使う。Use this variant file (- is standard "
        "input), whatever a record names.",
    )(function)


def rules_of(path: str, given: str | None = None) -> Rules:
    """Return where the variant files of the record file `path` are: in its folder; `given`: that one for all records.

    Raises click.UsageError where `given` cannot be read.
    """
    if given is None:
        return Rules(_beside(Path(path).parent))
    try:
        return Rules(given=VariantFile(called(given), _text(Path(given), given)))
    except UnreadableFile as unreadable:
        raise click.UsageError(say(unreadable.message)) from None


def under(game: Game, given: str | None, name: str | None = None) -> Game:
    """Return `game` over the variant file `given`, or as it is without one; `name` is what records are to call the file.

    Raises click.UsageError where the file cannot be read or is not right.
    """
    if given is None:
        return game
    try:
        return variant(game, name or called(given), _text(Path(given), given))
    except (InvalidSetup, UnreadableFile) as wrong:
        raise click.UsageError(say(wrong.message)) from None


def _beside(folder: Path) -> Callable[[str], str]:
    return lambda name: _text(folder / name.strip(), name)


def _text(path: Path, name: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        message = Message(f"規則のファイル {name} は UTF-8 ではありません", f"the variant file {name} is not UTF-8")
    except (OSError, ValueError) as failed:  # ValueError: a NUL in the path
        reason = getattr(failed, "strerror", None) or failed
        message = Message(
            f"規則のファイル {name} が開けません ({reason})。棋譜と同じフォルダーに置くか、--rules で指定してください",
            f"cannot open the variant file {name} ({reason}); put it beside the record, or name it with --rules",
        )
    raise UnreadableFile("variant-file", message, width=max(1, len(name)))
