"""Keeps the variant file that comes through a stream (`--rules -`, `--rules <(…)`) as a file while the command runs.

The rules are read again for each file of records, also by other processes; a stream can be read only once.
"""

from __future__ import annotations

import sys

import click

from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.printing.language import say
from kifu.core.message import Message
from kifu.core.regular_files import is_shell_stream, open_regular

NAME = "stdin.toml"
PREFIX = "kifu-stdin-"


def spooled(context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return `value`, or for a stream the path of a file with its content. Raises click.BadParameter."""
    if value is None or (value != STANDARD_STREAM and not is_shell_stream(value)):
        return value
    if value == STANDARD_STREAM and sys.stdin is None:
        raise click.BadParameter(say(Message("標準入力がありません", "there is no standard input")))
    from contextlib import nullcontext  # noqa: PLC0415 - only these rules need it
    from pathlib import Path  # noqa: PLC0415 - only these rules need it
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - only these rules need it

    from notation.named_variant_file import MOST  # noqa: PLC0415 - only these rules need it

    path = Path(context.with_resource(TemporaryDirectory(prefix=PREFIX))) / NAME
    with open_regular(value) if is_shell_stream(value) else nullcontext(sys.stdin.buffer) as stream:
        path.write_bytes(stream.read(MOST + 1))  # one byte above the limit shows that it is too large
    return str(path)


def is_spooled(path: str) -> bool:
    """Tell whether a path is a file that holds standard input while the command runs."""
    from pathlib import Path  # noqa: PLC0415 - only `--rules` needs it

    file = Path(path)
    return file.name == NAME and file.parent.name.startswith(PREFIX)


def called(path: str) -> str:
    """Return the name of a variant file in verdicts: its path, or for standard input a name that is always the same."""
    return NAME if is_spooled(path) else path
