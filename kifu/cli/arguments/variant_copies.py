"""Copies of variant files beside new records."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.files import write_file
from kifu.cli.arguments.game_options import is_spooled, with_rules
from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.printing.language import say, usage_error
from kifu.core.errors import UnreadableFile
from kifu.core.game.options import named_file
from kifu.core.message import Message, visible
from notation.named_variant_file import read_given_variant, read_variant_in_folder, require_name_in_folder

if TYPE_CHECKING:
    from kifu.core.game.game import Game


class NamedVariant(NamedTuple):
    """A game whose rules are named as its new record names them."""

    game: Game
    file: Path = Path()
    """The path that the variant file is to have."""
    text: str = ""
    """The text of the variant file."""
    remark: Message | None = None
    """The message about a variant file that is not in its place yet; None if nothing is to be done."""


def name_variant_from_output(
    output: str, game: Game, rules: str | None, diagram: str | None, *, force: bool
) -> NamedVariant:
    """Return the game with its variant file named from `output`.

    A record can name only a file in its own folder or below; any other file is to be copied into that folder. `rules` is
    the value of `--rules`; without it the game names its file relative to the folder of `diagram`. Raises
    click.UsageError if another file has that name and `force` is not set, and for a name that a record cannot use.
    """
    named_by_game = named_file(game.rules)
    if named_by_game is None:
        return NamedVariant(game)
    given_file = named_file(rules)
    if given_file is not None and is_spooled(given_file.name):
        raise usage_error(
            "棋譜は規則のファイルを名指すので、- (標準入力) は使えません。ファイルに書いてください",
            "a record names its variant file: that cannot be - (standard input); write it to a file",
        )
    given = str(Path(diagram or "").parent / named_by_game.name) if given_file is None else given_file.name
    given_rules = given + named_by_game.options
    folder = Path() if output == STANDARD_STREAM else Path(output).parent
    try:
        text = read_given_variant(given)
        with contextlib.suppress(ValueError):  # a file on another drive has no relative path
            name = Path(os.path.relpath(given, folder)).as_posix()
            if _holds_variant_file(folder, name, text):
                return NamedVariant(with_rules(game, given_rules, name))
        name = Path(given).name
        require_name_in_folder(name)
    except UnreadableFile as wrong:
        raise click.UsageError(say(wrong.message)) from None
    file = folder / name
    named = NamedVariant(with_rules(game, given_rules, name), file, text)
    if _holds_variant_file(folder, name, text):
        return named
    shown, there = visible(name), visible(str(file))
    if output == STANDARD_STREAM:
        remark = Message(
            f"棋譜の名指す {shown} を、棋譜と同じフォルダーに置いてください",
            f"the record names {shown}: put that file beside it",
        )
        return named._replace(remark=remark)
    if os.path.lexists(file) and not force:
        raise usage_error(
            f"{there} は別の規則のファイルです。上書きするなら --force を付けてください",
            f"{there} is another variant file; overwrite it with --force",
        )
    remark = Message(
        f"規則のファイルを棋譜のそばに写しました: {there}", f"copied the variant file beside the record: {there}"
    )
    return named._replace(remark=remark)


def copy_variant_beside(named: NamedVariant, output: str) -> None:
    """Copy the variant file beside the record, with a remark.

    For standard output nothing is copied; the remark asks the user to do it. Raises click.UsageError.
    """
    if named.remark is None:
        return
    if output != STANDARD_STREAM:
        write_file(named.file, named.text.encode(), force=True)
    click.echo(say(named.remark), err=True)


def _holds_variant_file(folder: Path, name: str, text: str) -> bool:
    """Tell whether `folder` has variant file `name` with rules `text`."""
    try:
        return read_variant_in_folder(folder, name) == text
    except UnreadableFile:
        return False
