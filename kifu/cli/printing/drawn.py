"""Pictures on their way to files: those that would be empty are left out, and that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.printing.language import say
from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.drawing.page import Page

NAMED = 3
"""Up to so many pictures left out for one reason are named."""


def draw(pages: Iterable[Page], left_out: list[Page]) -> Iterator[tuple[str, Figure]]:
    """Draw pages one by one: yield each figure with the name of its file, and add pages without any to `left_out`."""
    for page in pages:
        empty = True
        for named in page.figures():
            empty = False
            yield named
        if empty:
            left_out.append(page)


def mention_left_out(left_out: Sequence[Page]) -> None:
    """Say on standard error which pictures were not written, a line for each reason."""
    reasons: dict[Message, list[str]] = {}
    for page in left_out:
        reasons.setdefault(page.empty, []).append(visible(page.name))
    for why, pages in reasons.items():
        names, more = ", ".join(pages[:NAMED]), len(pages) - NAMED
        rest = say(Message(f" ほか {more}", f" and {more} more")) if more > 0 else ""
        said = Message(f"{why.ja}ので書きませんでした: {names}{rest}", f"{why.en}, so not written: {names}{rest}")
        click.echo(say(said), err=True)
