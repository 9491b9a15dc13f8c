"""Group `kifu corpus`: datasets of records; a module a command."""

from __future__ import annotations

import sys

import click

from kifu.cli.command_definition import ModuleCommandGroup
from kifu.cli.printing.language_and_usage_errors import language_option


@click.group(cls=ModuleCommandGroup, package=sys.modules[__name__])
@language_option
def command() -> None:
    """たくさんの棋譜を一つのデータにして調べる。

    Make a dataset of many records, and ask it questions.
    """
