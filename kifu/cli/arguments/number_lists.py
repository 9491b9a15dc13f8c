"""Reads numbers that an option lists."""

from __future__ import annotations

import click

from kifu.cli.arguments.shared_options import MOST
from kifu.cli.printing.language import say
from kifu.core.message import Message


def numbers(_context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Return the numbers of a text, separated by commas, without repetitions. Raises click.BadParameter below 1 and above MOST."""
    try:
        numbers = tuple(dict.fromkeys(int(word) for word in (value or "").split(",") if word.strip()))
    except ValueError:
        numbers = (0,)
    if any(not 1 <= number <= MOST for number in numbers):
        raise click.BadParameter(
            say(
                Message(f"{value} は 7,8 のような数の並びではありません", f"{value} is no list of numbers such as 7,8")
            ),
            param=parameter,
        )
    return numbers
