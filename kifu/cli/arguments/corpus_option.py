"""The option `--corpus`: which dataset a command asks."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import say
from kifu.model.errors import KifuError
from kifu.model.extras import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def corpus_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--corpus`, passed on as the folder of a dataset; without it, the current folder."""
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
    """Turn what is wrong with a dataset or a question into a message with its code, and exit code 2."""
    try:
        yield
    except MissingExtra:  # said in one line, by whoever runs the commands
        raise
    except KifuError as wrong:
        raise click.UsageError(f"{say(wrong.message)} [{wrong.code}]") from None
