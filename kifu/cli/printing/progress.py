"""Shows click's progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.cli.printing.guard import raw_stream
from kifu.cli.printing.language import say
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from kifu.reconcile.repair import Repair

T = TypeVar("T")

NO_BAR = 8
"""The largest number of items that are shown without a bar, which would only flicker."""


def bar(length: int, label: str) -> AbstractContextManager[Any]:
    """Return click's bar, shown while a block runs.

    Its `update` moves it by a number of steps.
    """
    return click.progressbar(length=length, label=label, file=raw_stream(sys.stderr), hidden=not sys.stderr.isatty())


def progress(items: Sequence[T], label: str) -> Iterator[T]:
    """Yield `items`, and move a bar by each that is finished."""
    if len(items) <= NO_BAR:
        yield from items
        return
    with bar(len(items), label) as shown:
        for item in items:
            yield item
            shown.update(1)


def stepwise(steps: Iterable[int], total: Callable[[], int], label: str) -> None:
    """Take all `steps`, moving a bar by each.

    `total` is asked for the number of all steps after the first one.
    """
    with bar(1, label) as shown:
        for step in steps:
            shown.length = max(total(), 1)
            shown.update(step)


def look_for_slips(repair: Repair) -> None:
    """Search a record for slips, with a bar."""
    stepwise(repair.steps(), lambda: repair.total, say(Message("書き違いを探しています", "looking for slips")))
