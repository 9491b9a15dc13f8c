"""Defines the option `--corpus`, which names the dataset that a command reads."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import say
from kifu.core.errors import KifuError
from kifu.core.extras import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def corpus_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--corpus`. The command gets the folder of a dataset; the default is the current folder."""
    return click.option(
        "-c",
        "--corpus",
        metavar="DIR",
        envvar="KIFU_CORPUS",
        default=".",
        type=click.Path(path_type=Path),
        help="kifu corpus build が作ったフォルダー (なければ KIFU_CORPUS、それもなければ今のフォルダー)。Folder that kifu corpus "
        "build has made; default: KIFU_CORPUS, else the current folder.",
    )(function)


@contextmanager
def coded_errors() -> Iterator[None]:
    """Turn an error about a dataset or a question into a message with its code. Raises click.UsageError (exit code 2)."""
    try:
        yield
    except MissingExtra:  # kifu.cli.main prints it in one line
        raise
    except KifuError as wrong:
        raise click.UsageError(f"{say(wrong.message)} [{wrong.code}]") from None
