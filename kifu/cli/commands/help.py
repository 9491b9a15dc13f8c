"""`kifu help`: the help of a command."""

from __future__ import annotations

import click

from kifu.cli.command_definition import HelpContext
from kifu.cli.printing.language_and_usage_errors import language_option, unknown_command_error


@click.command()
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
@language_option
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """コマンドの説明を示す。Show the help of a command.

    `kifu help corpus build` は `kifu corpus build --help` と同じ。コマンドの名前がなければ、すべてのコマンドを並べる。

    `kifu help corpus build` is the same as `kifu corpus build --help`. Without a name all commands are listed.
    """
    shown = ctx.find_root()
    for name in names:
        group = shown.command
        found = group.get_command(shown, name) if isinstance(group, click.Group) else None
        if found is None:
            raise unknown_command_error(
                name, group.list_commands(shown) if isinstance(group, click.Group) else (), shown
            )
        shown = HelpContext(found, info_name=name, parent=shown)
    click.echo(shown.get_help())
