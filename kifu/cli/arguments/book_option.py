"""Defines the option `--book`, which names a book (`kifu study book`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import say
from kifu.core.message import Message, visible
from kifu.core.regular_files import NotRegular, open_regular

if TYPE_CHECKING:
    from collections.abc import Callable

    from analysis.openings.book import Book
    from kifu.core.game.game import Game


def book_option(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the option `--book`; `words` say what it does with the book."""
    return click.option("--book", metavar="BOOK", help=f"{words} (kifu study book)")


def read_book_file(path: str, game: Game | None = None) -> Book:
    """Return the book in a file. Raises click.UsageError if it cannot be read, or is not one of `game`."""
    from analysis.openings.book import MAX_BOOK_BYTES, BadBook, read_book  # noqa: PLC0415 - only --book needs it

    shown = visible(path)
    try:
        with open_regular(path) as file:
            data = file.read(MAX_BOOK_BYTES + 1)
    except (OSError, ValueError) as failed:
        reason = failed.about().ja if isinstance(failed, NotRegular) else getattr(failed, "strerror", None) or failed
        raise click.UsageError(
            say(
                Message(
                    f"--book {shown}: 読めません ({reason})",
                    f"--book {shown}: it cannot be read ({getattr(failed, 'strerror', None) or failed})",
                )
            )
        ) from None
    if len(data) > MAX_BOOK_BYTES:
        large = Message(
            f"--book {shown}: {MAX_BOOK_BYTES >> 20} MB を超えています",
            f"--book {shown}: it is larger than {MAX_BOOK_BYTES >> 20} MB",
        )
        raise click.UsageError(say(large))
    try:
        return read_book(data, game)
    except BadBook as wrong:
        raise click.UsageError(f"--book {shown}: {say(wrong.message)} [{wrong.code}]") from None
