"""Draws pictures for files. Empty pictures are left out, and a message names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.printing.language import say
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.plots.picture_page import PicturePage

NAMED = 3
"""The number of omitted pictures that a message names for each reason; the others are counted."""


def draw(pages: Iterable[PicturePage], left_out: list[PicturePage]) -> Iterator[tuple[str, Figure]]:
    """Draw pages one by one. Yields the file name and the figure; adds each page without figures to `left_out`."""
    for page in pages:
        empty = True
        for name, figure in page.figures():
            empty = False
            yield name, figure
        if empty:
            left_out.append(page)


def mention_left_out(left_out: Sequence[PicturePage]) -> None:
    """Print on standard error which pictures were not written, one line for each reason."""
    reasons: dict[Message, list[str]] = {}
    for page in left_out:
        reasons.setdefault(page.empty, []).append(visible(page.name))
    for reason, pages in reasons.items():
        names, more = ", ".join(pages[:NAMED]), len(pages) - NAMED
        rest = say(Message(f" ほか {more}", f" and {more} more")) if more > 0 else ""
        message = Message(
            f"{reason.ja}ので書きませんでした: {names}{rest}", f"{reason.en}, so not written: {names}{rest}"
        )
        click.echo(say(message), err=True)
