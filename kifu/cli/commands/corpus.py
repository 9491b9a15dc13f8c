"""`kifu corpus`: many records as one dataset. Its own commands are the modules of `kifu.cli.corpus_commands`."""

from __future__ import annotations

import click

import kifu.cli.corpus_commands
from kifu.cli.groups import Commands
from kifu.cli.language import language_option


@click.group(cls=Commands, package=kifu.cli.corpus_commands)
@language_option
def command() -> None:
    """たくさんの棋譜を一つのデータにして調べる。

    Make a dataset of many records, and ask it questions.
    """
