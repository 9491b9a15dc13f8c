"""Group `kifu study`: positions by games or search; a module a command."""

from __future__ import annotations

import sys

import click

from kifu.cli.command_definition import ModuleCommandGroup
from kifu.cli.printing.language_and_usage_errors import language_option


@click.group(cls=ModuleCommandGroup, package=sys.modules[__name__])
@language_option
def command() -> None:
    """多くの対局や探索から局面を調べる。Study positions by many games, or by search."""
