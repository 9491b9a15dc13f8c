"""Shows a progress bar on standard error, if that is a terminal and the work takes a while."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from kifu.cli.printing.guard import unguarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

T = TypeVar("T")

NO_BAR = 8
"""The largest number of items that are shown without a bar, which would only flicker."""


def progress(items: Sequence[T], label: str) -> Iterator[T]:
    """Yield `items`, and move a bar that shows the number of finished items and the time left."""
    if len(items) <= NO_BAR or not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, label=label, file=unguarded(sys.stderr), show_pos=True) as bar:
        yield from bar


def measured(items: Iterable[T], total: int, size: Callable[[T], int], label: str) -> Iterator[T]:
    """Yield `items`, and move a bar by the `size` of each item towards `total`, in the same unit."""
    with click.progressbar(
        length=total, label=label, file=unguarded(sys.stderr), hidden=not sys.stderr.isatty()
    ) as bar:
        for item in items:
            bar.update(size(item))
            yield item


def stepwise(steps: Iterable[int], total: Callable[[], int], label: str) -> None:
    """Take all `steps`, and move a bar by each. `total` is asked for the number of all steps after the first one."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1, label=label, file=unguarded(sys.stderr), hidden=hidden) as bar:
        for step in steps:
            bar.length = max(total(), 1)
            bar.update(step)


@contextmanager
def bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a bar while a block runs, and give it the function that moves the bar by a number of steps."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, file=unguarded(sys.stderr), hidden=hidden) as shown:
        yield shown.update
