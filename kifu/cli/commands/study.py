"""`kifu study`: what many games, or a search, say about a position."""

from __future__ import annotations

import click

import kifu.cli.study_commands
from kifu.cli.groups import Commands
from kifu.cli.language import language_option


@click.group(cls=Commands, package=kifu.cli.study_commands)
@language_option
def command() -> None:
    """多くの対局や探索から局面を調べる。Study positions by many games, or by search."""
