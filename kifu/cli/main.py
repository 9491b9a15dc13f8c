"""The command `kifu`: finds its subcommands by looking, and imports the one that is called."""

from __future__ import annotations

import sys

import click

import kifu.cli.commands
from kifu.cli.groups import Commands
from kifu.cli.language import language_option


@click.group(cls=Commands, package=kifu.cli.commands, context_settings={"help_option_names": ["-h", "--help"]})
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
