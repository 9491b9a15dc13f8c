"""A variant file that comes through standard input (`--rules -`): kept as a file while the command runs.

Rules are read again for each file of records, and by other processes; standard input can be read but once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.printing.language import say
from kifu.model.message import Message
from notation.beside import MOST

NAME = "stdin.toml"
PREFIX = "kifu-stdin-"


def spooled(context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return the path of a variant file: `value`, or where standard input has been written to. Raises click.BadParameter."""
    if value != STANDARD_STREAM:
        return value
    if sys.stdin is None:
        raise click.BadParameter(say(Message("標準入力がありません", "there is no standard input")))
    path = Path(context.with_resource(TemporaryDirectory(prefix=PREFIX))) / NAME
    path.write_bytes(sys.stdin.buffer.read(MOST + 1))  # one byte more shows that it is too large
    return str(path)


def is_spooled(path: str) -> bool:
    """Tell whether a variant file is there only while the command runs."""
    file = Path(path)
    return file.name == NAME and file.parent.name.startswith(PREFIX)


def called(path: str) -> str:
    """Return what a variant file is called in verdicts: its path, which for standard input is the same in every run."""
    return NAME if is_spooled(path) else path
