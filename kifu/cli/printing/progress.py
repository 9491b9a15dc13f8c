"""A progress bar on standard error: on a terminal only, and only for work that takes a while."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

import click

from kifu.cli.printing.guard import unguarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

T = TypeVar("T")

FEW = 8
"""Up to so many items a bar would only flicker."""


def progress(items: Sequence[T], label: str) -> Iterator[T]:
    """Yield `items`, moving a bar that shows how many are done and the time left."""
    hidden = len(items) <= FEW or not sys.stderr.isatty()
    with click.progressbar(items, label=label, file=unguarded(sys.stderr), hidden=hidden, show_pos=True) as bar:
        yield from bar


def measured(items: Iterable[T], total: int, size: Callable[[T], int], label: str) -> Iterator[T]:
    """Yield `items`, moving a bar by the `size` of each towards `total`."""
    with click.progressbar(
        length=total, label=label, file=unguarded(sys.stderr), hidden=not sys.stderr.isatty()
    ) as bar:
        for item in items:
            bar.update(size(item))
            yield item
