"""Defines a command whose option `--against` takes all files that follow it, as a shell lists them for B*.kif."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.shared_options import STANDARD_STREAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GREEDY = "--against"


class Greedy(click.Command):
    """A command whose option GREEDY takes every word up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        return super().parse_args(ctx, list(spread(args)))


def spread(words: Iterable[str]) -> Iterator[str]:
    """Yield the words of a command line with GREEDY before each of its values: ``--against a b`` is ``--against a --against b``."""
    taking = first = False
    rest = iter(words)
    for word in rest:
        if word == "--":  # all that follows is FILES
            yield word
            yield from rest
        elif word == GREEDY or word.startswith(f"{GREEDY}="):
            taking, first = True, word == GREEDY
            yield word
        elif word.startswith("-") and word != STANDARD_STREAM:
            taking = False
            yield word
        else:
            if taking and not first:
                yield GREEDY
            first = False
            yield word
