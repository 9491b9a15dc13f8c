"""The command `kifu`: finds its subcommands by looking, and imports the one that is called."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import click

import kifu.cli.commands
from kifu.cli.language import language_option


class Commands(click.Group):
    """A group whose commands are the modules of `kifu.cli.commands`, imported when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands, sorted."""
        return sorted(module.name for module in pkgutil.iter_modules(kifu.cli.commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{kifu.cli.commands.__name__}.{cmd_name}")
        return module.command  # type: ignore[no-any-return]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kifu")
@language_option
def main() -> None:
    """棋譜を読み、規則で確かめ、図に描く。

    Read game records, verify them by the rules, and draw them.
    """
    # A terminal or pipe that cannot take Japanese gets escapes instead of a traceback.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
